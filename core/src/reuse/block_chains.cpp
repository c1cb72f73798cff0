#include "kvfit/block_chains.hpp"

#include <numeric>

namespace kvfit {

namespace {

/// Whether these are `first`, `first` + 1, ...; without an early end, so that the compiler takes many at once.
bool inRow(std::span<const std::uint32_t> names, std::uint32_t first) {
    std::uint32_t differ = 0;
    for (std::size_t i = 0; i < names.size(); ++i) differ |= names[i] ^ (first + static_cast<std::uint32_t>(i));
    return differ == 0;
}

}  // namespace

std::uint32_t BlockChains::tailWith(std::uint32_t name) const {
    std::uint32_t tail = tailOf_[name / stride];
    while (tail + 1 < tails_.size() && tails_[tail + 1].first <= name) ++tail;
    return tail;
}

std::optional<BlockChains::Chain> BlockChains::add(std::span<const std::uint32_t> names) {
    // Nothing known stands behind a new block, so what is new is found from the end.
    std::size_t known = names.size();
    while (known > 0 && names[known - 1] >= names_) --known;
    const std::size_t added = names.size() - known;
    if (!inRow(names.subspan(known), names_)) return std::nullopt;

    const Chain prefix = {known == 0 ? 0 : tailWith(names[known - 1]), static_cast<std::uint32_t>(known)};
    for (Chain at = prefix; at.length > 0;) {
        const Tail& tail = tails_[at.tail];
        if (at.length <= tail.prefix.length ||
            !inRow(names.subspan(tail.prefix.length, at.length - tail.prefix.length), tail.first))
            return std::nullopt;
        at = tail.prefix;
    }
    const auto length = static_cast<std::uint32_t>(names.size());
    if (added == 0) return Chain{prefix.tail, length};
    const auto tail = static_cast<std::uint32_t>(tails_.size());
    tails_.push_back({names_, prefix});
    names_ += static_cast<std::uint32_t>(added);
    while (tailOf_.size() * stride < names_) tailOf_.push_back(tail);
    return Chain{tail, length};
}

void BlockChains::copy(Chain chain, std::uint32_t* out) const {
    while (chain.length > 0) {
        const Tail& tail = tails_[chain.tail];
        std::iota(out + tail.prefix.length, out + chain.length, tail.first);
        chain = tail.prefix;
    }
}

}  // namespace kvfit
