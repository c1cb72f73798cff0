#include "reuse/policies.hpp"

namespace kvfit::reuse {

void QueueCache::store(std::uint32_t name) {
    if (capacity_ == 0) return;
    if (size_ == capacity_) {
        queue_.remove(queue_.front());
        ++evictions_;
    } else {
        ++size_;
    }
    queue_.pushBack(name);
}

void QueueCache::drop(std::uint32_t name) {
    if (!queue_.holds(name)) return;
    queue_.remove(name);
    --size_;
}

bool LruCache::access(std::uint32_t name) {
    const bool hit = queue_.holds(name);
    if (hit) {
        queue_.remove(name);
        queue_.pushBack(name);
    } else {
        store(name);
    }
    return hit;
}

bool FifoCache::access(std::uint32_t name) {
    const bool hit = queue_.holds(name);
    if (!hit) store(name);
    return hit;
}

}  // namespace kvfit::reuse
