#pragma once

#include "kvfit/machine.hpp"
#include "kvfit/scenario.hpp"

namespace kvfit {

/// Fills in what an engine takes by the GPU that it finds, where the scenario leaves it open.
void fillEngineDefaults(const Machine& machine, Scenario& scenario);

}  // namespace kvfit
