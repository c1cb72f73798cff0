#pragma once

#include <string_view>

#include "base/json.hpp"
#include "kvfit/architecture.hpp"
#include "kvfit/load_settings.hpp"
#include "kvfit/reuse_study.hpp"
#include "kvfit/scenario.hpp"
#include "kvfit/traffic.hpp"

namespace kvfit {

/// A scenario with the keys that only the replay of a trace, or a load, reads.
struct FullScenario {
    Scenario scenario;
    ReuseSettings reuse;
    LoadSettings load;
};

/// Reads a scenario object. Numbers may be text as people type it; unknown keys, wrong types and
/// values are errors, all at once. `model`, `config` and `architecture` belong to the caller and are passed over.
Expected<Scenario> readScenario(std::string_view text);
Expected<Scenario> scenarioOf(const Json& json);
Expected<FullScenario> readFullScenario(std::string_view text);
Expected<FullScenario> fullScenarioOf(const Json& json);

/// Reads a description of traffic by the same rules.
Expected<Traffic> readTraffic(std::string_view text);

/// Reads an Architecture as `readConfig` returned it.
Expected<Architecture> readArchitecture(std::string_view text);

}  // namespace kvfit
