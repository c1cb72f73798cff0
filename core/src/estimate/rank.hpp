#pragma once

#include "kvfit/estimate.hpp"
#include "kvfit/scenario.hpp"
#include "kvfit/weights.hpp"

namespace kvfit {

/// The place of a rank in the pipeline.
struct Position {
    bool first = true;
    bool last = true;
};

/// Memory of the GPU in GiB, 0 where the scenario does not say. Engines take defaults from it.
double gpuGib(const Scenario& scenario);

/// Context and communication, gone before an engine measures what is free.
Estimate outsideOf(const Scenario& scenario);

// Each fills what its engine holds beside weights and cache.
void estimateVllm(const Architecture& architecture, const Scenario& scenario, Position position, RankOverheads& rank);
void estimateSglang(const Scenario& scenario, RankOverheads& rank);
void estimateTensorRt(const Architecture& architecture, const Scenario& scenario, RankOverheads& rank);
void estimateLlamaCpp(const Architecture& architecture, const Scenario& scenario, const WeightSize& weights,
                      Overheads& out);

}  // namespace kvfit
