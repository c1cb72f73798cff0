#include "reuse/recency.hpp"

namespace kvfit::reuse {

namespace {

constexpr std::uint32_t leafBits = 512;

std::uint32_t ones(std::uint64_t word) { return static_cast<std::uint32_t>(__builtin_popcountll(word)); }

}  // namespace

Recency::Recency(std::uint32_t names) : place_(names, unused) {
    // Twice the blocks: moving costs at most one step a use.
    const std::uint32_t leaves = names / (leafBits / 2) + 8;
    bits_.assign(std::size_t{leaves} * wordsPerLeaf, 0);
    tree_.assign(leaves + 1, 0);
}

void Recency::add(std::uint32_t leaf, std::uint32_t count) {
    for (std::uint32_t i = leaf + 1; i < tree_.size(); i += i & (~i + 1)) tree_[i] += count;
}

std::uint32_t Recency::bitsIn(std::uint32_t leaf) const {
    std::uint32_t sum = 0;
    for (std::uint32_t w = leaf * wordsPerLeaf; w < (leaf + 1) * wordsPerLeaf; ++w) sum += ones(bits_[w]);
    return sum;
}

std::uint32_t Recency::bitsBefore(std::uint32_t place) const {
    const std::uint32_t leaf = place / leafBits, word = place / 64;
    std::uint32_t sum = 0;
    for (std::uint32_t i = leaf; i > 0; i &= i - 1) sum += tree_[i];
    for (std::uint32_t w = leaf * wordsPerLeaf; w < word; ++w) sum += ones(bits_[w]);
    return sum + ones(bits_[word] & ((std::uint64_t{1} << (place & 63)) - 1));
}

void Recency::use(std::uint32_t name) {
    if (next_ == bits_.size() * 64) compact();
    const std::uint32_t old = place_[name];
    if (old == unused) {
        ++live_;
    } else {
        bits_[old / 64] &= ~(std::uint64_t{1} << (old & 63));
        if (old / leafBits != next_ / leafBits) add(old / leafBits, 0xffffffff);
    }
    bits_[next_ / 64] |= std::uint64_t{1} << (next_ & 63);
    place_[name] = next_++;
    if (next_ % leafBits == 0) add(next_ / leafBits - 1, bitsIn(next_ / leafBits - 1));
}

void Recency::compact() {
    std::vector<std::uint32_t> before(bits_.size());
    std::uint32_t sum = 0;
    for (std::size_t w = 0; w < bits_.size(); ++w) {
        before[w] = sum;
        sum += ones(bits_[w]);
    }
    for (std::uint32_t& place : place_)
        if (place != unused)
            place = before[place / 64] + ones(bits_[place / 64] & ((std::uint64_t{1} << (place & 63)) - 1));
    for (std::size_t w = 0; w < bits_.size(); ++w)
        bits_[w] = w < live_ / 64 ? ~std::uint64_t{0} : w == live_ / 64 ? (std::uint64_t{1} << (live_ & 63)) - 1 : 0;
    next_ = live_;
    tree_.assign(tree_.size(), 0);
    for (std::uint32_t leaf = 0; leaf < next_ / leafBits; ++leaf) add(leaf, bitsIn(leaf));
}

}  // namespace kvfit::reuse
