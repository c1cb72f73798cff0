#pragma once

#include "base/exact.hpp"
#include "engine/vllm/budget.hpp"
#include "engine/vllm/groups.hpp"

namespace kvfit::vllm {

/// What a block costs and what one request of the maximum length takes.
struct Demand {
    std::int64_t blockBytes = 0;           ///< of one block id on the fullest stage
    std::int64_t admissionBlockBytes = 0;  ///< what the length check counts for it
    std::int64_t blocksPerRequest = 0;     ///< all groups
    std::int64_t countedBlocks = 0;        ///< the same as the release's concurrency counts them
    std::int64_t admissionBytes = 0;       ///< the need that the length check compares
};

/// `blocksGiven` is only checked: that many blocks must still be countable.
Expected<Demand> demandOf(const Settings& q, const Plan& plan, const std::optional<std::int64_t>& blocksGiven = {});

/// What the memory holds.
struct Capacity {
    std::int64_t available = 0;
    std::int64_t blocks = 0;
    double concurrency = 0;     ///< requests of the maximum length, as the release prints it
    std::int64_t requests = 0;  ///< whole ones that the blocks hold
    std::int64_t tokens = 0;    ///< as the release prints it
    std::int64_t usable = 0;    ///< of `available`, without the block that is set aside
    bool fits = false;          ///< one request of the maximum length
};

/// nullopt where neither memory nor blocks are given.
std::optional<Capacity> capacityOf(const Settings& q, const Plan& plan, const Demand& demand, const Budget& budget,
                                   const std::optional<std::int64_t>& blocksGiven);

/// Blocks of a request of this length, over all groups.
Exact blocksOf(const Settings& q, const Plan& plan, std::int64_t length);

/// The largest length up to the maximum that fits, 0 if none does.
std::int64_t longestOf(const Settings& q, const Plan& plan, const Demand& demand, const Capacity& capacity);

}  // namespace kvfit::vllm
