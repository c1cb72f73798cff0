#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace kvfit::reuse {

/// A run of token ids that belongs to someone else.
struct TokenSpan {
    const std::int64_t* data = nullptr;
    std::size_t size = 0;
};

/// Small dense numbers for pieces of token sequences: equal numbers mean equal tokens behind an equal parent.
/// With the number of the block before as the parent, a number stands for the whole prefix up to its
/// block, which is what an engine's chain of block hashes does; with parent 0 it stands for the tokens alone.
class BlockNames {
public:
    /// Numbers start at 1; 0 is the parent of every first block.
    std::uint32_t of(std::uint32_t parent, TokenSpan tokens);

    TokenSpan tokens(std::uint32_t name) const {
        return {store_.data() + first_[name], first_[name + 1] - first_[name]};
    }
    std::uint32_t count() const { return static_cast<std::uint32_t>(first_.size() - 1); }

private:
    std::vector<std::int64_t> store_;
    std::vector<std::size_t> first_ = {0, 0};
    std::vector<std::uint32_t> parent_ = {0};
    std::unordered_multimap<std::uint64_t, std::uint32_t> byHash_;
};

/// The numbers of the whole blocks of `tokens`, each behind the one before.
std::vector<std::uint32_t> chain(BlockNames& names, const std::vector<std::int64_t>& tokens, std::size_t blockSize);

/// The numbers of the whole blocks of `tokens`, each for itself.
std::vector<std::uint32_t> pages(BlockNames& names, const std::vector<std::int64_t>& tokens, std::size_t blockSize);

}  // namespace kvfit::reuse
