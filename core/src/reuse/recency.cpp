#include "reuse/recency.hpp"

#include <algorithm>

namespace kvfit::reuse {

namespace {

constexpr std::uint32_t leafBits = 512;

std::uint32_t ones(std::uint64_t word) { return static_cast<std::uint32_t>(__builtin_popcountll(word)); }

/// Calls `each(word, mask)` for the words that a range touches.
template <class Each>
void words(std::uint32_t from, std::uint32_t to, Each each) {
    while (from < to) {
        const std::uint32_t n = std::min(to - from, 64 - (from & 63));
        each(from / 64, (n == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << n) - 1) << (from & 63));
        from += n;
    }
}

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

void Recency::use(const std::uint32_t* names, std::size_t count) {
    for (std::size_t i = 0; i < count;) {
        // As many as stand side by side, or are new, and find room.
        if (next_ == bits_.size() * 64) compact();
        const std::uint32_t first = place_[names[i]], room = static_cast<std::uint32_t>(bits_.size() * 64) - next_;
        std::uint32_t run = 0;
        while (i < count && run < room && place_[names[i]] == (first == unused ? unused : first + run)) {
            place_[names[i++]] = next_ + run;
            ++run;
        }
        if (first == unused)
            live_ += run;
        else
            clear(first, run);
        append(run);
    }
}

void Recency::clear(std::uint32_t place, std::uint32_t count) {
    while (count > 0) {
        const std::uint32_t leaf = place / leafBits, n = std::min(count, (leaf + 1) * leafBits - place);
        words(place, place + n, [&](std::uint32_t w, std::uint64_t mask) { bits_[w] &= ~mask; });
        if (leaf != next_ / leafBits) add(leaf, ~n + 1);
        place += n;
        count -= n;
    }
}

void Recency::append(std::uint32_t count) {
    words(next_, next_ + count, [&](std::uint32_t w, std::uint64_t mask) { bits_[w] |= mask; });
    const std::uint32_t end = next_ + count;
    for (std::uint32_t leaf = next_ / leafBits; (leaf + 1) * leafBits <= end; ++leaf) add(leaf, bitsIn(leaf));
    next_ = end;
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
