#include <algorithm>

#include "estimate/rank.hpp"
#include "estimate/real.hpp"

namespace kvfit {

namespace {

/// Work space of one graph for a micro batch: the largest of logits, attention and feed-forward
/// (llama.cpp src/llama-context.cpp graph_reserve @82bb48500; ggml allocates the peak of live tensors).
struct Graph {
    const Architecture& a;
    Real ubatch, context, hidden, four;

    Real logits() const { return four * ubatch * (real(a.vocabSize, "vocabulary", "tokens", "vocab_size") + hidden); }
    /// Scores of every head in fp32, or with flash attention the mask in fp32 and fp16.
    Real attention(bool flash) const {
        const Real heads = real(a.attentionHeads + 1, "heads and mask", "", "num_attention_heads");
        const Real scores = flash ? real(6.0, "mask bytes", "B", "rule") : heads * four;
        return ubatch * context * scores + real(16.0, "bytes of q, k, v and output", "B", "rule") * ubatch * hidden;
    }
    Real feedForward() const {
        const Parameters& p = a.parameters;
        const Real two = real(2.0, "", "", "rule");
        if (p.experts < 2)
            return four * ubatch *
                   (two * real(p.intermediateSize, "intermediate", "elements", "intermediate_size") + two * hidden);
        const Real width = real(p.expertIntermediateSize, "expert width", "elements", "moe_intermediate_size");
        return four * ubatch *
               (real(p.expertsPerToken, "experts per token", "", "num_experts_per_tok") * (two * width + hidden) +
                real(3.0, "", "", "rule") * hidden);
    }
};

}  // namespace

void estimateLlamaCpp(const Architecture& a, const Scenario& s, Overheads& out) {
    const std::int64_t slots = s.nParallel.value_or(s.sequences.value_or(1));
    const std::int64_t context = s.ctx.value_or(s.maxModelLen.value_or(s.tokens.value_or(4096)) * slots);
    const std::int64_t ubatch = std::min(s.nUbatch.value_or(512), context);
    const Graph g{a, real(ubatch, "micro batch", "tokens", "nUbatch"), real(context, "context", "tokens", "ctx"),
                  real(a.hiddenSize, "hidden", "elements", "hidden_size"), real(4.0, "fp32", "B", "rule")};
    const Real inside = larger(g.attention(s.flashAttn.value_or(true)), g.feedForward());
    for (std::size_t i = 0; i < out.ranks.size(); ++i) {
        const bool last = i + 1 == out.ranks.size();
        const Real peak = last ? larger(g.logits(), inside) : inside;
        out.ranks[i].computeBuffer =
            s.computeBufferMib ? statedEstimate(*s.computeBufferMib, mib, "computeBufferMib")
                               : estimateOf(peak, 0.95 * peak.value, 1.1 * peak.value, "computeBufferMib",
                                            "llama.cpp; within 3 % of most start-ups without latent attention");
    }
    const Real host = g.four * g.ubatch * (g.context + g.hidden);
    out.hostBuffer =
        estimateOf(host, 0.9 * host.value, 1.1 * host.value, "computeBufferMib", "llama.cpp: inputs and mask");
}

}  // namespace kvfit
