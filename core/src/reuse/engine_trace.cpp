#include <algorithm>
#include <optional>

#include "kvfit/reuse_curve.hpp"
#include "reuse/live.hpp"
#include "reuse/radix_tree.hpp"
#include "reuse/trtllm_pool.hpp"
#include "reuse/vllm_pool.hpp"

namespace kvfit {

namespace {

/// A request as its engine sees it, in blocks.
struct Demand {
    const std::uint32_t* names;
    std::size_t full;      ///< Prompt blocks that are whole: only these are kept.
    std::size_t findable;  ///< Whole blocks before the last prompt token, which is always computed.
    std::size_t prompt;    ///< Blocks that the prompt fills or begins.
    std::size_t total;     ///< The same with the answer.
};

Demand demandOf(const Trace& trace, std::size_t r) {
    const TraceRequest& q = trace.requests[r];
    const auto size = static_cast<std::size_t>(trace.blockSize);
    const std::size_t input = q.inputTokens, all = input + q.outputTokens, listed = trace.end(r) - q.firstBlock;
    return {trace.blocks.data() + q.firstBlock, std::min(listed, input / size),
            std::min(listed, input == 0 ? 0 : (input - 1) / size), (input + size - 1) / size, (all + size - 1) / size};
}

/// vLLM: one full-attention group over the block pool.
class VllmCache {
public:
    using Running = std::vector<BlockId>;

    explicit VllmCache(const EngineCache& c) : pool_(c.capacity, 1) {}

    std::optional<std::size_t> start(const Demand& d, Running& table) {
        table.clear();
        std::size_t fromQueue = 0;
        while (table.size() < d.findable) {
            const BlockId block = pool_.cached(0, d.names[table.size()]);
            if (block == 0) break;
            fromQueue += pool_.isFree(block) ? 1 : 0;
            table.push_back(block);
        }
        const std::size_t found = table.size();
        if (fromQueue + d.total - found > pool_.freeBlocks()) return std::nullopt;
        for (const BlockId block : table) pool_.touch(block);
        while (table.size() < d.total) table.push_back(pool_.take());
        for (std::size_t i = found; i < d.full; ++i) pool_.cache(table[i], 0, d.names[i]);
        return found;
    }
    void end(Running& table) {
        std::reverse(table.begin(), table.end());
        pool_.release(table);
    }

private:
    reuse::VllmPool pool_;
};

/// SGLang: the radix tree with the trace's blocks as pages.
class RadixCache {
public:
    struct Running {
        reuse::RadixTree::Node node = 0;
        std::size_t own = 0;
    };

    explicit RadixCache(const EngineCache& c) : capacity_(c.capacity), tree_(c.policy) {}

    std::optional<std::size_t> start(const Demand& d, Running& running) {
        const reuse::RadixTree::Pages key(d.names, d.names + d.full);
        const reuse::RadixTree::Match found = tree_.match(key, d.findable);
        tree_.lock(found.node);
        const std::size_t missing = d.total - found.pages, available = capacity_ - tree_.size() - own_;
        if (available < missing) tree_.evict(missing - available);
        if (capacity_ - tree_.size() - own_ < missing) {
            tree_.unlock(found.node);
            return std::nullopt;
        }
        tree_.insert(key, d.full, 0);
        running.node = tree_.match(key, d.full).node;
        running.own = d.total - d.full;
        own_ += running.own;
        tree_.lock(running.node);
        tree_.unlock(found.node);
        return found.pages;
    }
    void end(Running& running) {
        tree_.unlock(running.node);
        own_ -= running.own;
    }

private:
    std::size_t capacity_, own_ = 0;
    reuse::RadixTree tree_;
};

/// TensorRT-LLM: whole blocks only, since a trace has no tokens to compare. A block's number stands for its content.
class TrtllmCache {
public:
    struct Running {
        std::vector<std::uint32_t> keys;
        std::vector<BlockId> blocks;
    };

    explicit TrtllmCache(const EngineCache& c) : pool_(settings(c)) {}

    std::optional<std::size_t> start(const Demand& d, Running& running) {
        running.keys.clear();
        for (std::size_t i = 0; i < d.full; ++i) {
            const std::int64_t content = d.names[i];
            running.keys.push_back(pool_.key({&content, 1}));
        }
        const std::vector<std::uint32_t> before(running.keys.begin(),
                                                running.keys.begin() + static_cast<std::ptrdiff_t>(d.findable));
        reuse::TrtllmPool::Load load = pool_.load(before, std::vector<reuse::TrtllmPool::Retention>(d.prompt));
        running.blocks = std::move(load.blocks);
        for (std::size_t n = d.prompt; n < d.total && load.complete; ++n) {
            const BlockId block = pool_.grow({});
            load.complete = block != reuse::none;
            if (load.complete) running.blocks.push_back(block);
        }
        if (!load.complete) {
            pool_.release(running.blocks);
            return std::nullopt;
        }
        pool_.store(before, running.blocks);
        return static_cast<std::size_t>(load.reusedTokens);
    }
    void end(Running& running) {
        pool_.store(running.keys, running.blocks);
        pool_.release(running.blocks);
    }

private:
    reuse::TrtllmPool pool_;

    static reuse::TrtllmPool::Settings settings(const EngineCache& c) {
        reuse::TrtllmPool::Settings s;
        s.primary = c.capacity;
        s.secondary = c.hostBlocks;
        s.partialReuse = false;
        return s;
    }
};

template <class Cache>
EngineHits served(const Trace& trace, const CurveOptions& options, const EngineCache& setting) {
    using Running = typename Cache::Running;
    EngineHits hits;
    Cache cache(setting);
    reuse::LiveRequests<Running> live(static_cast<std::int64_t>(setting.liveRequests));
    const auto end = [&](Running& running) { cache.end(running); };
    for (std::size_t r = 0; r < trace.requests.size(); ++r) {
        const Demand d = demandOf(trace, r);
        live.makeRoom(end);
        Running running;
        std::optional<std::size_t> found = cache.start(d, running);
        while (!found && live.endOldest(end)) found = cache.start(d, running);
        if (!found) {
            ++hits.refused;
            continue;
        }
        live.add(std::move(running), end);
        if (r < options.warmupRequests) continue;
        hits.blocks += *found;
        hits.tokens += *found * static_cast<std::uint64_t>(trace.blockSize);
    }
    return hits;
}

}  // namespace

EngineHits simulateEngine(const Trace& trace, const CurveOptions& options, const EngineCache& cache) {
    switch (cache.engine) {
        case CacheEngine::vllm:
            return served<VllmCache>(trace, options, cache);
        case CacheEngine::sglang:
            return served<RadixCache>(trace, options, cache);
        case CacheEngine::trtllm:
            return served<TrtllmCache>(trace, options, cache);
        case CacheEngine::generic:
            break;
    }
    EngineHits hits;
    static_cast<Hits&>(hits) = simulate(trace, options, cache.policy, cache.capacity);
    return hits;
}

}  // namespace kvfit
