#include <algorithm>
#include <cmath>

#include "base/text.hpp"
#include "base/units.hpp"
#include "reuse/study_state.hpp"

namespace kvfit {

namespace {

/// More would not fit into memory.
constexpr std::int64_t mostBlocks = 1 << 30;

/// Whole blocks that hold this many bytes of windows and states, at least one.
std::uint32_t endBlocks(std::int64_t bytes, double block) {
    if (bytes <= 0 || block <= 0) return 0;
    return static_cast<std::uint32_t>(std::clamp(std::round(static_cast<double>(bytes) / block), 1.0, 1e6));
}

}  // namespace

void ReuseStudy::State::begin(const BlockBytes& bytes) {
    const auto requests = static_cast<std::int64_t>(trace.requests.size());
    options.warmupRequests =
        static_cast<std::size_t>(std::floor(static_cast<double>(requests) * plan.settings.warmupShare.value_or(0.5)));
    if (plan.settings.blockTtlSeconds) options.ttlMs = *plan.settings.blockTtlSeconds * 1000;
    cache.engine = plan.cache;
    cache.policy = plan.policy;
    cache.liveRequests =
        static_cast<std::size_t>(std::clamp<std::int64_t>(plan.scenario.sequences.value_or(1), 1, 1 << 20));
    cache.cachedEnd = plan.cache == CacheEngine::vllm ? endBlocks(bytes.cachedEnd, bytes.cached) : 0;
    const auto isState = [](const CachePart& p) { return p.role == Role::recurrent || p.role == Role::conv; };
    constexpr std::int64_t usual = 8192;  // --chunked-prefill-size of most accelerators; -1: a prompt is one chunk
    const std::int64_t chunk = plan.scenario.chunkedPrefillSize.value_or(usual);
    if (plan.cache == CacheEngine::sglang && bytes.cachedEnd > 0 &&
        std::any_of(plan.architecture.parts.begin(), plan.architecture.parts.end(), isState))
        cache.stateChunk = chunk > 0 ? chunk : UINT32_MAX;
    // The other engines keep windows and states in pools of their own, which the capacity leaves out.
    cache.liveEnd = plan.cache == CacheEngine::vllm ? endBlocks(bytes.liveEnd, bytes.cached) : 0;

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
    if (const std::int64_t line = result.trace.stoppedAtLine; line != 0)
        result.warnings.push_back({"trace_too_long",
                                   "the trace does not fit into memory; only the lines before line " +
                                       std::to_string(line) + " were read and are replayed",
                                   "trace",
                                   {{"line", std::to_string(line)}}});
    note("warmup",
         "the first " + grouped(static_cast<double>(result.warmupRequests)) +
             " requests fill the cache and are not counted",
         "warmupShare", std::to_string(result.warmupRequests));
    if (cache.cachedEnd > 0)
        note("ends_in_blocks",
             "windows and states at the end of a prompt take " + std::to_string(cache.cachedEnd) +
                 " blocks of the pool, and a hit needs them",
             "engine", std::to_string(cache.cachedEnd));
    else if (cache.stateChunk > 0)
        note("states_replayed",
             "a hit needs a state, kept at the end of a prompt, of each " +
                 grouped(static_cast<double>(cache.stateChunk)) +
                 " tokens of it and where prompts part; the room of states is not counted",
             "engine", grouped(static_cast<double>(cache.stateChunk)));
    else if (bytes.cachedEnd > 0)
        note(
            "ends_not_replayed",
            "windows and states at the end of a prompt are taken to be there when its prefix is hit, and their room is "
            "not counted",
            "engine", {});

    chooseCapacities();
    schedule();
}

void ReuseStudy::State::note(const char* code, const std::string& message, const char* field,
                             const std::string& value) {
    result.notes.push_back({code, message, field, {{"value", value}}});
}

std::optional<std::int64_t> ReuseStudy::State::ownBlocks() const {
    if (plan.settings.cacheBlocks) return plan.settings.cacheBlocks;
    // An engine that keeps windows and states apart says how many tokens its main pool holds.
    if (plan.capacityTokens) return *plan.capacityTokens / trace.blockSize;
    if (!plan.capacityBytes || result.bytes.cached <= 0) return std::nullopt;
    return blocksOf(static_cast<double>(*plan.capacityBytes));
}

void ReuseStudy::State::chooseCapacities() {
    const auto requests = static_cast<std::int64_t>(trace.requests.size());
    std::int64_t largest = 0, answers = 0;
    for (const TraceRequest& r : trace.requests) {
        const std::int64_t answer = r.outputTokens;
        largest = std::max(largest, (r.inputTokens + answer) / trace.blockSize + 2 + cache.liveEnd);
        answers += answer / trace.blockSize;
    }
    const std::int64_t top = trace.names() + requests * cache.cachedEnd;
    useful = std::min<std::int64_t>(mostBlocks,
                                    top + answers + requests + static_cast<std::int64_t>(cache.liveRequests) * largest);
    if (plan.cache == CacheEngine::trtllm && plan.settings.hostCacheGib && result.bytes.cached > 0)
        cache.hostBlocks = held(blocksOf(*plan.settings.hostCacheGib * bytesPerGib));
    own = ownBlocks();
    result.capacityBlocks = reuse::capacityGrid(std::max<std::int64_t>(1, std::min(top, useful)),
                                                plan.settings.capacityPoints.value_or(16), own);
    for (const std::int64_t c : result.capacityBlocks)
        if (result.bytes.cached > 0) result.capacityBytes.push_back(bytesOf(c));
}

void ReuseStudy::State::schedule() {
    steps.push_back([this] { bounds(); });
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
    steps.push_back([this] { pointAtKnee(); });
    steps.push_back([this] { otherLines(); });
    if (own) {
        steps.push_back([this] { answer(); });
        steps.push_back([this] { tiers(); });
        steps.push_back([this] { nextGib(); });
        steps.push_back([this] { priority(); });
    }
    steps.push_back([this] { finish(); });
}

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
