#pragma once

#include "kvfit/engine.hpp"

namespace kvfit::vllm {

EngineProfile profile();

}  // namespace kvfit::vllm
