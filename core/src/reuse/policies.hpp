#pragma once

#include <cstdint>

#include "reuse/block_queues.hpp"

namespace kvfit::reuse {

/// Textbook caches over dense block numbers. `access` says whether the block was there and stores it if not; `drop`
/// takes one out. Evicted blocks are counted.

/// What the caches share: blocks in order, the next to go in front.
class QueueCache {
public:
    QueueCache(std::uint32_t names, std::uint32_t capacity) : queue_(names), capacity_(capacity) {}

    bool holds(std::uint32_t name) const { return queue_.holds(name); }
    void drop(std::uint32_t name);
    std::int64_t evictions() const { return evictions_; }

protected:
    /// Stores `name` at the back, making room in front.
    void store(std::uint32_t name);

    BlockQueues queue_;

private:
    std::uint32_t capacity_, size_ = 0;
    std::int64_t evictions_ = 0;
};

/// Least recently used first.
class LruCache : public QueueCache {
public:
    using QueueCache::QueueCache;
    bool access(std::uint32_t name);
};

/// Stored first, evicted first; a hit changes nothing.
class FifoCache : public QueueCache {
public:
    using QueueCache::QueueCache;
    bool access(std::uint32_t name);
};

}  // namespace kvfit::reuse
