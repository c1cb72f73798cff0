#pragma once

#include "arch/scenario_keys.hpp"
#include "kvfit/reuse_study.hpp"
#include "kvfit/traffic.hpp"

namespace kvfit {

/// Keys of the scenario that the replay of a trace reads.
std::span<const Key<ReuseSettings>> reuseKeys();

/// Keys of described traffic.
std::span<const Key<Traffic>> trafficKeys();

}  // namespace kvfit
