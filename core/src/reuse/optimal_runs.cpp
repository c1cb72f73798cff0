#include "reuse/optimal_runs.hpp"

#include <algorithm>

#include "kvfit/reuse_curve.hpp"

namespace kvfit {

namespace reuse {

NextRequests::NextRequests(const Trace& trace, std::size_t warmup) {
    std::vector<std::uint32_t> upcoming(trace.names(), never);
    BlockReader reader(trace);
    for (std::size_t r = trace.requests.size(); r-- > 0;) {
        const std::span<const std::uint32_t> blocks = reader.of(r);
        const std::uint32_t now = r >= warmup ? static_cast<std::uint32_t>(r) : never;
        for (std::size_t i = blocks.size(); i > 0;) {
            const std::uint32_t next = upcoming[blocks[i - 1]];
            std::uint32_t run = 0;
            for (; i > 0 && upcoming[blocks[i - 1]] == next; --i, ++run) upcoming[blocks[i - 1]] = now;
            runs_.push_back({next, run});
        }
    }
}

std::vector<std::uint32_t> optimalFound(const Trace& trace, const NextRequests& uses, std::uint32_t capacity) {
    const auto requests = static_cast<std::uint32_t>(trace.requests.size());
    std::vector<std::uint32_t> kept(requests);  // for each request to come
    IndexSet waiting(requests);                 // requests for which blocks are kept
    std::uint32_t size = 0, left = 0, now = never;
    uses.eachRun(trace, [&](std::uint32_t request, const NextRequests::Run& run) {
        if (request != now) {
            now = request;
            left = kept[request];
            if (left > 0) waiting.erase(request);
        }
        // What was kept is the start of the request; it stays as long as it is used again.
        const std::uint32_t hits = std::min(left, run.blocks);
        left -= hits;
        size -= hits;
        if (run.next == never) return;
        if (kept[run.next] == 0) waiting.insert(run.next);
        kept[run.next] += run.blocks;
        size += run.blocks;
        while (size > capacity) {
            const std::uint32_t farthest = waiting.largest(), out = std::min(size - capacity, kept[farthest]);
            size -= out;
            kept[farthest] -= out;
            if (kept[farthest] == 0) waiting.erase(farthest);
        }
    });
    return kept;
}

}  // namespace reuse

std::vector<Hits> optimalHits(const Trace& trace, const CurveOptions& options,
                              const std::vector<std::uint32_t>& capacities) {
    const reuse::NextRequests uses(trace, options.warmupRequests);
    std::vector<Hits> out;
    for (const std::uint32_t capacity : capacities) {
        Hits hits;
        const std::vector<std::uint32_t> found = reuse::optimalFound(trace, uses, capacity);
        for (std::size_t r = options.warmupRequests; r < found.size(); ++r) {
            hits.blocks += found[r];
            hits.tokens += static_cast<std::uint64_t>(
                std::min<std::int64_t>(found[r] * trace.blockSize, trace.requests[r].inputTokens));
        }
        out.push_back(hits);
    }
    return out;
}

}  // namespace kvfit
