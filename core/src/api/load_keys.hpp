#pragma once

#include "arch/scenario_keys.hpp"
#include "kvfit/load_settings.hpp"

namespace kvfit {

/// Keys of a scenario that only loads read.
std::span<const Key<LoadSettings>> loadKeys();

}  // namespace kvfit
