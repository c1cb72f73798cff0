#pragma once

#include <cstdint>
#include <vector>

namespace kvfit::reuse {

inline constexpr std::uint32_t none = 0xffffffff;

/// Doubly linked queues threaded through one array. An item is in one queue at most, so it can be taken
/// out of the middle without knowing which. Each queue is a ring closed by a link of its own behind the items'.
class BlockQueues {
public:
    explicit BlockQueues(std::uint32_t items, std::uint32_t queues = 1) : items_(items), links_(items + queues) {
        for (std::uint32_t q = items; q < items + queues; ++q) links_[q] = {q, q};
    }

    bool holds(std::uint32_t item) const { return links_[item].next != none; }
    bool empty(std::uint32_t queue = 0) const { return links_[items_ + queue].next == items_ + queue; }

    /// First and following items; `none` at the end.
    std::uint32_t front(std::uint32_t queue = 0) const { return inside(links_[items_ + queue].next); }
    std::uint32_t after(std::uint32_t item) const { return inside(links_[item].next); }

    void pushBack(std::uint32_t item, std::uint32_t queue = 0) { link(item, links_[items_ + queue].previous); }
    void pushFront(std::uint32_t item, std::uint32_t queue = 0) { link(item, items_ + queue); }

    void remove(std::uint32_t item) {
        const Link at = links_[item];
        links_[at.previous].next = at.next;
        links_[at.next].previous = at.previous;
        links_[item].next = none;
    }

    std::vector<std::uint32_t> list(std::uint32_t queue = 0) const {
        std::vector<std::uint32_t> out;
        for (std::uint32_t i = front(queue); i != none; i = after(i)) out.push_back(i);
        return out;
    }

private:
    struct Link {
        std::uint32_t next = none, previous = none;
    };
    std::uint32_t items_;
    std::vector<Link> links_;

    std::uint32_t inside(std::uint32_t i) const { return i < items_ ? i : none; }

    void link(std::uint32_t item, std::uint32_t behind) {
        const std::uint32_t next = links_[behind].next;
        links_[item] = {next, behind};
        links_[next].previous = item;
        links_[behind].next = item;
    }
};

}  // namespace kvfit::reuse
