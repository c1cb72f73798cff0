#pragma once

#include <string>
#include <vector>

#include "kvfit/architecture.hpp"
#include "kvfit/error.hpp"
#include "kvfit/scenario.hpp"

namespace kvfit {

/// What one engine in one version makes of a scenario, and why that is not the payload.
struct EngineRow {
    std::string engine;         ///< `payload` for the data alone, in the first row
    std::string engineVersion;  ///< id of the rules, oldest first
    std::string title;          ///< both, as they are shown
    std::int64_t payloadBytes = 0;
    std::int64_t reservedBytes = 0;  ///< of the sequences at the maximum length, on one rank
    bool hasCapacity = false;        ///< memory was given
    std::int64_t capacityTokens = 0;
    double maxConcurrency = 0;  ///< requests of the maximum length, 0 where the engine defines none
    Notes reasons;              ///< code, sentence, the setting that changes it, and its numbers
    Errors errors;              ///< why this engine refuses the scenario
};

/// The same model, lengths and memory (`availableKvBytes`) in every engine and version. Settings that the
/// scenario gives apply where an engine knows them; `engine` and `engineVersion` are not looked at.
Expected<std::vector<EngineRow>> compareEngines(const Architecture& architecture, const Scenario& scenario);

}  // namespace kvfit
