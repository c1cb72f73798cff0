#include "reuse/optimal.hpp"

namespace kvfit::reuse {

IndexSet::IndexSet(std::uint32_t bound) {
    std::size_t words = bound / 64 + 1;
    levels_.emplace_back(words);
    while (words > 1) levels_.emplace_back(words = (words + 63) / 64);
}

void IndexSet::insert(std::uint32_t index) {
    for (auto& level : levels_) {
        std::uint64_t& word = level[index >> 6];
        const bool known = word != 0;
        word |= std::uint64_t{1} << (index & 63);
        if (known) return;
        index >>= 6;
    }
}

void IndexSet::erase(std::uint32_t index) {
    for (auto& level : levels_) {
        std::uint64_t& word = level[index >> 6];
        word &= ~(std::uint64_t{1} << (index & 63));
        if (word != 0) return;
        index >>= 6;
    }
}

std::uint32_t IndexSet::largest() const {
    std::uint32_t index = 0;
    for (std::size_t l = levels_.size(); l-- > 0;)
        index = index << 6 | static_cast<std::uint32_t>(63 - __builtin_clzll(levels_[l][index]));
    return index;
}

bool OptimalCache::access(std::size_t at) {
    const auto use = static_cast<std::uint32_t>(at);
    const bool hit = kept_.has(use);
    if (hit) {
        kept_.erase(use);
        --size_;
    }
    const std::uint32_t next = next_[at];
    if (next == never) return hit;
    kept_.insert(next);
    if (++size_ > capacity_) {
        const std::uint32_t farthest = kept_.largest();
        kept_.erase(farthest);
        --size_;
        if (farthest != next) ++evictions_;
    }
    return hit;
}

}  // namespace kvfit::reuse
