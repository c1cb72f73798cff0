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

}  // namespace

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

bool LfuCache::access(std::uint32_t name) {
    const bool hit = holds(name);
    if (hit) {
        order_.erase({uses_[name], last_[name]});
    } else {
        if (capacity_ == 0) return false;
        if (order_.size() == capacity_) {
            uses_[order_.begin()->second] = 0;
            order_.erase(order_.begin());
            ++evictions_;
        }
    }
    last_[name] = ++clock_;
    order_[{++uses_[name], clock_}] = name;
    return hit;
}

}  // namespace kvfit::reuse
