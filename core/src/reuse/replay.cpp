#include <algorithm>

#include "reuse/engines.hpp"

namespace kvfit {

namespace reuse {

Expected<std::uint32_t> poolBlocks(const Workload& workload, std::size_t groups) {
    // The links of the queues are 32-bit, with room for the rings' own.
    constexpr std::int64_t most = std::int64_t{1} << 31;
    std::int64_t blocks = 0;
    if (workload.capacityBlocks) {
        blocks = *workload.capacityBlocks;
    } else {
        for (const ReuseRequest& r : workload.requests)
            blocks += static_cast<std::int64_t>(r.tokens.size()) / workload.blockSize + 1 +
                      (workload.decodeTokens + workload.blockSize) / workload.blockSize;
        blocks *= static_cast<std::int64_t>(groups);
    }
    if (blocks + workload.hostBlocks > most)
        return Error{"too_large", "/capacity_blocks", "capacityBlocks", "the pool has more than 2^31 blocks", ""};
    return static_cast<std::uint32_t>(blocks);
}

void count(ReplayResult& result, const Workload& workload, std::size_t index, std::int64_t tokens, std::int64_t hits) {
    result.hitTokens.push_back(hits);
    if (static_cast<std::int64_t>(index) < workload.warmupRequests) return;
    result.totalTokens += tokens;
    result.totalHitTokens += hits;
}

bool traced(ReplayResult& result, const Workload& workload, std::uint32_t blocks) {
    if (blocks * static_cast<double>(workload.requests.size()) <= 4e6) return true;
    result.notes.push_back({"trace_omitted", "the pool is too large to be listed after every request", "trace"});
    return false;
}

void refuse(ReplayResult& result, std::size_t index) {
    const std::string number = std::to_string(index + 1);
    result.notes.push_back({"request_exceeds_pool",
                            "request " + number + " does not fit into the pool even alone",
                            "capacityBlocks",
                            {{"request", number}}});
}

namespace {

/// Every turn adds equally much to each conversation, and nothing is evicted: of round r's r + 1 parts, r are known.
ReplayResult growingConversations(const Workload& workload) {
    ReplayResult result;
    for (std::int64_t r = 0; r < workload.rounds; ++r)
        result.hitRateByRound.push_back(static_cast<double>(r) / static_cast<double>(r + 1));
    return result;
}

/// A second tier answers a share of what the device's cache misses.
ReplayResult tiers(const Workload& workload) {
    ReplayResult result;
    result.combinedHitRate = workload.deviceHitRate + (1 - workload.deviceHitRate) * workload.secondTierHitRate;
    result.tokensSaved = workload.missTokens * workload.secondTierHitRate;
    result.prefillSecondsSaved = result.tokensSaved / workload.prefillTokensPerSecond;
    return result;
}

}  // namespace

}  // namespace reuse

Expected<ReplayResult> replay(const Workload& workload) {
    if (workload.mode == ReplayMode::growing_conversations) return reuse::growingConversations(workload);
    if (workload.mode == ReplayMode::tiers) return reuse::tiers(workload);
    switch (workload.engine) {
        case CacheEngine::vllm:
            return reuse::replayVllm(workload);
        case CacheEngine::sglang:
            return reuse::replayRadix(workload);
        case CacheEngine::trtllm:
            return reuse::replayTrtllm(workload);
        case CacheEngine::generic:
            return reuse::replayGeneric(workload);
    }
    return Error{"unknown_engine", "/engine", "engine", "there is no such prefix cache", ""};
}

}  // namespace kvfit
