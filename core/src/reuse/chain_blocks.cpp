#include "reuse/chain_blocks.hpp"

namespace kvfit::reuse {

std::uint32_t Paths::continued(std::uint32_t path, std::uint32_t id) {
    if (only_[path] == none) {
        const std::uint32_t next = add(id);
        return only_[path] = next;
    }
    if (id_[only_[path]] == id) return only_[path];
    const auto [known, added] = others_.try_emplace(std::uint64_t{path} << 32 | id, 0);
    if (added) known->second = add(id);
    return known->second;
}

std::uint32_t Paths::add(std::uint32_t id) {
    id_.push_back(id);
    only_.push_back(none);
    return static_cast<std::uint32_t>(id_.size() - 1);
}

BlockChains::Chain ChainBuilder::add(std::vector<std::uint32_t>& ids) {
    if (!renumbers_) {
        if (const auto chain = chains_.add(ids)) return *chain;
        beginPaths();
    }
    std::uint32_t path = 0;
    for (std::uint32_t& id : ids) id = (path = paths_.continued(path, id)) - 1;
    return chains_.add(ids).value_or(BlockChains::Chain{});
}

/// So far every id stood behind one block: it is its path's number, and path n + 1 is that of block n.
void ChainBuilder::beginPaths() {
    renumbers_ = true;
    chains_.eachBlock([&](std::uint32_t block, std::uint32_t before) {
        paths_.continued(before == chains_.names() ? 0 : before + 1, block);
    });
}

}  // namespace kvfit::reuse
