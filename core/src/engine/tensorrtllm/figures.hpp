#pragma once

#include "engine/tensorrtllm/pools.hpp"
#include "kvfit/size.hpp"

namespace kvfit::tensorrtllm {

/// reservedBytes, liveBytes, cachedBytes and paddingBytes of all sequences on one rank, each with its equation.
Errors addFigures(const Settings& q, const std::vector<Pool>& pools, const std::vector<CachePart>& slots,
                  SizeResult& result);

}  // namespace kvfit::tensorrtllm
