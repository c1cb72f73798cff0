#pragma once

#include "cache/ask.hpp"

namespace kvfit {

/// K and V of every KV head in one slot of even size. K of 8 bits is plain fp8; narrower K has a norm of
/// 2 bytes for each head, V a scale and a zero point of 2 bytes each. turbo_quant has as many bytes of
/// them: two norms of K, one of V.
template <class N>
N rotatedRow(const Ask<N>& a) {
    const Dtype& d = *a.types.key.dtype;
    const auto side = [&](std::int64_t width, const char* symbol, const char* field, std::int64_t bits) {
        return ceilDivide(a.of(width, symbol, field) * a.named(bits, "bits", "", a.types.key.source.c_str()),
                          a.number(8));
    };
    N slot = side(a.part.keyWidth, "key_width", "keyWidth", d.keyBits) +
             side(a.part.valueWidth, "value_width", "valueWidth", d.valueBits) +
             a.named(d.keyBits == 8 ? 4 : 6, "norm_bytes", "B", a.types.key.source.c_str());
    if (integerOf(slot) % 2 != 0) slot = slot + a.number(1);
    return a.share(a.of(a.part.heads, "kv_heads", "heads")) * slot;
}

/// K and V of every KV head for one token: heads x (key_width x bytes_K + value_width x bytes_V).
/// Types with a scale for each head add it to K and to V.
template <class N>
N keyValueRow(const Ask<N>& a) {
    if (a.types.key.dtype->layout == Dtype::Layout::rotated) return rotatedRow(a);
    const N heads = a.share(a.of(a.part.heads, "kv_heads", "heads"));
    const auto side = [&](std::int64_t width, const char* symbol, const char* field, const ChosenType& type) {
        const N head = a.of(width, symbol, field);
        if (type.dtype->layout != Dtype::Layout::per_head) return a.row(heads * head, type);
        return heads * (a.row(head, type) + a.named(type.dtype->headBytes, "scale_bytes", "B", type.source.c_str()));
    };
    const N key = side(a.part.keyWidth, "key_width", "keyWidth", a.types.key);
    if (a.part.valueWidth == 0) return key;
    return key + side(a.part.valueWidth, "value_width", "valueWidth", a.types.value);
}

/// One compressed vector and its rotary part, the same on every rank.
template <class N>
N latentRow(const Ask<N>& a) {
    const N latent = a.of(a.part.keyWidth, "latent_width", "keyWidth");
    if (a.part.ropeWidth == 0) return a.row(latent, a.types.latent);
    return a.row(latent + a.of(a.part.ropeWidth, "rope_width", "ropeWidth"), a.types.latent);
}

}  // namespace kvfit
