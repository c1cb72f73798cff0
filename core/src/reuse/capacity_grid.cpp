#include "reuse/capacity_grid.hpp"

#include <algorithm>
#include <cmath>

namespace kvfit::reuse {

namespace {

constexpr double gib = 1024.0 * 1024 * 1024;
/// From the largest capacity down to this share of it.
constexpr double span = 1024;

}  // namespace

std::vector<std::int64_t> capacityGrid(std::int64_t largest, std::int64_t points, std::optional<std::int64_t> own) {
    std::vector<std::int64_t> out;
    const auto top = static_cast<double>(largest);
    for (std::int64_t i = 0; i < points; ++i) {
        const double share = static_cast<double>(points - 1 - i) / static_cast<double>(points - 1);
        out.push_back(std::max<std::int64_t>(1, std::llround(top / std::pow(span, share))));
    }
    if (own) out.push_back(*own);
    std::sort(out.begin(), out.end());
    out.erase(std::unique(out.begin(), out.end()), out.end());
    return out;
}

HitRate rateOf(const Hits& hits, const Hits& demand) {
    const auto share = [](std::uint64_t part, std::uint64_t whole) {
        return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
    };
    return {static_cast<std::int64_t>(hits.tokens), static_cast<std::int64_t>(hits.blocks),
            share(hits.tokens, demand.tokens), share(hits.blocks, demand.blocks)};
}

std::vector<ReuseTier> tiersOf(const ReusePlan& plan, const BlockBytes& bytes, const LruCurve& curve,
                               const Hits& demand, std::int64_t gpuBlocks, std::int64_t blockTokens) {
    const ReuseSettings& s = plan.settings;
    std::vector<ReuseTier> out;
    Hits before;
    std::int64_t blocksBefore = 0;
    const auto add = [&](const char* name, std::int64_t blocks, const std::optional<double>& gbPerSecond) {
        ReuseTier tier;
        tier.name = name;
        tier.blocks = blocks;
        tier.bytes = static_cast<std::int64_t>(static_cast<double>(blocks) * bytes.cached);
        blocksBefore += blocks;
        const Hits upTo = curve.at(static_cast<std::size_t>(blocksBefore));
        Hits own;
        own.tokens = upTo.tokens - before.tokens;
        own.blocks = upTo.blocks - before.blocks;
        before = upTo;
        tier.hits = rateOf(own, demand);
        const auto tokens = static_cast<double>(own.tokens);
        const double perToken = bytes.cached / static_cast<double>(blockTokens);
        if (gbPerSecond) tier.loadSeconds = tokens * perToken / (*gbPerSecond * 1e9);
        if (s.prefillTokensPerSecond) tier.recomputeSeconds = tokens / *s.prefillTokensPerSecond;
        if (gbPerSecond && s.prefillTokensPerSecond) {
            // n tokens: latency + (end + n perToken) / bandwidth against n / rate.
            const double gain = 1 / *s.prefillTokensPerSecond - perToken / (*gbPerSecond * 1e9);
            const double fixed =
                s.loadLatencyMs.value_or(0) / 1000 + static_cast<double>(bytes.cachedEnd) / (*gbPerSecond * 1e9);
            tier.worthLoading = gain > 0 && fixed / gain < 9e15;
            if (*tier.worthLoading) tier.breakEvenTokens = static_cast<std::int64_t>(std::floor(fixed / gain)) + 1;
        }
        out.push_back(std::move(tier));
    };
    const auto blocksOf = [&](double size) {
        return static_cast<std::int64_t>(std::min(9e15, std::floor(size * gib / bytes.cached)));
    };
    add("gpu", gpuBlocks, std::nullopt);
    if (bytes.cached <= 0) return out;
    if (s.hostCacheGib) add("host", blocksOf(*s.hostCacheGib), s.hostGbPerSecond);
    if (s.ssdCacheGib) add("ssd", blocksOf(*s.ssdCacheGib), s.ssdGbPerSecond);
    return out;
}

}  // namespace kvfit::reuse
