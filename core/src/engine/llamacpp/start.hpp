#pragma once

#include "engine/llamacpp/cells.hpp"

namespace kvfit::llamacpp {

/// The settings of a context that the engine starts, or why it refuses.
Expected<Settings> checkedSettings(const Architecture& architecture, const Scenario& scenario, Program program);

}  // namespace kvfit::llamacpp
