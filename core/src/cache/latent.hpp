#pragma once

#include "cache/rows.hpp"
#include "cache/slots.hpp"

namespace kvfit {

/// Multi-head latent attention: one compressed vector of kv_lora_rank and its rotary part of
/// qk_rope_head_dim for every token. DeepSeek-V2, arXiv 2405.04434, section 2.1.
///
/// The packed record fp8_ds_mla keeps the latent in fp8 with one fp32 scale for 128 elements and the
/// rotary part in 16 bit: 512 + 4 x 4 + 64 x 2 = 656 bytes (vLLM vllm/v1/kv_cache_interface.py @7cfb97e337).
/// nvfp4_ds_mla keeps the latent in fp4 with one fp8 scale for 16 elements and 16 bytes of padding:
/// 256 + 32 + 16 + 128 = 432 bytes (github.com/local-inference-lab/vllm pull request 82).
struct Latent {
    template <class N>
    static Slots<N> slots(const Ask<N>& a) {
        return everyToken(a);
    }

    template <class N>
    static N row(const Ask<N>& a) {
        if (a.types.latent.dtype->layout != Dtype::Layout::packed_latent) return latentRow(a);
        const char* record = a.types.latent.dtype->name.data();
        const bool fp4 = a.types.latent.dtype->elements == 2;
        const N latent = a.of(a.part.keyWidth, "latent_width", "keyWidth");
        const N rope = a.of(a.part.ropeWidth, "rope_width", "ropeWidth") * a.named(2, "rope_bytes", "B", record);
        if (fp4)
            return ceilDivide(latent, a.number(2)) + ceilDivide(latent, a.number(16)) +
                   a.named(16, "padding", "B", record) + rope;
        const N scales = ceilDivide(latent, a.number(128)) * a.named(4, "scale_bytes", "B", record);
        return latent * a.named(1, "bytes", "B", record) + scales + rope;
    }
};

}  // namespace kvfit
