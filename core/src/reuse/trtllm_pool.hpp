#pragma once

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
/// Read, not run. Source: cpp/tensorrt_llm/batch_manager/kvCacheManager.cpp `WindowBlockManager`, `KVCacheBlock`,
/// evictionPolicy.cpp `LRUEvictionPolicy` (NVIDIA/TensorRT-LLM @fc07e755f8; version approximate).
class TrtllmPool {
public:
    static constexpr int defaultPriority = 35;
    static constexpr int priorities = 101;

    struct Settings {
        std::uint32_t primary = 0, secondary = 0;
        std::size_t tokensPerBlock = 1;
        bool partialReuse = true, copyOnPartialReuse = true, onboard = true;
        int offloadMinPriority = 30;
    };

    struct Retention {
        std::optional<int> priority = {};
        std::optional<std::int64_t> durationMs = {};
    };

    explicit TrtllmPool(const Settings& settings);

    /// Blocks that the tree held before and the request may use, then fresh ones, for `count` blocks whose
    /// stored keys are `keys` (the last one may be absent: a block that starts with the last prompt token).
    /// Empty if the pool ran out; the caller releases what it got.
    struct Load {
        std::vector<BlockId> blocks;
        std::int64_t reusedTokens = 0;
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

    /// Number of a block's content, whole or partial.
    std::uint32_t key(TokenSpan tokens) { return names_.of(0, tokens); }

private:
    struct Block {
        std::uint32_t key = 0;  ///< Content; 0: none yet. Stays when the block leaves the tree.
        BlockId parent = none;  ///< In the tree; `none` outside.
        std::vector<BlockId> children = {};
        int references = 0;
        bool primary = true;
        int priority = defaultPriority;
        std::optional<std::int64_t> durationMs = {}, expiresMs = {};
    };
    struct Found {
        BlockId block = none;
        bool partial = false;
        std::int64_t tokens = 0;
    };

    Settings settings_;
    BlockId root_;
    std::vector<Block> blocks_;
    BlockNames names_;
    BlockQueues queues_;
    std::uint32_t freePrimary_, freeSecondary_;
    std::unordered_map<std::uint64_t, BlockId> children_;  ///< By parent and key.
    std::set<std::pair<std::int64_t, BlockId>> expiring_;
    std::int64_t nowMs_ = 0, offloads_ = 0, onboards_ = 0, evictions_ = 0;

    Found find(BlockId parent, std::uint32_t key, bool partialReuse) const;
    std::size_t sharedTokens(std::uint32_t a, std::uint32_t b) const;
    bool isWhole(BlockId block) const { return names_.tokens(blocks_[block].key).size == settings_.tokensPerBlock; }

    BlockId lowest(bool primary) const;
    void enqueue(BlockId block);
    void claim(BlockId block, const Retention& retention);
    BlockId take(int priority, std::optional<std::int64_t> durationMs);
    void onboard(BlockId block);
    void attach(BlockId block, BlockId parent, std::uint32_t key);
    void detach(BlockId block);
    void detachWithDescendants(BlockId block);
};

}  // namespace kvfit::reuse
