#include "estimate/rank.hpp"
#include "estimate/real.hpp"

namespace kvfit {

/// What is gone before the weights are loaded: printed free memory against the driver's total on H100, H800, A100,
/// RTX 4090, L4 and A10G. By 5 start-ups of SGLang 0.2 to 0.4 of the first half; those of the second lie in the range.
Estimate outsideOf(const Scenario& s) {
    if (s.nonTorchGib) return statedEstimate(*s.nonTorchGib, gib, "nonTorchGib");
    const double memory = gpuGib(s);
    const bool groups = s.tp.value_or(1) > 1 && (memory == 0 || memory >= 70);
    return estimateOf(groups ? measured(2.3 * gib, "CUDA context, NCCL and all-reduce", "start-ups: free at the start")
                             : measured(0.4 * gib, "CUDA context", "start-ups: free at the start"),
                      0.1 * gib, (groups ? 3.4 : 0.8) * gib, "nonTorchGib", "printed by start-ups of SGLang");
}

/// SGLang sets memory aside by mem_fraction_static; activations and graphs must fit into the rest. Decode graphs of 12
/// start-ups took 0.1 to 6.2 GiB, those of prefill 2.3 to 2.8 more.
void estimateSglang(const Scenario& s, RankOverheads& rank) {
    const double graphs = s.enforceEager.value_or(false) ? 0 : 1;
    rank.graphs = s.cudaGraphBytes
                      ? statedEstimate(static_cast<double>(*s.cudaGraphBytes), 1, "cudaGraphBytes")
                      : estimateOf(measured(graphs * gib, "captured graphs", "start-ups"), 0.1 * graphs * gib,
                                   6.2 * graphs * gib, "cudaGraphBytes", "printed by start-ups of SGLang 0.4 to 0.5");
    rank.nonTorch = outsideOf(s);
}

}  // namespace kvfit
