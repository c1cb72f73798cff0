#include "api/read_workload.hpp"
#include "api/write.hpp"
#include "base/text.hpp"

namespace kvfit {

namespace {

Json listOf(const TokenSegments& segments) {
    Json out = Json::array();
    for (const auto& s : segments) out.push_back(Json(s));
    return out;
}

/// One group's blocks stand alone, several as a list of lists.
Json blocksOf(const std::vector<std::vector<BlockId>>& groups) {
    return groups.size() == 1 ? Json(groups.front()) : Json(groups);
}

Json traceOf(const ReplayResult& result, CacheEngine engine) {
    Json out = Json::array();
    for (const ReplayStep& step : result.trace) {
        Json s = Json::object();
        if (step.clock)
            s["op"] = "clock";
        else
            s["block_ids"] = blocksOf(step.blocksPrefill);
        if (engine == CacheEngine::vllm) {
            s["blocks_prefill"] = step.blocksPrefill;
            s["blocks_after_decode"] = step.blocksAfterDecode;
            s["free_queue_after"] = step.freeQueue;
        } else {
            if (!step.clock) s["blocks_after_decode"] = blocksOf(step.blocksAfterDecode);
            Json queues = Json::object();
            for (const auto& [priority, blocks] : step.freeQueues) queues[std::to_string(priority)] = blocks;
            s["free_queues"] = std::move(queues);
            s["offloads"] = step.offloads;
            s["onboards"] = step.onboards;
        }
        out.push_back(std::move(s));
    }
    return out;
}

Json spelt(const Json& value, bool camel) {
    if (!camel || !value.is_structured()) return value;
    Json out = value.is_array() ? Json::array() : Json::object();
    for (const auto& [key, v] : value.items()) {
        if (value.is_array())
            out.push_back(spelt(v, camel));
        else
            out[camelCase(key)] = spelt(v, camel);
    }
    return out;
}

}  // namespace

Json toJson(const ReplayResult& result, const NamedWorkload& named) {
    const Workload& w = named.workload;
    Json out = Json::object();
    if (w.mode == ReplayMode::growing_conversations) {
        out["hit_rate_by_round"] = toJson(result.hitRateByRound);
    } else if (w.mode == ReplayMode::tiers) {
        out["combined_hit_rate"] = result.combinedHitRate;
        out["tokens_saved"] = toJson(result.tokensSaved);
        out["prefill_seconds_saved"] = toJson(result.prefillSecondsSaved);
    } else if (w.mode == ReplayMode::retention) {
        Json priorities = Json::array();
        for (const auto& p : result.blockPriorities) priorities.push_back(p ? Json(*p) : Json(nullptr));
        out["block_priorities"] = std::move(priorities);
    } else {
        out["hit_tokens"] = result.hitTokens;
        out["total_hit_tokens"] = result.totalHitTokens;
        out["total_tokens"] = result.totalTokens;
        out["evicted_blocks"] = result.evictedBlocks;
        if (w.engine == CacheEngine::vllm || w.engine == CacheEngine::trtllm) out["trace"] = traceOf(result, w.engine);
        if (w.engine == CacheEngine::sglang) {
            out["evicted_tokens"] = result.evictedTokens;
            out["freed_segments"] = listOf(result.freedSegments);
            out["first_evict_segments"] = listOf(result.firstEvictSegments);
            out["remaining_segments"] = listOf(result.remainingSegments);
        }
    }
    if (!result.notes.empty()) out["notes"] = toJson(result.notes);
    return spelt(out, named.camelCase);
}

}  // namespace kvfit
