#include "engine/sglang/pools.hpp"

#include <algorithm>
#include <cmath>

#include "engine/sglang/cell.hpp"
#include "engine/sglang/request.hpp"
#include "engine/sglang/states.hpp"

namespace kvfit::sglang {

namespace {

constexpr double mostTokens = 1099511627776;  // 2^40

/// floor(a / b) of the real quotient, as Python's // on floats.
std::int64_t floorQuotient(double a, double b) {
    if (a <= 0 || b <= 0) return 0;
    return static_cast<std::int64_t>(std::min(std::round((a - std::fmod(a, b)) / b), mostTokens));
}

std::int64_t wholePages(const Settings& q, std::int64_t tokens) { return tokens / q.pageSize * q.pageSize; }

/// State slots, and what they leave of the memory (python/sglang/srt/mem_cache/kv_cache_configurator.py
/// _handle_max_mamba_cache @d315eb7250; without the padding slot before 0.5.17).
void splitStates(const Settings& q, const Scenario& s, std::optional<std::int64_t> available, Pools& pools) {
    pools.kvBudget = available;
    const auto slot = static_cast<double>(slotBytes(q).both());
    if (slot == 0) return;
    const auto drafts = static_cast<double>(q.draftTokens);
    const std::int64_t padding = q.rules->statePadding ? 1 : 0;
    const bool fixed = !q.radixCache && q.running;
    if (s.maxMambaCacheSize) {
        pools.slots = *s.maxMambaCacheSize / q.replicas;
    } else if (fixed) {
        pools.slots = *q.running;
    } else if (available) {
        const double budget = static_cast<double>(*available) * q.stateRatio / (1 + q.stateRatio);
        const double spare = static_cast<double>(padding) * slot * (1 + drafts);
        pools.slots = floorQuotient(budget - spare, slot * (1 + drafts / static_cast<double>(q.slotsPerRequest)));
        pools.stateBudget = static_cast<std::int64_t>(budget);
    }
    if (!available || !pools.slots) return;
    const std::int64_t requests = std::min(*pools.slots / q.slotsPerRequest, q.running.value_or(*pools.slots));
    const double charged =
        slot * (static_cast<double>(*pools.slots + padding) + drafts * static_cast<double>(requests + padding));
    pools.kvBudget = static_cast<std::int64_t>(std::max(0.0, static_cast<double>(*available) - charged));
}

std::int64_t fullTokens(const Settings& q, const std::vector<Buffer>& buffers, std::int64_t budget) {
    const auto bytes = static_cast<double>(budget);
    if (q.layout == Layout::compressed) {
        const auto rings = static_cast<double>(ringPoolBytes(q, *q.running).value);
        return static_cast<std::int64_t>(std::min(std::max(bytes - rings, 0.0) / cellBytes(q, buffers), mostTokens));
    }
    if (const std::optional<std::int64_t> window = fixedWindowTokens(q, buffers)) {
        const double fixed = static_cast<double>(*window) * windowBytes(q, buffers);
        return floorQuotient(bytes - fixed, cellWith(q, buffers, 0));
    }
    return floorQuotient(bytes, cellBytes(q, buffers));
}

/// KVCacheConfigurator._resolve_max_num_reqs @d315eb7250
std::optional<std::int64_t> runningRequests(const Settings& q, const Pools& pools) {
    std::optional<std::int64_t> running = q.running;
    if (pools.tokens) {
        const double shares = static_cast<double>(*pools.tokens) / static_cast<double>(q.maxModelLen) * 512;
        const auto estimated = static_cast<std::int64_t>(std::clamp(shares, 2048.0, 4096.0));
        running = std::min(running.value_or(estimated), *pools.tokens / 2);
    }
    if (pools.slots) running = std::min(running.value_or(*pools.slots), *pools.slots / q.slotsPerRequest);
    return running;
}

}  // namespace

// python/sglang/srt/model_executor/pool_configurator.py SWAChunkCapPoolConfigurator @d315eb7250
std::optional<std::int64_t> fixedWindowTokens(const Settings& q, const std::vector<Buffer>& buffers) {
    const bool fixed = q.rules->fixedWindowPool && q.layout == Layout::windowed && hasFullPool(buffers) &&
                       !q.radixCache && q.running && q.chunk > 0;
    if (!fixed) return std::nullopt;
    const std::int64_t chunks = q.overlap ? 2 : 1;
    const Exact tokens =
        Exact(heldWindow(q) + nextTokens(q)) * Exact(*q.running) + Exact(chunks * q.chunk + q.pageSize);
    return roundUp(minimum(tokens, Exact(static_cast<std::int64_t>(mostTokens))), Exact(q.pageSize)).value;
}

Pools poolsOf(const Settings& q, const std::vector<Buffer>& buffers, const Memory& memory, const Scenario& s) {
    Pools pools;
    splitStates(q, s, memory.available, pools);
    if (buffers.empty() && pools.slots) pools.tokens = q.maxModelLen;  // positions that cost nothing
    if (!buffers.empty() && pools.kvBudget) pools.tokens = fullTokens(q, buffers, *pools.kvBudget);
    if (s.maxTotalNumTokens) pools.tokens = std::min(pools.tokens.value_or(*s.maxTotalNumTokens), *s.maxTotalNumTokens);
    if (pools.tokens) pools.tokens = wholePages(q, *pools.tokens);

    if (q.layout != Layout::plain) {
        if (pools.tokens) {
            const double ratio = hasFullPool(buffers) ? q.windowRatio : 1;
            const auto share = static_cast<std::int64_t>(static_cast<double>(*pools.tokens) * ratio);
            pools.windowTokens = fixedWindowTokens(q, buffers).value_or(wholePages(q, share));
        }
        if (s.swaTotalNumTokens) pools.windowTokens = wholePages(q, *s.swaTotalNumTokens);
    }
    pools.running = runningRequests(q, pools);
    return pools;
}

}  // namespace kvfit::sglang
