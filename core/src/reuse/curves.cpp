#include <algorithm>
#include <numeric>

#include "kvfit/reuse_curve.hpp"
#include "reuse/lfu.hpp"
#include "reuse/policies.hpp"
#include "reuse/recency.hpp"

namespace kvfit {

namespace {

/// The blocks of one request.
struct Path {
    const TraceRequest& request;
    std::span<const std::uint32_t> blocks;
    bool measured;

    std::size_t size() const { return blocks.size(); }
};

template <class Each>
void everyRequest(const Trace& trace, const CurveOptions& options, Each each) {
    BlockReader blocks(trace);
    for (std::size_t r = 0; r < trace.requests.size(); ++r)
        each(Path{trace.requests[r], blocks.of(r), r >= options.warmupRequests});
}

void count(Hits& hits, const Trace& trace, const Path& path, std::size_t i) {
    hits.tokens += trace.tokensIn(path.request, i);
    ++hits.blocks;
}

/// When each block was used last; without a time to live everything is fresh. The clock never runs back: a request that
/// is earlier than the one before counts as being at its time.
class Freshness {
public:
    Freshness(std::uint32_t names, double ttlMs)
        : ttlMs_(ttlMs), last_(std::isinf(ttlMs) ? 0 : names, -INFINITY), order_(std::isinf(ttlMs) ? 0 : names) {}

    void advance(double timeMs) { nowMs_ = std::max(nowMs_, timeMs); }
    bool holds(std::uint32_t name) const { return last_.empty() || nowMs_ - last_[name] <= ttlMs_; }
    void use(std::uint32_t name) {
        if (last_.empty()) return;
        last_[name] = nowMs_;
        if (order_.holds(name)) order_.remove(name);
        order_.pushBack(name);
    }
    /// Calls `drop` for every block whose time is over.
    template <class Drop>
    void expire(Drop drop) {
        while (!last_.empty() && order_.front() != reuse::none && !holds(order_.front())) {
            drop(order_.front());
            order_.remove(order_.front());
        }
    }

private:
    double ttlMs_, nowMs_ = -INFINITY;
    std::vector<double> last_;
    reuse::BlockQueues order_;  ///< Last used last.
};

template <class Cache>
Hits replayed(const Trace& trace, const CurveOptions& options, FoundBlocks* each, bool tailFirst, Cache cache) {
    Hits hits;
    Freshness fresh(trace.names(), options.ttlMs);
    everyRequest(trace, options, [&](const Path& p) {
        fresh.advance(p.request.timeMs);
        fresh.expire([&](std::uint32_t name) { cache.drop(name); });
        std::size_t found = 0;
        while (found < p.size() && cache.holds(p.blocks[found])) ++found;
        for (std::size_t i = 0; i < found && p.measured; ++i) count(hits, trace, p, i);
        if (each != nullptr) each->push_back(static_cast<std::uint32_t>(found));
        for (std::size_t i = 0; i < p.size(); ++i) {
            const std::uint32_t name = p.blocks[tailFirst ? p.size() - 1 - i : i];
            cache.access(name);
            fresh.use(name);
        }
    });
    return hits;
}

}  // namespace

Hits demand(const Trace& trace, const CurveOptions& options) {
    Hits all;
    for (std::size_t r = options.warmupRequests; r < trace.requests.size(); ++r) {
        all.tokens += trace.requests[r].inputTokens;
        all.blocks += trace.requests[r].blocks.length;
    }
    return all;
}

Hits ceiling(const Trace& trace, const CurveOptions& options, FoundBlocks* found) {
    Hits hits;
    std::vector<bool> seen(trace.names());
    everyRequest(trace, options, [&](const Path& p) {
        std::size_t i = 0;
        for (; i < p.size() && seen[p.blocks[i]]; ++i)
            if (p.measured) count(hits, trace, p, i);
        if (found != nullptr) found->push_back(static_cast<std::uint32_t>(i));
        for (; i < p.size(); ++i) seen[p.blocks[i]] = true;
    });
    return hits;
}

LruCurve lruCurve(const Trace& trace, const CurveOptions& options, bool tailFirst) {
    LruCurve curve;
    curve.tokens.assign(std::size_t{trace.names()} + 1, 0);
    curve.blocks.assign(std::size_t{trace.names()} + 1, 0);
    reuse::Recency recency(trace.names());
    Freshness fresh(trace.names(), options.ttlMs);
    std::vector<std::uint32_t> reversed;
    everyRequest(trace, options, [&](const Path& p) {
        reuse::Recency::Reader at(recency);
        fresh.advance(p.request.timeMs);
        std::uint32_t needed = 0;
        for (std::size_t i = 0; i < p.size() && p.measured; ++i) {
            const std::uint32_t depth = at.depth(p.blocks[i]);
            if (depth == 0 || !fresh.holds(p.blocks[i])) break;
            needed = std::max(needed, depth);
            curve.tokens[needed] += trace.tokensIn(p.request, i);
            ++curve.blocks[needed];
        }
        if (tailFirst) reversed.assign(p.blocks.rbegin(), p.blocks.rend());
        recency.use(tailFirst ? reversed.data() : p.blocks.data(), p.size());
        for (const std::uint32_t name : p.blocks) fresh.use(name);
    });
    std::partial_sum(curve.tokens.begin(), curve.tokens.end(), curve.tokens.begin());
    std::partial_sum(curve.blocks.begin(), curve.blocks.end(), curve.blocks.begin());
    return curve;
}

Hits simulate(const Trace& trace, const CurveOptions& options, EvictionPolicy policy, std::uint32_t capacity,
              FoundBlocks* found) {
    switch (policy) {
        case EvictionPolicy::fifo:
            return replayed(trace, options, found, false, reuse::FifoCache(trace.names(), capacity));
        case EvictionPolicy::lfu:
            return replayed(trace, options, found, false, reuse::LfuCache(trace.names(), capacity));
        case EvictionPolicy::lru:
            return replayed(trace, options, found, false, reuse::LruCache(trace.names(), capacity));
        case EvictionPolicy::tail_first:
            return replayed(trace, options, found, true, reuse::LruCache(trace.names(), capacity));
        default:
            return {};
    }
}

}  // namespace kvfit
