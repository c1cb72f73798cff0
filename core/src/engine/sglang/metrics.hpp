#pragma once

#include "engine/sglang/fit.hpp"
#include "kvfit/size.hpp"

namespace kvfit::sglang {

/// Figures of one rank under the names of cases/FORMAT.md section 3.
Errors addMetrics(const Settings& q, const std::vector<Buffer>& buffers, const Memory& memory, const Pools& pools,
                  const std::optional<Fit>& fit, SizeResult& result);

}  // namespace kvfit::sglang
