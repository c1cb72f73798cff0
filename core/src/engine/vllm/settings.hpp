#pragma once

#include <cstdint>
#include <vector>

#include "engine/vllm/versions.hpp"
#include "kvfit/architecture.hpp"
#include "kvfit/types.hpp"

namespace kvfit::vllm {

/// The least tokens of a block that the usual attention backends can address.
constexpr std::int64_t leastBlock = 16;

/// When a state is kept: once for a sequence, at block ends (the last of them), or at every block end.
enum class StateMode : std::uint8_t { none, align, all };

/// An engine as it is started: every absent setting has its default, every type is chosen.
struct Settings {
    const Rules* rules = nullptr;
    std::vector<CachePart> parts;
    Types types;
    ChosenType plain;  ///< the model's own 16-bit type

    std::int64_t modelLayers = 0;  ///< decoder layers without draft layers
    std::int64_t declaredLayers = 0;
    std::int64_t tokens = 0;  ///< length of a sequence now
    std::int64_t maxModelLen = 0;
    std::int64_t sequences = 1;
    std::int64_t ranks = 1;  ///< ranks that divide heads: tp, or 1 with data-parallel attention
    std::int64_t stages = 1;
    std::int64_t dcp = 1;

    std::int64_t blockSize = 16;
    std::int64_t inFlight = 0;       ///< tokens computed but not yet final
    std::int64_t encoderTokens = 0;  ///< 0: each cross part's own
    std::int64_t batchedTokens = 0;
    std::int64_t speculative = 0;
    std::int64_t retained = 0;  ///< tokens below a window kept for draft modules that prefill again
    StateMode stateMode = StateMode::align;
    bool prefixCaching = true;
    bool localGroups = true;  ///< window and chunked layers keep groups of their own
};

/// Fills in what the scenario leaves out, with the defaults of its version, and notes what was assumed.
Expected<Settings> settingsOf(const Architecture& architecture, const Scenario& scenario, Notes& notes);

/// The stored types of this engine: resolveTypes, with the records that its attention backends use.
Expected<Types> typesOf(const Architecture& architecture, const Scenario& scenario, bool unpackedKeys, Notes& notes);

}  // namespace kvfit::vllm
