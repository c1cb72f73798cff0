#include "reuse/block_names.hpp"

#include <algorithm>

namespace kvfit::reuse {

namespace {

std::uint64_t mixed(std::uint64_t hash, std::uint64_t value) {
    hash = (hash ^ value) * 0x9e3779b97f4a7c15u;
    return hash ^ (hash >> 32);
}

}  // namespace

std::uint32_t BlockNames::of(std::uint32_t parent, TokenSpan piece) {
    std::uint64_t hash = mixed(parent, piece.size);
    for (std::size_t i = 0; i < piece.size; ++i) hash = mixed(hash, static_cast<std::uint64_t>(piece.data[i]));
    const auto [begin, end] = byHash_.equal_range(hash);
    for (auto it = begin; it != end; ++it) {
        const TokenSpan known = tokens(it->second);
        if (parent_[it->second] == parent && known.size == piece.size &&
            std::equal(piece.data, piece.data + piece.size, known.data))
            return it->second;
    }
    const std::uint32_t name = count();
    store_.insert(store_.end(), piece.data, piece.data + piece.size);
    first_.push_back(store_.size());
    parent_.push_back(parent);
    byHash_.emplace(hash, name);
    return name;
}

std::vector<std::uint32_t> chain(BlockNames& names, const std::vector<std::int64_t>& tokens, std::size_t blockSize) {
    std::vector<std::uint32_t> out;
    std::uint32_t parent = 0;
    for (std::size_t at = 0; at + blockSize <= tokens.size(); at += blockSize)
        out.push_back(parent = names.of(parent, {tokens.data() + at, blockSize}));
    return out;
}

std::vector<std::uint32_t> pages(BlockNames& names, const std::vector<std::int64_t>& tokens, std::size_t blockSize) {
    std::vector<std::uint32_t> out;
    for (std::size_t at = 0; at + blockSize <= tokens.size(); at += blockSize)
        out.push_back(names.of(0, {tokens.data() + at, blockSize}));
    return out;
}

}  // namespace kvfit::reuse
