#pragma once

#include "arch/scenario_keys.hpp"
#include "kvfit/reuse_study.hpp"
#include "kvfit/traffic.hpp"

namespace kvfit {

/// Keys of the scenario that the replay of a trace reads.
const std::vector<Key<ReuseSettings>>& reuseKeys();

/// Keys of described traffic.
const std::vector<Key<Traffic>>& trafficKeys();

}  // namespace kvfit
