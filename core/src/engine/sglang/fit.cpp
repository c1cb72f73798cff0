#include "engine/sglang/fit.hpp"

#include <algorithm>

#include "engine/sglang/request.hpp"

namespace kvfit::sglang {

namespace {

/// Pools must hold a page, a window and a page more, the states of one request.
bool starts(const Settings& q, const Pools& pools) {
    if (pools.tokens && *pools.tokens == 0) return false;
    if (pools.windowTokens && *pools.windowTokens <= q.window + q.pageSize) return false;
    return !pools.slots || *pools.slots >= q.slotsPerRequest;
}

/// Longer requests are rejected.
std::int64_t longestRequest(const Settings& q, const Pools& pools) {
    std::int64_t longest = q.maxModelLen;
    if (pools.tokens) longest = std::min(longest, (Exact(*pools.tokens) * Exact(q.tokenRanks)).value);
    if (pools.windowTokens && q.rules->requestsWithinWindowPool) longest = std::min(longest, *pools.windowTokens);
    return longest;
}

}  // namespace

double concurrencyOf(const Settings& q, const Pools& pools, std::int64_t length) {
    std::optional<double> most;
    const auto bound = [&](std::int64_t all, std::int64_t each) {
        const double requests = static_cast<double>(all) / static_cast<double>(each);
        most = std::min(most.value_or(requests), requests);
    };
    if (pools.tokens) bound(*pools.tokens, fullPages(q, Moment::reserved, Exact(length)).value * q.pageSize);
    if (pools.windowTokens)
        bound(*pools.windowTokens, windowPages(q, Moment::reserved, Exact(length)).value * q.pageSize);
    if (pools.slots) bound(*pools.slots, q.slotsPerRequest);
    return most.value_or(0);
}

std::int64_t requestsOf(const Settings& q, const Pools& pools, std::int64_t length) {
    const auto requests = static_cast<std::int64_t>(concurrencyOf(q, pools, length));
    return std::min(requests, pools.running.value_or(requests));
}

std::optional<Fit> fitOf(const Settings& q, const Pools& pools) {
    if (!pools.tokens && !pools.slots) return std::nullopt;
    Fit fit;
    fit.starts = starts(q, pools);
    if (!fit.starts) return fit;
    fit.longest = longestRequest(q, pools);
    fit.concurrency = concurrencyOf(q, pools, q.maxModelLen);
    if (fit.longest == q.maxModelLen) fit.requests = requestsOf(q, pools, q.maxModelLen);
    return fit;
}

}  // namespace kvfit::sglang
