#include <algorithm>
#include <cmath>
#include <functional>

#include "kvfit/reuse_study.hpp"
#include "reuse/capacity_grid.hpp"
#include "reuse/observe.hpp"

namespace kvfit {

namespace {

constexpr double gib = 1024.0 * 1024 * 1024;
constexpr std::int64_t mostBlocks = 2147483647;

/// Whole blocks that hold this many bytes of windows and states, at least one.
std::uint32_t endBlocks(std::int64_t bytes, double block) {
    if (bytes <= 0 || block <= 0) return 0;
    return static_cast<std::uint32_t>(std::clamp(std::round(static_cast<double>(bytes) / block), 1.0, 1e6));
}

}  // namespace

struct ReuseStudy::State {
    ReusePlan plan;
    Trace trace;
    ReuseResult result;
    CurveOptions options;
    EngineCache cache;
    Hits all;
    LruCurve lru;
    FoundBlocks found;
    std::vector<bool> preferred;
    std::size_t done = 0;
    std::vector<std::function<void()>> steps;

    /// More blocks than can ever be in use at once change nothing.
    std::int64_t useful = 0;

    void begin(const BlockBytes& bytes) {
        const auto requests = static_cast<std::int64_t>(trace.requests.size());
        options.warmupRequests = static_cast<std::size_t>(
            std::floor(static_cast<double>(requests) * plan.settings.warmupShare.value_or(0.5)));
        if (plan.settings.blockTtlSeconds) options.ttlMs = *plan.settings.blockTtlSeconds * 1000;
        cache.engine = plan.cache;
        cache.policy = plan.policy;
        cache.liveRequests =
            static_cast<std::size_t>(std::clamp<std::int64_t>(plan.scenario.sequences.value_or(1), 1, 1 << 20));
        cache.cachedEnd = plan.cache == CacheEngine::vllm ? endBlocks(bytes.cachedEnd, bytes.cached) : 0;
        cache.liveEnd = endBlocks(bytes.liveEnd, bytes.cached);

        result.model = plan.model;
        result.engine = plan.engine;
        result.engineVersion = plan.engineVersion;
        result.policy = *plan.settings.evictionPolicy;
        result.bytes = bytes;
        result.notes = plan.notes;
        result.warmupRequests = static_cast<std::int64_t>(options.warmupRequests);
        result.measuredRequests = requests - result.warmupRequests;
        for (const TraceRequest& r : trace.requests)
            result.conversations = std::max<std::int64_t>(result.conversations, r.conversation + std::int64_t{1});
        note("warmup",
             "the first " + std::to_string(result.warmupRequests) + " requests fill the cache and are not counted",
             "warmupShare", std::to_string(result.warmupRequests));
        if (cache.cachedEnd > 0)
            note("ends_in_blocks",
                 "windows and states at the end of a prompt take " + std::to_string(cache.cachedEnd) +
                     " blocks of the pool, and a hit needs them",
                 "engine", std::to_string(cache.cachedEnd));
        else if (bytes.cachedEnd > 0)
            note("ends_not_replayed",
                 "windows and states at the end of a prompt are counted while a request runs, and "
                 "taken to be there when its prefix is hit",
                 "engine", {});

        std::int64_t largest = 0;
        for (std::size_t r = 0; r < trace.requests.size(); ++r)
            largest = std::max<std::int64_t>(
                largest,
                (std::int64_t{trace.requests[r].inputTokens} + trace.requests[r].outputTokens) / trace.blockSize + 2 +
                    cache.liveEnd);
        const std::int64_t top = trace.names + requests * cache.cachedEnd;
        useful = std::min<std::int64_t>(mostBlocks / 2,
                                        top + requests + static_cast<std::int64_t>(cache.liveRequests) * largest);
        const std::optional<std::int64_t> own = ownBlocks();
        result.capacityBlocks = reuse::capacityGrid(std::max<std::int64_t>(1, std::min(top, useful)),
                                                    plan.settings.capacityPoints.value_or(16), own);
        for (const std::int64_t c : result.capacityBlocks)
            if (bytes.cached > 0) result.capacityBytes.push_back(bytesOf(c));
        schedule(own);
    }

    void note(const char* code, const std::string& message, const char* field, const std::string& value) {
        result.notes.push_back({code, message, field, {{"value", value}}});
    }

    std::int64_t bytesOf(std::int64_t blocks) const {
        return static_cast<std::int64_t>(std::floor(static_cast<double>(blocks) * result.bytes.cached));
    }

    std::optional<std::int64_t> ownBlocks() const {
        if (plan.settings.cacheBlocks) return plan.settings.cacheBlocks;
        if (!plan.capacityBytes || result.bytes.cached <= 0) return std::nullopt;
        return static_cast<std::int64_t>(std::floor(static_cast<double>(*plan.capacityBytes) / result.bytes.cached));
    }

    void schedule(const std::optional<std::int64_t>& own) {
        steps.push_back([this, own] { bounds(!own); });
        steps.push_back([this] { observe(); });
        steps.push_back([this] { lru = lruCurve(trace, options, plan.policy != EvictionPolicy::lru || !isGeneric()); });
        ReuseCurve line;
        line.line = "engine";
        line.policy = result.policy;
        line.method = onePass() ? "one_pass" : "simulated";
        line.inclusion = onePass();
        result.curves.push_back(line);
        for (const std::int64_t c : result.capacityBlocks)
            steps.push_back(
                [this, c] { add(result.curves[0], onePass() ? lru.at(static_cast<std::size_t>(c)) : simulated(c)); });
        steps.push_back([this] { otherLines(); });
        if (own) {
            steps.push_back([this, own] { answer(*own); });
            steps.push_back([this, own] { beside(*own); });
        }
        steps.push_back([this] { finish(); });
    }

    bool isGeneric() const { return plan.cache == CacheEngine::generic; }
    bool onePass() const { return isGeneric() && hasInclusion(plan.policy); }

    EngineHits simulated(std::int64_t blocks, FoundBlocks* each = nullptr) {
        cache.capacity = static_cast<std::uint32_t>(std::min(blocks, useful));
        return simulateEngine(trace, options, cache, each);
    }

    void add(ReuseCurve& curve, const Hits& hits) const {
        const HitRate rate = reuse::rateOf(hits, all);
        curve.hitTokens.push_back(rate.tokens);
        curve.hitBlocks.push_back(rate.blocks);
        curve.tokenRate.push_back(rate.tokenRate);
        curve.blockRate.push_back(rate.blockRate);
    }

    void bounds(bool groupsHere) {
        all = demand(trace, options);
        result.measuredTokens = static_cast<std::int64_t>(all.tokens);
        result.measuredBlocks = static_cast<std::int64_t>(all.blocks);
        result.ceiling = reuse::rateOf(ceiling(trace, options, groupsHere ? &found : nullptr), all);
        result.groupsAt = groupsHere ? "ceiling" : "capacity";
    }

    void observe() {
        reuse::Observed seen = reuse::observe(trace, options.warmupRequests);
        for (ReuseWindow& w : seen.timeline) w.distinctBytes = bytesOf(w.distinctBlocks);
        for (DistanceBin& b : seen.distances) b.bytes = bytesOf(b.blocks);
        result.timeline = std::move(seen.timeline);
        result.distances = std::move(seen.distances);
        result.sharing = reuse::sharing(trace, options.warmupRequests, cache.liveRequests);
        result.sharing.meanBytes = result.sharing.meanBlocks * result.bytes.live;
        result.sharing.peakBytes = std::llround(static_cast<double>(result.sharing.peakBlocks) * result.bytes.live);
    }

    void otherLines() {
        if (!onePass()) {
            ReuseCurve line{"leaf_first_lru", "tail_first", "one_pass", true, {}, {}, {}, {}};
            for (const std::int64_t c : result.capacityBlocks) add(line, lru.at(static_cast<std::size_t>(c)));
            result.curves.push_back(std::move(line));
        }
        ReuseCurve line{"optimal", "optimal", "bound", true, {}, {}, {}, {}};
        std::vector<std::uint32_t> capacities;
        for (const std::int64_t c : result.capacityBlocks)
            capacities.push_back(static_cast<std::uint32_t>(std::min(c, mostBlocks)));
        for (const Hits& hits : optimalHits(trace, options, capacities)) add(line, hits);
        result.curves.push_back(std::move(line));
    }

    std::optional<double> secondsOf(std::int64_t tokens) const {
        if (!plan.settings.prefillTokensPerSecond) return std::nullopt;
        return static_cast<double>(tokens) / *plan.settings.prefillTokensPerSecond;
    }

    void answer(std::int64_t blocks) {
        const EngineHits hits = simulated(blocks, &found);
        ReuseAnswer a;
        a.blocks = blocks;
        a.bytes = plan.settings.cacheBlocks ? bytesOf(blocks) : plan.capacityBytes.value_or(0);
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
    }

    void beside(std::int64_t blocks) {
        if (result.bytes.cached > 0) {
            NextGib next;
            next.blocks = static_cast<std::int64_t>(std::floor(gib / result.bytes.cached));
            const HitRate hits = reuse::rateOf(simulated(blocks + next.blocks), all);
            next.hitTokens = hits.tokens - result.capacity->hits.tokens;
            next.tokenRate = hits.tokenRate - result.capacity->hits.tokenRate;
            next.savedSeconds = secondsOf(next.hitTokens);
            result.nextGib = next;
        }
        result.tiers = reuse::tiersOf(plan, result.bytes, lru, all, blocks, trace.blockSize);
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
        effect.after = reuse::rateOf(simulated(blocks), all);
        result.priority = effect;
    }

    void finish() {
        const ReuseCurve& line = result.curves.front();
        const std::optional<std::size_t> at = reuse::kneeOf(result.capacityBlocks, line.hitTokens);
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
};

ReuseStudy::ReuseStudy(ReusePlan plan, Trace trace, TraceReport report, const BlockBytes& bytes)
    : state_(std::make_unique<State>()) {
    state_->plan = std::move(plan);
    state_->trace = std::move(trace);
    state_->result.trace = std::move(report);
    state_->begin(bytes);
}
ReuseStudy::~ReuseStudy() = default;
ReuseStudy::ReuseStudy(ReuseStudy&&) noexcept = default;

std::size_t ReuseStudy::steps() const { return state_->steps.size(); }
std::size_t ReuseStudy::done() const { return state_->done; }
void ReuseStudy::step() {
    if (state_->done < state_->steps.size()) state_->steps[state_->done++]();
}
const ReuseResult& ReuseStudy::result() const { return state_->result; }

}  // namespace kvfit
