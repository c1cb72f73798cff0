#pragma once

#include "plan/attempt.hpp"

namespace kvfit {

/// What the engine would say or do minutes later, and sizing alone does not see.
void addPlanWarnings(const Architecture& architecture, const Attempt& attempt, const SizeResult& sized,
                     Notes& warnings);

}  // namespace kvfit
