#include "reuse/policies.hpp"

namespace kvfit::reuse {

namespace {

/// Stores `name` at the back, making room at the front.
void store(BlockQueues& queue, std::uint32_t name, std::uint32_t capacity, std::uint32_t& size,
           std::int64_t& evictions) {
    if (capacity == 0) return;
    if (size == capacity) {
        queue.remove(queue.front());
        ++evictions;
    } else {
        ++size;
    }
    queue.pushBack(name);
}

void takeOut(BlockQueues& queue, std::uint32_t name, std::uint32_t& size) {
    if (!queue.holds(name)) return;
    queue.remove(name);
    --size;
}

}  // namespace

void LruCache::drop(std::uint32_t name) { takeOut(queue_, name, size_); }

void FifoCache::drop(std::uint32_t name) { takeOut(queue_, name, size_); }

bool LruCache::access(std::uint32_t name) {
    if (queue_.holds(name)) {
        queue_.remove(name);
        queue_.pushBack(name);
        return true;
    }
    store(queue_, name, capacity_, size_, evictions_);
    return false;
}

bool FifoCache::access(std::uint32_t name) {
    if (queue_.holds(name)) return true;
    store(queue_, name, capacity_, size_, evictions_);
    return false;
}

}  // namespace kvfit::reuse
