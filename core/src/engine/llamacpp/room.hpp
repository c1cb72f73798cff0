#pragma once

#include "kvfit/engine.hpp"

namespace kvfit::llamacpp {

/// What a context takes and how many sequences it serves, without equations.
Expected<Room> roomLlama(const Architecture& architecture, const Scenario& scenario);
Expected<Room> roomOllama(const Architecture& architecture, const Scenario& scenario);

}  // namespace kvfit::llamacpp
