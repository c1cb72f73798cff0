#pragma once

#include "api/describe.hpp"
#include "kvfit/reuse_study.hpp"

namespace kvfit {

template <>
struct Describe<BadLine> {
    static constexpr std::string_view name = "BadLine";
    static constexpr std::string_view doc = "A line of a trace that gave no request.";
    static constexpr auto fields = std::tuple{
        field("line", &BadLine::line, "", "Its number, counted from 1."),
        field("reason", &BadLine::reason, "", "Why, a stable word."),
    };
};

template <>
struct Describe<TraceReport> {
    static constexpr std::string_view name = "TraceReport";
    static constexpr std::string_view doc = "What was read of a trace, what was assumed and what was refused.";
    static constexpr auto fields = std::tuple{
        field("bytes", &TraceReport::bytes, "B", "Bytes of text, unpacked."),
        field("lines", &TraceReport::lines, "lines", "Lines, empty ones included."),
        field("requests", &TraceReport::requests, "requests", "Requests."),
        field("blocks", &TraceReport::blocks, "blocks", "Blocks of all prompts."),
        field("distinctBlocks", &TraceReport::distinctBlocks, "blocks", "Different ones among them."),
        field("inputTokens", &TraceReport::inputTokens, "tokens", "Prompt tokens."),
        field("outputTokens", &TraceReport::outputTokens, "tokens", "Tokens of the answers."),
        field("badLines", &TraceReport::badLines, "lines", "Lines that gave no request."),
        field("badByReason", &TraceReport::badByReason, "lines", "The same by reason."),
        field("firstBad", &TraceReport::firstBad, "", "The first hundred of them."),
        field("blockSize", &TraceReport::blockSize, "tokens", "Tokens of a block."),
        field("blockSizeSource", &TraceReport::blockSizeSource, "", "trace, option, lengths or text."),
        field("lengthsAssumed", &TraceReport::lengthsAssumed, "requests", "Without a length: whole blocks assumed."),
        field("lengthsUnlikeBlocks", &TraceReport::lengthsUnlikeBlocks, "requests",
              "Whose blocks hold fewer or more tokens than their length."),
        field("timeBackwards", &TraceReport::timeBackwards, "requests",
              "Earlier than the one before; the order of the file is kept."),
        field("estimatedTokens", &TraceReport::estimatedTokens, "tokens", "Prompt tokens that were estimated."),
        field("withoutBlocks", &TraceReport::withoutBlocks, "", "Entries of a session that have no blocks."),
        field("stoppedAtLine", &TraceReport::stoppedAtLine, "",
              "The first line that memory had no room for; 0: all were read."),
        field("notes", &TraceReport::notes, "", "What was assumed."),
    };
};

template <>
struct Describe<BlockBytes> {
    static constexpr std::string_view name = "BlockBytes";
    static constexpr std::string_view doc = "What one rank keeps of a request, in blocks of the trace.";
    static constexpr auto fields = std::tuple{
        field("cached", &BlockBytes::cached, "B/block", "A block that stays after its request."),
        field("cachedEnd", &BlockBytes::cachedEnd, "B", "Windows and states that stay at the end of a prompt."),
        field("live", &BlockBytes::live, "B/block", "A block of a running request."),
        field("liveEnd", &BlockBytes::liveEnd, "B", "Windows and states of a running request."),
        field("basis", &BlockBytes::basis, "", "engine, payload, or none without a model."),
    };
};

template <>
struct Describe<HitRate> {
    static constexpr std::string_view name = "HitRate";
    static constexpr std::string_view doc = "Hits, and their shares of what was measured.";
    static constexpr auto fields = std::tuple{
        field("tokens", &HitRate::tokens, "tokens", "Prompt tokens that were in the cache."),
        field("blocks", &HitRate::blocks, "blocks", "Blocks that were in the cache."),
        field("tokenRate", &HitRate::tokenRate, "", "Share of the measured tokens."),
        field("blockRate", &HitRate::blockRate, "", "Share of the measured blocks."),
    };
};

template <>
struct Describe<ReuseCurve> {
    static constexpr std::string_view name = "ReuseCurve";
    static constexpr std::string_view doc = "Hits of one policy at each capacity.";
    static constexpr auto fields = std::tuple{
        field("line", &ReuseCurve::line, "", "engine (the scenario's own cache), leaf_first_lru or optimal."),
        field("policy", &ReuseCurve::policy, "", "What is evicted first."),
        field("method", &ReuseCurve::method, "", "bound, one_pass or simulated."),
        field("inclusion", &ReuseCurve::inclusion, "",
              "A larger cache holds all that a smaller one holds, so hits never fall with capacity."),
        field("hitTokens", &ReuseCurve::hitTokens, "tokens", "At each capacity."),
        field("hitBlocks", &ReuseCurve::hitBlocks, "blocks", "At each capacity."),
        field("tokenRate", &ReuseCurve::tokenRate, "", "Share of the measured tokens, at each capacity."),
        field("blockRate", &ReuseCurve::blockRate, "", "Share of the measured blocks, at each capacity."),
    };
};

template <>
struct Describe<ReuseAnswer> {
    static constexpr std::string_view name = "ReuseAnswer";
    static constexpr std::string_view doc = "What the scenario's capacity gives.";
    static constexpr auto fields = std::tuple{
        field("blocks", &ReuseAnswer::blocks, "blocks", "The capacity in blocks of the trace."),
        field("bytes", &ReuseAnswer::bytes, "B", "The capacity on one rank; 0 without a model."),
        field("hits", &ReuseAnswer::hits, "", "Hits there."),
        field("computedTokens", &ReuseAnswer::computedTokens, "tokens", "What the prefill still computes."),
        field("speedUp", &ReuseAnswer::speedUp, "x",
              "Measured tokens / computed tokens: ideal, as if nothing else took time."),
        field("savedSeconds", &ReuseAnswer::savedSeconds, "s", "Of prefill, where its rate is given."),
        field("refusedRequests", &ReuseAnswer::refusedRequests, "requests", "Did not fit into the cache even alone."),
    };
};

template <>
struct Describe<ReuseKnee> {
    static constexpr std::string_view name = "ReuseKnee";
    static constexpr std::string_view doc =
        "Where more memory stops paying: the point of the engine's line farthest above the straight line from nothing "
        "to the capacity at which it tops out. One of its points is the knee of the leaf-first LRU line, which has "
        "every capacity.";
    static constexpr auto fields = std::tuple{
        field("blocks", &ReuseKnee::blocks, "blocks", "Capacity."),
        field("bytes", &ReuseKnee::bytes, "B", "Capacity on one rank; 0 without a model."),
        field("tokenRate", &ReuseKnee::tokenRate, "", "Hit rate there."),
        field("shareOfCeiling", &ReuseKnee::shareOfCeiling, "", "Its share of the ceiling's."),
    };
};

template <>
struct Describe<NextGib> {
    static constexpr std::string_view name = "NextGib";
    static constexpr std::string_view doc = "What one more GiB on one rank would add to the capacity's answer.";
    static constexpr auto fields = std::tuple{
        field("blocks", &NextGib::blocks, "blocks", "Blocks that it holds."),
        field("hitTokens", &NextGib::hitTokens, "tokens", "Further tokens that hit."),
        field("tokenRate", &NextGib::tokenRate, "", "Further share of the measured tokens."),
        field("savedSeconds", &NextGib::savedSeconds, "s", "Further seconds of prefill, where its rate is given."),
    };
};

template <>
struct Describe<Sharing> {
    static constexpr std::string_view name = "Sharing";
    static constexpr std::string_view doc = "What concurrent requests save by holding equal blocks once.";
    static constexpr auto fields = std::tuple{
        field("requests", &Sharing::requests, "requests", "Concurrent requests: the scenario's sequences."),
        field("meanBlocks", &Sharing::meanBlocks, "blocks", "Saved on average."),
        field("peakBlocks", &Sharing::peakBlocks, "blocks", "Saved at most."),
        field("meanBytes", &Sharing::meanBytes, "B", "Saved on average on one rank."),
        field("peakBytes", &Sharing::peakBytes, "B", "Saved at most on one rank."),
    };
};

template <>
struct Describe<ReuseGroup> {
    static constexpr std::string_view name = "ReuseGroup";
    static constexpr std::string_view doc = "Measured requests of one class, one turn or one conversation.";
    static constexpr auto fields = std::tuple{
        field("name", &ReuseGroup::name, "",
              "The class (empty: none), the turn's number, or the conversation's by first appearance."),
        field("requests", &ReuseGroup::requests, "requests", "Its requests."),
        field("tokens", &ReuseGroup::tokens, "tokens", "Their prompt tokens."),
        field("hitTokens", &ReuseGroup::hitTokens, "tokens", "Of these, in the cache."),
        field("tokenRate", &ReuseGroup::tokenRate, "", "The share."),
    };
};

template <>
struct Describe<ReuseWindow> {
    static constexpr std::string_view name = "ReuseWindow";
    static constexpr std::string_view doc = "A stretch of the trace: as many requests as any other.";
    static constexpr auto fields = std::tuple{
        field("request", &ReuseWindow::request, "", "Number of its last request, counted from 1."),
        field("timeMs", &ReuseWindow::timeMs, "ms", "Time of that request."),
        field("distinctBlocks", &ReuseWindow::distinctBlocks, "blocks", "Working set."),
        field("distinctBytes", &ReuseWindow::distinctBytes, "B", "Working set on one rank."),
        field("newBlocks", &ReuseWindow::newBlocks, "blocks", "Never used before."),
        field("newBytes", &ReuseWindow::newBytes, "B", "The same on one rank."),
        field("medianDistanceBlocks", &ReuseWindow::medianDistanceBlocks, "blocks",
              "Distinct blocks since the last use: the median of its reuses, 0 where there is none."),
        field("medianDistanceBytes", &ReuseWindow::medianDistanceBytes, "B", "The same on one rank."),
    };
};

template <>
struct Describe<DistanceBin> {
    static constexpr std::string_view name = "DistanceBin";
    static constexpr std::string_view doc = "Reuses whose distance lies above the bin before and not above this one.";
    static constexpr auto fields = std::tuple{
        field("blocks", &DistanceBin::blocks, "blocks", "Largest distance: distinct blocks since the last use."),
        field("bytes", &DistanceBin::bytes, "B", "The same on one rank."),
        field("uses", &DistanceBin::uses, "blocks", "Reused blocks."),
        field("shareWithin", &DistanceBin::shareWithin, "", "Share of all reused blocks up to this distance."),
    };
};

template <>
struct Describe<ReuseTier> {
    static constexpr std::string_view name = "ReuseTier";
    static constexpr std::string_view doc =
        "A level of memory. The first is the engine's own cache; a note says how the others are filled.";
    static constexpr auto fields = std::tuple{
        field("name", &ReuseTier::name, "", "gpu, host or ssd."),
        field("blocks", &ReuseTier::blocks, "blocks", "Its capacity."),
        field("bytes", &ReuseTier::bytes, "B", "Its capacity for one rank."),
        field("policy", &ReuseTier::policy, "", "What is evicted first."),
        field("hits", &ReuseTier::hits, "", "Hits that no level above it has."),
        field("loadSeconds", &ReuseTier::loadSeconds, "s", "To load its hits, where its bandwidth is given."),
        field("recomputeSeconds", &ReuseTier::recomputeSeconds, "s",
              "To compute the same tokens, where the prefill's rate is given."),
        field("breakEvenTokens", &ReuseTier::breakEvenTokens, "tokens",
              "Shortest prefix that is loaded faster than it is computed."),
        field("worthLoading", &ReuseTier::worthLoading, "", "Whether there is such a prefix."),
    };
};

template <>
struct Describe<PriorityEffect> {
    static constexpr std::string_view name = "PriorityEffect";
    static constexpr std::string_view doc = "What a priority of its own for the system prompt changes at the capacity.";
    static constexpr auto fields = std::tuple{
        field("priority", &PriorityEffect::priority, "", "The priority; 35 before."),
        field("blocks", &PriorityEffect::blocks, "blocks", "Distinct blocks of system prompts."),
        field("before", &PriorityEffect::before, "", "Hits without it."),
        field("after", &PriorityEffect::after, "", "Hits with it."),
    };
};

template <>
struct Describe<ReuseResult> {
    static constexpr std::string_view name = "ReuseResult";
    static constexpr std::string_view doc = "A trace replayed through a prefix cache.";
    static constexpr auto fields = std::tuple{
        field("model", &ReuseResult::model, "", "Display name, empty without a model."),
        field("engine", &ReuseResult::engine, "", "Whose prefix cache is replayed."),
        field("engineVersion", &ReuseResult::engineVersion, "", "Version whose bytes apply."),
        field("policy", &ReuseResult::policy, "", "What is evicted first."),
        field("trace", &ReuseResult::trace, "", "What was read."),
        field("conversations", &ReuseResult::conversations, "", "Conversations in the trace."),
        field("warmupRequests", &ReuseResult::warmupRequests, "requests",
              "The first ones, which fill the cache and are not counted."),
        field("measuredRequests", &ReuseResult::measuredRequests, "requests", "The others."),
        field("measuredTokens", &ReuseResult::measuredTokens, "tokens", "Their prompt tokens."),
        field("measuredBlocks", &ReuseResult::measuredBlocks, "blocks", "Their blocks."),
        field("bytes", &ReuseResult::bytes, "", "Bytes of blocks."),
        field("capacityBlocks", &ReuseResult::capacityBlocks, "blocks", "Capacities of the curves, rising."),
        field("capacityBytes", &ReuseResult::capacityBytes, "B", "The same on one rank; empty without a model."),
        field("ceiling", &ReuseResult::ceiling, "", "Hits of a cache that never evicts."),
        field("curves", &ReuseResult::curves, "",
              "The engine's own line first, then leaf-first LRU and the optimal bound."),
        field("capacity", &ReuseResult::capacity, "", "The answer at the scenario's capacity, where it gives one."),
        field("knee", &ReuseResult::knee, "", "Where more memory stops paying, where anything is reused."),
        field("nextGib", &ReuseResult::nextGib, "", "One more GiB, where capacity and model are given."),
        field("sharing", &ReuseResult::sharing, "", "Blocks that concurrent requests share."),
        field("groupsAt", &ReuseResult::groupsAt, "", "The groups' hits are those at the capacity, or at the ceiling."),
        field("byKind", &ReuseResult::byKind, "", "By request class."),
        field("byTurn", &ReuseResult::byTurn, "", "By turn in the conversation; the last is for all further ones."),
        field("byConversation", &ReuseResult::byConversation, "", "The conversations with most prompt tokens."),
        field("timeline", &ReuseResult::timeline, "", "Working set and reuse distance over time."),
        field("distances", &ReuseResult::distances, "", "Reuse distances of all blocks, by powers of two."),
        field("tiers", &ReuseResult::tiers, "", "Hits per level, where a capacity is given."),
        field("priority", &ReuseResult::priority, "", "Where systemPromptPriority is given, tensorrt-llm."),
        field("warnings", &ReuseResult::warnings, "", "What deserves care."),
        field("notes", &ReuseResult::notes, "", "What was assumed, and by which rules."),
    };
};

}  // namespace kvfit
