#pragma once

#include "kvfit/engine.hpp"

namespace kvfit::tensorrtllm {

EngineProfile profile();

}  // namespace kvfit::tensorrtllm
