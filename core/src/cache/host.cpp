#include "cache/host.hpp"

#include <algorithm>

#include "base/text.hpp"

namespace kvfit {

double hostMemoryTotal(const Scenario& s) {
    const std::int64_t ranks = s.tp.value_or(1) * s.pp.value_or(1) * s.dp.value_or(1);
    return s.hostMemoryPerRankGb.value_or(0) * static_cast<double>(ranks);
}

void addHostMemory(SizeResult& r, const Scenario& s) {
    if (!s.hostMemoryPerRankGb) return;
    const double total = hostMemoryTotal(s);
    r.metrics["hostMemoryTotalGb"] = total;
    if (!s.hostMemoryAvailableGb || total <= *s.hostMemoryAvailableGb) return;
    const std::string asked = grouped(total);
    const std::string present = grouped(*s.hostMemoryAvailableGb);
    r.warnings.push_back({"host_memory_exceeded",
                          "the setting is for each rank: all of them together take " + asked +
                              " GB of host memory, more than the " + present + " GB there are",
                          "hostMemoryPerRankGb",
                          {{"total", asked}, {"available", present}}});
}

std::int64_t storingRanks(const std::vector<CachePart>& parts, const Scenario& s, std::int64_t ranks) {
    const bool alike = std::all_of(parts.begin(), parts.end(), [](const CachePart& p) {
        return p.role == Role::latent || p.role == Role::indexer;
    });
    return alike && s.saveOnlyFirstRank.value_or(false) ? 1 : ranks;
}

}  // namespace kvfit
