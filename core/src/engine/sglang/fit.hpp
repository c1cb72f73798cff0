#pragma once

#include <optional>

#include "engine/sglang/pools.hpp"

namespace kvfit::sglang {

/// What the pools mean for requests of the maximum length.
struct Fit {
    bool starts = true;         ///< the pools hold what the engine demands when it starts
    std::int64_t longest = 0;   ///< tokens of the longest request that is accepted
    double concurrency = 0;     ///< requests of the maximum length in memory
    std::int64_t requests = 0;  ///< whole ones that also run at once
};

/// nullopt where the pools are not known.
std::optional<Fit> fitOf(const Settings& q, const Pools& pools);

/// Requests of this length that the pools hold, each pool at its own page.
double concurrencyOf(const Settings& q, const Pools& pools, std::int64_t length);

/// Whole ones, no more than run at once.
std::int64_t requestsOf(const Settings& q, const Pools& pools, std::int64_t length);

}  // namespace kvfit::sglang
