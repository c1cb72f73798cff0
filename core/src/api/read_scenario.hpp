#pragma once

#include <string_view>

#include "base/json.hpp"
#include "kvfit/architecture.hpp"
#include "kvfit/scenario.hpp"

namespace kvfit {

/// Reads a scenario object. Numbers may be text as people type it; unknown keys, wrong types and
/// values are errors, all at once. `model`, `config` and `architecture` belong to the caller and are passed over.
Expected<Scenario> readScenario(std::string_view text);
Expected<Scenario> scenarioOf(const Json& json);

/// Reads an Architecture as `readConfig` returned it.
Expected<Architecture> readArchitecture(std::string_view text);

}  // namespace kvfit
