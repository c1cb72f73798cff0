#pragma once

#include "cache/rows.hpp"
#include "cache/slots.hpp"

namespace kvfit {

/// Compressed attention: one vector for every `ratio` tokens, keys and values in one.
/// DeepSeek-V4: compress_ratios of its configuration; entries are floor(tokens / ratio).
///
/// keyWidth holds the elements without the rotary ones. The packed record fp8_ds_mla keeps them in
/// fp8, the rotary part in 16 bit, and a scale byte for 64 elements padded to eight:
/// 448 + 64 x 2 + 8 = 584 bytes (vLLM vllm/models/deepseek_v4/attention.py @7cfb97e337).
struct Compressed {
    template <class N>
    static Slots<N> slots(const Ask<N>& a) {
        return everyRatio(a);
    }

    template <class N>
    static N row(const Ask<N>& a) {
        if (a.types.latent.dtype->layout != Dtype::Layout::packed_latent) return latentRow(a);
        const N latent = a.of(a.part.keyWidth, "latent_width", "keyWidth");
        const N rope = a.of(a.part.ropeWidth, "rope_width", "ropeWidth") * a.named(2, "rope_bytes", "B", "fp8_ds_mla");
        const N scales = ceilDivide(latent, a.number(64 * 8)) * a.named(8, "scale_bytes", "B", "fp8_ds_mla");
        return latent * a.named(1, "bytes", "B", "fp8_ds_mla") + rope + scales;
    }
};

}  // namespace kvfit
