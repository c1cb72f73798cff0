#pragma once

#include <vector>

#include "kvfit/machine.hpp"
#include "kvfit/plan.hpp"
#include "kvfit/weights.hpp"

namespace kvfit {

/// What llama.cpp puts where.
struct Placement {
    std::vector<DeviceUse> devices;  ///< GPUs in their order, then the host
    bool fits = false;               ///< no device is over-full

    /// Bytes of a cache that is dealt like this one: all of it and what is free besides, or what there is room for.
    std::int64_t available() const;
};

/// The GPU with least room among devices with the host behind them.
const DeviceUse& fullest(const std::vector<DeviceUse>& devices);

/// Deals layers to the machine's GPUs as llama.cpp does. `cache` is the bytes of each layer's part of the context,
/// `compute` the work space of each GPU.
Placement place(const Machine& machine, const Scenario& scenario, const WeightSize& weights,
                const std::vector<std::int64_t>& cache, std::int64_t compute);

/// Errors in the settings that place layers.
Errors checkPlacement(const Machine& machine, const Scenario& scenario);

}  // namespace kvfit
