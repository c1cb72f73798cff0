#pragma once

#include <unordered_map>
#include <vector>

#include "kvfit/block_chains.hpp"

namespace kvfit::reuse {

/// Numbers for paths. Most blocks have one continuation, found without hashing; the others are in a table.
class Paths {
public:
    /// Path 0 is empty.
    std::uint32_t continued(std::uint32_t path, std::uint32_t id);
    std::size_t bytes() const { return only_.size() * 8 + others_.size() * bytesOfBranch; }

private:
    static constexpr std::uint32_t none = 0;
    static constexpr std::size_t bytesOfBranch = 40;

    std::vector<std::uint32_t> only_ = {none};  ///< Per path: its first continuation.
    std::vector<std::uint32_t> id_ = {0};       ///< Per path: its last id.
    std::unordered_map<std::uint64_t, std::uint32_t> others_;

    std::uint32_t add(std::uint32_t id);
};

/// Sees to it that a block number stands for one prefix. Ids that name only their own block's content appear behind
/// different blocks; from the first such one on, a block is told apart by all ids before it in the request, as an
/// engine's chain of hashes does.
class ChainBuilder {
public:
    /// Adds a request. Its ids are numbered 0, 1, 2... by first appearance; they are left changed.
    BlockChains::Chain add(std::vector<std::uint32_t>& ids);

    BlockChains& chains() { return chains_; }
    bool idsWithoutPrefix() const { return renumbers_; }
    std::size_t bytes() const { return chains_.bytes() + (renumbers_ ? paths_.bytes() : 0); }

private:
    BlockChains chains_;
    Paths paths_;
    bool renumbers_ = false;

    void beginPaths();
};

}  // namespace kvfit::reuse
