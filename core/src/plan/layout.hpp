#pragma once

#include "kvfit/plan.hpp"

namespace kvfit {

/// Engines that divide heads over ranks; llama.cpp and Ollama deal layers to devices instead.
bool dividesOverRanks(const Scenario& scenario);

/// GPUs that the scenario's parallel sizes need.
Layout layoutOf(const Scenario& scenario);

/// Fills in sizes that the scenario leaves open so that all GPUs are used, with a note, and refuses sizes that
/// need more GPUs than there are. The scenario's own values stay.
Errors completeLayout(const Architecture& architecture, const Machine& machine, Scenario& scenario, Notes& notes);

/// The sizes for this many GPUs that the model's heads allow: the most tensor parallelism within a node, then stages.
/// nullopt where no division uses all of them.
std::optional<Layout> layoutFor(const Architecture& architecture, std::int64_t perNode, std::int64_t nodes);

}  // namespace kvfit
