#pragma once

#include "plan/attempt.hpp"

namespace kvfit {

/// Tells the engine its memory in the figures that it computes its own budget from: gives the scenario those that it
/// does not state. Engines then answer with `availableKvBytes`.
void giveMemory(Scenario& scenario, const Machine& machine, const Overhead& overhead);

/// The memory of the fullest GPU.
GpuMemory memoryAround(const Attempt& attempt, const SizeResult& sized);

}  // namespace kvfit
