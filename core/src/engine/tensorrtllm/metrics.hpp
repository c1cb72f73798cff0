#pragma once

#include "engine/tensorrtllm/capacity.hpp"
#include "kvfit/size.hpp"

namespace kvfit::tensorrtllm {

/// Every figure that this engine defines, under its name in camelCase.
void addMetrics(const Settings& q, const std::vector<Pool>& pools, const std::vector<CachePart>& slots,
                const Budget& budget, const std::optional<Capacity>& capacity, SizeResult& result);

}  // namespace kvfit::tensorrtllm
