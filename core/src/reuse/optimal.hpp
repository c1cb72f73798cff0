#pragma once

#include <cstdint>
#include <vector>

namespace kvfit::reuse {

inline constexpr std::uint32_t never = 0xffffffff;

/// For every use the index of the next use of the same block, or `never`. A next use that does not count (the
/// block is generated again, or the request only warms up) is worth nothing to wait for, so it is `never` too.
template <class Counts>
std::vector<std::uint32_t> nextUses(const std::vector<std::uint32_t>& uses, std::uint32_t names, Counts counts) {
    std::vector<std::uint32_t> next(uses.size()), upcoming(names, never);
    for (std::size_t i = uses.size(); i-- > 0;) {
        next[i] = upcoming[uses[i]];
        upcoming[uses[i]] = counts(i) ? static_cast<std::uint32_t>(i) : never;
    }
    return next;
}

/// A set of indices below a bound that finds its largest member: a tree of 64-bit words, each bit of one level
/// saying that the word below it is not empty.
class IndexSet {
public:
    explicit IndexSet(std::uint32_t bound);
    bool has(std::uint32_t index) const { return levels_[0][index >> 6] >> (index & 63) & 1; }
    void insert(std::uint32_t index);
    void erase(std::uint32_t index);
    std::uint32_t largest() const;

private:
    std::vector<std::vector<std::uint64_t>> levels_;
};

/// The offline bound: keeps the blocks whose next use is nearest and refuses a block whose own next use is
/// farthest (Belady's MIN with bypass). Since a prefix is used whenever its continuation is, what it keeps is closed
/// under prefixes. What it holds is exactly the set of its members' next uses.
class OptimalCache {
public:
    OptimalCache(std::vector<std::uint32_t> next, std::uint32_t capacity)
        : next_(std::move(next)), kept_(static_cast<std::uint32_t>(next_.size())), capacity_(capacity) {}

    /// The use with index `at`; uses come in order.
    bool access(std::size_t at);
    std::int64_t evictions() const { return evictions_; }

private:
    std::vector<std::uint32_t> next_;
    IndexSet kept_;
    std::uint32_t capacity_, size_ = 0;
    std::int64_t evictions_ = 0;
};

}  // namespace kvfit::reuse
