#pragma once

#include "kvfit/plan.hpp"

namespace kvfit {

/// The options that start this configuration: `asked` as it was given, `planned` with what was filled in.
void addFlags(FitResult& result, const Scenario& asked, const Scenario& planned);

}  // namespace kvfit
