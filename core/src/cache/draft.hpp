#pragma once

#include <cstdint>
#include <vector>

#include "kvfit/architecture.hpp"
#include "kvfit/scenario.hpp"

namespace kvfit {

/// The parts that a scenario counts: the model's own (states only where they are asked for), and
/// those of the speculative layers that it asks for, marked as draft.
std::vector<CachePart> countedParts(const Architecture& architecture, const Scenario& scenario);

}  // namespace kvfit
