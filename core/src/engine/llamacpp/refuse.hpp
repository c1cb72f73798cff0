#pragma once

#include "engine/llamacpp/settings.hpp"
#include "kvfit/error.hpp"

namespace kvfit::llamacpp {

/// Settings out of their range and types that the engine does not know, all at once.
Errors refuseScenario(const Scenario& scenario);

/// Combinations of types and layers with which the engine does not start.
Errors refuseTypes(const Settings& settings);

}  // namespace kvfit::llamacpp
