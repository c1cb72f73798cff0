#include <algorithm>

#include "kvfit/plan_search.hpp"
#include "plan/limits.hpp"

namespace kvfit {

namespace {

constexpr std::size_t mostPoints = 64;

/// About this many steps from one sequence to the most.
std::int64_t stepFrom(std::int64_t sequences) { return std::max(sequences + 1, sequences * 5 / 4); }

}  // namespace

Expected<FrontierResult> frontier(const Architecture& architecture, const Accelerators& accelerators,
                                  const Scenario& scenario) {
    const Planner planner(architecture, accelerators);
    const Expected<Attempt> tried = planner.attempt(scenario);
    if (!tried) return tried.errors();
    const Limits limits(planner, *tried);
    FrontierResult result;
    std::int64_t tokens = limits.tokens(1, mostTokens / 2);
    for (std::int64_t sequences = 1; tokens > 0 && result.points.size() < mostPoints;) {
        // The most sequences of this length: behind them lies the next shorter one.
        sequences = limits.sequences(tokens, sequences);
        result.points.push_back({tokens == mostTokens ? std::optional<std::int64_t>() : tokens, sequences});
        if (sequences >= mostSequences || tokens == mostTokens) break;
        const std::int64_t next = stepFrom(sequences);
        tokens = limits.tokens(next, tokens / next * sequences);
        sequences = next;
    }
    return result;
}

}  // namespace kvfit
