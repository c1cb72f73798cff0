#pragma once

#include <cstdint>

#include "reuse/block_queues.hpp"

namespace kvfit::reuse {

/// Textbook caches over dense block numbers. `access` says whether the block was there and stores it if not; `drop`
/// takes one out. Evicted blocks are counted.

/// Least recently used first.
class LruCache {
public:
    LruCache(std::uint32_t names, std::uint32_t capacity) : queue_(names), capacity_(capacity) {}

    bool holds(std::uint32_t name) const { return queue_.holds(name); }
    bool access(std::uint32_t name);
    void drop(std::uint32_t name);
    std::int64_t evictions() const { return evictions_; }

private:
    BlockQueues queue_;
    std::uint32_t capacity_, size_ = 0;
    std::int64_t evictions_ = 0;
};

/// Stored first, evicted first; a hit changes nothing.
class FifoCache {
public:
    FifoCache(std::uint32_t names, std::uint32_t capacity) : queue_(names), capacity_(capacity) {}

    bool holds(std::uint32_t name) const { return queue_.holds(name); }
    bool access(std::uint32_t name);
    void drop(std::uint32_t name);
    std::int64_t evictions() const { return evictions_; }

private:
    BlockQueues queue_;
    std::uint32_t capacity_, size_ = 0;
    std::int64_t evictions_ = 0;
};

}  // namespace kvfit::reuse
