#pragma once

#include "kvfit/machine.hpp"

namespace kvfit {

/// The accelerators that stand in the scenario as objects: those that hardware() lists.
Expected<Accelerators> readAccelerators(const Scenario& scenario);

}  // namespace kvfit
