#pragma once

#include "kvfit/size.hpp"

namespace kvfit {

/// Host memory of a cache tier whose setting is for each rank (LMCache max_local_cpu_size): its sum over all
/// ranks as a metric, and a warning where the host has less.
void addHostMemory(SizeResult& result, const Scenario& scenario);

/// GB over all ranks; 0 where no setting is given.
double hostMemoryTotal(const Scenario& scenario);

/// Ranks that store a chunk: all of `ranks`, or the first alone where it was asked to store what all of them
/// hold alike, which latents and their index keys are (LMCache extra_config save_only_first_rank).
std::int64_t storingRanks(const std::vector<CachePart>& parts, const Scenario& scenario, std::int64_t ranks);

}  // namespace kvfit
