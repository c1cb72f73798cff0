#pragma once

#include "engine/vllm/capacity.hpp"
#include "kvfit/size.hpp"

namespace kvfit::vllm {

/// reservedBytes, admissionBytes, liveBytes, cachedBytes, denseCachedBytes and paddingBytes, each with its
/// equation. Bytes are those of one rank on the fullest stage. All but the admission figure, which is of
/// one request, count every sequence of the scenario.
Errors addFigures(const Settings& q, const Plan& plan, const Demand& demand, SizeResult& result);

}  // namespace kvfit::vllm
