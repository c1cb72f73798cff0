#pragma once

#include "kvfit/engine.hpp"

namespace kvfit::llamacpp {

/// What a context takes and how many sequences it serves, without equations.
Expected<Room> roomLlama(const Architecture& architecture, const Scenario& scenario);
Expected<Room> roomOllama(const Architecture& architecture, const Scenario& scenario);

/// Bytes of the context on each of the model's layers; those of draft layers lie on the last one.
Expected<std::vector<std::int64_t>> layerBytes(const Architecture& architecture, const Scenario& scenario);

}  // namespace kvfit::llamacpp
