#include "cache/pool.hpp"

#include <cmath>
#include <optional>
#include <set>

#include "base/units.hpp"
#include "cache/host.hpp"

namespace kvfit {

namespace {

using Bytes = std::optional<std::int64_t>;

Bytes whole(std::optional<double> amount, double unit) {
    if (!amount) return {};
    const double bytes = std::floor(*amount * unit);
    return static_cast<std::int64_t>(std::fmin(bytes, static_cast<double>(Exact::limit)));
}

/// Memory for the cache on one rank: the exact figure before the printed one.
Bytes deviceMemory(const Scenario& s) {
    return s.availableKvBytes ? s.availableKvBytes : whole(s.availableKvGib, 1024.0 * 1024.0 * 1024.0);
}

/// The largest n that `fits`, which holds for every smaller n too; nothing where it always holds.
template <class Fits>
std::optional<std::int64_t> largest(Fits fits) {
    if (fits(Exact::limit)) return {};
    std::int64_t low = 0;
    std::int64_t high = Exact::limit;
    while (high - low > 1) {
        const std::int64_t middle = low + (high - low) / 2;
        (fits(middle) ? low : high) = middle;
    }
    return low;
}

bool fitsInto(const Exact& need, std::int64_t memory) { return !need.lost && need.value <= memory; }

std::int64_t layersWithCache(const Question& q) {
    std::set<std::int64_t> layers;
    for (const CachePart& part : q.parts) layers.insert(part.layers.begin(), part.layers.end());
    return static_cast<std::int64_t>(layers.size());
}

}  // namespace

void addPoolMetrics(SizeResult& r, const Question& q, const Scenario& s) {
    const Bytes device = deviceMemory(s);
    const Bytes memory = device ? device : whole(s.hostMemoryPerRankGb, bytesPerGb);
    if (memory) {
        const auto tokens =
            largest([&](std::int64_t n) { return fitsInto(sequenceBytes(q, q.stage, n, true), *memory); });
        if (tokens) r.metrics["kvCapacityTokens"] = *tokens;
        const Exact one = sequenceBytes(q, q.stage, q.tokens, true);
        if (one.value > 0) r.metrics["requestsThatFit"] = *memory / one.value;
    }

    if (device) r.metrics["fits"] = r.bytesPerRank <= *device;
    addHostMemory(r, s);
    if (s.hostMemoryPerRankGb && s.hostMemoryAvailableGb)
        r.metrics["fits"] = hostMemoryTotal(s) <= *s.hostMemoryAvailableGb && (!device || r.bytesPerRank <= *device);

    // An offload keeps whole chunks only, and each rank stores its own share: a latent once per rank.
    const std::int64_t chunk = s.offloadChunkTokens.value_or(1);
    const std::int64_t stored = q.tokens / chunk * chunk;
    const Exact offloaded = stored == 0 ? Exact(0)
                                        : sequenceBytes(q, q.parts, stored, true) * Exact(q.sequences) *
                                              Exact(storingRanks(q.parts, s, q.ranks));
    r.metrics["storedTokens"] = stored;
    r.metrics["storedLayers"] = layersWithCache(q);
    if (!offloaded.lost) r.metrics["offloadBytesAllRanks"] = offloaded.value;
}

}  // namespace kvfit
