#include "estimate/rank.hpp"
#include "estimate/real.hpp"

namespace kvfit {

/// SGLang sets memory aside by mem_fraction_static; activations and graphs must fit into the rest. Decode
/// graphs of 12 start-ups took 0.1 to 6.2 GiB, those of prefill 2.3 to 2.8 more.
void estimateSglang(const Architecture&, const Scenario& s, RankOverheads& rank) {
    const double graphs = s.enforceEager.value_or(false) ? 0 : 1;
    rank.graphs = s.cudaGraphBytes
                      ? statedEstimate(static_cast<double>(*s.cudaGraphBytes), 1, "cudaGraphBytes")
                      : estimateOf(measured(graphs * gib, "captured graphs", "start-ups"), 0.1 * graphs * gib,
                                   6.2 * graphs * gib, "cudaGraphBytes", "printed by start-ups of SGLang 0.4 to 0.5");
}

}  // namespace kvfit
