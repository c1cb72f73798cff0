#pragma once

#include "engine/sglang/settings.hpp"

namespace kvfit::sglang {

/// Combinations that the engine refuses, and rows too wide to count.
Errors refusals(const Settings& q, const Scenario& scenario);

}  // namespace kvfit::sglang
