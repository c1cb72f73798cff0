#pragma once

#include "kvfit/scenario.hpp"

namespace kvfit {

/// Keys of a scenario that only load(), transfer() and table() read (core/src/api/load_keys.hpp).
struct LoadSettings {
    Scenario::Text lengths, promptLengths, outputLengths;
    Scenario::Count samples, seed;
    Scenario::Real requestsPerSecond, decodeTokensPerSecond, pricePerGpuHour, networkGbPerSecond;

    // Keys of the reuse study that mean the same here.
    Scenario::Real prefillTokensPerSecond, hostGbPerSecond, ssdGbPerSecond, loadLatencyMs;
};

}  // namespace kvfit
