#pragma once

#include "kvfit/load.hpp"

namespace kvfit {

/// What `requestsPerSecond` asks for: concurrency by Little's law, deployments, and a simulation of random arrivals at
/// one of them. `seconds` is what a request takes without waiting, `expected` how many a deployment runs at most.
DemandResult demandOf(const Admission& admission, const LengthMix& mix, SimulationPlan plan,
                      const LoadSettings& settings, const SpeedResult& speed, double seconds, double expected);

/// Cost of the demand, or of one deployment at its most.
CostResult costOf(double pricePerGpuHour, const LoadResult& result);

}  // namespace kvfit
