#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "kvfit/error.hpp"

namespace kvfit {

/// Whose prefix cache is replayed. `generic` is a pool of blocks under one textbook policy.
enum class CacheEngine { vllm, sglang, trtllm, generic };

/// What is evicted first. `tail_first` is LRU in which the end of a request's chain counts as older than
/// its start, `optimal` the offline bound that may also refuse a block.
enum class EvictionPolicy { lru, lfu, slru, fifo, mru, filo, priority, optimal, tail_first };

/// What is asked: to run requests or single operations, or to evaluate one rule without a cache.
enum class ReplayMode { requests, operations, retention, growing_conversations, tiers };

/// Layers that share one table of blocks in a vLLM pool.
enum class CacheGroup { full, sliding };

using BlockId = std::uint32_t;

/// TensorRT-LLM: the tokens from `start` to `end` (absent: to the end) are kept at `priority`, for
/// `durationMs` after release (absent: for ever).
struct RetentionRange {
    std::int64_t start = 0;
    std::optional<std::int64_t> end;
    int priority = 35;
    std::optional<std::int64_t> durationMs;
};

/// One request, or one operation on the cache.
struct ReuseRequest {
    enum class Op { request, insert, match, evict, clock };

    Op op = Op::request;
    std::vector<std::int64_t> tokens;  ///< Token ids of the prompt, or the labels of its blocks.
    std::vector<std::int64_t> append;  ///< Labels of blocks that are generated after the prompt.
    std::vector<RetentionRange> retention;
    int priority = 0;                  ///< SGLang: of the inserted entry.
    std::int64_t count = 0;            ///< `evict`: tokens to free.
    std::optional<std::int64_t> atMs;  ///< Clock when it starts.
};

/// A prefix cache and what is asked of it.
struct Workload {
    CacheEngine engine = CacheEngine::generic;
    EvictionPolicy policy = EvictionPolicy::lru;
    ReplayMode mode = ReplayMode::requests;
    std::int64_t blockSize = 1;                  ///< Tokens of a block (SGLang: page).
    std::optional<std::int64_t> capacityBlocks;  ///< Usable blocks; absent: unlimited.
    std::int64_t liveRequests = 0;               ///< Requests alive at once; 0: each ends before the next.
    std::vector<ReuseRequest> requests;

    bool labelled = false;            ///< `tokens` are block labels, one a block.
    bool prefixOnly = true;           ///< A hit counts only in an unbroken prefix.
    std::int64_t warmupRequests = 0;  ///< Requests that fill the cache and are not counted.

    std::vector<CacheGroup> groups = {CacheGroup::full};
    std::int64_t window = 0;                            ///< Tokens that a sliding group attends to.
    std::optional<std::int64_t> retentionInterval = 0;  ///< vLLM `prefix_cache_retention_interval`; absent: dense.
    std::int64_t decodeTokens = 0;                      ///< Tokens decoded after each prompt.
    std::int64_t decodeTokenId = 0;                     ///< Id of every decoded token.

    bool partialReuse = true;  ///< TensorRT-LLM `enable_partial_reuse`.
    bool copyOnPartialReuse = true;
    bool onboardBlocks = true;
    std::int64_t hostBlocks = 0;  ///< Blocks of the secondary pool.
    int secondaryOffloadMinPriority = 30;
    int decodeRetentionPriority = 35;
    std::optional<std::int64_t> decodeDurationMs;

    std::int64_t rounds = 0;  ///< `growing_conversations`: equal turns of each conversation.
    double deviceHitRate = 0, secondTierHitRate = 0, missTokens = 0, prefillTokensPerSecond = 0;  ///< `tiers`.
};

/// The pool after one request. Block ids as the engine counts them; lists are in the engine's order.
struct ReplayStep {
    std::vector<std::vector<BlockId>> blocksPrefill;  ///< Per group; vLLM: 0 is the null block.
    std::vector<std::vector<BlockId>> blocksAfterDecode;
    std::vector<BlockId> freeQueue;                  ///< vLLM: next block first.
    std::map<int, std::vector<BlockId>> freeQueues;  ///< TensorRT-LLM: by priority.
    std::int64_t offloads = 0, onboards = 0;         ///< Since the start.
    bool clock = false;                              ///< Only the clock advanced.
};

using TokenSegments = std::vector<std::vector<std::int64_t>>;

/// What happened. Only the fields that the workload's engine and mode define are filled.
struct ReplayResult {
    std::vector<std::int64_t> hitTokens;  ///< Per request (`operations`: per match).
    std::int64_t totalHitTokens = 0;      ///< Without warm-up.
    std::int64_t totalTokens = 0;         ///< Prompt tokens without warm-up.
    std::int64_t evictedBlocks = 0;
    std::vector<ReplayStep> trace;

    std::vector<std::int64_t> evictedTokens;  ///< Per `evict`.
    TokenSegments freedSegments, firstEvictSegments, remainingSegments;

    std::vector<std::optional<int>> blockPriorities;
    std::vector<double> hitRateByRound;
    double combinedHitRate = 0, tokensSaved = 0, prefillSecondsSaved = 0;

    Notes notes;
};

/// Replays `workload` to the rules of its engine. Errors: a combination that the engine does not have.
Expected<ReplayResult> replay(const Workload& workload);

}  // namespace kvfit
