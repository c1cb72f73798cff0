#include <algorithm>

#include "arch/checks.hpp"
#include "base/exact.hpp"
#include "base/units.hpp"
#include "kvfit/load.hpp"
#include "load/speed.hpp"
#include "plan/layout.hpp"

namespace kvfit {

namespace {

/// Bytes of one request that one rank holds: the engine's own granules, else the data.
std::int64_t movedBytes(const SizeResult& sized) {
    const auto live = sized.figures.find("liveBytes");
    return live != sized.figures.end() ? live->second.bytes : sized.bytesPerRank;
}

}  // namespace

Expected<TransferResult> transfer(const Architecture& architecture, const Accelerators& accelerators,
                                  const Scenario& scenario, const LoadSettings& settings) {
    const Planner planner(architecture, accelerators);
    Scenario one = scenario;
    one.sequences = 1;
    Attempt attempt;
    attempt.scenario = one;
    // Without memory the bytes are known all the same; speeds need an accelerator.
    if (Expected<Attempt> tried = planner.attempt(one))
        attempt = std::move(*tried);
    else if (tried.errors().front().code != "missing_memory")
        return tried.errors();
    const Expected<SizeResult> sized = size(architecture, attempt.scenario);
    if (!sized) return sized.errors();

    TransferResult r;
    r.model = sized->model;
    r.engine = sized->engine;
    r.tokens = sized->tokens;
    r.bytesPerRank = movedBytes(*sized);
    const Layout layout = layoutOf(attempt.scenario);
    r.ranks = dividesOverRanks(attempt.scenario) ? (layout.attentionDp ? 1 : layout.tp) * layout.pp : 1;
    const Exact all = Exact(r.bytesPerRank) * Exact(r.ranks);
    if (all.lost) return tooLarge();
    r.bytes = all.value;

    const Accelerator none;
    const Accelerator& card = accelerators.first ? *accelerators.first : none;
    const auto tokens = static_cast<double>(r.tokens);
    if (settings.prefillTokensPerSecond && *settings.prefillTokensPerSecond > 0) {
        r.recomputeSeconds = tokens / *settings.prefillTokensPerSecond;
        r.recomputeBasis = "given";
    } else if (accelerators.first && !attempt.machine.devices.empty()) {
        r.teraflops = prefillTeraflops(architecture, tokens);
        const std::string dtype = weightsDtypeOf(architecture, scenario);
        r.teraflopsPerSecond = peakTeraflops(attempt, accelerators, dtype);
        if (r.teraflops > 0 && r.teraflopsPerSecond > 0) {
            r.recomputeSeconds = r.teraflops / r.teraflopsPerSecond;
            r.recomputeBasis = "bound";
        }
    }
    const double latency = settings.loadLatencyMs.value_or(0) / 1000;
    const auto add = [&](const char* name, const std::string& link, const char* key, double gbPerSecond) {
        if (!(gbPerSecond > 0)) return;
        const double seconds = latency + static_cast<double>(r.bytesPerRank) / (gbPerSecond * bytesPerGb);
        std::optional<double> share;
        if (r.recomputeSeconds && *r.recomputeSeconds > 0) share = seconds / *r.recomputeSeconds;
        r.routes.push_back({name, link, key, gbPerSecond, seconds, share});
    };
    add("peer", card.link.basis, "", card.link.value);
    add("host", settings.hostGbPerSecond ? "" : card.hostLink.basis, "hostGbPerSecond",
        settings.hostGbPerSecond.value_or(card.hostLink.value));
    add("network", "", "networkGbPerSecond", settings.networkGbPerSecond.value_or(0));
    add("disk", "", "ssdGbPerSecond", settings.ssdGbPerSecond.value_or(0));
    if (!accelerators.first)
        r.notes.push_back({"links_unknown", "the links of an accelerator are known when one is chosen", "hardware"});
    if (!settings.networkGbPerSecond)
        r.notes.push_back(
            {"network_unknown", "the speed of the network of one GPU is not given", "networkGbPerSecond"});
    if (r.recomputeBasis == "bound")
        r.notes.push_back({"recompute_bound",
                           "computing again takes at least this long: all arithmetic at the published dense rate",
                           "prefillTokensPerSecond"});
    return r;
}

}  // namespace kvfit
