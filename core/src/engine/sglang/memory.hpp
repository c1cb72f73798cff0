#pragma once

#include <optional>

#include "engine/sglang/settings.hpp"

namespace kvfit::sglang {

/// Memory of the pools on one rank, from the scenario's figures.
struct Memory {
    std::optional<std::int64_t> available;  ///< for states, K and V together
    std::optional<std::int64_t> setAside;   ///< left to activations and graphs
    std::optional<double> fraction;         ///< `--mem-fraction-static`, given or automatic
};

Memory memoryOf(const Settings& q, const Architecture& architecture, const Scenario& scenario, Notes& notes);

/// What the engine's table gives for a GPU: tokens of a prefill chunk, requests of the largest decode graph.
struct Tier {
    std::int64_t chunk;
    std::int64_t graphRequests;
};
Tier tierOf(std::int64_t gpuMib, std::int64_t tp);

/// Prompt lengths that are captured as graphs, up to a chunk.
std::int64_t prefillGraphs(std::int64_t chunk);

}  // namespace kvfit::sglang
