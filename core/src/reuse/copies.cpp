#include "reuse/copies.hpp"

#include <algorithm>

#include "reuse/policies.hpp"
#include "reuse/radix_tree.hpp"

namespace kvfit::reuse {

namespace {

/// The whole blocks of a prompt.
struct Prompt {
    std::span<const std::uint32_t> names;
    std::size_t whole;
    std::size_t findable;  ///< Those before its last token, which is always computed.
    int priority;
};

template <class Serve>
FoundBlocks served(const Trace& trace, Serve serve) {
    FoundBlocks found;
    BlockReader blocks(trace);
    const auto size = static_cast<std::size_t>(trace.blockSize);
    for (std::size_t r = 0; r < trace.requests.size(); ++r) {
        const TraceRequest& q = trace.requests[r];
        const std::size_t listed = q.blocks.length, tokens = q.inputTokens;
        found.push_back(static_cast<std::uint32_t>(
            serve(Prompt{blocks.of(r), std::min(listed, tokens / size),
                         std::min(listed, (std::max<std::size_t>(tokens, 1) - 1) / size), q.priority})));
    }
    return found;
}

}  // namespace

FoundBlocks copiesFound(const Trace& trace, CacheEngine engine, EvictionPolicy policy, std::uint32_t capacity) {
    if (engine != CacheEngine::sglang) {
        LruCache cache(trace.names(), capacity);
        return served(trace, [&](const Prompt& p) {
            std::size_t found = 0;
            while (found < p.findable && cache.holds(p.names[found])) ++found;
            for (std::size_t i = p.whole; i-- > 0;) cache.access(p.names[i]);
            return found;
        });
    }
    RadixTree tree(policy);
    return served(trace, [&](const Prompt& p) {
        const RadixTree::Pages key(p.names.begin(), p.names.begin() + static_cast<std::ptrdiff_t>(p.whole));
        const RadixTree::Match found = tree.match(key, p.findable);
        tree.lock(found.node);
        const std::size_t needed = tree.size() + p.whole - found.pages;
        if (needed > capacity) tree.evict(needed - capacity);
        if (tree.size() + p.whole - found.pages <= capacity) tree.insert(key, p.whole, p.priority);
        tree.unlock(found.node);
        return found.pages;
    });
}

}  // namespace kvfit::reuse
