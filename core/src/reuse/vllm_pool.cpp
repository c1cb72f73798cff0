#include "reuse/vllm_pool.hpp"

namespace kvfit::reuse {

VllmPool::VllmPool(std::uint32_t blocks, std::uint32_t groups)
    : groups_(groups), free_(blocks), queue_(blocks + 1), blocks_(blocks + 1) {
    for (BlockId b = 1; b <= blocks; ++b) queue_.pushBack(b);
}

BlockId VllmPool::cached(std::uint32_t group, std::uint32_t name) const {
    const std::size_t key = std::size_t{name} * groups_ + group;
    return key < first_.size() ? first_[key] : 0;
}

BlockId VllmPool::take() {
    const BlockId block = queue_.front();
    queue_.remove(block);
    --free_;
    if (blocks_[block].key != none) {
        forget(block);
        ++evictions_;
    }
    blocks_[block].references = 1;
    return block;
}

void VllmPool::touch(BlockId block) {
    if (blocks_[block].references++ == 0) {
        queue_.remove(block);
        --free_;
    }
}

void VllmPool::cache(BlockId block, std::uint32_t group, std::uint32_t name) {
    const std::uint32_t key = name * groups_ + group;
    if (key >= first_.size()) first_.resize(key + groups_, 0);
    blocks_[block].key = key;
    BlockId* last = &first_[key];
    while (*last != 0) last = &blocks_[*last].nextSame;
    *last = block;
    blocks_[block].nextSame = 0;
}

void VllmPool::forget(BlockId block) {
    if (blocks_[block].key != unlisted) {
        BlockId* at = &first_[blocks_[block].key];
        while (*at != block) at = &blocks_[*at].nextSame;
        *at = blocks_[block].nextSame;
    }
    blocks_[block].key = none;
}

void VllmPool::release(const std::vector<BlockId>& lastFirst) {
    std::vector<BlockId> plain;
    for (const BlockId block : lastFirst) {
        if (block == 0 || --blocks_[block].references != 0) continue;
        ++free_;
        if (blocks_[block].key == none)
            plain.push_back(block);
        else
            queue_.pushBack(block);
    }
    for (auto it = plain.rbegin(); it != plain.rend(); ++it) queue_.pushFront(*it);
}

}  // namespace kvfit::reuse
