#pragma once

#include "kvfit/load.hpp"
#include "plan/attempt.hpp"

namespace kvfit {

/// Parameters that one token passes, draft heads left out; 0: unknown.
std::int64_t activeParams(const Architecture& architecture);

/// What a decode step reads at least on one rank: the weights of one token's path, and for each running request its
/// cache. Of sparse attention the index alone is counted, since what it selects is not fixed.
struct StepBytes {
    double weights = 0;
    double stages = 1;  ///< pipeline stages that a token passes one after the other
    Notes notes;
};
StepBytes stepBytes(const Architecture& architecture, const Attempt& attempt);

/// Bytes of the cache that one rank reads for a token behind `tokens` others.
Expected<double> kvRead(const Architecture& architecture, const Scenario& scenario, std::int64_t tokens);

/// 10^12 operations of computing the first `tokens` of a request: two for each active parameter and token, and
/// attention over all earlier tokens.
double prefillTeraflops(const Architecture& architecture, double tokens);

/// The stored type of most weights.
std::string weightsDtypeOf(const Architecture& architecture, const Scenario& scenario);

/// The published dense rate of all GPUs at the type of the weights, 10^12 operations a second; 0: unknown.
double peakTeraflops(const Attempt& attempt, const Accelerators& accelerators, const std::string& weightsDtype);

/// Typed speeds, else the bounds of bandwidth and arithmetic while `requests` run; nothing where neither is known.
Expected<std::optional<SpeedResult>> speedOf(const Architecture& architecture, const Accelerators& accelerators,
                                             const Attempt& attempt, const LoadSettings& settings, double requests,
                                             const LengthSummary& lengths, const std::vector<RequestLengths>& some,
                                             Notes& notes);

}  // namespace kvfit
