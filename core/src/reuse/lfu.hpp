#pragma once

#include <cstdint>
#include <vector>

#include "reuse/block_queues.hpp"

namespace kvfit::reuse {

/// Least often used while it was stored first; among equals the least recently used. Blocks used equally often form a
/// ring, and the rings a chain in the order of their counts, so that every access takes constant time (Shah, Mitra,
/// Matani 2010).
class LfuCache {
public:
    LfuCache(std::uint32_t names, std::uint32_t capacity);

    bool holds(std::uint32_t name) const { return group_[name] != none; }
    bool access(std::uint32_t name);
    void drop(std::uint32_t name);
    std::int64_t evictions() const { return evictions_; }

private:
    struct Group {
        std::uint32_t uses = 0, first = none;
        std::uint32_t less = 0, more = 0;  ///< Neighbours in the chain; group 0 closes it.
    };
    std::vector<Group> groups_ = {Group{}};
    std::vector<std::uint32_t> unused_;
    std::vector<std::uint32_t> group_, next_, previous_;
    std::uint32_t capacity_, size_ = 0;
    std::int64_t evictions_ = 0;

    /// The group of `uses`, behind `less` in the chain.
    std::uint32_t groupBehind(std::uint32_t less, std::uint32_t uses);
    void append(std::uint32_t group, std::uint32_t name);
    void remove(std::uint32_t name);
    void dropIfEmpty(std::uint32_t group);
};

}  // namespace kvfit::reuse
