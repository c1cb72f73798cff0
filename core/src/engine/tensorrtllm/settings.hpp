#pragma once

#include <cstdint>
#include <vector>

#include "engine/tensorrtllm/versions.hpp"
#include "kvfit/architecture.hpp"
#include "kvfit/types.hpp"

namespace kvfit::tensorrtllm {

/// An engine as it is started: every absent setting has its default, every type is chosen.
struct Settings {
    const Rules* rules = nullptr;
    std::vector<CachePart> parts;
    Types types;

    std::int64_t modelLayers = 0;  ///< decoder layers without draft layers
    std::int64_t tokens = 0;       ///< length of a sequence now
    std::int64_t maxModelLen = 0;  ///< `max_seq_len`
    std::int64_t sequences = 1;
    std::int64_t ranks = 1;         ///< ranks that divide heads: tp, or 1 with data-parallel attention
    std::int64_t stages = 1;        ///< pipeline stages
    std::int64_t contextRanks = 1;  ///< ranks that are dealt whole blocks in turn (Helix)

    std::int64_t tokensPerBlock = 32;
    std::int64_t batchedTokens = 8192;  ///< `max_num_tokens`
    std::int64_t slots = 1;             ///< `max_batch_size`: sequences that have a state
    std::int64_t snapshotInterval = 0;  ///< tokens between kept states, 0: one state
    std::int64_t encoderTokens = 0;     ///< 0: each cross part's own
    double crossFraction = 0.5;         ///< of the memory, for cross attention
    bool windows = true;                ///< window layers have blocks of their own
    bool reuse = true;                  ///< blocks stay for later requests
};

/// Fills in what the scenario leaves out, or says which values the engine refuses.
Expected<Settings> settingsOf(const Architecture& architecture, const Scenario& scenario, Notes& notes);

/// The stored types of this engine: resolveTypes, with its own layouts.
Expected<Types> typesOf(const Architecture& architecture, const Scenario& scenario);

}  // namespace kvfit::tensorrtllm
