#pragma once

#include "kvfit/architecture.hpp"
#include "kvfit/scenario.hpp"
#include "kvfit/size.hpp"

namespace kvfit::llamacpp {

/// Adds what a context allocates to a payload result, or refuses as the engine would.
Errors applyLlama(const Architecture& architecture, const Scenario& scenario, SizeResult& result);
Errors applyOllama(const Architecture& architecture, const Scenario& scenario, SizeResult& result);

}  // namespace kvfit::llamacpp
