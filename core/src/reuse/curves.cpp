#include <algorithm>
#include <iterator>
#include <numeric>

#include "kvfit/reuse_curve.hpp"
#include "reuse/lfu.hpp"
#include "reuse/optimal_tiers.hpp"
#include "reuse/policies.hpp"
#include "reuse/recency.hpp"

namespace kvfit {

namespace {

/// The blocks of one request.
struct Path {
    const TraceRequest& request;
    const std::uint32_t* begin;
    const std::uint32_t* end;
    bool measured;

    std::size_t size() const { return static_cast<std::size_t>(end - begin); }
};

template <class Each>
void everyRequest(const Trace& trace, const CurveOptions& options, Each each) {
    for (std::size_t r = 0; r < trace.requests.size(); ++r)
        each(Path{trace.requests[r], trace.blocks.data() + trace.requests[r].firstBlock,
                  trace.blocks.data() + trace.end(r), r >= options.warmupRequests});
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
    Freshness fresh(trace.names, options.ttlMs);
    everyRequest(trace, options, [&](const Path& p) {
        fresh.advance(p.request.timeMs);
        fresh.expire([&](std::uint32_t name) { cache.drop(name); });
        std::size_t found = 0;
        while (found < p.size() && cache.holds(p.begin[found])) ++found;
        for (std::size_t i = 0; i < found && p.measured; ++i) count(hits, trace, p, i);
        if (each != nullptr) each->push_back(static_cast<std::uint32_t>(found));
        for (std::size_t i = 0; i < p.size(); ++i) {
            const std::uint32_t name = tailFirst ? p.end[-1 - static_cast<std::ptrdiff_t>(i)] : p.begin[i];
            cache.access(name);
            fresh.use(name);
        }
    });
    return hits;
}

}  // namespace

Hits demand(const Trace& trace, const CurveOptions& options) {
    Hits all;
    everyRequest(trace, options, [&](const Path& p) {
        if (!p.measured) return;
        all.tokens += p.request.inputTokens;
        all.blocks += p.size();
    });
    return all;
}

Hits ceiling(const Trace& trace, const CurveOptions& options, FoundBlocks* found) {
    Hits hits;
    std::vector<bool> seen(trace.names);
    everyRequest(trace, options, [&](const Path& p) {
        std::size_t i = 0;
        for (; i < p.size() && seen[p.begin[i]]; ++i)
            if (p.measured) count(hits, trace, p, i);
        if (found != nullptr) found->push_back(static_cast<std::uint32_t>(i));
        for (; i < p.size(); ++i) seen[p.begin[i]] = true;
    });
    return hits;
}

LruCurve lruCurve(const Trace& trace, const CurveOptions& options, bool tailFirst) {
    LruCurve curve;
    curve.tokens.assign(std::size_t{trace.names} + 1, 0);
    curve.blocks.assign(std::size_t{trace.names} + 1, 0);
    reuse::Recency recency(trace.names);
    Freshness fresh(trace.names, options.ttlMs);
    std::vector<std::uint32_t> reversed;
    everyRequest(trace, options, [&](const Path& p) {
        reuse::Recency::Reader at(recency);
        fresh.advance(p.request.timeMs);
        std::uint32_t needed = 0;
        for (std::size_t i = 0; i < p.size() && p.measured; ++i) {
            const std::uint32_t depth = at.depth(p.begin[i]);
            if (depth == 0 || !fresh.holds(p.begin[i])) break;
            needed = std::max(needed, depth);
            curve.tokens[needed] += trace.tokensIn(p.request, i);
            ++curve.blocks[needed];
        }
        if (tailFirst) reversed.assign(std::make_reverse_iterator(p.end), std::make_reverse_iterator(p.begin));
        recency.use(tailFirst ? reversed.data() : p.begin, p.size());
        for (std::size_t i = 0; i < p.size(); ++i) fresh.use(p.begin[i]);
    });
    std::partial_sum(curve.tokens.begin(), curve.tokens.end(), curve.tokens.begin());
    std::partial_sum(curve.blocks.begin(), curve.blocks.end(), curve.blocks.begin());
    return curve;
}

std::vector<Hits> optimalHits(const Trace& trace, const CurveOptions& options,
                              const std::vector<std::uint32_t>& capacities) {
    std::vector<std::uint32_t> sorted = capacities;
    std::sort(sorted.begin(), sorted.end());
    sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
    const std::size_t warm = options.warmupRequests < trace.requests.size()
                                 ? trace.requests[options.warmupRequests].firstBlock
                                 : trace.blocks.size();
    std::vector<Hits> at(sorted.size() + 1);
    // Tiers are numbered in one byte; more capacities take further passes.
    for (std::size_t from = 0; from < sorted.size(); from += 200) {
        const std::size_t to = std::min(sorted.size(), from + 200);
        reuse::OptimalTiers tiers(
            reuse::nextUses(trace.blocks, trace.names, [&](std::size_t i) { return i >= warm; }),
            {sorted.begin() + static_cast<std::ptrdiff_t>(from), sorted.begin() + static_cast<std::ptrdiff_t>(to)});
        std::vector<Hits> smallest(to - from + 1);
        std::size_t use = 0;
        everyRequest(trace, options, [&](const Path& p) {
            for (std::size_t i = 0; i < p.size(); ++i) {
                const std::size_t tier = tiers.access(use++);
                if (p.measured) count(smallest[tier], trace, p, i);
            }
        });
        Hits sum;
        for (std::size_t t = from; t < to; ++t) {
            sum.tokens += smallest[t - from].tokens;
            sum.blocks += smallest[t - from].blocks;
            at[t] = sum;
        }
    }
    std::vector<Hits> out;
    for (const std::uint32_t c : capacities)
        out.push_back(at[static_cast<std::size_t>(std::lower_bound(sorted.begin(), sorted.end(), c) - sorted.begin())]);
    return out;
}

Hits simulate(const Trace& trace, const CurveOptions& options, EvictionPolicy policy, std::uint32_t capacity,
              FoundBlocks* found) {
    switch (policy) {
        case EvictionPolicy::fifo:
            return replayed(trace, options, found, false, reuse::FifoCache(trace.names, capacity));
        case EvictionPolicy::lfu:
            return replayed(trace, options, found, false, reuse::LfuCache(trace.names, capacity));
        case EvictionPolicy::lru:
            return replayed(trace, options, found, false, reuse::LruCache(trace.names, capacity));
        case EvictionPolicy::tail_first:
            return replayed(trace, options, found, true, reuse::LruCache(trace.names, capacity));
        default:
            return {};
    }
}

}  // namespace kvfit
