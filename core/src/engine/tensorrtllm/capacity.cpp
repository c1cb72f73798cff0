#include "engine/tensorrtllm/capacity.hpp"

#include <algorithm>
#include <cmath>

#include "arch/checks.hpp"
#include "base/exact.hpp"
#include "engine/tensorrtllm/blocks.hpp"

namespace kvfit::tensorrtllm {

namespace {

constexpr double gib = 1024.0 * 1024.0 * 1024.0;

std::int64_t wholeBytes(double bytes) {
    return static_cast<std::int64_t>(std::clamp(std::floor(bytes), 0.0, static_cast<double>(Exact::limit)));
}

/// Shares of the memory: cross attention its fraction, the rest equally to the attention windows, or in
/// releases before 1.2 by window x bytes of a token (calculateWindowSizeToShare).
std::vector<double> sharesOf(const Settings& q, const std::vector<Pool>& pools) {
    std::vector<double> weights;
    double cross = 0;
    double own = 0;
    for (const Pool& p : pools) {
        const bool isCross = p.keep == Pool::Keep::cross;
        const double tokens = static_cast<double>(p.keep == Pool::Keep::window ? p.window : q.maxModelLen);
        weights.push_back(isCross || q.rules->equalShares ? 1 : tokens * static_cast<double>(p.blockBytes));
        (isCross ? cross : own) += weights.back();
    }
    const double toCross = cross == 0 ? 0 : own == 0 ? 1 : q.crossFraction;
    for (std::size_t i = 0; i < pools.size(); ++i)
        weights[i] *= pools[i].keep == Pool::Keep::cross ? toCross / cross : (1 - toCross) / own;
    return weights;
}

std::int64_t roundToBlocks(const Settings& q, std::int64_t tokens) {
    return (q.rules->roundsUp ? tokens + q.tokensPerBlock - 1 : tokens) / q.tokensPerBlock;
}

/// Tokens that `bytes` hold in a pool.
std::int64_t tokensIn(const Settings& q, const Pool& pool, double bytes) {
    return wholeBytes(bytes * static_cast<double>(q.tokensPerBlock) / static_cast<double>(pool.blockBytes));
}

std::int64_t reservedBlocks(const Settings& q, const Pool& pool, std::int64_t length) {
    const Exact blocks = blocksOf(q, pool, Holding::reserved, Exact(length));
    return blocks.lost ? Exact::limit : blocks.value;
}

std::int64_t longestLength(const Settings& q, const std::vector<Pool>& pools, const Capacity& c) {
    std::int64_t low = 0;
    std::int64_t beyond = q.maxModelLen + 1;
    while (beyond - low > 1) {
        const std::int64_t middle = low + (beyond - low) / 2;
        bool fits = true;
        for (std::size_t i = 0; i < pools.size(); ++i)
            fits = fits && reservedBlocks(q, pools[i], middle) <= c.pools[i].blocks;
        (fits ? low : beyond) = middle;
    }
    return low;
}

}  // namespace

// KvCacheCreator::_cal_max_memory of tensorrt_llm/_torch/pyexecutor/_util.py: (total - peak + temporary cache)
// x fraction; the C++ runtime takes the fraction of what is free.
Budget budgetOf(const Scenario& s) {
    const double fraction = s.freeGpuMemoryFraction.value_or(0.9);
    Budget b;
    b.tokens = s.maxTokens;
    b.host = s.hostCacheBytes;
    if (s.freeMemoryGib) b.available = wholeBytes(*s.freeMemoryGib * gib * fraction);
    if (s.freeMemoryBytes) b.available = wholeBytes(static_cast<double>(*s.freeMemoryBytes) * fraction);
    if (s.gpuTotalBytes && s.peakBytes)
        b.available = wholeBytes(static_cast<double>(*s.gpuTotalBytes - *s.peakBytes + s.temporaryKvBytes.value_or(0)) *
                                 fraction);
    if (s.availableKvGib) b.available = wholeBytes(*s.availableKvGib * gib);
    if (s.availableKvBytes) b.available = *s.availableKvBytes;
    if (s.kvBytesTotal) b.available = *s.kvBytesTotal;
    return b;
}

std::int64_t hostBlocksOf(const Settings& q, const std::vector<Pool>& pools, std::int64_t bytes) {
    return tokensIn(q, pools.front(), static_cast<double>(bytes) * sharesOf(q, pools).front()) / q.tokensPerBlock;
}

// calculate_max_num_blocks and calculate_max_num_blocks_for_vswa of resource_manager.py @001541bad,
// BaseKVCacheManager::calculateMaxNumBlocks of kvCacheManager.cpp. With several windows the newest release
// ignores max_tokens.
Expected<std::optional<Capacity>> capacityOf(const Settings& q, const std::vector<Pool>& pools,
                                             const std::vector<CachePart>& slots, const Budget& budget,
                                             const Scenario& s) {
    const bool several = pools.size() > 1;
    const bool byTokens = budget.tokens && !(several && q.rules->equalShares);
    if (pools.empty() || (!budget.available && !byTokens && !s.numBlocks)) return std::optional<Capacity>();

    Exact fixed(0);
    for (const CachePart& p : slots) fixed = fixed + slotBytes(q, p, Exact(q.maxModelLen));
    fixed = fixed * Exact(q.slots);
    const double bytes =
        fixed.lost ? 0 : std::max(0.0, static_cast<double>(budget.available.value_or(0) - fixed.value));

    const std::vector<double> shares = sharesOf(q, pools);
    Capacity c;
    for (std::size_t i = 0; i < pools.size(); ++i) {
        Allotment a;
        a.share = shares[i];
        std::int64_t tokens = budget.available ? tokensIn(q, pools[i], bytes * a.share) : Exact::limit;
        if (byTokens) tokens = std::min(tokens, *budget.tokens);
        a.blocks = s.numBlocks ? *s.numBlocks : roundToBlocks(q, tokens);
        a.perRequest = reservedBlocks(q, pools[i], q.maxModelLen);
        if ((Exact(a.blocks) * Exact(pools[i].blockBytes)).lost) return tooLarge();
        const double requests =
            static_cast<double>(a.blocks) / static_cast<double>(std::max<std::int64_t>(1, a.perRequest));
        c.concurrency = i == 0 ? requests : std::min(c.concurrency, requests);
        c.pools.push_back(a);
    }
    c.fits = c.concurrency >= 1;
    c.longest = c.fits ? q.maxModelLen : longestLength(q, pools, c);
    return std::optional<Capacity>(std::move(c));
}

}  // namespace kvfit::tensorrtllm
