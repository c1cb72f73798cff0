#include <algorithm>
#include <cmath>

#include "base/units.hpp"
#include "reuse/copies.hpp"
#include "reuse/study_state.hpp"

namespace kvfit {

namespace {

struct Level {
    const char* name;
    std::optional<double> gib, gbPerSecond;
    bool isHost;
};

/// How host memory is filled and emptied.
struct TierRule {
    CacheEngine engine;
    const char *code, *message;
};
constexpr TierRule hostRules[] = {
    {CacheEngine::vllm, "host_copies",
     "host memory holds a copy of every whole block and evicts leaf-first LRU, as vLLM's CPU offloading does"},
    {CacheEngine::sglang, "host_tree",
     "host memory is HiCache's, written through and replayed with the device's tree: a copy goes when its entry is "
     "no longer on the device, whole leaves in the policy's order"},
    {CacheEngine::trtllm, "host_pool", "host memory is TensorRT-LLM's secondary pool, replayed with the device's"},
    {CacheEngine::generic, "host_stack",
     "below the device the levels are one leaf-first LRU stack: what one evicts the next one takes"},
};

}  // namespace

/// What `below` finds behind what the levels above found, which it is then part of.
Hits ReuseStudy::State::foundBeyond(FoundBlocks& above, const FoundBlocks& below) const {
    const auto tokens = [&](std::size_t r, std::int64_t blocks) {
        return static_cast<std::uint64_t>(
            std::min<std::int64_t>(blocks * trace.blockSize, trace.requests[r].inputTokens));
    };
    Hits more;
    for (std::size_t r = 0; r < above.size(); ++r) {
        if (below[r] <= above[r]) continue;
        if (r >= options.warmupRequests) {
            more.blocks += below[r] - above[r];
            more.tokens += tokens(r, below[r]) - tokens(r, above[r]);
        }
        above[r] = below[r];
    }
    return more;
}

void ReuseStudy::State::tiers() {
    const ReuseSettings& s = plan.settings;
    Hits first;
    first.tokens = static_cast<std::uint64_t>(result.capacity->hits.tokens);
    first.blocks = static_cast<std::uint64_t>(result.capacity->hits.blocks);
    FoundBlocks above = found;
    if (plan.cache == CacheEngine::sglang && s.hostCacheGib && result.bytes.cached > 0) {
        above.clear();
        cache.hostBlocks = held(blocksOf(*s.hostCacheGib * bytesPerGib));
        const EngineHits both = simulated(*own, &above);
        cache.hostBlocks = 0;
        first = both;
        onHost = both.onboarded;
    }
    first.tokens -= onHost.tokens;
    first.blocks -= onHost.blocks;
    addTier("gpu", *own, result.policy, first, std::nullopt);
    std::int64_t stack = *own;
    for (const Level& level : {Level{"host", s.hostCacheGib, s.hostGbPerSecond, true},
                               Level{"ssd", s.ssdCacheGib, s.ssdGbPerSecond, false}}) {
        if (!level.gib || result.bytes.cached <= 0) continue;
        const std::int64_t blocks = blocksOf(*level.gib * bytesPerGib);
        const bool ofEngine = level.isHost && (plan.cache == CacheEngine::sglang || plan.cache == CacheEngine::trtllm);
        Hits hits = onHost;
        FoundBlocks below;
        if (isGeneric())
            simulate(trace, options, EvictionPolicy::tail_first, held(stack += blocks), &below);
        else if (!ofEngine)
            below = reuse::copiesFound(trace, held(blocks));
        if (!ofEngine) hits = foundBeyond(above, below);
        addTier(level.name, blocks, ofEngine ? result.policy : "tail_first", hits, level.gbPerSecond);
        if (!level.isHost && !isGeneric())
            note("ssd_assumed",
                 "no engine's rule is replayed for SSD; copies of all blocks under leaf-first LRU stand for it",
                 "ssdCacheGib", {});
    }
    if (!s.hostCacheGib || result.tiers.size() < 2) return;
    const TierRule& rule = *std::find_if(std::begin(hostRules), std::end(hostRules),
                                         [&](const TierRule& r) { return r.engine == plan.cache; });
    note(rule.code, rule.message, "hostCacheGib", {});
}

void ReuseStudy::State::addTier(const char* name, std::int64_t blocks, const std::string& policy, const Hits& hits,
                                const std::optional<double>& gbPerSecond) {
    const ReuseSettings& s = plan.settings;
    ReuseTier tier;
    tier.name = name;
    tier.blocks = blocks;
    tier.bytes = bytesOf(blocks);
    tier.policy = policy;
    tier.hits = reuse::rateOf(hits, all);
    const auto tokens = static_cast<double>(hits.tokens);
    const double perToken = result.bytes.cached / static_cast<double>(trace.blockSize);
    if (gbPerSecond) tier.loadSeconds = tokens * perToken / (*gbPerSecond * bytesPerGb);
    tier.recomputeSeconds = secondsOf(static_cast<std::int64_t>(hits.tokens));
    if (gbPerSecond && s.prefillTokensPerSecond) {
        // n tokens: latency + (end + n perToken) / bandwidth against n / rate.
        const double gain = 1 / *s.prefillTokensPerSecond - perToken / (*gbPerSecond * bytesPerGb);
        const double fixed = s.loadLatencyMs.value_or(0) / 1000 +
                             static_cast<double>(result.bytes.cachedEnd) / (*gbPerSecond * bytesPerGb);
        tier.worthLoading = gain > 0 && fixed / gain < 9e15;
        if (*tier.worthLoading) tier.breakEvenTokens = static_cast<std::int64_t>(std::floor(fixed / gain)) + 1;
    }
    result.tiers.push_back(std::move(tier));
}

}  // namespace kvfit
