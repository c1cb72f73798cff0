#include <algorithm>
#include <cmath>

#include "reuse/observe.hpp"
#include "reuse/study_state.hpp"

namespace kvfit {

std::int64_t ReuseStudy::State::bytesOf(std::int64_t blocks) const {
    return static_cast<std::int64_t>(std::floor(static_cast<double>(blocks) * result.bytes.cached));
}

std::int64_t ReuseStudy::State::blocksOf(double bytes) const {
    return static_cast<std::int64_t>(std::min(9e15, std::floor(bytes / result.bytes.cached)));
}

EngineHits ReuseStudy::State::simulated(std::int64_t blocks, FoundBlocks* each) {
    cache.capacity = held(blocks);
    return simulateEngine(trace, options, cache, each);
}

void ReuseStudy::State::insert(ReuseCurve& curve, std::size_t point, const Hits& hits) const {
    const HitRate rate = reuse::rateOf(hits, all);
    const auto put = [&](auto& list, auto value) {
        list.insert(list.begin() + static_cast<std::ptrdiff_t>(point), value);
    };
    put(curve.hitTokens, rate.tokens);
    put(curve.hitBlocks, rate.blocks);
    put(curve.tokenRate, rate.tokenRate);
    put(curve.blockRate, rate.blockRate);
}

void ReuseStudy::State::add(ReuseCurve& curve, const Hits& hits) const { insert(curve, curve.hitTokens.size(), hits); }

void ReuseStudy::State::pointAtKnee() {
    const std::optional<std::size_t> knee = reuse::kneeOf(
        lru.tokens.size(), [](std::size_t capacity) { return capacity; },
        [&](std::size_t capacity) { return lru.tokens[capacity]; });
    if (!knee) return;
    lruKnee = static_cast<std::int64_t>(*knee);
    const auto at = std::lower_bound(result.capacityBlocks.begin(), result.capacityBlocks.end(), *lruKnee);
    if (at != result.capacityBlocks.end() && *at == *lruKnee) return;
    const std::ptrdiff_t point = at - result.capacityBlocks.begin();
    result.capacityBlocks.insert(at, *lruKnee);
    if (result.bytes.cached > 0) result.capacityBytes.insert(result.capacityBytes.begin() + point, bytesOf(*lruKnee));
    insert(result.curves[0], static_cast<std::size_t>(point), onePass() ? lru.at(*knee) : simulated(*lruKnee));
}

void ReuseStudy::State::bounds() {
    all = demand(trace, options);
    result.measuredTokens = static_cast<std::int64_t>(all.tokens);
    result.measuredBlocks = static_cast<std::int64_t>(all.blocks);
    result.ceiling = reuse::rateOf(ceiling(trace, options, own ? nullptr : &found), all);
    result.groupsAt = own ? "capacity" : "ceiling";
}

void ReuseStudy::State::observe() {
    reuse::Observed seen = reuse::observe(trace, options.warmupRequests);
    for (ReuseWindow& w : seen.timeline) {
        w.distinctBytes = bytesOf(w.distinctBlocks);
        w.newBytes = bytesOf(w.newBlocks);
        w.medianDistanceBytes = bytesOf(w.medianDistanceBlocks);
    }
    for (DistanceBin& b : seen.distances) b.bytes = bytesOf(b.blocks);
    result.timeline = std::move(seen.timeline);
    result.distances = std::move(seen.distances);
    result.sharing = reuse::sharing(trace, options.warmupRequests, cache.liveRequests);
    result.sharing.meanBytes = result.sharing.meanBlocks * result.bytes.live;
    result.sharing.peakBytes = std::llround(static_cast<double>(result.sharing.peakBlocks) * result.bytes.live);
}

void ReuseStudy::State::otherLines() {
    if (!onePass()) {
        ReuseCurve line{"leaf_first_lru", "tail_first", "one_pass", true, {}, {}, {}, {}};
        for (const std::int64_t c : result.capacityBlocks) add(line, lru.at(static_cast<std::size_t>(c)));
        result.curves.push_back(std::move(line));
    }
    ReuseCurve line{"optimal", "optimal", "bound", true, {}, {}, {}, {}};
    std::vector<std::uint32_t> capacities;
    for (const std::int64_t c : result.capacityBlocks)
        capacities.push_back(static_cast<std::uint32_t>(std::min(c, useful)));
    for (const Hits& hits : optimalHits(trace, options, capacities)) add(line, hits);
    result.curves.push_back(std::move(line));
}

}  // namespace kvfit
