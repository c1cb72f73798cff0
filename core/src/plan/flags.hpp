#pragma once

#include "kvfit/plan.hpp"

namespace kvfit {

/// The options that start the scenario in its engine: what was asked for, and what the engine must be told for the plan
/// to hold although nobody asked.
void addFlags(FitResult& result, const Architecture& architecture, const Scenario& asked, const Scenario& planned);

}  // namespace kvfit
