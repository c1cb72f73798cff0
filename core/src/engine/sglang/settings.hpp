#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "engine/sglang/versions.hpp"
#include "kvfit/architecture.hpp"
#include "kvfit/types.hpp"

namespace kvfit::sglang {

/// How memory is split: one pool; a pool for full and one for window layers; the pools of compressed attention.
enum class Layout : std::uint8_t { plain, windowed, compressed };

/// An engine as it is started: every absent setting has its default, every type is chosen.
struct Settings {
    const Rules* rules = nullptr;
    Layout layout = Layout::plain;
    std::vector<CachePart> parts;       ///< of the fullest pipeline stage, with those of a speculative head
    std::vector<CachePart> draftModel;  ///< of a separate draft model
    Types types;

    std::int64_t tokens = 0;  ///< length of a sequence now
    std::int64_t maxModelLen = 0;
    std::int64_t sequences = 1;   ///< of the fullest replica
    std::int64_t ranks = 1;       ///< ranks that divide heads: tp, or 1 with data-parallel attention
    std::int64_t tokenRanks = 1;  ///< ranks among them that divide tokens: dcp
    std::int64_t replicas = 1;    ///< of attention, each with requests of its own
    std::int64_t gpuRanks = 1;    ///< tp x pp

    std::int64_t pageSize = 1;
    std::int64_t window = 0;         ///< tokens of the widest window or chunk
    bool windowsInFull = false;      ///< layers with windows have no pool of their own
    std::int64_t encoderTokens = 0;  ///< of cross attention, held beside the text
    double windowRatio = 0.8;        ///< tokens of the window pool over those of the full pool
    bool radixCache = true;
    bool overlap = true;
    bool speculative = false;
    bool countIndexer = true;             ///< index keys are in the budget
    std::int64_t draftTokens = 0;         ///< per step
    std::int64_t chunk = 8192;            ///< tokens of a prefill chunk; -1: prompts are not cut
    std::optional<std::int64_t> running;  ///< requests of one replica at once: asked for, or a default
    std::int64_t slotsPerRequest = 3;     ///< of states: one in use, the others for the prefix cache
    double stateRatio = 0.9;              ///< memory of states over memory of K and V

    /// The least tokens of a draft that eviction waits for.
    std::int64_t drafted() const { return draftTokens > 1 ? draftTokens : 1; }
};

/// Fills in what the scenario leaves out, with the defaults of its version, and notes what was assumed.
Expected<Settings> settingsOf(const Architecture& architecture, const Scenario& scenario, Notes& notes);

/// The stored types of this engine: resolveTypes, with the records that its pools use.
Expected<Types> typesOf(const Architecture& architecture, const Scenario& scenario, Notes& notes);

/// Values that the engine refuses, or that no engine could be sized with.
Errors checkSettings(const Scenario& scenario);

}  // namespace kvfit::sglang
