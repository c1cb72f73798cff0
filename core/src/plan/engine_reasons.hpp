#pragma once

#include "kvfit/size.hpp"

namespace kvfit {

/// Why this engine's figures are not the payload's: one note for each of its rules that tells on this model and
/// scenario. `field` is the setting that changes it, empty where none does.
Notes engineReasons(const Architecture& architecture, const Scenario& scenario, const SizeResult& result);

}  // namespace kvfit
