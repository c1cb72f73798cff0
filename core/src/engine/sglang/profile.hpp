#pragma once

#include "kvfit/engine.hpp"

namespace kvfit::sglang {

EngineProfile profile();

}  // namespace kvfit::sglang
