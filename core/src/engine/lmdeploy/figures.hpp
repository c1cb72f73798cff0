#pragma once

#include "engine/lmdeploy/settings.hpp"
#include "kvfit/size.hpp"

namespace kvfit::lmdeploy {

/// reservedBytes, liveBytes, cachedBytes and paddingBytes of all sequences on one rank, each with its equation.
Errors addFigures(const Settings& q, SizeResult& result);

}  // namespace kvfit::lmdeploy
