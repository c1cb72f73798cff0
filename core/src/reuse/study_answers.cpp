#include <algorithm>

#include "base/units.hpp"
#include "reuse/observe.hpp"
#include "reuse/study_state.hpp"

namespace kvfit {

std::optional<double> ReuseStudy::State::secondsOf(std::int64_t tokens) const {
    if (!plan.settings.prefillTokensPerSecond) return std::nullopt;
    return static_cast<double>(tokens) / *plan.settings.prefillTokensPerSecond;
}

void ReuseStudy::State::answer() {
    const EngineHits hits = simulated(*own, &found);
    ReuseAnswer a;
    a.blocks = *own;
    a.bytes = plan.capacityBytes && !plan.settings.cacheBlocks ? *plan.capacityBytes : bytesOf(*own);
    a.hits = reuse::rateOf(hits, all);
    a.computedTokens = result.measuredTokens - a.hits.tokens;
    if (a.computedTokens > 0)
        a.speedUp = static_cast<double>(result.measuredTokens) / static_cast<double>(a.computedTokens);
    a.savedSeconds = secondsOf(a.hits.tokens);
    a.refusedRequests = static_cast<std::int64_t>(hits.refused);
    if (hits.refused > 0)
        result.warnings.push_back({"requests_exceed_cache",
                                   std::to_string(hits.refused) + " requests do not fit into the cache even alone",
                                   "availableKvBytes",
                                   {{"value", std::to_string(hits.refused)}}});
    result.capacity = a;
    onHost = hits.onboarded;
}

void ReuseStudy::State::nextGib() {
    if (result.bytes.cached <= 0) return;
    NextGib next;
    // Of a capacity in bytes a part of a block can be left over, which the next GiB completes.
    const double bytes = plan.capacityBytes && !plan.settings.cacheBlocks && !plan.capacityTokens
                             ? static_cast<double>(*plan.capacityBytes)
                             : static_cast<double>(*own) * result.bytes.cached;
    next.blocks = blocksOf(bytes + bytesPerGib) - *own;
    const HitRate hits = reuse::rateOf(simulated(*own + next.blocks), all);
    next.hitTokens = hits.tokens - result.capacity->hits.tokens;
    next.tokenRate = hits.tokenRate - result.capacity->hits.tokenRate;
    next.savedSeconds = secondsOf(next.hitTokens);
    result.nextGib = next;
}

void ReuseStudy::State::priority() {
    if (!plan.settings.systemPromptPriority || plan.cache != CacheEngine::trtllm) return;
    std::optional<std::int64_t> length = plan.settings.systemPromptTokens;
    if (length) *length = (*length + trace.blockSize - 1) / trace.blockSize;
    preferred = reuse::systemPromptBlocks(trace, length);
    PriorityEffect effect;
    effect.priority = *plan.settings.systemPromptPriority;
    effect.blocks = std::count(preferred.begin(), preferred.end(), true);
    effect.before = result.capacity->hits;
    cache.preferred = &preferred;
    cache.priority = static_cast<int>(effect.priority);
    effect.after = reuse::rateOf(simulated(*own), all);
    result.priority = effect;
}

void ReuseStudy::State::finish() {
    const ReuseCurve& line = result.curves.front();
    const std::vector<std::int64_t>& capacities = result.capacityBlocks;
    // A line that has every capacity has its knee among all of them, another among those that were replayed.
    const std::optional<std::size_t> at =
        onePass() && lruKnee ? std::lower_bound(capacities.begin(), capacities.end(), *lruKnee) - capacities.begin()
                             : reuse::kneeOf(
                                   capacities.size(), [&](std::size_t i) { return capacities[i]; },
                                   [&](std::size_t i) { return line.hitTokens[i]; });
    if (at) {
        ReuseKnee knee;
        knee.blocks = result.capacityBlocks[*at];
        knee.bytes = bytesOf(knee.blocks);
        knee.tokenRate = line.tokenRate[*at];
        knee.shareOfCeiling = static_cast<double>(line.hitTokens[*at]) / static_cast<double>(result.ceiling.tokens);
        result.knee = knee;
    }
    reuse::Groups groups = reuse::groups(trace, options.warmupRequests, found);
    result.byKind = std::move(groups.byKind);
    result.byTurn = std::move(groups.byTurn);
    result.byConversation = std::move(groups.byConversation);
}

}  // namespace kvfit
