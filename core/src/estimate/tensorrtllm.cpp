#include "estimate/forward.hpp"
#include "estimate/rank.hpp"

namespace kvfit {

/// The profiling run of the PyTorch path: a forward pass over max_num_tokens (8,192), or the logits of max_batch_size
/// (2,048) sequences in the model's type and in fp32 (tensorrt_llm/_torch/pyexecutor/_util.py KvCacheCreator,
/// llmapi/llm_args.py). One start-up printed it: 0.85 GiB for 64 sequences of a model with experts.
void estimateTensorRt(const Architecture& a, const Scenario& s, RankOverheads& rank) {
    const Real tokens = real(s.maxNumBatchedTokens.value_or(8192), "batched tokens", "tokens", "maxNumBatchedTokens");
    const Real sequences = real(s.maxNumSeqs.value_or(2048), "sequences", "sequences", "maxNumSeqs");
    const Real e = elementOf(a, s);
    const Real tp = real(s.tp.value_or(1), "ranks", "ranks", "tp");
    const Real forward =
        forwardPass(a, tokens, e, tp, real(3.0, "copies", "", "rule")) + expertSpace(a, s, tokens, e, tp);
    const Real logits = smaller(sequences, tokens) * real(a.vocabSize, "vocabulary", "tokens", "vocab_size") *
                        (e + real(4.0, "fp32", "B", "rule"));
    const Real peak = larger(forward, logits);
    rank.activation = s.activationGib ? statedEstimate(*s.activationGib, gib, "activationGib")
                                      : estimateOf(peak, 0.5 * forward.value, forward.value + 2 * logits.value,
                                                   "activationGib", "read, not run: a pass or the logits of a step");
    rank.nonTorch = outsideOf(s);
}

}  // namespace kvfit
