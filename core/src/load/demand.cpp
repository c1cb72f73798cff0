#include "load/demand.hpp"

#include <algorithm>
#include <cmath>

#include "load/shares.hpp"

namespace kvfit {

namespace {

constexpr std::int64_t longer = 4;

}  // namespace

DemandResult demandOf(const Admission& a, const LengthMix& mix, SimulationPlan plan, const LoadSettings& s,
                      const SpeedResult& speed, double seconds, double expected) {
    DemandResult d;
    d.requestsPerSecond = *s.requestsPerSecond;
    d.secondsPerRequest = seconds;
    d.concurrency = d.requestsPerSecond * seconds;
    if (!(expected > 0)) return d;
    d.deployments =
        std::max<std::int64_t>(1, static_cast<std::int64_t>(std::ceil(std::min(d.concurrency / expected, 1e15))));
    d.load = d.concurrency / expected / static_cast<double>(d.deployments);
    const double engines = static_cast<double>(d.deployments * a.replicas);
    plan.promptsPerStep =
        d.requestsPerSecond / static_cast<double>(plan.samples) / engines / speed.decodeTokensPerSecond;
    // Near full load a request waits in rare long stretches: more of them are played.
    plan.leastRequests *= longer;
    plan.mostWork *= longer;
    const Simulated played = simulate(a, mix, plan);
    if (!(played.steps > 0)) return d;
    d.atLimitShare = played.waitedShare();
    d.atLimitLow = std::max(0.0, d.atLimitShare - played.waitedError());
    d.atLimitHigh = std::min(1.0, d.atLimitShare + played.waitedError());
    d.mean = played.mean() * static_cast<double>(a.replicas);
    d.high = played.at(0.95) * a.replicas;
    const double arrived = played.steps * plan.promptsPerStep * static_cast<double>(plan.samples);
    d.waitSeconds = arrived > 0 ? played.waitingRequests / arrived / speed.decodeTokensPerSecond : 0;
    d.shares = sharesOf(played, a.replicas);
    return d;
}

CostResult costOf(double pricePerGpuHour, const LoadResult& r) {
    CostResult c;
    c.pricePerGpuHour = pricePerGpuHour;
    c.gpus = r.gpus * (r.demand ? r.demand->deployments : 1);
    c.perHour = c.pricePerGpuHour * static_cast<double>(c.gpus);
    c.requestsPerSecond = r.demand ? r.demand->requestsPerSecond : *r.mostRequestsPerSecond;
    const double millions = c.requestsPerSecond * 3600 / 1e6;
    const auto per = [&](double tokensOfOne) { return tokensOfOne > 0 ? c.perHour / (millions * tokensOfOne) : 0; };
    c.perMillionTokens = per(r.lengths.meanPrompt + r.lengths.meanOutput);
    c.perMillionInputTokens = per(r.lengths.meanPrompt);
    c.perMillionOutputTokens = per(r.lengths.meanOutput);
    return c;
}

}  // namespace kvfit
