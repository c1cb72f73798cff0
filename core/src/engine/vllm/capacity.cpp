#include "engine/vllm/capacity.hpp"

#include <algorithm>

#include "arch/checks.hpp"
#include "engine/vllm/blocks.hpp"
#include "engine/vllm/stages.hpp"

namespace kvfit::vllm {

namespace {

/// Before the change the token line divided all blocks among the groups, each with the smallest block.
std::int64_t dividedTokens(const Settings& q, const Plan& plan, std::int64_t blocks) {
    std::int64_t smallest = plan.specs.front().block;
    for (const Spec& s : plan.specs) smallest = std::min(smallest, s.block);
    const Exact tokens = Exact(blocks / plan.groupCount()) * Exact(smallest) * Exact(q.dcp);
    return tokens.lost ? Exact::limit : tokens.value;
}

}  // namespace

Expected<Demand> demandOf(const Settings& q, const Plan& plan, const std::optional<std::int64_t>& blocksGiven) {
    const std::int64_t layers = std::max(q.modelLayers, q.rules->pool ? q.declaredLayers : 0);
    const std::vector<Stage> stages = stagesOf(layers, q.stages);
    const std::vector<Stage> whole = stagesOf(layers, 1);
    Demand d;
    d.blockBytes = blockBytesOn(stages, plan);
    if (d.blockBytes == 0) return nothingCached();
    d.admissionBlockBytes = admissionBytesOn(q.rules->needOfStage ? stages : whole, plan);
    const Exact blocks = blocksOf(q, plan, q.maxModelLen);
    const Exact admission = blocks * Exact(d.admissionBlockBytes);
    const Exact given = Exact(blocksGiven.value_or(0)) * Exact(d.blockBytes);
    const Exact counted = plan.byPage ? countedBlocks(q, plan, layers) : blocks;
    if (blocks.lost || admission.lost || given.lost || counted.lost || (blocks * Exact(d.blockBytes)).lost)
        return tooLarge();
    d.blocksPerRequest = blocks.value;
    d.countedBlocks = counted.value;
    d.admissionBytes = admission.value;
    return d;
}

// vllm/v1/core/kv_cache_utils.py get_num_blocks, get_max_concurrency_for_kv_cache_config,
// get_kv_cache_capacity, get_kv_cache_configs @7cfb97e337. With equal memory on all workers the smallest
// number of blocks is that of the fullest stage.
std::optional<Capacity> capacityOf(const Settings& q, const Plan& plan, const Demand& demand, const Budget& budget,
                                   const std::optional<std::int64_t>& blocksGiven) {
    if (!blocksGiven && !budget.available) return std::nullopt;
    constexpr auto most = static_cast<double>(Exact::limit);
    Capacity c;
    c.blocks = blocksGiven ? *blocksGiven : *budget.available / demand.blockBytes;
    c.available = blocksGiven ? *blocksGiven * demand.blockBytes : *budget.available;
    c.concurrency = q.rules->pool ? static_cast<double>(c.blocks) * static_cast<double>(q.blockSize) /
                                        static_cast<double>(q.maxModelLen)
                                  : static_cast<double>(c.blocks) / static_cast<double>(demand.countedBlocks);
    c.requests = plan.byPage ? c.blocks / demand.blocksPerRequest : static_cast<std::int64_t>(c.concurrency);
    c.tokens = q.rules->tokensByConcurrency
                   ? static_cast<std::int64_t>(std::min(c.concurrency * static_cast<double>(q.maxModelLen), most))
                   : dividedTokens(q, plan, c.blocks);
    // The null block stands for what windows have given back; it never holds data.
    const std::int64_t usable = c.available - (q.rules->nullBlock ? demand.blockBytes : 0);
    c.usable = usable;
    c.fits = demand.admissionBytes <= usable;
    return c;
}

Exact blocksOf(const Settings& q, const Plan& plan, std::int64_t length) {
    return overTables<Exact>(plan, [&](const Spec& s) { return reservedBlocks(q, s, Exact(length)); });
}

// _estimate_max_model_len_from_groups: a binary search, exact since the need never falls with the length
std::int64_t longestOf(const Settings& q, const Plan& plan, const Demand& demand, const Capacity& capacity) {
    if (capacity.fits) return q.maxModelLen;
    const auto fits = [&](std::int64_t length) {
        const Exact need = blocksOf(q, plan, length) * Exact(demand.admissionBlockBytes);
        return !need.lost && need.value <= capacity.usable;
    };
    std::int64_t longest = 0;
    std::int64_t beyond = q.maxModelLen + 1;
    while (beyond - longest > 1) {
        const std::int64_t middle = longest + (beyond - longest) / 2;
        (fits(middle) ? longest : beyond) = middle;
    }
    return longest;
}

}  // namespace kvfit::vllm
