#pragma once

#include "kvfit/engine.hpp"

namespace kvfit::lmdeploy {

EngineProfile profile();

}  // namespace kvfit::lmdeploy
