#pragma once

#include <string_view>
#include <unordered_map>

#include "kvfit/reuse_study.hpp"

namespace kvfit {

/// The plan of a replay, `{"model": handle, "scenario": {...}}`; handle 0 is no model. Where the scenario names its
/// hardware and no memory for the cache, it is what the fit leaves for it.
Expected<ReusePlan> readReplayPlan(std::string_view request, const std::unordered_map<int, Architecture>& models);

}  // namespace kvfit
