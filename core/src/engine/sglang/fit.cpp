#include "engine/sglang/fit.hpp"

#include <algorithm>

#include "engine/sglang/request.hpp"

namespace kvfit::sglang {

std::optional<Fit> fitOf(const Settings& q, const Pools& pools) {
    if (!pools.tokens && !pools.slots) return std::nullopt;
    Fit fit;
    fit.longest = q.maxModelLen;
    std::optional<double> most;
    const auto bound = [&](double requests) { most = std::min(most.value_or(requests), requests); };
    const auto pages = [&](const Exact& n) { return static_cast<double>(n.value * q.pageSize); };
    if (pools.tokens) {
        fit.starts = *pools.tokens > 0;
        fit.longest = (Exact(*pools.tokens) * Exact(q.tokenRanks)).value;
        bound(static_cast<double>(*pools.tokens) / pages(fullPages(q, Moment::reserved, Exact(q.maxModelLen))));
    }
    if (pools.windowTokens) {
        fit.starts = fit.starts && *pools.windowTokens > q.window + q.pageSize;
        if (q.rules->requestsWithinWindowPool) fit.longest = std::min(fit.longest, *pools.windowTokens);
        bound(static_cast<double>(*pools.windowTokens) / pages(windowPages(q, Moment::reserved, Exact(q.maxModelLen))));
    }
    if (pools.slots) {
        fit.starts = fit.starts && *pools.slots >= q.slotsPerRequest;
        bound(static_cast<double>(*pools.slots) / static_cast<double>(q.slotsPerRequest));
    }
    if (!fit.starts) {
        fit.longest = 0;
        return fit;
    }
    fit.longest = std::min(fit.longest, q.maxModelLen);
    fit.concurrency = *most;
    if (fit.longest < q.maxModelLen) return fit;
    fit.requests = static_cast<std::int64_t>(fit.concurrency);
    if (pools.running) fit.requests = std::min(fit.requests, *pools.running);
    return fit;
}

}  // namespace kvfit::sglang
