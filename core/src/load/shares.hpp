#pragma once

#include "kvfit/load.hpp"

namespace kvfit {

/// The distribution over time in bins, all replicas together.
std::vector<RunningShare> sharesOf(const Simulated& played, std::int64_t replicas);

/// What a simulation in which another request always waits says of the deployment.
ConcurrencyResult concurrencyOf(const Admission& admission, const LengthMix& mix, const SimulationPlan& plan,
                                const Simulated& played, const LengthSummary& lengths, const Scenario& asked);

}  // namespace kvfit
