#include "api/reuse_keys.hpp"

namespace kvfit {

// clang-format off
std::span<const Key<ReuseSettings>> reuseKeys() {
    using S = ReuseSettings;
    static constexpr Key<S> keys[] = {
        {"evictionPolicy", &S::evictionPolicy, "", "the engine's", "Reuse: what is evicted first. vllm: lru. sglang: lru, lfu, slru, fifo, mru, filo or priority (of the requests, from the trace). tensorrt-llm: priority. Else tail_first (LRU in which the end of a chain counts as older than its start), lru, fifo or lfu."},
        {"cacheBlocks", &S::cacheBlocks, "blocks", "what the memory for the cache holds", "Reuse: capacity in blocks of the trace."},
        {"blockTtlSeconds", &S::blockTtlSeconds, "s", "none", "Reuse: a block that was not used for longer is gone. No engine's own cache has this; it applies to payload and to the lines without an engine."},
        {"warmupShare", &S::warmupShare, "", "0.5", "Reuse: share of the requests, from the first, that fill the cache and are not counted."},
        {"capacityPoints", &S::capacityPoints, "points", "16", "Reuse: capacities at which a cache is replayed."},
        {"prefillTokensPerSecond", &S::prefillTokensPerSecond, "tokens/s", "none", "Reuse: prompt tokens that the prefill computes in a second."},
        {"hostCacheGib", &S::hostCacheGib, "GiB", "hostCacheBytes, else none", "Reuse: host memory of one rank for blocks."},
        {"hostGbPerSecond", &S::hostGbPerSecond, "GB/s", "none", "Reuse: bandwidth from host memory to one rank."},
        {"ssdCacheGib", &S::ssdCacheGib, "GiB", "none", "Reuse: SSD of one rank for blocks."},
        {"ssdGbPerSecond", &S::ssdGbPerSecond, "GB/s", "none", "Reuse: bandwidth from the SSD to one rank."},
        {"loadLatencyMs", &S::loadLatencyMs, "ms", "0", "Reuse: time before the first byte of a load arrives."},
        {"systemPromptTokens", &S::systemPromptTokens, "tokens", "blocks that begin 1% of the conversations, and two at least", "Reuse: length of the system prompt that systemPromptPriority is given to."},
        {"systemPromptPriority", &S::systemPromptPriority, "", "none", "Reuse, tensorrt-llm: priority of the system prompt's blocks, 0 to 100; all others keep 35."},
        {"traceBlockSize", &S::traceBlockSize, "tokens", "the trace's own, else the one power of two that fits all lengths; 16 for text", "Reuse: tokens of a block of the trace."},
        {"bytesPerTextToken", &S::bytesPerTextToken, "B", "4", "Reuse: estimate for traces of message text, in UTF-8 bytes a token."},
        {"traceMemoryGib", &S::traceMemoryGib, "GiB", "3.25", "Reuse: memory that a trace and its replays may take; a longer trace is read up to there."},
    };
    return keys;
}

std::span<const Key<Traffic>> trafficKeys() {
    using S = Traffic;
    static constexpr Key<S> keys[] = {
        {"conversations", &S::conversations, "conversations", "1000", "Conversations that begin."},
        {"turns", &S::turns, "turns", "4", "Mean number of turns of a conversation (geometric, one at least)."},
        {"systemPrompts", &S::systemPrompts, "prompts", "4", "Different system prompts."},
        {"systemPromptTokens", &S::systemPromptTokens, "tokens", "1024", "Length of each."},
        {"systemPromptShares", &S::systemPromptShares, "", "equal", "Weights of the system prompts, separated by commas."},
        {"newTokens", &S::newTokens, "tokens", "256", "Mean length of what a user adds in a turn (exponential, one at least)."},
        {"outputTokens", &S::outputTokens, "tokens", "256", "Mean length of an answer (exponential, one at least); the next turn's prompt holds it."},
        {"documents", &S::documents, "documents", "0", "Documents that a conversation may begin with, behind its system prompt."},
        {"documentTokens", &S::documentTokens, "tokens", "8192", "Length of each."},
        {"documentShare", &S::documentShare, "", "1", "Share of the conversations that begin with a document."},
        {"zipfExponent", &S::zipfExponent, "", "1", "The k-th most popular document is asked for in proportion to k to the power of minus this."},
        {"requestsPerSecond", &S::requestsPerSecond, "requests/s", "1", "Mean arrival rate of all requests (Poisson)."},
        {"thinkSeconds", &S::thinkSeconds, "s", "30", "Mean time between two turns of a conversation (exponential)."},
        {"maxPromptTokens", &S::maxPromptTokens, "tokens", "131072", "A conversation ends before a prompt longer than this."},
        {"blockSize", &S::blockSize, "tokens", "16", "Tokens of a block of the trace."},
        {"seed", &S::seed, "", "1", "Equal seeds give equal traces."},
    };
    return keys;
}
// clang-format on

}  // namespace kvfit
