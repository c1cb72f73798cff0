#pragma once

#include "engine/vllm/capacity.hpp"
#include "kvfit/size.hpp"

namespace kvfit::vllm {

/// Every figure that this engine defines, under its name in camelCase.
void addMetrics(const Settings& q, const Plan& plan, const Demand& demand, const Budget& budget,
                const std::optional<Capacity>& capacity, SizeResult& result);

}  // namespace kvfit::vllm
