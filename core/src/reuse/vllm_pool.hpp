#pragma once

#include <vector>

#include "kvfit/reuse.hpp"
#include "reuse/block_queues.hpp"

namespace kvfit::reuse {

/// vLLM's block pool: one queue of free blocks, the next to be reused first. A free block keeps its hash,
/// and can be hit, until it is reused. Block 0 is the null block and never in the queue.
/// Source: vllm/v1/core/block_pool.py `BlockPool`, kv_cache_utils.py `FreeKVCacheBlockQueue`
/// (vllm-project/vllm @7cfb97e337).
class VllmPool {
public:
    /// `blocks` usable blocks shared by `groups` cache groups.
    VllmPool(std::uint32_t blocks, std::uint32_t groups);

    std::uint32_t freeBlocks() const { return free_; }
    bool isFree(BlockId block) const { return blocks_[block].references == 0; }
    std::int64_t evictions() const { return evictions_; }
    std::vector<BlockId> queue() const { return queue_.list(); }

    /// The block that holds prefix `name` for `group`, or 0. Of several the one cached first.
    BlockId cached(std::uint32_t group, std::uint32_t name) const;

    /// Takes the front of the queue. Its hash, if any, is dropped: an eviction.
    BlockId take();

    /// A hit: one more request holds the block.
    void touch(BlockId block);

    /// Gives the block the hash `name`. Equal content may be cached in several blocks.
    void cache(BlockId block, std::uint32_t group, std::uint32_t name);

    /// Gives the block a hash that nobody looks up: it goes with another block's and is freed like a cached one.
    void keep(BlockId block) { blocks_[block].key = unlisted; }

    /// One batch that a request gives back, last block first. Blocks that nobody holds any more go to the
    /// back of the queue if they have a hash, else all together to its front, the first of them foremost.
    void release(const std::vector<BlockId>& lastFirst);

private:
    static constexpr std::uint32_t unlisted = none - 1;

    struct Block {
        std::uint32_t references = 0;
        std::uint32_t key = none;  ///< Where it is cached, `none` without a hash.
        BlockId nextSame = 0;      ///< The next one with equal content.
    };

    std::uint32_t groups_;
    std::uint32_t free_;
    std::int64_t evictions_ = 0;
    BlockQueues queue_;
    std::vector<Block> blocks_;
    std::vector<BlockId> first_;  ///< Per (prefix, group): the block cached first.

    void forget(BlockId block);
};

}  // namespace kvfit::reuse
