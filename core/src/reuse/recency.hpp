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

    /// Depths of one block after another, asked while nothing is used.
    class Reader {
    public:
        explicit Reader(const Recency& of) : of_(of) {}

        /// Distinct blocks used since, this one included; 0 if it was never used.
        std::uint32_t depth(std::uint32_t name) {
            const std::uint32_t place = of_.place_[name];
            if (place == unused) return 0;
            const std::uint32_t moved = place - last_;
            if (last_ != unused && moved + 1 <= 2)
                depth_ -= moved;
            else
                depth_ = of_.live_ - of_.bitsBefore(place);
            last_ = place;
            return depth_;
        }

    private:
        const Recency& of_;
        std::uint32_t last_ = unused, depth_ = 0;
    };

    /// Uses blocks in this order.
    void use(const std::uint32_t* names, std::size_t count);

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
    void clear(std::uint32_t place, std::uint32_t count);
    void append(std::uint32_t count);
    void compact();
};

}  // namespace kvfit::reuse
