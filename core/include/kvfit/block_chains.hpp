#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace kvfit {

/// The blocks of many requests, each prefix kept once. Blocks are numbered 0, 1, 2... by first appearance and a number
/// stands for one prefix, so a request is a prefix that was there before and then a tail of new numbers in a row.
/// Memory goes by tails, not by blocks.
class BlockChains {
public:
    /// The first `length` blocks of the path that ends with a tail.
    struct Chain {
        std::uint32_t tail = 0, length = 0;
    };

    /// Distinct blocks.
    std::uint32_t names() const { return names_; }
    /// Memory that the tails take.
    std::size_t bytes() const { return tails_.size() * sizeof(Tail) + tailOf_.size() * sizeof(tailOf_[0]); }
    void reserve(std::size_t tails) { tails_.reserve(tails); }
    std::size_t tails() const { return tails_.size(); }

    /// Adds a request. Nothing is added where a number stands behind another prefix than before, or where a new one is
    /// not the next.
    std::optional<Chain> add(std::span<const std::uint32_t> names);

    /// Writes the `chain.length` numbers of a chain.
    void copy(Chain chain, std::uint32_t* out) const;

    /// Calls `each(block, before)` for every block, in order; `before` is the block before it, `names()` at the start.
    template <class Each>
    void eachBlock(Each each) const {
        for (std::size_t t = 0; t < tails_.size(); ++t) {
            std::uint32_t before = tails_[t].prefix.length == 0 ? names_ : last(tails_[t].prefix);
            const std::uint32_t end = t + 1 < tails_.size() ? tails_[t + 1].first : names_;
            for (std::uint32_t b = tails_[t].first; b < end; before = b++) each(b, before);
        }
    }

private:
    struct Tail {
        std::uint32_t first;  ///< Number of its first block.
        Chain prefix;         ///< What stands before it.
    };
    static constexpr std::uint32_t stride = 64;

    std::uint32_t names_ = 0;
    std::vector<Tail> tails_;
    std::vector<std::uint32_t> tailOf_;  ///< Of every block whose number is a multiple of `stride`.

    std::uint32_t tailWith(std::uint32_t name) const;
    std::uint32_t last(Chain chain) const {
        const Tail& tail = tails_[chain.tail];
        return tail.first + (chain.length - tail.prefix.length) - 1;
    }
};

}  // namespace kvfit
