#include <algorithm>

#include "arch/checks.hpp"
#include "estimate/rank.hpp"
#include "estimate/real.hpp"

namespace kvfit {

namespace {

/// A layer of latent attention, or nullptr.
const CachePart* latentOf(const Architecture& a) {
    for (const CachePart& part : a.parts)
        if (part.kind == Kind::latent && part.expandedHeads > 0) return &part;
    return nullptr;
}

/// Work space of one graph for a micro batch: the largest of logits, attention and feed-forward layer.
/// ggml allocates the peak of the tensors that live at once (ggml/src/ggml-alloc.c; graphs:
/// src/llama-graph.cpp build_attn_mha, build_moe_ffn, ggml-org/llama.cpp @82bb48500).
struct Graph {
    const Architecture& a;
    const Scenario& s;
    Real ubatch, context, hidden, four;

    /// Layers in host memory are computed on a device all the same for micro batches of 32 and more, and what
    /// they read is copied to it (ggml_backend_cuda_device_offload_op, ggml/src/ggml-cuda/ggml-cuda.cu).
    bool copied() const { return s.nGpuLayers && *s.nGpuLayers <= a.layers && ubatch.value >= 32; }

    Real logits(std::int64_t headBytes) const {
        const Real all = four * ubatch * (real(a.vocabSize, "vocabulary", "tokens", "vocab_size") + hidden);
        return copied() ? all + real(headBytes, "output head", "B", "weightsDtype") : all;
    }

    /// The mask in fp32 and fp16 with flash attention; else the scores of every head and the mask in fp32.
    Real scores(const Real& heads, bool flash) const {
        if (flash) return ubatch * context * real(6.0, "mask bytes", "B", "rule");
        const Real all = ubatch * context * (heads + real(1.0, "mask", "", "rule")) * four;
        if (!s.attnMaxBatchMib || *s.attnMaxBatchMib <= 0) return all;
        return smaller(all, real(*s.attnMaxBatchMib, "attnMaxBatchMib", "MiB", "attnMaxBatchMib") *
                                real(mib, "bytes", "B", "1 MiB"));
    }

    /// Scores beside q, k, v and the output of a micro batch; with them the widest layer's cache where it is copied.
    Real attention(bool flash) const {
        const Real heads = real(a.attentionHeads, "heads", "heads", "num_attention_heads");
        const Real all = scores(heads, flash);
        if (!copied()) return all + real(16.0, "bytes of q, k, v and output", "B", "rule") * ubatch * hidden;
        std::int64_t widest = 0;
        for (const CachePart& p : a.parts)
            if (p.role == Role::kv) widest = std::max(widest, p.heads * (p.keyWidth + p.valueWidth));
        return all + real(12.0, "bytes of q, k and output", "B", "rule") * ubatch * hidden +
               context * real(widest, "K and V of a layer", "elements", "num_key_value_heads") *
                   real(2.0, "fp16", "B", "rule");
    }

    /// Latents of the whole context expanded to K and V in fp32 and then fp16 (`-mla 2`, `-mla 3` of
    /// ikawrakow/ik_llama.cpp, src/llama-build-context.cpp). `-amb` bounds the fp32 part by taking some of the heads
    /// at a time; the fp16 K and V of all heads are kept then.
    Real expanded(const CachePart& p, const Real& heads) const {
        const Real plain = real(p.expandedKeyWidth - p.ropeWidth, "key without rotary", "elements", "qk_nope_head_dim");
        const Real key = real(p.expandedKeyWidth, "key width", "elements", "qk_nope_head_dim");
        const Real value = real(p.expandedValueWidth, "value width", "elements", "v_head_dim");
        const Real wide = context * heads * (plain + value) * four;
        const Real casts = real(1.5, "fp32 and fp16", "", "rule");
        const double most = s.attnMaxBatchMib.value_or(0) * mib;
        if (most <= 0 || wide.value <= most) return casts * wide + four * ubatch * heads * key;
        std::int64_t turns = 2;
        while (turns < p.expandedHeads &&
               (p.expandedHeads % turns != 0 || wide.value / static_cast<double>(turns) > most))
            ++turns;
        return context * heads * (key + value) * real(2.0, "fp16", "B", "rule") +
               casts * wide / real(turns, "turns", "", "attnMaxBatchMib");
    }

    /// Latent attention: q, k and v of every head are wider than the hidden state.
    Real latent(const CachePart& p, bool flash) const {
        const Real heads = real(p.expandedHeads, "heads", "heads", "num_attention_heads");
        const Real key = real(p.expandedKeyWidth, "key width", "elements", "qk_nope_head_dim");
        const Real value = real(p.expandedValueWidth, "value width", "elements", "v_head_dim");
        const Real two = real(2.0, "", "", "rule");
        const std::int64_t form = s.mlaAttn.value_or(0);
        const Real step = four * ubatch * (heads * (two * key + value) + two * hidden);
        if (form >= 2 && flash) return expanded(p, heads) + scores(heads, flash);
        if (form == 0) return scores(heads, flash) + step;
        const Real wide = real(2 * p.keyWidth + p.ropeWidth, "absorbed q and output", "elements", "kv_lora_rank");
        return scores(heads, flash) + step + four * ubatch * heads * wide;
    }

    Real feedForward() const {
        const Parameters& p = a.parameters;
        const Real two = real(2.0, "", "", "rule");
        const auto place = [&](const char* field) {
            const auto at = p.sources.find(field);
            return at == p.sources.end() ? std::string(field) : at->second;
        };
        const Real residual = real(3.0, "residual, its norm and the sum", "", "rule") * hidden;
        if (p.experts < 2)
            return four * ubatch *
                   (two * real(p.intermediateSize, "intermediate", "elements", place("intermediateSize")) + residual +
                    smaller(context, ubatch));
        const Real width = real(p.expertIntermediateSize, "expert width", "elements", place("expertIntermediateSize"));
        const Real chosen = real(p.expertsPerToken, "experts per token", "", place("expertsPerToken"));
        return four * ubatch * (chosen * (two * width + hidden) + residual);
    }

    /// Devices that pass batches on may hold the inputs of four: embeddings and a mask for each kind of cache
    /// (GGML_SCHED_MAX_COPIES, ggml/src/ggml-backend.cpp).
    Real copies() const {
        const bool local = std::any_of(a.parts.begin(), a.parts.end(), [](const CachePart& p) { return p.window > 0; });
        const Real masks = real(local ? 2.0 : 1.0, "masks", "", "rule");
        return real(4.0, "batches", "", "GGML_SCHED_MAX_COPIES") * four * ubatch * (masks * context + hidden);
    }
};

}  // namespace

void estimateLlamaCpp(const Architecture& a, const Scenario& s, const WeightSize& size, Overheads& out) {
    const std::int64_t slots = s.nParallel.value_or(s.sequences.value_or(1));
    const std::int64_t context = s.ctx.value_or(s.maxModelLen.value_or(lengthOf(a, s)) * slots);
    const std::int64_t ubatch = std::min(s.nUbatch.value_or(512), context);
    const bool flash = s.flashAttn.value_or(true);
    const Graph g{a,
                  s,
                  real(ubatch, "micro batch", "tokens", "nUbatch"),
                  real(context, "context", "tokens", "ctx"),
                  real(a.hiddenSize, "hidden", "elements", "hidden_size"),
                  real(4.0, "fp32", "B", "rule")};
    const CachePart* latent = latentOf(a);
    const Real inside = larger(latent != nullptr ? g.latent(*latent, flash) : g.attention(flash), g.feedForward());
    const std::size_t devices = out.ranks.size();
    const double spread = latent != nullptr ? 0.5 : 0.13;
    const char* source = latent != nullptr ? "llama.cpp; latent attention: half of the start-ups within 20%"
                                           : "llama.cpp; within 3% of nine start-ups in ten on one device";
    for (std::size_t i = 0; i < devices; ++i) {
        const bool last = i + 1 == devices;
        const Real peak =
            last ? larger(g.logits(size.headBytes > 0 ? size.headBytes : size.embeddingBytes), inside) : inside;
        const double most = (1 + spread) * peak.value + (devices > 1 ? g.copies().value : 0);
        out.ranks[i].computeBuffer =
            s.computeBufferMib ? statedEstimate(*s.computeBufferMib, mib, "computeBufferMib")
                               : estimateOf(peak, (1 - spread / 2) * peak.value, most, "computeBufferMib", source);
    }
    const Real host = g.four * g.ubatch * (g.context + g.hidden);
    out.hostBuffer =
        estimateOf(host, 0.9 * host.value, 1.1 * host.value, "computeBufferMib", "llama.cpp: inputs and mask");
}

}  // namespace kvfit
