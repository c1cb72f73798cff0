#include <algorithm>

#include "arch/checks.hpp"
#include "engine/vllm/versions.hpp"
#include "estimate/rank.hpp"
#include "estimate/real.hpp"
#include "kvfit/types.hpp"

namespace kvfit {

namespace {

/// What a release does in a start-up's profile run.
struct Sampler {
    double bytes;  ///< for each running sequence and token of the vocabulary
    double fixed;
    const char* source;
};

// A profile run samples for the largest batch: logits of every sequence over the vocabulary, their
// float32 copy, probabilities, and what top-k and top-p sort. Up to 0.16 PyTorch's sort holds values,
// indices and its own work space; from 0.17 on a Triton kernel selects in place. Coefficients by least
// squares over 40 start-ups of 0.6 to 0.26, checked on 30 others (median error 0.7 %); `npm run startups`
// shows both halves of a split.
constexpr Sampler sorted = {38.1, 0.04 * gib, "vLLM up to 0.16: sampling by sort"};
constexpr Sampler selected = {14.9, 0.01 * gib, "vLLM 0.17 and later: sampling by selection"};

struct Batch {
    Real tokens, sequences;
};

/// Defaults of `vllm serve`: 8,192 tokens and 1,024 sequences on GPUs of 70 GiB and more, else 2,048 and
/// 256 (vllm/engine/arg_utils.py @7cfb97e337). V0: 256 sequences; one prompt of the maximum length, or
/// chunks from 32K on (release 0.6 on).
Batch batchOf(const Architecture& a, const Scenario& s, bool firstGeneration) {
    const double memory = gpuGib(s);
    const bool large = memory == 0 || memory >= 70;
    std::int64_t standard = large ? 8192 : 2048;
    if (firstGeneration) {
        const std::int64_t longest = s.maxModelLen.value_or(lengthOf(a, s));
        standard = longest > 32768 ? 2048 : std::max<std::int64_t>(longest, 2048);
    }
    const std::int64_t tokens = s.maxNumBatchedTokens.value_or(standard);
    const std::int64_t sequences = std::min(s.maxNumSeqs.value_or(firstGeneration || !large ? 256 : 1024), tokens);
    return {real(tokens, "batched tokens", "tokens", "maxNumBatchedTokens"),
            real(sequences, "sequences", "sequences", "maxNumSeqs")};
}

/// Bytes of an activation: those of the weights where they are served in full width.
Real element(const Architecture& a, const Scenario& s) {
    const bool wide = s.weightsDtype == "fp32" || (!s.weightsDtype && a.modelDtype == "fp32");
    return real(std::int64_t{wide ? 4 : 2}, wide ? "fp32" : "16-bit", "B",
                s.weightsDtype ? "weightsDtype" : "modelDtype");
}

std::string placeOf(const Architecture& a, const char* field) {
    const auto at = a.parameters.sources.find(field);
    return at == a.parameters.sources.end() ? std::string() : at->second;
}

/// Inputs and outputs of the routed experts of all tokens, which stay allocated (modular fused MoE
/// kernels, vllm/model_executor/layers/fused_moe/modular_kernel.py @7cfb97e337); the mxfp4 kernels
/// work in place.
Real expertSpace(const Architecture& a, const Batch& b, const Real& e, const Real& tp, bool inPlace) {
    const Parameters& p = a.parameters;
    if (p.experts < 2 || inPlace) return real(0.0, "expert work space", "B", "");
    const Real width =
        real(p.expertIntermediateSize, "expert width", "elements", placeOf(a, "expertIntermediateSize")) / tp;
    const Real hidden = real(a.hiddenSize, "hidden", "elements", "hidden_size");
    const Real chosen = real(p.expertsPerToken, "experts per token", "", placeOf(a, "expertsPerToken"));
    return b.tokens * chosen * e * (larger(real(2.0, "", "", "") * width, hidden) + larger(width, hidden));
}

/// Sparse attention gathers index keys, and the latents of what they select, into one work space that
/// stays: 40 entries of an index key and its scale, or 5 latents in 16 bits, for each token of the
/// maximum length (get_max_prefill_buffer_size, vllm/v1/attention/backends/mla/indexer.py, and
/// flashmla_sparse.py beside it).
Real sparseSpace(const Architecture& a, const Scenario& s) {
    const CachePart* index = nullptr;
    const CachePart* latent = nullptr;
    for (const CachePart& part : a.parts) {
        if (part.role == Role::indexer && index == nullptr) index = &part;
        if (part.kind == Kind::latent && latent == nullptr) latent = &part;
    }
    if (index == nullptr || latent == nullptr) return real(0.0, "sparse work space", "B", "");
    const Real tokens = real(s.maxModelLen.value_or(lengthOf(a, s)), "maximum length", "tokens", "maxModelLen");
    const Real keys = real(40.0, "entries", "", "rule") * real(index->keyWidth + 4, "index key", "B", "index_head_dim");
    const Real latents = real(10.0, "5 latents of 16 bits", "B", "rule") *
                         real(latent->keyWidth + latent->ropeWidth, "latent", "elements", "kv_lora_rank");
    return tokens * larger(keys, latents);
}

/// Latents of earlier chunks expanded to K and V of a rank's heads while a prompt is computed: eight
/// maximum lengths, at most 64K tokens (determine_chunked_prefill_workspace_size,
/// vllm/model_executor/layers/attention/mla_attention.py); with an index, its scores (512 MiB,
/// VLLM_SPARSE_INDEXER_MAX_LOGITS_MB) instead.
Real latentSpace(const Architecture& a, const Scenario& s, const Real& e, bool sparse) {
    if (sparse) return measured(512 * mib, "scores of the index", "VLLM_SPARSE_INDEXER_MAX_LOGITS_MB");
    for (const CachePart& part : a.parts) {
        if (part.kind != Kind::latent || part.expandedHeads == 0) continue;
        const std::int64_t longest = s.maxModelLen.value_or(lengthOf(a, s));
        const std::int64_t ranks = s.attentionDp.value_or(false) ? 1 : s.tp.value_or(1);
        const std::int64_t wide = part.expandedKeyWidth - part.ropeWidth + part.expandedValueWidth;
        return real(std::min<std::int64_t>(8 * longest, 65536), "expanded tokens", "tokens", "maxModelLen") *
               real((part.expandedHeads + ranks - 1) / ranks, "heads", "heads", "num_attention_heads") *
               real(wide, "K and V", "elements", "qk_nope_head_dim") * e;
    }
    return real(0.0, "latent work space", "B", "");
}

/// Library handles and, from two ranks on, the buffers of NCCL and all-reduce, which grew with the
/// releases: measured by start-ups on H100 (0.11: 0.13 GiB and 1.4 GiB, 0.19: 0.25 GiB and 2.1 GiB) and
/// on cards without NVLink (0.2 to 0.3 GiB). Pipeline stages alone need none of them.
Estimate nonTorchOf(const Scenario& s, bool firstGeneration) {
    const std::optional<Release> named = readRelease(s.engineVersion.value_or(""));
    const double memory = gpuGib(s);
    const bool large = memory == 0 || memory >= 70;
    const bool early = firstGeneration || (named && *named < release(0, 18));
    const bool groups = s.tp.value_or(1) > 1;
    double typical = early ? 0.13 : 0.25;
    if (groups) typical = !large || firstGeneration ? 0.3 : early ? 1.4 : 2.1;
    if (!groups && s.pp.value_or(1) > 1) typical = 0.07;
    return estimateOf(
        measured(typical * gib, groups ? "CUDA context, NCCL and all-reduce" : "CUDA context", "start-ups"),
        (groups ? 0.2 : 0.06) * gib, (groups ? 2.3 : 0.6) * gib, "nonTorchGib",
        "printed by start-ups of vLLM 0.6 to 0.26");
}

/// Batch sizes that are captured: 1, 2, 4, then steps of 8 to 256 and of 16 to 512, at most twice the
/// running sequences (vllm/config/vllm.py _set_cudagraph_sizes @7cfb97e337).
std::int64_t captured(std::int64_t sequences) {
    const std::int64_t most = std::min<std::int64_t>(2 * sequences, 512);
    std::int64_t count = 0;
    for (const std::int64_t size : {1, 2, 4}) count += size <= most;
    for (std::int64_t size = 8; size < 256; size += 8) count += size <= most;
    for (std::int64_t size = 256; size <= 512; size += 16) count += size <= most;
    return count;
}

/// Two graphs for each size, piecewise and whole: a pool, and nodes of every layer; experts add their
/// own. From 22 start-ups of 0.19 on H100 with 51 sizes and 8 to 80 layers.
Estimate graphsOf(const Architecture& a, const Scenario& s, std::int64_t sequences) {
    const char* source = "start-ups of vLLM 0.19; half of them within 10 %";
    if (s.enforceEager.value_or(false))
        return estimateOf(real(0.0, "enforceEager", "B", "enforceEager"), 0, 0, "cudaGraphBytes", source);
    const double layers = static_cast<double>(a.layers) / static_cast<double>(s.pp.value_or(1));
    const Real of = real(captured(sequences), "captured sizes", "", "maxNumSeqs");
    const Real layer = real(0.016 * gib / 51, "bytes of a layer", "B", source);
    const Real pool = real((a.parameters.experts > 1 ? 0.9 : 0.38) * gib / 51, "bytes of a size", "B", source);
    const Real bytes = of * (pool + real(layers, "layers", "layers", "num_hidden_layers") * layer);
    return estimateOf(bytes, 0.7 * bytes.value, 1.6 * bytes.value, "cudaGraphBytes", source);
}

}  // namespace

void estimateVllm(const Architecture& a, const Scenario& s, Position at, RankOverheads& rank) {
    Notes ignored;
    const vllm::Rules& rules = vllm::rulesFor(s, ignored);
    const std::optional<Release> named = readRelease(s.engineVersion.value_or(""));
    const bool old = rules.pool || (named && *named < release(0, 17));
    const Sampler& sampler = old ? sorted : selected;
    const Batch b = batchOf(a, s, rules.pool);
    const Real e = element(a, s);
    const std::int64_t ranks = s.tp.value_or(1);
    const Real tp = real(ranks, "ranks", "ranks", "tp");
    const Real hidden = real(a.hiddenSize, "hidden", "elements", "hidden_size");
    const Real inner = real(a.parameters.intermediateSize, "intermediate", "elements", placeOf(a, "intermediateSize"));
    const bool inPlace = std::any_of(a.parameters.modules.begin(), a.parameters.modules.end(), [](const Module& m) {
        return m.kind == ModuleKind::expert && m.dtype == "mxfp4";
    });
    const Real sparse = sparseSpace(a, s);
    const Real space = expertSpace(a, b, e, tp, inPlace || s.weightsDtype == "mxfp4") + sparse;
    const std::int64_t images = s.encoderCacheTokens.value_or(a.parameters.visionParams > 0 ? 8192 : 0);
    const Real encoder = real(images, "encoder tokens", "tokens", "encoderCacheTokens") * hidden * e;

    // Forward: gate, up and their product of a dense layer, and three copies of the residual stream; a
    // stage between others holds what it passes on as well.
    const Real copies = real(at.first && at.last ? 3.0 : 6.0, "copies", "", "rule");
    const Real forward = b.tokens * e * (real(3.0, "", "", "rule") * inner / tp + copies * hidden) + space + encoder +
                         latentSpace(a, s, e, sparse.value > 0) + measured(0.06 * gib, "work space", "start-ups");
    const Real perLogit = real(sampler.bytes + e.value - 2, "bytes per logit", "B", sampler.source);
    const Real vocabulary = real(a.vocabSize, "vocabulary", "tokens", "vocab_size");
    const Real sampling = perLogit * b.sequences * vocabulary + b.tokens * hidden * e + space + encoder +
                          measured(sampler.fixed, "work space", "start-ups");
    const Real peak = at.last ? larger(sampling, forward) : forward;
    rank.activation =
        s.activationGib
            ? statedEstimate(*s.activationGib, gib, "activationGib")
            : estimateOf(peak, forward.value, 1.1 * peak.value, "activationGib",
                         std::string(sampler.source) + "; median error 1 % on start-ups not used to fit it");

    rank.nonTorch = s.nonTorchGib ? statedEstimate(*s.nonTorchGib, gib, "nonTorchGib") : nonTorchOf(s, rules.pool);
    rank.graphs = s.cudaGraphBytes ? statedEstimate(static_cast<double>(*s.cudaGraphBytes), 1, "cudaGraphBytes")
                                   : graphsOf(a, s, static_cast<std::int64_t>(b.sequences.value));
}

}  // namespace kvfit
