#pragma once

#include <cstdint>
#include <vector>

namespace kvfit::reuse {

/// How many distinct blocks were used since a block's last use. Every use takes the next place on a line; a bit says
/// whether a place is still some block's last use. Leaves of 512 bits are counted with `popcount`, leaves before them
/// in a Fenwick tree, which for millions of blocks fits into the second-level cache. When the line is full the places
/// that still count move to its start.
class Recency {
public:
    explicit Recency(std::uint32_t names);

    /// Distinct blocks used since, this one included; 0 if it was never used.
    std::uint32_t depth(std::uint32_t name) const {
        return place_[name] == unused ? 0 : live_ - bitsBefore(place_[name]);
    }
    void use(std::uint32_t name);

private:
    static constexpr std::uint32_t unused = 0xffffffff;
    static constexpr std::uint32_t wordsPerLeaf = 8;

    std::vector<std::uint32_t> place_;
    std::vector<std::uint64_t> bits_;
    std::vector<std::uint32_t> tree_;  ///< Of the closed leaves; the leaf being filled is not in it yet.
    std::uint32_t next_ = 0, live_ = 0;

    std::uint32_t bitsBefore(std::uint32_t place) const;
    std::uint32_t bitsIn(std::uint32_t leaf) const;
    void add(std::uint32_t leaf, std::uint32_t count);
    void compact();
};

}  // namespace kvfit::reuse
