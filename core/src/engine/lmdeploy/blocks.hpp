#pragma once

#include <optional>

#include "cache/payload.hpp"
#include "engine/lmdeploy/settings.hpp"

namespace kvfit::lmdeploy {

/// Each tensor of a block of a layer begins on a boundary of 256 bytes (CacheDesc of
/// lmdeploy/pytorch/engine/cache_engine.py @1263d5cd8).
template <class N>
N aligned(const N& bytes) {
    return roundUp(bytes, named<N>(256, "alignment", "B", ""));
}

/// Whether K and V are stored in bytes with a scale for each head and token.
inline bool hasScales(const Dtype& d) {
    return d.name == "int8" || d.name == "int4" || d.layout == Dtype::Layout::rotated;
}

/// K, V and their scales of one block of one layer. int8 and int4 keep a scale and a zero point for K and for
/// V of each head and token, turbo_quant two values for K of 4 bits and one for V of 2 bits; fp8 keeps none.
/// A latent is K alone, but has both scales.
template <class N>
N keyValueBytes(const Settings& q, const CachePart& p) {
    const Ask<N> a{p, q.types, 0, 0, q.ranks};
    const bool latent = p.role == Role::latent;
    const ChosenType& type = latent ? q.types.latent : q.types.key;
    const Dtype& d = *type.dtype;
    const bool turbo = d.layout == Dtype::Layout::rotated;
    const N rows = a.named(q.blockSize, "block_size", "tokens", "blockSize") *
                   (latent ? a.number(1) : a.share(a.of(p.heads, "kv_heads", "heads")));
    if (latent && !hasScales(d)) return aligned(a.named(q.blockSize, "block_size", "tokens", "blockSize") * rowOf(a));
    const auto side = [&](std::int64_t width, const char* symbol, const char* field, std::int64_t bits) {
        const N elements = a.of(width, symbol, field);
        if (!turbo) return aligned(rows * a.row(elements, type));
        return aligned(rows * ceilDivide(elements * a.named(bits, "bits", "", type.source.c_str()), a.number(8)));
    };
    N sum = side(p.keyWidth + p.ropeWidth, "key_width", "keyWidth", d.keyBits);
    if (p.valueWidth > 0) sum = sum + side(p.valueWidth, "value_width", "valueWidth", d.valueBits);
    if (!hasScales(d)) return sum;
    const auto scales = [&](std::int64_t values) {
        return aligned(rows * a.named(values * q.scaleBytes, "scale_bytes", "B", type.source.c_str()));
    };
    return sum + scales(2) + scales(turbo ? 1 : 2);
}

/// One block of one layer of a part; index keys and compressed entries are tensors of their own.
template <class N>
N layerBytes(const Settings& q, const CachePart& p) {
    if (p.kind == Kind::full || p.kind == Kind::window || p.kind == Kind::chunked || p.kind == Kind::latent ||
        p.kind == Kind::cross)
        return keyValueBytes<N>(q, p);
    const Ask<N> a{p, q.types, 0, 0, q.ranks};
    const N tokens = a.named(q.blockSize, "block_size", "tokens", "blockSize");
    return aligned((p.ratio == 1 ? tokens : floorDivide(tokens, a.of(p.ratio, "ratio", "ratio"))) * rowOf(a));
}

inline bool isState(const CachePart& p) {
    return p.role == Role::recurrent || p.role == Role::conv || p.kind == Kind::window_latent;
}

/// One block over all layers, on one rank.
template <class N>
N blockBytes(const Settings& q) {
    std::optional<N> sum;
    for (const CachePart& p : q.parts) {
        if (isState(p)) continue;
        const N own = named<N>(p.layerCount(), "layers", "layers", "") * layerBytes<N>(q, p);
        sum = sum ? *sum + own : own;
    }
    return sum ? *sum : named<N>(0, "", "B", "");
}

/// Blocks that a sequence holds: of a window those that it touches (WindowBlockManager of
/// lmdeploy/pytorch/paging/block_manager/window_block_manager.py @1263d5cd8).
template <class N>
N heldBlocks(const Settings& q, const N& length) {
    const N block = named<N>(q.blockSize, "block_size", "tokens", "blockSize");
    const N all = ceilDivide(length, block);
    if (q.window == 0 || integerOf(length) <= q.window) return all;
    return all - floorDivide(length - named<N>(q.window, "window", "tokens", "sliding_window"), block);
}

/// The most that a sequence of up to this length holds: a window may touch one block more than it fills.
template <class N>
N reservedBlocks(const Settings& q, const N& length) {
    if (q.window == 0 || integerOf(length) <= q.window) return heldBlocks(q, length);
    const N block = named<N>(q.blockSize, "block_size", "tokens", "blockSize");
    return minimum(
        ceilDivide(length, block),
        ceilDivide(named<N>(q.window, "window", "tokens", "sliding_window"), block) + named<N>(1, "", "", ""));
}

/// State of one sequence on one rank: whole kernels of convolutions, each tensor of all its layers aligned
/// (StateCacheEngine of cache_engine.py, configurations/qwen3_next.py @1263d5cd8). Compressed attention keeps
/// its windows there, and fp32 keys and scores of what its compressors have not compressed yet.
template <class N>
N stateBytes(const Settings& q) {
    std::optional<N> sum;
    const auto add = [&](const N& bytes) { sum = sum ? *sum + aligned(bytes) : aligned(bytes); };
    for (const CachePart& p : q.parts) {
        const Ask<N> a{p, q.types, 0, 0, q.ranks};
        const N layers = named<N>(p.layerCount(), "layers", "layers", "");
        if (p.kind == Kind::window_latent) add(layers * a.of(p.window, "window", "window") * rowOf(a));
        if (p.role == Role::recurrent) add(layers * rowOf(a));
        if (p.role == Role::conv && p.kernel > 1) {
            // rowOf has kernel - 1 columns of the channels.
            add(layers * floorDivide(rowOf(a), a.number(p.kernel - 1)) * a.of(p.kernel, "kernel", "kernel"));
        }
        if (p.kind == Kind::compressed || (p.kind == Kind::indexer && p.ratio > 1)) {
            const std::int64_t overlap = p.ratio == 4 ? 2 : 1;
            add(layers * a.named(2 * overlap * p.ratio, "rows", "", "ratio") *
                a.named(overlap * (p.keyWidth + p.ropeWidth), "width", "", "keyWidth") * a.named(4, "fp32", "B", ""));
        }
    }
    return sum ? *sum : named<N>(0, "", "B", "");
}

}  // namespace kvfit::lmdeploy
