#include "kvfit/simulation.hpp"

#include <algorithm>
#include <cmath>

#include "load/player.hpp"

namespace kvfit {

std::int64_t requestsOfLength(const Admission& a, const RequestLengths& lengths, const SimulationPlan& plan) {
    std::int64_t most = a.mostRunning > 0 ? a.mostRunning : mostRunning;
    if (lengths.total() > a.longest) return 0;
    for (const AdmissionPool& pool : a.pools) {
        const std::int64_t prefix = pool.shared(std::min(plan.sharedPrefix, lengths.prompt));
        const std::int64_t common = plan.samples > 1 ? pool.shared(lengths.prompt) : prefix;
        const std::int64_t free = pool.granules - prefix;
        const std::int64_t own = pool.held(lengths.total()) - common;
        const std::int64_t first = std::max(pool.demanded(lengths.prompt) - common, own);
        const std::int64_t group = own * plan.samples + common - prefix;
        if (free < first + common - prefix) return 0;
        if (own <= 0) continue;
        std::int64_t fits = 0;
        if (plan.samples == 1) {
            fits = 1 + (free - first) / own;
        } else {
            const std::int64_t rest = free % group - (common - prefix);
            fits = free / group * plan.samples + (rest > 0 ? std::min(rest / own, plan.samples - 1) : 0);
        }
        most = std::min(most, fits);
    }
    return most;
}

double Simulated::mean() const {
    double sum = 0;
    for (const auto& [requests, time] : running) sum += static_cast<double>(requests) * time;
    return steps > 0 ? sum / steps : 0;
}

double Simulated::waitedShare() const { return steps > 0 ? (waitedForMemory + waitedForSlots) / steps : 0; }

double Simulated::waitedError() const {
    constexpr double quantile = 2.093;  // of Student's t with 19 degrees of freedom, 97.5%
    const auto count = static_cast<double>(batches.size());
    if (batches.size() < 2 || !(steps > 0)) return 1;
    // A ratio of two sums: its spread is that of waited - share * steps.
    double squares = 0;
    for (const Batch& b : batches) squares += std::pow(b.waited - waitedShare() * b.steps, 2);
    return quantile * std::sqrt(squares / (count - 1) / count) / (steps / count);
}

std::int64_t Simulated::at(double u) const {
    double sum = 0;
    for (const auto& [requests, time] : running)
        if ((sum += time) >= u * steps) return requests;
    return running.empty() ? 0 : running.rbegin()->first;
}

Simulated simulate(const Admission& admission, const LengthMix& mix, const SimulationPlan& plan) {
    return Simulation(admission, mix, plan).run();
}

}  // namespace kvfit
