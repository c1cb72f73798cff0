#pragma once

#include <optional>
#include <vector>

#include "reuse/vllm_pool.hpp"

namespace kvfit::reuse {

/// One cache group: which blocks a hit needs, which it keeps and which it gives back early.
struct VllmGroup {
    CacheGroup kind = CacheGroup::full;
    std::int64_t window = 0;

    /// Blocks at the end of a prefix that must be cached for a hit there: ceil((window - 1) / block).
    std::size_t blocksForHit(std::int64_t blockSize) const {
        return static_cast<std::size_t>((window - 1 + blockSize - 1) / blockSize);
    }

    /// Whole blocks that no token behind the first `computed` attends to any more
    /// (`SlidingWindowManager.get_num_skipped_tokens`).
    std::size_t skippedBlocks(std::int64_t computed, std::int64_t blockSize) const {
        if (kind == CacheGroup::full || computed < window) return 0;
        return static_cast<std::size_t>((computed - window + 1) / blockSize);
    }
};

/// The prefix found in the cache: the block of every position and group, 0 where none is needed.
struct VllmHit {
    std::size_t blocks = 0;
    std::size_t longest = 0;  ///< The longest prefix that any group could offer alone.
    std::vector<std::vector<BlockId>> byGroup;
};

/// Longest prefix of `names[0, limit)` that every group has. Full groups come first and bound the others; a
/// group that shortens the hit makes the others look again.
/// Source: v1/core/kv_cache_coordinator.py `HybridKVCacheCoordinator.find_longest_cache_hit`,
/// single_type_kv_cache_manager.py `FullAttentionManager`, `SlidingWindowManager` (@7cfb97e337).
VllmHit findHit(const VllmPool& pool, const std::vector<VllmGroup>& groups, const std::vector<std::uint32_t>& names,
                std::size_t limit, std::int64_t blockSize);

/// Which of the whole blocks [begin, end) of a group are worth a hash. A sliding group keeps, with interval
/// 0, only the tail of blocks that a hit needs at each of `boundaries` (tokens); with a positive interval also
/// the tail of every segment of that many tokens; without an interval, and in full groups, every block.
/// Source: single_type_kv_cache_manager.py `reachable_block_mask` (@7cfb97e337).
std::vector<bool> keptBlocks(const VllmGroup& group, std::optional<std::int64_t> interval,
                             const std::vector<std::int64_t>& boundaries, std::size_t begin, std::size_t end,
                             std::int64_t blockSize);

}  // namespace kvfit::reuse
