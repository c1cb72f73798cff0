#pragma once

#include <algorithm>
#include <optional>

#include "cache/payload.hpp"
#include "engine/llamacpp/cells.hpp"

namespace kvfit::llamacpp {

/// Bytes of one cell of one layer. Where there is no V, K holds the latent, key or state alone.
template <class N>
struct CellBytes {
    N k;
    std::optional<N> v;
};

inline bool sharesLayer(const CachePart& a, const CachePart& b) {
    return std::any_of(a.layers.begin(), a.layers.end(),
                       [&](std::int64_t layer) { return std::binary_search(b.layers.begin(), b.layers.end(), layer); });
}

/// The first part of the same layers that passes `test`, or nullptr.
template <class Test>
const CachePart* beside(const Settings& s, const CachePart& part, Test test) {
    for (const CachePart& other : s.parts)
        if (other.draft == part.draft && test(other) && sharesLayer(part, other)) return &other;
    return nullptr;
}

/// An index cache beside K and V heads is a cache of one head with a V of the model's head width,
/// which nothing reads (src/llama-kv-cache-msa.cpp @82bb48500).
template <class N>
std::optional<N> indexerV(const Settings& s, const Ask<N>& a) {
    const CachePart* heads = beside(s, a.part, [](const CachePart& p) { return p.role == Role::kv; });
    if (heads == nullptr || heads->valueWidth == 0) return std::nullopt;
    return a.row(a.of(heads->valueWidth, "value_width", "valueWidth"), a.types.value);
}

/// Rows of K and V: ggml_row_size of all heads of a layer. A transposed V, without flash attention,
/// is as wide as the widest V of the model; latents have no V except in builds that store it again;
/// cross attention is kept in f32
/// (src/llama-kv-cache.cpp, src/llama-hparams.cpp n_embd_v_gqa_max @82bb48500).
template <class N>
CellBytes<N> cellBytes(const Settings& s, const CachePart& part, Holding holding) {
    const Ask<N> a{part, s.types};
    const ChosenType& f32 = s.types.recurrent;
    const bool allocated = holding != Holding::content;
    if (part.role == Role::kv || part.role == Role::cross) {
        const bool cross = part.role == Role::cross;
        const N heads = a.of(part.heads, "kv_heads", "heads");
        CellBytes<N> bytes{a.row(heads * a.of(part.keyWidth, "key_width", "keyWidth"), cross ? f32 : a.types.key),
                           std::nullopt};
        if (part.valueWidth == 0) return bytes;
        const bool widened = allocated && !s.flashAttention && !cross && part.heads * part.valueWidth < s.widestV;
        bytes.v = a.row(widened ? a.named(s.widestV, "widest_v", "", "flashAttn")
                                : heads * a.of(part.valueWidth, "value_width", "valueWidth"),
                        cross ? f32 : a.types.value);
        return bytes;
    }
    CellBytes<N> bytes{rowOf(a), std::nullopt};
    if (!allocated) return bytes;
    if (part.role == Role::indexer) bytes.v = indexerV(s, a);
    if (part.kind == Kind::latent && s.storeLatentV)
        bytes.v = a.row(a.of(part.keyWidth, "latent_width", "keyWidth"), a.types.value);
    return bytes;
}

/// Compressed entries are built in f32: `kv` and `score` rows for one group of tokens, for two where
/// groups overlap, which is where an indexer chooses among the entries
/// (src/llama-kv-cache-dsv4.cpp @82bb48500). nullopt for a part that compresses nothing.
template <class N>
std::optional<N> compressorBytes(const Settings& s, const CachePart& part) {
    if (part.ratio == 1 || (part.kind != Kind::compressed && part.kind != Kind::indexer)) return std::nullopt;
    const Ask<N> a{part, s.types};
    const bool overlaps = beside(s, part, [](const CachePart& p) { return p.kind == Kind::indexer; }) != nullptr;
    const N groups = a.named(overlaps ? 2 : 1, "groups", "", "");
    const N width = a.of(part.keyWidth + part.ropeWidth, "width", "keyWidth");
    return a.named(2, "kv_and_score", "", "") * groups * a.of(part.ratio, "ratio", "ratio") * groups *
           a.row(width, a.types.recurrent);
}

}  // namespace kvfit::llamacpp
