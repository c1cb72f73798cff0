#pragma once

#include <limits>
#include <set>
#include <unordered_map>
#include <utility>
#include <vector>

#include "kvfit/reuse.hpp"
#include "reuse/block_names.hpp"
#include "reuse/block_queues.hpp"

namespace kvfit::reuse {

/// TensorRT-LLM's two pools of blocks (primary on the device, secondary in host memory), the tree of stored
/// blocks, and the free queues by priority. Blocks keep their content and place in the tree while they are free.
/// A block's key is the number of the prefix that ends with it, so the tree finds it in a table. Read, not run. Source:
/// cpp/tensorrt_llm/batch_manager/kvCacheManager.cpp `WindowBlockManager`, `KVCacheBlock`, evictionPolicy.cpp
/// `LRUEvictionPolicy` (NVIDIA/TensorRT-LLM @fc07e755f8; version approximate).
class TrtllmPool {
public:
    static constexpr int defaultPriority = 35;
    static constexpr int priorities = 101;
    /// The key of a block whose content no other block has: it is stored and never found.
    static constexpr std::uint32_t unique = none - 1;

    struct Settings {
        std::uint32_t primary = 0, secondary = 0;
        std::size_t tokensPerBlock = 1;
        bool partialReuse = true, copyOnPartialReuse = true, onboard = true;
        int offloadMinPriority = 30;
    };

    struct Retention {
        std::optional<int> priority = {};  ///< Absent: of a hit its own, else the default.
        std::optional<std::int64_t> durationMs = {};
    };

    /// `contents` has the tokens of every key; without it each key is that of a whole block, with nothing to compare.
    explicit TrtllmPool(const Settings& settings, const BlockNames* contents = nullptr);

    /// Blocks that the tree held before and the request may use, then fresh ones, for `count` blocks whose
    /// stored keys are `keys` (the last one may be absent: a block that starts with the last prompt token).
    /// Empty if the pool ran out; the caller releases what it got.
    struct Load {
        std::vector<BlockId> blocks;
        std::int64_t reusedTokens = 0;
        std::int64_t onboardedTokens = 0;  ///< Those of them that the secondary pool held.
        bool complete = true;
    };
    Load load(const std::vector<std::uint32_t>& keys, const std::vector<Retention>& perBlock);

    /// One more block while decoding; `none` if the pool ran out.
    BlockId grow(const Retention& retention);

    /// Puts `blocks` under their keys into the tree. Where an equal key exists, the old block stays.
    void store(const std::vector<std::uint32_t>& keys, const std::vector<BlockId>& blocks);

    /// Gives the blocks back, last first, each to the back of its priority's queue.
    void release(const std::vector<BlockId>& blocks);

    /// Moves blocks whose duration is over to the back of the default queue.
    void refresh(std::int64_t nowMs);

    std::map<int, std::vector<BlockId>> primaryQueues() const;
    std::int64_t offloads() const { return offloads_; }
    std::int64_t onboards() const { return onboards_; }
    std::int64_t evictions() const { return evictions_; }

private:
    static constexpr std::int64_t never = std::numeric_limits<std::int64_t>::min();

    struct Block {
        std::uint32_t key = 0;  ///< 0: no content yet. Stays when the block leaves the tree.
        BlockId parent = none;  ///< In the tree; `none` outside.
        BlockId firstChild = none, lastChild = none, before = none, after = none;
        int references = 0;
        int priority = defaultPriority;
        bool primary = true;
    };
    struct Lasting {
        std::int64_t durationMs = 0, expiresMs = never;
    };
    struct Found {
        BlockId block = none;
        bool partial = false;
        std::int64_t tokens = 0;
    };

    Settings settings_;
    BlockId root_;
    const BlockNames* contents_;
    std::vector<Block> blocks_;
    BlockQueues queues_;
    std::uint32_t freePrimary_, freeSecondary_;
    std::vector<BlockId> stored_;                   ///< By key: its block in the tree.
    std::unordered_map<BlockId, Lasting> lasting_;  ///< Blocks with a duration.
    std::set<std::pair<std::int64_t, BlockId>> expiring_;
    std::int64_t nowMs_ = 0, offloads_ = 0, onboards_ = 0, evictions_ = 0;

    Found find(BlockId parent, std::uint32_t key, bool partialReuse) const;
    std::size_t sharedTokens(std::uint32_t a, std::uint32_t b) const;
    std::size_t tokensOf(std::uint32_t key) const {
        return contents_ == nullptr ? settings_.tokensPerBlock : contents_->tokens(key).size;
    }
    Retention retentionOf(BlockId block) const {
        const auto time = lasting_.find(block);
        return {blocks_[block].priority,
                time == lasting_.end() ? std::nullopt : std::optional(time->second.durationMs)};
    }
    bool isLeaf(BlockId block) const { return blocks_[block].firstChild == none; }

    BlockId lowest(bool primary) const;
    void enqueue(BlockId block);
    void claim(BlockId block, const Retention& retention);
    BlockId take(const Retention& retention);
    void onboard(BlockId block);
    void attach(BlockId block, BlockId parent, std::uint32_t key);
    void detach(BlockId block);
    void detachWithDescendants(BlockId block);
};

}  // namespace kvfit::reuse
