#include "reuse/copies.hpp"

#include <algorithm>

#include "reuse/policies.hpp"

namespace kvfit::reuse {

FoundBlocks copiesFound(const Trace& trace, std::uint32_t capacity) {
    FoundBlocks all;
    LruCache cache(trace.names(), capacity);
    BlockReader blocks(trace);
    const auto size = static_cast<std::size_t>(trace.blockSize);
    for (std::size_t r = 0; r < trace.requests.size(); ++r) {
        const TraceRequest& q = trace.requests[r];
        const std::span<const std::uint32_t> names = blocks.of(r);
        const std::size_t listed = q.blocks.length, tokens = q.inputTokens;
        // The last token of a prompt is always computed.
        const std::size_t findable = std::min(listed, (std::max<std::size_t>(tokens, 1) - 1) / size);
        std::size_t found = 0;
        while (found < findable && cache.holds(names[found])) ++found;
        for (std::size_t i = std::min(listed, tokens / size); i-- > 0;) cache.access(names[i]);
        all.push_back(static_cast<std::uint32_t>(found));
    }
    return all;
}

}  // namespace kvfit::reuse
