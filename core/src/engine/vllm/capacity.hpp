#pragma once

#include "engine/vllm/budget.hpp"
#include "engine/vllm/groups.hpp"

namespace kvfit::vllm {

/// What a block costs and what one request of the maximum length takes.
struct Demand {
    std::int64_t blockBytes = 0;           ///< of one block id on the fullest stage
    std::int64_t admissionBlockBytes = 0;  ///< what the length check counts for it
    std::int64_t blocksPerRequest = 0;     ///< all groups
    std::int64_t admissionBytes = 0;       ///< the need that the length check compares
};

/// `blocksGiven` is only checked: that many blocks must still be countable.
Expected<Demand> demandOf(const Settings& q, const Plan& plan, const std::optional<std::int64_t>& blocksGiven = {});

/// What the memory holds.
struct Capacity {
    std::int64_t available = 0;
    std::int64_t blocks = 0;
    double concurrency = 0;     ///< requests of the maximum length
    std::int64_t tokens = 0;    ///< as the release prints it
    bool fits = false;          ///< one request of the maximum length
    std::int64_t estimate = 0;  ///< the largest length up to the maximum that fits, 0 if none does
};

/// nullopt where neither memory nor blocks are given.
std::optional<Capacity> capacityOf(const Settings& q, const Plan& plan, const Demand& demand, const Budget& budget,
                                   const std::optional<std::int64_t>& blocksGiven);

/// The largest length of 1 to the maximum whose need is within `bytes`, 0 if none is.
std::int64_t longestWithin(const Settings& q, const Plan& plan, const Demand& demand, std::int64_t bytes);

}  // namespace kvfit::vllm
