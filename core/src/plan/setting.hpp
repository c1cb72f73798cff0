#pragma once

#include <optional>
#include <string_view>

#include "arch/scenario_keys.hpp"
#include "kvfit/size.hpp"

namespace kvfit {

/// The key of this name, or nullptr.
const ScenarioKey* findScenarioKey(std::string_view key);

/// What the scenario says under this key; nothing where it says nothing or the key does not exist.
std::optional<Metric> settingOf(const Scenario& scenario, std::string_view key);

/// Sets a key; a value of another type than the key's changes nothing.
void setSetting(Scenario& scenario, std::string_view key, const Metric& value);

/// The scenario with these keys set.
Scenario withChanges(const Scenario& scenario, const std::map<std::string, Metric>& changes);

/// As a command line spells it: no thousands separators, at most four decimals.
std::string settingText(const Metric& value);

}  // namespace kvfit
