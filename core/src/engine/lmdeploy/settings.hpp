#pragma once

#include <cstdint>
#include <vector>

#include "kvfit/architecture.hpp"
#include "kvfit/engine.hpp"
#include "kvfit/types.hpp"

namespace kvfit::lmdeploy {

/// An engine as it is started: every absent setting has its default, every type is chosen.
struct Settings {
    std::vector<CachePart> parts;
    Types types;
    std::int64_t scaleBytes = 2;  ///< of a scale or zero point: the model's own type

    std::int64_t tokens = 0;       ///< length of a sequence now
    std::int64_t maxModelLen = 0;  ///< `session_len`
    std::int64_t sequences = 1;
    std::int64_t ranks = 1;  ///< ranks that divide heads: tp, or 1 with data-parallel attention

    std::int64_t blockSize = 64;
    std::int64_t window = 0;            ///< window of every layer, 0: some layer keeps all tokens
    std::int64_t batches = 128;         ///< `max_batch_size`
    std::int64_t prefillTokens = 8192;  ///< `max_prefill_token_num`
    std::int64_t vocabulary = 0;        ///< 0: the configuration does not say
    bool prefixCaching = false;
};

/// The one set of rules that was read.
EngineVersion version();

/// Fills in what the scenario leaves out, or says which values the engine refuses.
Expected<Settings> settingsOf(const Architecture& architecture, const Scenario& scenario, Notes& notes);

/// The stored types of this engine: resolveTypes, with its own layouts.
Expected<Types> typesOf(const Architecture& architecture, const Scenario& scenario);

}  // namespace kvfit::lmdeploy
