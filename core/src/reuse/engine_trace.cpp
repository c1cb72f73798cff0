#include <algorithm>
#include <cstdint>
#include <optional>
#include <type_traits>
#include <unordered_map>
#include <unordered_set>

#include "kvfit/reuse_curve.hpp"
#include "reuse/live.hpp"
#include "reuse/radix_tree.hpp"
#include "reuse/trtllm_pool.hpp"
#include "reuse/vllm_pool.hpp"

namespace kvfit {

namespace {

/// A request as its engine sees it, in blocks.
struct Demand {
    std::span<const std::uint32_t> names;
    std::size_t full;      ///< Prompt blocks that are whole: only these are kept.
    std::size_t findable;  ///< Whole blocks before the last prompt token, which is always computed.
    std::size_t prompt;    ///< Blocks that the prompt fills or begins.
    std::size_t total;     ///< The same with the answer.
    std::size_t begun;     ///< Blocks that the prompt without its last token fills or begins.
    std::size_t written;   ///< Blocks that all but the last token of prompt and answer fill or begin.
    std::size_t kept;      ///< Those of them that are whole: an answer's blocks stay like a prompt's.
    std::size_t stored;    ///< Prompt blocks among these.
    std::size_t loadable;  ///< The fewest blocks that SGLang loads from the host.
    std::size_t input;     ///< Tokens of the prompt.
    std::size_t size;      ///< Tokens of a block.
    int priority;
};

Demand demandOf(const Trace& trace, BlockReader& reader, std::size_t r) {
    const TraceRequest& q = trace.requests[r];
    const auto size = static_cast<std::size_t>(trace.blockSize);
    const std::size_t input = q.inputTokens, all = input + q.outputTokens, listed = q.blocks.length;
    const std::size_t before = input == 0 ? 0 : input - 1, beforeLast = all == 0 ? 0 : all - 1;
    const auto blocks = [&](std::size_t tokens) { return (tokens + size - 1) / size; };
    Demand d;
    d.names = reader.of(r);
    d.full = std::min(listed, input / size);
    d.findable = std::min(listed, before / size);
    d.prompt = blocks(input);
    d.total = blocks(all);
    d.begun = blocks(before);
    d.written = blocks(beforeLast);
    d.kept = beforeLast / size;
    d.stored = std::min(d.full, d.kept);
    d.loadable = blocks(10);  // load_back_threshold of hiradix_cache.py, in tokens
    d.input = input;
    d.size = size;
    d.priority = q.priority;
    return d;
}

/// vLLM: group 0 holds the blocks of full attention. What windows and states keep at the end of a prompt are the blocks
/// of one end, found in group 1 under the name of the last whole block before it; a hit needs them. A prefix that only
/// group 0 had is a junction, and its end is kept for the next request (prefix_cache_retention_interval 0).
class VllmCache {
public:
    struct Running {
        std::vector<BlockId> table, ends;
    };

    explicit VllmCache(const EngineCache& c)
        : pool_(c.capacity, c.cachedEnd > 0 ? 2 : 1),
          end_(c.cachedEnd),
          live_(c.liveEnd - std::min(c.liveEnd, c.cachedEnd)) {}

    std::optional<std::size_t> start(const Demand& d, Running& running) {
        std::vector<BlockId>& table = running.table;
        table.clear();
        table.reserve(d.total);
        running.ends.clear();
        while (table.size() < d.findable) {
            const BlockId block = pool_.cached(0, d.names[table.size()]);
            if (block == 0) break;
            table.push_back(block);
        }
        const std::size_t longest = table.size();
        while (end_ > 0 && !table.empty() && pool_.cached(1, d.names[table.size() - 1]) == 0) table.pop_back();
        const std::size_t found = table.size();
        if (end_ > 0 && found > 0) running.ends = endBlocks_[pool_.cached(1, d.names[found - 1])];

        std::vector<std::uint32_t> kept;
        if (end_ > 0 && longest > found && longest < d.findable) kept.push_back(d.names[longest - 1]);
        if (end_ > 0 && d.findable > found) kept.push_back(d.names[d.findable - 1]);
        std::size_t needed = d.total - found + kept.size() * end_ + live_;
        for (const auto* held : {&table, &running.ends})
            for (const BlockId block : *held) needed += pool_.isFree(block) ? 1 : 0;
        if (needed > pool_.freeBlocks()) return std::nullopt;

        for (const auto* held : {&table, &running.ends})
            for (const BlockId block : *held) pool_.touch(block);
        while (table.size() < d.total) table.push_back(pool_.take());
        for (std::size_t i = found; i < d.full; ++i) pool_.cache(table[i], 0, d.names[i]);
        for (std::size_t i = std::max(found, d.full); i < d.kept; ++i) pool_.keep(table[i]);
        for (const std::uint32_t name : kept) keepEnd(name, running.ends);
        for (std::uint32_t i = 0; i < live_; ++i) running.ends.push_back(pool_.take());
        return found;
    }
    void end(Running& running) {
        for (std::vector<BlockId>* held : {&running.table, &running.ends}) {
            std::reverse(held->begin(), held->end());
            pool_.release(*held);
        }
    }

private:
    reuse::VllmPool pool_;
    std::uint32_t end_, live_;
    std::unordered_map<BlockId, std::vector<BlockId>> endBlocks_;  ///< By the block that is looked up.

    /// The last block of an end is evicted first, so that is the one to look up.
    void keepEnd(std::uint32_t name, std::vector<BlockId>& held) {
        std::vector<BlockId> blocks;
        for (std::uint32_t i = 0; i < end_; ++i) {
            blocks.push_back(pool_.take());
            pool_.keep(blocks.back());
        }
        pool_.cache(blocks.back(), 1, name);
        held.insert(held.end(), blocks.begin(), blocks.end());
        endBlocks_[blocks.back()] = std::move(blocks);
    }
};

/// SGLang: the radix tree with the trace's blocks as pages. What the host has of a prefix is loaded as a whole, or is
/// computed anew where it is short (hiradix_cache.py, unified_radix_cache.py `load_back` @d315eb7250).
///
/// Models with states: a hit ends where one is kept, at the end of each chunk of a prompt's computation, rounded down
/// to whole steps of the state's kernel. Where the tree had more of the prompt than that, the chunk's state is kept
/// there instead, and nothing is stored behind it (mamba_radix_cache.py `_match_prefix_helper`, `cache_unfinished_req`,
/// managers/schedule_batch.py `mamba_branching_seqlen` of 2026-08-22, strategy extra_buffer).
class RadixCache {
public:
    struct Running {
        reuse::RadixTree::Node node = 0;
        std::size_t own = 0, kept = 0;
        reuse::RadixTree::Pages key;
        int priority = 0;
    };

    explicit RadixCache(const EngineCache& c)
        : capacity_(c.capacity),
          end_(c.liveEnd),
          stateChunk_(static_cast<std::size_t>(c.stateChunk)),
          tree_(c.policy, c.hostBlocks) {}

    std::optional<std::size_t> start(const Demand& d, Running& running) {
        running.key.assign(d.names.begin(), d.names.begin() + static_cast<std::ptrdiff_t>(d.full));
        const reuse::RadixTree::Pages& key = running.key;
        const reuse::RadixTree::Match found =
            tree_.match(key, stateChunk_ > 0 ? lastState(key, d.findable) : d.findable);
        tree_.lock(found.node);
        const std::size_t missing = d.total - found.onDevice + end_, available = capacity_ - tree_.size() - own_;
        if (available < missing) evict(missing - available);
        if (capacity_ - tree_.size() - own_ < missing) {
            tree_.unlock(found.node);
            return std::nullopt;
        }
        const std::size_t stored = stateChunk_ > 0 ? keepStates(key, d, found.pages) : d.full;
        running.key.resize(stored);
        tree_.insert(key, stored, d.priority);
        running.node = tree_.match(key, stored).node;
        running.own = d.total - stored + end_;
        running.kept = stored == d.full ? d.kept : 0;
        running.priority = d.priority;
        own_ += running.own;
        tree_.lock(running.node);
        tree_.unlock(found.node);
        const std::size_t onHost = found.pages - found.onDevice;
        onboarded_ = onHost < d.loadable ? 0 : onHost;
        return found.onDevice + onboarded_;
    }
    std::size_t onboarded() const { return onboarded_; }
    /// The answer enters the tree behind its prompt (radix_cache.py `cache_finished_req` @d315eb7250), as pages that no
    /// other request has.
    void end(Running& running) {
        if (running.kept > running.key.size()) {
            running.key.resize(running.kept, answer_--);
            tree_.insert(running.key, running.kept, running.priority);
        }
        tree_.unlock(running.node);
        own_ -= running.own;
    }

private:
    static constexpr std::size_t stateStep_ = 64;  ///< Tokens of a chunk of the state's kernel (FLA_CHUNK_SIZE).

    std::size_t capacity_, end_, own_ = 0, onboarded_ = 0;
    std::size_t stateChunk_;
    std::uint32_t answer_ = UINT32_MAX;
    reuse::RadixTree tree_;
    std::unordered_set<std::uint32_t> states_;  ///< By the last block before it, which names the whole prefix.

    std::size_t lastState(const reuse::RadixTree::Pages& key, std::size_t blocks) const {
        while (blocks > 0 && states_.count(key[blocks - 1]) == 0) --blocks;
        return blocks;
    }

    /// How many blocks enter the tree.
    std::size_t keepStates(const reuse::RadixTree::Pages& key, const Demand& d, std::size_t found) {
        const std::size_t junction = tree_.match(key, d.findable).pages * d.size / stateStep_ * stateStep_;
        std::size_t stored = found;
        for (std::size_t from = found * d.size, to = from; from < d.input; from = to) {
            to = std::min(d.input, from + stateChunk_);
            std::size_t end = std::min(d.full, (from + (to - from) / stateStep_ * stateStep_) / d.size);
            if (to - from < stateStep_) continue;
            if (junction > from && junction < to) end = junction / d.size;
            if (end <= stored) continue;
            states_.insert(key[end - 1]);
            stored = end;
        }
        return stored;
    }

    void evict(std::size_t pages) {
        for (const reuse::RadixTree::Pages& leaf : tree_.evict(pages))
            for (const std::uint32_t page : leaf) states_.erase(page);
    }
};

/// TensorRT-LLM: whole blocks only, since a trace has no tokens to compare. A block's number is its key.
class TrtllmCache {
public:
    struct Running {
        std::vector<std::uint32_t> keys;
        std::vector<BlockId> blocks;
    };

    explicit TrtllmCache(const EngineCache& c)
        : pool_(settings(c)), preferred_(c.preferred), priority_(c.priority), end_(c.liveEnd) {}

    std::optional<std::size_t> start(const Demand& d, Running& running) {
        const std::vector<std::uint32_t> before = keys(d, d.findable, d.begun);
        running.keys = keys(d, d.stored, d.written);
        std::vector<reuse::TrtllmPool::Retention> retention(d.prompt);
        for (std::size_t i = 0; preferred_ != nullptr && i < d.full; ++i)
            if ((*preferred_)[d.names[i]]) retention[i].priority = priority_;
        reuse::TrtllmPool::Load load = pool_.load(before, retention);
        running.blocks = std::move(load.blocks);
        for (std::size_t n = d.prompt; n < d.total + end_ && load.complete; ++n) {
            const BlockId block = pool_.grow({});
            load.complete = block != reuse::none;
            if (load.complete) running.blocks.push_back(block);
        }
        if (!load.complete) {
            pool_.release(running.blocks);
            return std::nullopt;
        }
        pool_.store({before.begin(), before.begin() + static_cast<std::ptrdiff_t>(d.findable)}, running.blocks);
        onboarded_ = static_cast<std::size_t>(load.onboardedTokens);
        return static_cast<std::size_t>(load.reusedTokens);
    }
    /// Blocks that the last request got from the host.
    std::size_t onboarded() const { return onboarded_; }
    void end(Running& running) {
        pool_.store(running.keys, running.blocks);
        pool_.release(running.blocks);
    }

private:
    reuse::TrtllmPool pool_;
    const std::vector<bool>* preferred_;
    int priority_;
    std::uint32_t end_;
    std::size_t onboarded_ = 0;

    /// The keys of `count` blocks. Those behind the first `named` hold tokens that no other request has.
    static std::vector<std::uint32_t> keys(const Demand& d, std::size_t named, std::size_t count) {
        std::vector<std::uint32_t> out(count, reuse::TrtllmPool::unique);
        for (std::size_t i = 0; i < std::min(named, count); ++i) out[i] = d.names[i] + 1;
        return out;
    }

    static reuse::TrtllmPool::Settings settings(const EngineCache& c) {
        reuse::TrtllmPool::Settings s;
        s.primary = c.capacity;
        s.secondary = c.hostBlocks;
        s.partialReuse = false;
        return s;
    }
};

template <class Cache>
EngineHits served(const Trace& trace, const CurveOptions& options, const EngineCache& setting, FoundBlocks* each) {
    using Running = typename Cache::Running;
    EngineHits hits;
    Cache cache(setting);
    BlockReader blocks(trace);
    reuse::LiveRequests<Running> live(static_cast<std::int64_t>(setting.liveRequests));
    const auto end = [&](Running& running) { cache.end(running); };
    for (std::size_t r = 0; r < trace.requests.size(); ++r) {
        const Demand d = demandOf(trace, blocks, r);
        live.makeRoom(end);
        Running running;
        std::optional<std::size_t> found = cache.start(d, running);
        while (!found && live.endOldest(end)) found = cache.start(d, running);
        if (each != nullptr) each->push_back(static_cast<std::uint32_t>(found.value_or(0)));
        if (!found) {
            ++hits.refused;
            continue;
        }
        live.add(std::move(running), end);
        if (r < options.warmupRequests) continue;
        const auto size = static_cast<std::uint64_t>(trace.blockSize);
        hits.blocks += *found;
        hits.tokens += *found * size;
        if constexpr (!std::is_same_v<Cache, VllmCache>) {
            hits.onboarded.blocks += cache.onboarded();
            hits.onboarded.tokens += cache.onboarded() * size;
        }
    }
    return hits;
}

}  // namespace

EngineHits simulateEngine(const Trace& trace, const CurveOptions& options, const EngineCache& cache,
                          FoundBlocks* found) {
    switch (cache.engine) {
        case CacheEngine::vllm:
            return served<VllmCache>(trace, options, cache, found);
        case CacheEngine::sglang:
            return served<RadixCache>(trace, options, cache, found);
        case CacheEngine::trtllm:
            return served<TrtllmCache>(trace, options, cache, found);
        case CacheEngine::generic:
            break;
    }
    EngineHits hits;
    static_cast<Hits&>(hits) = simulate(trace, options, cache.policy, cache.capacity, found);
    return hits;
}

}  // namespace kvfit
