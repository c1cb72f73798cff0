#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "kvfit/architecture.hpp"
#include "kvfit/error.hpp"
#include "kvfit/scenario.hpp"
#include "kvfit/term.hpp"

namespace kvfit {

/// Bytes of one rank that only a running engine knows, or what the scenario states instead.
struct Estimate {
    std::int64_t bytes = 0;
    std::int64_t low = 0;
    std::int64_t high = 0;
    TermPtr formula;     ///< evaluates to `bytes`
    std::string key;     ///< the scenario key that replaces it
    std::string source;  ///< the key where it was given, else the rule, where it was read, its measured error
    bool given = false;  ///< stated by the scenario
};

/// One rank: those of a pipeline stage are alike. llama.cpp: one device.
struct RankOverheads {
    Estimate weights;
    Estimate activation;     ///< peak above the weights in a step of the largest batch
    Estimate graphs;         ///< captured graphs
    Estimate nonTorch;       ///< communication and library buffers outside the allocator
    Estimate computeBuffer;  ///< llama.cpp: work space of a graph
};

struct Overheads {
    std::vector<RankOverheads> ranks;  ///< one a pipeline stage; llama.cpp: one a device
    Estimate hostBuffer;               ///< llama.cpp: work space in host memory
    Notes notes;
};

/// What beside the cache the scenario's engine will hold on each rank. Values that the scenario gives
/// replace estimates; without an engine only the weights are filled.
Expected<Overheads> estimate(const Architecture& architecture, const Scenario& scenario);

}  // namespace kvfit
