#pragma once

#include <cstdint>
#include <vector>

namespace kvfit::reuse {

inline constexpr std::uint32_t none = 0xffffffff;

/// Doubly linked queues threaded through two arrays. An item is in one queue at most, so it can be taken
/// out of the middle without knowing which. Each queue is a ring closed by a link of its own behind the items'.
class BlockQueues {
public:
    explicit BlockQueues(std::uint32_t items, std::uint32_t queues = 1)
        : items_(items), next_(items + queues, none), previous_(items + queues, none) {
        for (std::uint32_t q = items; q < items + queues; ++q) next_[q] = previous_[q] = q;
    }

    bool holds(std::uint32_t item) const { return next_[item] != none; }
    bool empty(std::uint32_t queue = 0) const { return next_[items_ + queue] == items_ + queue; }

    /// First and following items; `none` at the end.
    std::uint32_t front(std::uint32_t queue = 0) const { return inside(next_[items_ + queue]); }
    std::uint32_t after(std::uint32_t item) const { return inside(next_[item]); }

    void pushBack(std::uint32_t item, std::uint32_t queue = 0) { link(item, previous_[items_ + queue]); }
    void pushFront(std::uint32_t item, std::uint32_t queue = 0) { link(item, items_ + queue); }

    void remove(std::uint32_t item) {
        next_[previous_[item]] = next_[item];
        previous_[next_[item]] = previous_[item];
        next_[item] = none;
    }

    std::vector<std::uint32_t> list(std::uint32_t queue = 0) const {
        std::vector<std::uint32_t> out;
        for (std::uint32_t i = front(queue); i != none; i = after(i)) out.push_back(i);
        return out;
    }

private:
    std::uint32_t items_;
    std::vector<std::uint32_t> next_, previous_;

    std::uint32_t inside(std::uint32_t i) const { return i < items_ ? i : none; }

    void link(std::uint32_t item, std::uint32_t behind) {
        previous_[item] = behind;
        next_[item] = next_[behind];
        previous_[next_[behind]] = item;
        next_[behind] = item;
    }
};

}  // namespace kvfit::reuse
