#include <algorithm>

#include "reuse/block_names.hpp"
#include "reuse/engines.hpp"
#include "reuse/lfu.hpp"
#include "reuse/optimal.hpp"
#include "reuse/policies.hpp"

namespace kvfit::reuse {

namespace {

/// One request as block numbers: looked up, then stored; generated blocks are stored only.
struct Blocks {
    std::vector<std::uint32_t> prompt, generated;
};

class GenericReplay {
public:
    explicit GenericReplay(const Workload& workload) : workload_(workload) {
        for (const ReuseRequest& r : workload.requests) {
            Blocks b;
            std::uint32_t last = append(b.prompt, r.tokens, 0);
            append(b.generated, r.append, last);
            requests_.push_back(std::move(b));
        }
    }

    /// Every lookup finds or stores its block at once, in the order of the request.
    template <class Cache>
    ReplayResult inOrder(Cache cache) {
        run([&](const Blocks& b, std::vector<bool>& hits) {
            for (const std::uint32_t name : b.prompt) hits.push_back(cache.access(name));
            for (const std::uint32_t name : b.generated) cache.access(name);
        });
        result_.evictedBlocks = cache.evictions();
        return std::move(result_);
    }

    /// All lookups first; then the blocks are used from the end of the chain to its start, so that the end is older.
    ReplayResult tailFirst(LruCache cache) {
        run([&](const Blocks& b, std::vector<bool>& hits) {
            for (const std::uint32_t name : b.prompt) hits.push_back(cache.holds(name));
            for (auto it = b.generated.rbegin(); it != b.generated.rend(); ++it) cache.access(*it);
            for (auto it = b.prompt.rbegin(); it != b.prompt.rend(); ++it) cache.access(*it);
        });
        result_.evictedBlocks = cache.evictions();
        return std::move(result_);
    }

    ReplayResult optimal(std::uint32_t capacity) {
        std::vector<std::uint32_t> uses;
        std::vector<bool> counts;
        for (std::size_t i = 0; i < requests_.size(); ++i) {
            const bool measured = static_cast<std::int64_t>(i) >= workload_.warmupRequests;
            for (const std::uint32_t name : requests_[i].prompt) uses.push_back(name), counts.push_back(measured);
            for (const std::uint32_t name : requests_[i].generated) uses.push_back(name), counts.push_back(false);
        }
        OptimalCache cache(nextUses(uses, names(), [&](std::size_t i) { return counts[i]; }), capacity);
        std::size_t at = 0;
        run([&](const Blocks& b, std::vector<bool>& hits) {
            for (std::size_t i = 0; i < b.prompt.size(); ++i) hits.push_back(cache.access(at++));
            for (std::size_t i = 0; i < b.generated.size(); ++i) cache.access(at++);
        });
        result_.evictedBlocks = cache.evictions();
        return std::move(result_);
    }

    std::uint32_t names() const { return names_.count(); }

private:
    const Workload& workload_;
    BlockNames names_;
    std::vector<Blocks> requests_;
    ReplayResult result_;

    std::uint32_t append(std::vector<std::uint32_t>& out, const std::vector<std::int64_t>& tokens,
                         std::uint32_t parent) {
        const auto size = workload_.labelled ? std::size_t{1} : static_cast<std::size_t>(workload_.blockSize);
        for (std::size_t at = 0; at + size <= tokens.size(); at += size) {
            // A block hit needs the block, a prefix hit everything before it too.
            const std::uint32_t name = names_.of(workload_.prefixOnly ? parent : 0, {tokens.data() + at, size});
            out.push_back(parent = name);
        }
        return parent;
    }

    template <class Serve>
    void run(Serve serve) {
        for (std::size_t i = 0; i < requests_.size(); ++i) {
            std::vector<bool> hits;
            serve(requests_[i], hits);
            const auto end = workload_.prefixOnly ? std::find(hits.begin(), hits.end(), false) : hits.end();
            const auto found = std::count(hits.begin(), end, true);
            const auto tokens = static_cast<std::int64_t>(workload_.requests[i].tokens.size());
            count(result_, workload_, i, workload_.labelled ? tokens * workload_.blockSize : tokens,
                  found * workload_.blockSize);
        }
    }
};

}  // namespace

Expected<ReplayResult> replayGeneric(const Workload& workload) {
    GenericReplay replay(workload);
    // As many blocks as there are names is unlimited.
    const std::int64_t names = replay.names();
    const auto capacity = static_cast<std::uint32_t>(std::min(workload.capacityBlocks.value_or(names), names));
    switch (workload.policy) {
        case EvictionPolicy::lru:
            return replay.inOrder(LruCache(replay.names(), capacity));
        case EvictionPolicy::fifo:
            return replay.inOrder(FifoCache(replay.names(), capacity));
        case EvictionPolicy::lfu:
            return replay.inOrder(LfuCache(replay.names(), capacity));
        case EvictionPolicy::tail_first:
            return replay.tailFirst(LruCache(replay.names(), capacity));
        case EvictionPolicy::optimal:
            return replay.optimal(capacity);
        default:
            return Error{"unknown_policy", "/policy", "policy", "this policy exists only in an engine's own cache",
                         "use lru, fifo, lfu, tail_first or optimal"};
    }
}

}  // namespace kvfit::reuse
