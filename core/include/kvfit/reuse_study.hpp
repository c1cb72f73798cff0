#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "kvfit/architecture.hpp"
#include "kvfit/reuse_curve.hpp"
#include "kvfit/scenario.hpp"
#include "kvfit/trace.hpp"

namespace kvfit {

/// How a trace is replayed: keys of the scenario that no other view reads (core/src/api/reuse_keys.hpp).
struct ReuseSettings {
    Scenario::Text evictionPolicy;
    Scenario::Count cacheBlocks;
    Scenario::Real blockTtlSeconds;
    Scenario::Real warmupShare;
    Scenario::Count capacityPoints;
    Scenario::Real prefillTokensPerSecond;
    Scenario::Real hostCacheGib, hostGbPerSecond, ssdCacheGib, ssdGbPerSecond, loadLatencyMs;
    Scenario::Count systemPromptTokens, systemPromptPriority;
    Scenario::Count traceBlockSize;
    Scenario::Real bytesPerTextToken;
    Scenario::Real traceMemoryGib;

    /// What a WebAssembly module can have, less what growing lists hold twice.
    static constexpr double mostTraceMemoryGib = 3.25;
};

/// What the engine keeps of a request, on one rank: so much for each block of the trace, and so much for windows and
/// states whatever the length. Found from the engine's own cached and live bytes.
struct BlockBytes {
    double cached = 0;           ///< A block that stays after its request.
    std::int64_t cachedEnd = 0;  ///< Windows and states that stay at the end of a prompt.
    double live = 0;             ///< A block of a running request.
    std::int64_t liveEnd = 0;    ///< Windows and states of a running request.
    std::string basis = "none";  ///< `engine`, `payload`, or `none` without a model.
};

/// Hits and their shares of what was measured.
struct HitRate {
    std::int64_t tokens = 0, blocks = 0;
    double tokenRate = 0, blockRate = 0;
};

/// One line of the chart: hits at each of the capacities.
struct ReuseCurve {
    std::string line;        ///< `engine`, `leaf_first_lru` or `optimal`.
    std::string policy;      ///< What is evicted first.
    std::string method;      ///< `bound`, `one_pass` or `simulated`.
    bool inclusion = false;  ///< A larger cache holds all that a smaller one holds: hits never fall with capacity.
    std::vector<std::int64_t> hitTokens, hitBlocks;
    std::vector<double> tokenRate, blockRate;
};

/// What one capacity gives.
struct ReuseAnswer {
    std::int64_t blocks = 0, bytes = 0;
    HitRate hits;
    std::int64_t computedTokens = 0;  ///< Prompt tokens that the prefill still computes.
    double speedUp = 1;               ///< Prompt tokens / computed tokens: ideal, as if nothing else took time.
    std::optional<double> savedSeconds;
    std::int64_t refusedRequests = 0;  ///< Did not fit into the cache even alone.
};

/// Where more memory stops paying: the point farthest above the straight line from nothing to the capacity at which
/// the line of hits tops out. Among the points is that of the leaf-first LRU line, which has every capacity.
struct ReuseKnee {
    std::int64_t blocks = 0, bytes = 0;
    double tokenRate = 0;
    double shareOfCeiling = 0;
};

/// One more GiB beside the capacity.
struct NextGib {
    std::int64_t blocks = 0;     ///< Blocks that it holds.
    std::int64_t hitTokens = 0;  ///< Further tokens that hit.
    double tokenRate = 0;        ///< Further share of the measured tokens.
    std::optional<double> savedSeconds;
};

/// Blocks that several of the concurrent requests hold at once are stored once.
struct Sharing {
    std::int64_t requests = 1;  ///< Concurrent requests.
    double meanBlocks = 0;
    std::int64_t peakBlocks = 0;
    double meanBytes = 0;
    std::int64_t peakBytes = 0;
};

/// Measured requests of one class, of one turn in their conversation, or of one conversation.
struct ReuseGroup {
    std::string name;
    std::int64_t requests = 0, tokens = 0, hitTokens = 0;
    double tokenRate = 0;
};

/// A stretch of the trace.
struct ReuseWindow {
    std::int64_t request = 0;  ///< Its last request, counted from 1.
    double timeMs = 0;
    std::int64_t distinctBlocks = 0, distinctBytes = 0;  ///< Working set.
    std::int64_t newBlocks = 0, newBytes = 0;            ///< Never used before.
    /// Half of its reuses lie no farther than this; 0 where there is none.
    std::int64_t medianDistanceBlocks = 0, medianDistanceBytes = 0;
};

/// Uses of a block whose reuse distance, in distinct blocks, lies above the bin before and not above `blocks`.
struct DistanceBin {
    std::int64_t blocks = 0, bytes = 0;
    std::int64_t uses = 0;
    double shareWithin = 0;  ///< Of all these uses, those with such a distance or a smaller one.
};

/// A level of memory. The engine's own cache is the first.
struct ReuseTier {
    std::string name;  ///< `gpu`, `host` or `ssd`.
    std::int64_t blocks = 0, bytes = 0;
    std::string policy;  ///< What is evicted first.
    HitRate hits;
    std::optional<double> loadSeconds;            ///< To bring its hits to the first level.
    std::optional<double> recomputeSeconds;       ///< To compute the same tokens instead.
    std::optional<std::int64_t> breakEvenTokens;  ///< Shortest prefix that is loaded faster than computed.
    std::optional<bool> worthLoading;             ///< Whether such a prefix exists.
};

/// What keeping the system prompt at a priority of its own changes at the capacity.
struct PriorityEffect {
    std::int64_t priority = 35;
    std::int64_t blocks = 0;  ///< Distinct blocks at that priority.
    HitRate before, after;
};

struct ReuseResult {
    std::string model, engine = "payload", engineVersion;
    std::string policy;  ///< Of the engine's line.
    TraceReport trace;
    std::int64_t conversations = 0;
    std::int64_t warmupRequests = 0;
    std::int64_t measuredRequests = 0, measuredTokens = 0, measuredBlocks = 0;
    BlockBytes bytes;
    std::vector<std::int64_t> capacityBlocks, capacityBytes;
    HitRate ceiling;
    std::vector<ReuseCurve> curves;
    std::optional<ReuseAnswer> capacity;
    std::optional<ReuseKnee> knee;
    std::optional<NextGib> nextGib;
    Sharing sharing;
    std::string groupsAt;  ///< What the hits of classes and turns are: at the `capacity`, or at the `ceiling`.
    std::vector<ReuseGroup> byKind, byTurn, byConversation;
    std::vector<ReuseWindow> timeline;
    std::vector<DistanceBin> distances;
    std::vector<ReuseTier> tiers;
    std::optional<PriorityEffect> priority;
    Notes warnings, notes;
};

/// What a replay needs to know of model and engine, settled before the trace is read.
struct ReusePlan {
    std::string model, engine = "payload", engineVersion;
    CacheEngine cache = CacheEngine::generic;
    EvictionPolicy policy = EvictionPolicy::tail_first;
    ReuseSettings settings;
    Architecture architecture;  ///< Without parts where there is no model.
    Scenario scenario;
    std::optional<std::int64_t> capacityBytes, capacityTokens;  ///< On one rank.
    std::int64_t traceBytes = 0;                                ///< Size of the trace's text, 0 if it is not known.
    Notes notes;
};

/// Errors: a setting or policy that the engine does not have, a scenario that it refuses.
Expected<ReusePlan> planReuse(const Architecture& architecture, const Scenario& scenario,
                              const ReuseSettings& settings);

/// Bytes of blocks of `tokens` tokens.
Expected<BlockBytes> blockBytes(const ReusePlan& plan, std::int64_t tokens);

/// Answers everything about one trace, step by step, so that a caller can show progress and stop.
class ReuseStudy {
public:
    ReuseStudy(ReusePlan plan, Trace trace, TraceReport report, const BlockBytes& bytes);
    ~ReuseStudy();
    ReuseStudy(ReuseStudy&&) noexcept;

    std::size_t steps() const;
    std::size_t done() const;
    /// The next step; nothing happens once all are done.
    void step();
    /// Complete when all steps are done.
    const ReuseResult& result() const;

private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace kvfit
