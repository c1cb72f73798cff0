#pragma once

#include "engine/llamacpp/allocation.hpp"
#include "kvfit/size.hpp"

namespace kvfit::llamacpp {

/// The figures of a context that the engine prints, by the names of cases/FORMAT.md.
void addMetrics(SizeResult& result, const Settings& settings, const std::vector<Allocation<Exact>>& reserved);

}  // namespace kvfit::llamacpp
