#pragma once

#include "cache/rows.hpp"
#include "cache/slots.hpp"

namespace kvfit {

/// Multi-head latent attention: one compressed vector of kv_lora_rank and its rotary part of
/// qk_rope_head_dim for every token. DeepSeek-V2, arXiv 2405.04434, section 2.1.
///
/// The packed record fp8_ds_mla keeps the latent in fp8 with one fp32 scale for 128 elements and the
/// rotary part in 16 bit: 512 + 4 x 4 + 64 x 2 = 656 bytes (vLLM vllm/v1/kv_cache_interface.py @7cfb97e337).
struct Latent {
    template <class N>
    static Slots<N> slots(const Ask<N>& a) {
        return everyToken(a);
    }

    template <class N>
    static N row(const Ask<N>& a) {
        if (a.types.latent.dtype->layout != Dtype::Layout::packed_latent) return latentRow(a);
        const N latent = a.of(a.part.keyWidth, "latent_width", "keyWidth");
        const N scales = ceilDivide(latent, a.number(128)) * a.named(4, "scale_bytes", "B", "fp8_ds_mla");
        const N rope = a.of(a.part.ropeWidth, "rope_width", "ropeWidth") * a.named(2, "rope_bytes", "B", "fp8_ds_mla");
        return latent * a.named(1, "bytes", "B", "fp8_ds_mla") + scales + rope;
    }
};

}  // namespace kvfit
