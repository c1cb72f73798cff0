#pragma once

#include <optional>

#include "engine/tensorrtllm/pools.hpp"

namespace kvfit::tensorrtllm {

/// Memory for the cache on one rank, where the scenario gives enough to know it.
struct Budget {
    std::optional<std::int64_t> available;  ///< bytes
    std::optional<std::int64_t> tokens;     ///< `max_tokens`, given
    std::optional<std::int64_t> host;       ///< bytes of the host tier
};

Budget budgetOf(const Scenario& scenario);

/// What one pool is given.
struct Allotment {
    std::int64_t blocks = 0;
    std::int64_t perRequest = 0;  ///< blocks of one request of the maximum length
    double share = 1;             ///< of the memory
};

/// What the memory holds.
struct Capacity {
    std::vector<Allotment> pools;  ///< in the order of the pools
    double concurrency = 0;        ///< requests of the maximum length, by the pool that holds fewest
    bool fits = false;             ///< one of them
    std::int64_t longest = 0;      ///< length that the engine lowers `max_seq_len` to
};

/// Blocks that the host tier has for the first pool.
std::int64_t hostBlocksOf(const Settings& q, const std::vector<Pool>& pools, std::int64_t bytes);

/// nullopt where neither memory, nor tokens, nor blocks are given.
Expected<std::optional<Capacity>> capacityOf(const Settings& q, const std::vector<Pool>& pools,
                                             const std::vector<CachePart>& slots, const Budget& budget,
                                             const Scenario& scenario);

}  // namespace kvfit::tensorrtllm
