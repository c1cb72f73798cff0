#include <algorithm>

#include "kvfit/reuse_curve.hpp"
#include "reuse/live.hpp"
#include "reuse/vllm_pool.hpp"

namespace kvfit {

namespace {

std::size_t blocksOf(std::int64_t tokens, std::int64_t size) {
    return static_cast<std::size_t>((tokens + size - 1) / size);
}

}  // namespace

Hits simulateVllm(const Trace& trace, const CurveOptions& options, std::uint32_t capacity, std::size_t liveRequests) {
    using Table = std::vector<BlockId>;
    Hits hits;
    reuse::VllmPool pool(capacity, 1);
    reuse::LiveRequests<Table> live(static_cast<std::int64_t>(liveRequests));
    const auto end = [&](Table& table) {
        std::reverse(table.begin(), table.end());
        pool.release(table);
    };
    for (std::size_t r = 0; r < trace.requests.size(); ++r) {
        const TraceRequest& request = trace.requests[r];
        const std::uint32_t* names = trace.blocks.data() + request.firstBlock;
        const std::size_t listed = trace.end(r) - request.firstBlock;
        // Only filled blocks have a hash.
        const std::size_t full = std::min(listed, static_cast<std::size_t>(request.inputTokens / trace.blockSize));
        const std::size_t total = blocksOf(std::int64_t{request.inputTokens} + request.outputTokens, trace.blockSize);
        live.makeRoom(end);
        Table table;
        const auto lookUp = [&] {
            table.clear();
            std::size_t fromQueue = 0;
            // The last token is always computed: a prompt of whole blocks computes its last block again.
            while (table.size() < full &&
                   static_cast<std::int64_t>(table.size() + 1) * trace.blockSize < request.inputTokens) {
                const BlockId block = pool.cached(0, names[table.size()]);
                if (block == 0) break;
                fromQueue += pool.isFree(block) ? 1 : 0;
                table.push_back(block);
            }
            return fromQueue + total - table.size() <= pool.freeBlocks();
        };
        bool fits = lookUp();
        while (!fits && live.endOldest(end)) fits = lookUp();
        if (!fits) continue;
        const std::size_t found = table.size();
        for (const BlockId block : table) pool.touch(block);
        while (table.size() < total) table.push_back(pool.take());
        for (std::size_t i = found; i < full; ++i) pool.cache(table[i], 0, names[i]);
        if (r >= options.warmupRequests) {
            hits.blocks += found;
            hits.tokens += found * static_cast<std::uint64_t>(trace.blockSize);
        }
        live.add(std::move(table), end);
    }
    return hits;
}

}  // namespace kvfit
