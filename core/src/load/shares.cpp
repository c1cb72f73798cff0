#include "load/shares.hpp"

#include <cmath>

#include "load/mix_summary.hpp"

namespace kvfit {

namespace {

constexpr std::size_t mostShares = 64;

}  // namespace

std::vector<RunningShare> sharesOf(const Simulated& played, std::int64_t replicas) {
    std::vector<RunningShare> out;
    if (played.running.empty() || !(played.steps > 0)) return out;
    const std::int64_t from = played.running.begin()->first;
    const std::int64_t to = played.running.rbegin()->first;
    const std::int64_t width = (to - from) / static_cast<std::int64_t>(mostShares) + 1;
    for (const auto& [requests, steps] : played.running) {
        const std::int64_t bin = (from + (requests - from) / width * width) * replicas;
        if (out.empty() || out.back().requests != bin) out.push_back({bin, 0});
        out.back().share += steps / played.steps;
    }
    return out;
}

ConcurrencyResult concurrencyOf(const Admission& a, const LengthMix& mix, const SimulationPlan& plan,
                                const Simulated& played, const LengthSummary& lengths, const Scenario& asked) {
    ConcurrencyResult c;
    c.expected = played.mean() * static_cast<double>(a.replicas);
    c.low = played.at(0.05) * a.replicas;
    c.high = played.at(0.95) * a.replicas;
    c.worst = requestsOfLength(a, longestOf(mix), plan) * a.replicas;
    c.ofMean =
        requestsOfLength(a, {std::llround(lengths.meanPrompt), std::llround(lengths.meanOutput)}, plan) * a.replicas;
    c.limit = played.waitedForSlots > played.waitedForMemory ? "scheduler" : "memory";
    c.memoryShare = played.fill;
    if (played.finished > 0)
        c.stopsPerRequest = static_cast<double>(played.stopped) / static_cast<double>(played.finished);
    if (played.drawn > 0) c.refusedShare = static_cast<double>(played.refused) / static_cast<double>(played.drawn);
    c.shares = sharesOf(played, a.replicas);
    if (asked.sequences) {
        double fewer = 0;
        for (const auto& [requests, steps] : played.running)
            if (requests * a.replicas < *asked.sequences) fewer += steps;
        c.atLimitShare = played.steps > 0 ? fewer / played.steps : 1;
    }
    return c;
}

}  // namespace kvfit
