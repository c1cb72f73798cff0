#pragma once

#include <optional>
#include <vector>

#include "cache/payload.hpp"
#include "engine/tensorrtllm/settings.hpp"

namespace kvfit::tensorrtllm {

/// Layers that take the same blocks: those of one attention window, and cross attention apart
/// (WindowBlockManager of cpp/tensorrt_llm/batch_manager/kvCacheManager.cpp).
struct Pool {
    enum class Keep : std::uint8_t { full, window, cross };

    Keep keep = Keep::full;
    std::int64_t window = 0;       ///< tokens of the window, or of the encoder
    std::vector<CachePart> parts;  ///< with the layers of the pipeline stage that holds most of them
    std::int64_t blockBytes = 0;   ///< of one block over all those layers, on one rank
};

/// The parts with the layers of each pipeline stage.
std::vector<std::vector<CachePart>> stageParts(const Settings& q);

/// Full attention first, then falling windows, cross attention last.
std::vector<Pool> poolsOf(const Settings& q);

/// Parts that cost a sequence the same whatever its length: states, windows of compressed attention and its
/// compressors; with the layers of the fullest stage.
std::vector<CachePart> slotParts(const Settings& q);

/// Bytes of one entry of one layer on one rank: heads rounded up, K and V of one width, a latent once.
template <class N>
N entryBytes(const Settings& q, const CachePart& part) {
    const Ask<N> a{part, q.types, 0, 0, q.ranks};
    if (part.role != Role::kv && part.role != Role::cross) return rowOf(a);
    const bool key = part.keyWidth >= part.valueWidth;
    const N width = a.of(key ? part.keyWidth : part.valueWidth, "size_per_head", key ? "keyWidth" : "valueWidth");
    return a.named(2, "kv_factor", "", "") * a.row(a.share(a.of(part.heads, "kv_heads", "heads")) * width, q.types.key);
}

/// Bytes of one block over all layers of a pool; compressed layers keep an entry for `ratio` tokens.
template <class N>
N blockBytes(const Settings& q, const Pool& pool) {
    const N tokens = named<N>(q.tokensPerBlock, "tokens_per_block", "tokens", "tokensPerBlock");
    std::optional<N> sum;
    for (const CachePart& p : pool.parts) {
        const N entries = p.ratio == 1 ? tokens : floorDivide(tokens, named<N>(p.ratio, "ratio", "tokens", "ratio"));
        const N own = named<N>(p.layerCount(), "layers", "layers", "") * entries * entryBytes<N>(q, p);
        sum = sum ? *sum + own : own;
    }
    return *sum;
}

}  // namespace kvfit::tensorrtllm
