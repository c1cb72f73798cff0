#pragma once

#include "engine/lmdeploy/settings.hpp"
#include "kvfit/size.hpp"

namespace kvfit::lmdeploy {

/// Adds the engine's figures, metrics, warnings and notes, or refuses.
Errors apply(const Architecture& architecture, const Scenario& scenario, SizeResult& result);

}  // namespace kvfit::lmdeploy
