#include "engine/tensorrtllm/metrics.hpp"

#include <algorithm>

#include "engine/tensorrtllm/blocks.hpp"

namespace kvfit::tensorrtllm {

namespace {

using Keep = Pool::Keep;

std::int64_t number(const Exact& e) { return e.lost ? Exact::limit : e.value; }

/// Bytes of one further token on a rank: of layers that keep every token, or of all.
double bytesPerToken(const Settings& q, const std::vector<Pool>& pools, bool all) {
    double bytes = 0;
    for (const Pool& pool : pools)
        if (pool.keep == Keep::full || (all && pool.keep == Keep::window))
            bytes += static_cast<double>(pool.blockBytes) / static_cast<double>(q.tokensPerBlock);
    return bytes / static_cast<double>(q.contextRanks);
}

/// What the estimator of a start counts for a token: KVCacheManager.get_cache_size_per_token, which divides
/// heads x width by the ranks where the allocator rounds heads up, and compressed entries by their ratio.
std::int64_t estimatedBytesPerToken(const Settings& q, const std::vector<Pool>& pools) {
    Exact bytes(0);
    for (const Pool& pool : pools) {
        if (pool.keep == Keep::cross) continue;
        for (const CachePart& p : pool.parts) {
            const Ask<Exact> a{p, q.types, 0, 0, q.ranks};
            const Exact width(std::max(p.keyWidth, p.valueWidth));
            const Exact entry = p.role == Role::kv
                                    ? Exact(2) * a.row(floorDivide(Exact(p.heads) * width, Exact(q.ranks)), q.types.key)
                                    : floorDivide(rowOf(a), Exact(p.ratio));
            bytes = bytes + Exact(p.layerCount()) * entry;
        }
    }
    return number(bytes);
}

/// Blocks of one sequence in window layers, whether or not the window reaches the maximum length.
std::optional<std::int64_t> windowBlocksPerSequence(const Settings& q) {
    for (const CachePart& p : q.parts)
        if (p.kind == Kind::window) return windowBlocks(q, p.window, Exact(q.tokens)).value;
    return std::nullopt;
}

/// State of one sequence on a rank.
std::int64_t stateOf(const Settings& q, const std::vector<CachePart>& slots) {
    Exact bytes(0);
    for (const CachePart& p : slots)
        if (p.role == Role::recurrent || p.role == Role::conv)
            bytes = bytes + Exact(p.layerCount()) * rowOf(Ask<Exact>{p, q.types, 0, 0, q.ranks});
    return number(bytes);
}

void addPools(const Settings& q, const std::vector<Pool>& pools, const Capacity& c, SizeResult& r) {
    Exact allocated(0);
    for (std::size_t i = 0; i < pools.size(); ++i) {
        const std::int64_t blocks = c.pools[i].blocks;
        allocated = allocated + Exact(blocks) * Exact(pools[i].blockBytes);
        if (pools[i].keep == Keep::full) r.metrics["fullNumBlocks"] = blocks;
        if (pools[i].keep != Keep::window || r.metrics.count("swaNumBlocks") > 0) continue;
        r.metrics["swaNumBlocks"] = blocks;
        r.metrics["swaCapacityTokens"] = number(Exact(blocks) * Exact(q.tokensPerBlock));
    }
    const Allotment& first = c.pools.front();
    r.metrics["numBlocks"] = first.blocks;
    r.metrics["allocatedBytes"] = number(allocated);
    r.metrics["kvBytesTotal"] = number(allocated);
    r.metrics["kvCapacityTokens"] = number(Exact(first.blocks) * Exact(q.tokensPerBlock) * Exact(q.contextRanks));
}

}  // namespace

void addMetrics(const Settings& q, const std::vector<Pool>& pools, const std::vector<CachePart>& slots,
                const Budget& budget, const std::optional<Capacity>& capacity, SizeResult& r) {
    const std::int64_t estimated = estimatedBytesPerToken(q, pools);
    r.metrics["kvBytesPerToken"] = bytesPerToken(q, pools, false);
    r.metrics["kvBytesPerTokenPerRank"] = bytesPerToken(q, pools, true);
    r.metrics["estimatedBytesPerToken"] = estimated;
    r.metrics["stateBytesPerSequence"] = stateOf(q, slots);
    r.metrics["stateBytesPerSlot"] = stateOf(q, slots);
    r.metrics["numGroups"] = static_cast<std::int64_t>(pools.size());
    if (const auto held = windowBlocksPerSequence(q)) r.metrics["swaBlocksPerSequence"] = *held;
    if (!pools.empty()) {
        for (const char* name : {"blockSize", "fullBlockSize", "swaBlockSize", "kvBlockSize"})
            r.metrics[name] = q.tokensPerBlock;
        r.metrics["blockBytes"] = pools.front().blockBytes;
        if (budget.host) r.metrics["hostBlocks"] = hostBlocksOf(q, pools, *budget.host);
        r.metrics["blocksPerSequence"] = number(blocksOf(q, pools.front(), Holding::live, Exact(q.tokens)));
        Exact blocks(0);
        Exact needed(0);
        for (const Pool& p : pools) {
            const Exact own = blocksOf(q, p, Holding::reserved, Exact(q.maxModelLen));
            blocks = blocks + own;
            needed = needed + own * Exact(p.blockBytes);
        }
        r.metrics["blocksPerRequest"] = number(blocks);
        r.metrics["kvBytesNeeded"] = number(needed);
    }
    if (budget.available) {
        r.metrics["availableKvBytes"] = *budget.available;
        Exact fixed(0);
        for (const CachePart& p : slots) fixed = fixed + slotBytes(q, p, Exact(q.maxModelLen));
        const std::int64_t left = std::max<std::int64_t>(0, *budget.available - number(fixed * Exact(q.slots)));
        if (estimated > 0) r.metrics["maxTokens"] = left / estimated;
        const auto windows =
            std::count_if(pools.begin(), pools.end(), [](const Pool& p) { return p.keep != Keep::cross; });
        if (q.rules->equalShares && windows > 0)
            r.metrics["bytesPerWindow"] = left / static_cast<std::int64_t>(windows);
    }
    if (!capacity) return;
    addPools(q, pools, *capacity, r);
    r.metrics["maxConcurrency"] = capacity->concurrency;
    r.metrics["requestsThatFit"] = static_cast<std::int64_t>(capacity->concurrency);
    r.metrics["maxModelLenFits"] = capacity->fits;
    r.metrics["fits"] = capacity->fits;
    r.metrics["estimatedMaxModelLen"] = capacity->longest;
}

}  // namespace kvfit::tensorrtllm
