#pragma once

#include "kvfit/size.hpp"

namespace kvfit {

/// What a host tier beside an engine stores of the scenario's sequences: LMCache's whole chunks of all
/// attention layers, each rank its own share. Only where a setting of the tier is given, and the engine has
/// a connector to it; adds the figure `offloadBytes`, its metrics, warnings and notes.
void addOffload(const Architecture& architecture, const Scenario& scenario, SizeResult& result);

}  // namespace kvfit
