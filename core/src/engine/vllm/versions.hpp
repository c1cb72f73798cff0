#pragma once

#include <vector>

#include "engine/release.hpp"
#include "kvfit/engine.hpp"

namespace kvfit::vllm {

/// What differs between releases. Everything else is the same in all of them, as far as it was seen.
struct Rules {
    Release since;  ///< first release that these hold for
    EngineVersion version;
    bool pool = false;                 ///< V0: one pool of blocks over all layers, no groups
    bool alignedStates = false;        ///< prefix caching keeps states at block ends (state mode `align`)
    bool cachesStates = false;         ///< prefix caching is on by default beside states too
    bool tokensByConcurrency = false;  ///< token line = concurrency x maximum length
    bool deductsGraphs = false;        ///< CUDA graphs are taken from the budget
    std::int64_t batches = 1;          ///< batches in flight at once by default
    bool nullBlock = false;            ///< one block is set aside before the length check
    bool needOfStage = false;          ///< the length check looks at each pipeline stage alone
    bool windowBlock = false;          ///< a window layer begins with the least block, whatever `--block-size` says
    std::int64_t paddedQuarters = 6;   ///< groups are filled up to the largest kind below so many quarters of the least
    bool sparseRetention = false;      ///< windows and states stay only at the end of a prompt
    std::int64_t latentAlignment = 64;  ///< least alignment of a latent block beside states
    bool packedByPage = true;           ///< packed groups share memory page size by page size, padded to the entries'
    double memoryUtilization = 0.9;     ///< `--gpu-memory-utilization` when absent
};

/// Oldest first.
const std::vector<Rules>& rules();

/// The rules that `engineVersion` selects; an unknown text selects the newest and leaves a note.
const Rules& rulesFor(const Scenario& scenario, Notes& notes);

}  // namespace kvfit::vllm
