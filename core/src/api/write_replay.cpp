#include "api/read_workload.hpp"
#include "api/write.hpp"
#include "base/text.hpp"

namespace kvfit {

namespace {

/// Members of one object, in the spelling that the workload was written in.
class Spelt {
public:
    Spelt(JsonText& out, bool camel) : out_(out), camel_(camel) { out_.open('{'); }
    ~Spelt() { out_.close('}'); }
    Spelt(const Spelt&) = delete;
    Spelt& operator=(const Spelt&) = delete;

    template <class T>
    void add(std::string_view key, const T& value) {
        member(out_, camel_ ? camelCase(key) : std::string(key), value);
    }

    /// One group's blocks stand alone, several as a list of lists.
    void addBlocks(std::string_view key, const std::vector<std::vector<BlockId>>& groups) {
        if (groups.size() == 1)
            add(key, groups.front());
        else
            add(key, groups);
    }

    template <class Fill>
    void addBy(std::string_view key, Fill fill) {
        out_.key(camel_ ? camelCase(key) : std::string(key));
        fill();
    }

private:
    JsonText& out_;
    bool camel_;
};

void writeStep(JsonText& out, const ReplayStep& step, CacheEngine engine, bool camel) {
    Spelt s(out, camel);
    if (step.clock)
        s.add("op", std::string_view("clock"));
    else
        s.addBlocks("block_ids", step.blocksPrefill);
    if (engine == CacheEngine::vllm) {
        s.add("blocks_prefill", step.blocksPrefill);
        s.add("blocks_after_decode", step.blocksAfterDecode);
        s.add("free_queue_after", step.freeQueue);
        return;
    }
    if (!step.clock) s.addBlocks("blocks_after_decode", step.blocksAfterDecode);
    std::map<std::string, std::vector<BlockId>> queues;
    for (const auto& [priority, blocks] : step.freeQueues) queues[std::to_string(priority)] = blocks;
    s.add("free_queues", queues);
    s.add("offloads", step.offloads);
    s.add("onboards", step.onboards);
}

}  // namespace

void write(JsonText& out, const ReplayResult& result, const NamedWorkload& named) {
    const Workload& w = named.workload;
    Spelt s(out, named.camelCase);
    if (w.mode == ReplayMode::growing_conversations) {
        s.add("hit_rate_by_round", result.hitRateByRound);
    } else if (w.mode == ReplayMode::tiers) {
        s.add("combined_hit_rate", result.combinedHitRate);
        s.add("tokens_saved", result.tokensSaved);
        s.add("prefill_seconds_saved", result.prefillSecondsSaved);
    } else if (w.mode == ReplayMode::retention) {
        s.add("block_priorities", result.blockPriorities);
    } else {
        s.add("hit_tokens", result.hitTokens);
        s.add("total_hit_tokens", result.totalHitTokens);
        s.add("total_tokens", result.totalTokens);
        s.add("evicted_blocks", result.evictedBlocks);
        if (w.engine == CacheEngine::vllm || w.engine == CacheEngine::trtllm)
            s.addBy("trace", [&] {
                out.open('[');
                for (const ReplayStep& step : result.trace) writeStep(out, step, w.engine, named.camelCase);
                out.close(']');
            });
        if (w.engine == CacheEngine::sglang) {
            s.add("evicted_tokens", result.evictedTokens);
            s.add("freed_segments", result.freedSegments);
            s.add("first_evict_segments", result.firstEvictSegments);
            s.add("remaining_segments", result.remainingSegments);
        }
    }
    if (!result.notes.empty()) s.add("notes", result.notes);
}

}  // namespace kvfit
