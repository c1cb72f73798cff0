#include <algorithm>

#include "reuse/engines.hpp"
#include "reuse/live.hpp"
#include "reuse/trtllm_pool.hpp"

namespace kvfit::reuse {

namespace {

/// A block takes priority and duration of the range that holds its first token.
/// Source: cpp/tensorrt_llm/executor/kvCacheRetentionConfig.cpp `getPerBlockRetentionPriorityDuration`.
std::vector<TrtllmPool::Retention> perBlockRetention(std::vector<RetentionRange> ranges, std::int64_t blockSize,
                                                     std::int64_t tokens) {
    std::sort(ranges.begin(), ranges.end(), [](const auto& a, const auto& b) { return a.start < b.start; });
    std::vector<TrtllmPool::Retention> out;
    std::size_t r = 0;
    for (std::int64_t at = 0; at < tokens; at += blockSize) {
        while (r < ranges.size() && ranges[r].end && at >= *ranges[r].end) ++r;
        const bool inside = r < ranges.size() && at >= ranges[r].start;
        out.push_back(inside ? TrtllmPool::Retention{ranges[r].priority, ranges[r].durationMs}
                             : TrtllmPool::Retention{});
    }
    return out;
}

/// The order of calls of the executor: add a sequence, store its context blocks after prefill, add tokens, store
/// everything and release. Source: kvCacheManager.cpp `addSequence`, `storeContextBlocks`, `addToken`,
/// `releaseBlocks` (@fc07e755f8; version approximate).
class TrtllmReplay {
public:
    TrtllmReplay(const Workload& workload, std::uint32_t primary)
        : workload_(workload),
          live_(workload.liveRequests),
          pool_(settings(workload, primary), &names_),
          traced_(traced(result_, workload, primary)) {}

    ReplayResult run() {
        for (std::size_t i = 0; i < workload_.requests.size(); ++i) {
            const ReuseRequest& r = workload_.requests[i];
            if (r.atMs) pool_.refresh(*r.atMs);
            if (r.op == ReuseRequest::Op::clock)
                trace({}, {}, true);
            else
                one(r, i);
        }
        result_.evictedBlocks = pool_.evictions();
        return std::move(result_);
    }

private:
    struct Running {
        std::vector<std::int64_t> tokens;
        std::vector<BlockId> blocks;
    };

    const Workload& workload_;
    LiveRequests<Running> live_;
    BlockNames names_;
    TrtllmPool pool_;
    ReplayResult result_;
    bool traced_;

    static TrtllmPool::Settings settings(const Workload& w, std::uint32_t primary) {
        TrtllmPool::Settings s;
        s.primary = primary;
        s.secondary = static_cast<std::uint32_t>(w.hostBlocks);
        s.tokensPerBlock = static_cast<std::size_t>(w.blockSize);
        s.partialReuse = w.partialReuse;
        s.copyOnPartialReuse = w.copyOnPartialReuse;
        s.onboard = w.onboardBlocks;
        s.offloadMinPriority = w.secondaryOffloadMinPriority;
        return s;
    }

    void one(const ReuseRequest& request, std::size_t index) {
        const auto end = [&](Running& r) { finish(r); };
        live_.makeRoom(end);
        Running running;
        running.tokens = request.tokens;
        const auto tokens = static_cast<std::int64_t>(request.tokens.size());
        const auto retention = perBlockRetention(request.retention, workload_.blockSize, tokens);
        // The last token is computed again, so it is not part of a key.
        const std::vector<std::uint32_t> keys = keysOf(running.tokens, true);
        TrtllmPool::Load load = pool_.load(keys, retention);
        while (!load.complete) {
            pool_.release(load.blocks);
            if (!live_.endOldest(end)) break;
            load = pool_.load(keys, retention);
        }
        count(result_, workload_, index, tokens, load.complete ? load.reusedTokens : 0);
        if (!load.complete) {
            refuse(result_, index);
            return trace({}, {}, false);
        }
        running.blocks = std::move(load.blocks);
        pool_.store(keysOf(running.tokens, false), running.blocks);
        const std::vector<BlockId> prefill = running.blocks;
        for (std::int64_t n = 0; n < workload_.decodeTokens; ++n) decode(running, index, end);
        const std::vector<BlockId> decoded = running.blocks;
        live_.add(std::move(running), end);
        trace(prefill, decoded, false);
    }

    template <class End>
    void decode(Running& running, std::size_t index, End end) {
        running.tokens.push_back(workload_.decodeTokenId);
        if ((static_cast<std::int64_t>(running.tokens.size()) - 1) % workload_.blockSize != 0) return;
        const TrtllmPool::Retention retention = {workload_.decodeRetentionPriority, workload_.decodeDurationMs};
        BlockId block = pool_.grow(retention);
        while (block == none && live_.endOldest(end)) block = pool_.grow(retention);
        if (block == none) {
            running.tokens.pop_back();
            return refuse(result_, index);
        }
        running.blocks.push_back(block);
    }

    void finish(Running& running) {
        pool_.store(keysOf(running.tokens, true), running.blocks);
        pool_.release(running.blocks);
    }

    /// Keys of all tokens but the last, whose state is not kept; the last key may be partial.
    std::vector<std::uint32_t> keysOf(const std::vector<std::int64_t>& tokens, bool partial) {
        const auto size = static_cast<std::size_t>(workload_.blockSize);
        const std::size_t usable = tokens.empty() ? 0 : tokens.size() - 1;
        std::vector<std::uint32_t> keys;
        std::uint32_t key = 0;
        for (std::size_t at = 0; at < usable; at += size) {
            const std::size_t n = std::min(size, usable - at);
            if (n == size || partial) keys.push_back(key = names_.of(key, {tokens.data() + at, n}));
        }
        return keys;
    }

    void trace(std::vector<BlockId> prefill, std::vector<BlockId> decoded, bool clock) {
        if (!traced_) return;
        ReplayStep step;
        step.blocksPrefill = {std::move(prefill)};
        step.blocksAfterDecode = {std::move(decoded)};
        step.freeQueues = pool_.primaryQueues();
        step.offloads = pool_.offloads();
        step.onboards = pool_.onboards();
        step.clock = clock;
        result_.trace.push_back(std::move(step));
    }
};

}  // namespace

Expected<ReplayResult> replayTrtllm(const Workload& workload) {
    if (workload.mode == ReplayMode::retention) {
        ReplayResult result;
        for (const ReuseRequest& r : workload.requests)
            for (const auto& block :
                 perBlockRetention(r.retention, workload.blockSize, static_cast<std::int64_t>(r.tokens.size())))
                result.blockPriorities.push_back(block.priority);
        return result;
    }
    const auto blocks = poolBlocks(workload, 1);
    if (!blocks) return blocks.errors();
    return TrtllmReplay(workload, *blocks).run();
}

}  // namespace kvfit::reuse
