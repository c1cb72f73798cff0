#include <algorithm>

#include "arch/checks.hpp"
#include "engine/vllm/versions.hpp"
#include "estimate/forward.hpp"
#include "estimate/rank.hpp"
#include "estimate/real.hpp"
#include "kvfit/types.hpp"

namespace kvfit {

namespace {

/// What a release does in a start-up's profile run.
struct Sampler {
    double bytes;  ///< for each running sequence and token of the vocabulary
    double fixed;
    const char* source;  ///< of `bytes`: `npm run startups -- FILE --fit` fits it under this name
    const char* beside;  ///< of `fixed`
    const char* note;
};

// A profile run samples for the largest batch: logits of every sequence over the vocabulary, their
// float32 copy, probabilities, and what top-k and top-p sort. Up to 0.16 PyTorch's sort holds values,
// indices and its own work space; from 0.17 on a Triton kernel selects in place. `bytes` by the first half of a split
// by model (5 and 19 start-ups of 0.8 to 0.19), checked on the second; `npm run startups -- FILE --fit` fits it again.
constexpr Sampler sorted = {37.9, 0.04 * gib, "start-ups: sampling by sort", "start-ups: beside sorting",
                            "vLLM up to 0.16 sorts to sample"};
constexpr Sampler selected = {14.8, 0.01 * gib, "start-ups: sampling by selection", "start-ups: beside selecting",
                              "vLLM 0.17 and later selects to sample"};

/// The model runner that is the default for models without experts and states from 0.27 on leaves top-k and top-p
/// out of its profile: logits alone, and where ranks gather them a copy (vllm/v1/worker/gpu/model_runner.py
/// _dummy_sampler_run, vllm/config/vllm.py _is_default_v2_model_runner_model @017e9f4448).
constexpr Sampler logitsAlone = {2, 0.01 * gib, "model_runner.py", "start-ups: beside selecting",
                                 "vLLM 0.27 and later profiles logits alone"};

bool keepsStates(const Architecture& a) {
    return std::any_of(a.parts.begin(), a.parts.end(),
                       [](const CachePart& p) { return p.role == Role::recurrent || p.role == Role::conv; });
}

Sampler samplerOf(const Architecture& a, const Scenario& s, const vllm::Rules& rules) {
    const std::optional<Release> named = readRelease(s.engineVersion.value_or(""));
    if (rules.pool || (named && *named < release(0, 17))) return sorted;
    if ((named && *named < release(0, 27)) || a.parameters.experts > 1 || keepsStates(a)) return selected;
    Sampler gathered = logitsAlone;
    if (s.tp.value_or(1) > 1) gathered.bytes += 2;
    return gathered;
}

struct Batch {
    Real tokens;
    Real sequences;  ///< that run at once
    Real sampled;    ///< of them, whose logits the profile run computes
};

/// Defaults of `vllm serve` by the memory of a GPU: 16,384 tokens and 1,024 sequences from 160 GiB, 8,192 and 1,024
/// from 70 GiB, else 2,048 and 256 (vllm/engine/arg_utils.py @7cfb97e337). V0: 256 sequences; one prompt of the maximum
/// length, or from 32K on chunks of one (release 0.6 on), whose profile run ends no prompt and so computes no logits.
Batch batchOf(const Architecture& a, const Scenario& s, const vllm::Rules& rules) {
    const double memory = gpuGib(s);
    const bool large = memory == 0 || memory >= 70;
    std::int64_t standard = rules.nullBlock && memory >= 160 ? 16384 : large ? 8192 : 2048;
    const std::int64_t longest = s.maxModelLen.value_or(lengthOf(a, s));
    if (rules.pool) standard = longest > 32768 ? 2048 : std::max<std::int64_t>(longest, 2048);
    const std::int64_t tokens = s.maxNumBatchedTokens.value_or(standard);
    const std::int64_t sequences = std::min(s.maxNumSeqs.value_or(rules.pool || !large ? 256 : 1024), tokens);
    const bool chunks = rules.pool && tokens < longest;
    return {real(tokens, "batched tokens", "tokens", "maxNumBatchedTokens"),
            real(sequences, "sequences", "sequences", "maxNumSeqs"),
            real(chunks ? 0 : sequences, "sequences", "sequences", "maxNumSeqs")};
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
Real latentSpace(const Architecture& a, const Scenario& s, const Real& e, bool sparse, bool firstGeneration) {
    if (sparse) return measured(512 * mib, "scores of the index", "VLLM_SPARSE_INDEXER_MAX_LOGITS_MB");
    for (const CachePart& part : a.parts) {
        if (firstGeneration || part.kind != Kind::latent || part.expandedHeads == 0) continue;
        const std::int64_t longest = s.maxModelLen.value_or(lengthOf(a, s));
        const std::int64_t ranks = s.attentionDp.value_or(false) ? 1 : s.tp.value_or(1);
        const std::int64_t wide = part.expandedKeyWidth - part.ropeWidth + part.expandedValueWidth;
        return real(std::min<std::int64_t>(8 * longest, 65536), "expanded tokens", "tokens", "maxModelLen") *
               real((part.expandedHeads + ranks - 1) / ranks, "heads", "heads", "num_attention_heads") *
               real(wide, "K and V", "elements", "qk_nope_head_dim") * e;
    }
    return real(0.0, "latent work space", "B", "");
}

/// Library handles and, from two ranks on, the buffers of NCCL and all-reduce, which grew with the releases; they are
/// small without NVLink and in V0. Pipeline stages alone need none of them. By the first half of the start-ups, except
/// several ranks before 0.18 and pipeline stages, which only the second has.
struct Outside {
    double gib;
    const char* source;
};
constexpr Outside oneRank[] = {{0.13, "start-ups: one rank before 0.18"}, {0.25, "start-ups: one rank"}};
constexpr Outside someRanks[] = {{1.4, "start-ups: several ranks before 0.18"}, {2.1, "start-ups: several ranks"}};
constexpr Outside plainRanks = {0.25, "start-ups: several ranks without NVLink"};
constexpr Outside stages = {0.07, "start-ups: pipeline stages"};

Estimate nonTorchOf(const Scenario& s, bool firstGeneration) {
    const std::optional<Release> named = readRelease(s.engineVersion.value_or(""));
    const double memory = gpuGib(s);
    const bool large = memory == 0 || memory >= 70;
    const bool late = !firstGeneration && (!named || *named >= release(0, 18));
    const bool groups = s.tp.value_or(1) > 1;
    Outside o = oneRank[late];
    if (groups) o = !large || firstGeneration ? plainRanks : someRanks[late];
    if (!groups && s.pp.value_or(1) > 1) o = stages;
    return estimateOf(measured(o.gib * gib, groups ? "CUDA context, NCCL and all-reduce" : "CUDA context", o.source),
                      (groups ? 0.2 : 0.06) * gib, (groups ? 2.7 : 0.6) * gib, "nonTorchGib",
                      "printed by start-ups of vLLM 0.6 to 0.27");
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

/// Two graphs for each size, piecewise and whole: a pool, and nodes of every layer; experts add their own. By the first
/// half of the start-ups.
Estimate graphsOf(const Architecture& a, const Scenario& s, std::int64_t sequences) {
    if (s.enforceEager.value_or(false))
        return estimateOf(real(0.0, "enforceEager", "B", "enforceEager"), 0, 0, "cudaGraphBytes", "enforceEager");
    const double layers = static_cast<double>(a.layers) / static_cast<double>(s.pp.value_or(1));
    const bool experts = a.parameters.experts > 1;
    const Real sizes = real(captured(sequences), "captured sizes", "", "maxNumSeqs");
    const Real layer = measured(0.32 * mib, "of a layer", "start-ups: graph of a layer");
    const Real pool = experts ? measured(23.2 * mib, "of a size", "start-ups: graphs of experts")
                              : measured(7.3 * mib, "of a size", "start-ups: graphs");
    const Real bytes = sizes * (pool + real(layers, "layers", "layers", "num_hidden_layers") * layer);
    return estimateOf(bytes, 0.7 * bytes.value, 1.6 * bytes.value, "cudaGraphBytes",
                      "start-ups of vLLM 0.19; half of them within 10%");
}

}  // namespace

void estimateVllm(const Architecture& a, const Scenario& s, Position at, RankOverheads& rank) {
    Notes ignored;
    const vllm::Rules& rules = vllm::rulesFor(s, ignored);
    const Sampler sampler = samplerOf(a, s, rules);
    const Batch b = batchOf(a, s, rules);
    const Real e = elementOf(a, s);
    const Real tp = real(s.tp.value_or(1), "ranks", "ranks", "tp");
    const Real hidden = real(a.hiddenSize, "hidden", "elements", "hidden_size");
    const Real sparse = sparseSpace(a, s);
    const Real space = expertSpace(a, s, b.tokens, e, tp) + sparse;
    const std::int64_t images = s.encoderCacheTokens.value_or(a.parameters.visionParams > 0 ? 8192 : 0);
    const Real encoder = real(images, "encoder tokens", "tokens", "encoderCacheTokens") * hidden * e;

    // A stage between others holds what it passes on as well.
    const Real copies = real(at.first && at.last ? 3.0 : 6.0, "copies", "", "rule");
    const Real forward =
        forwardPass(a, b.tokens, e, tp, copies) + space + encoder + latentSpace(a, s, e, sparse.value > 0, rules.pool);
    const Real perLogit = real(sampler.bytes + e.value - 2, "bytes per logit", "B", sampler.source);
    const Real vocabulary = real(a.vocabSize, "vocabulary", "tokens", "vocab_size");
    const Real sampling = perLogit * b.sampled * vocabulary + b.tokens * hidden * e + space + encoder +
                          measured(sampler.fixed, "work space", sampler.beside);
    const Real peak = at.last ? larger(sampling, forward) : forward;
    rank.activation = s.activationGib
                          ? statedEstimate(*s.activationGib, gib, "activationGib")
                          : estimateOf(peak, forward.value, 1.1 * peak.value, "activationGib",
                                       std::string(sampler.note) + "; median error 1% on start-ups not used to fit it");

    rank.nonTorch = s.nonTorchGib ? statedEstimate(*s.nonTorchGib, gib, "nonTorchGib") : nonTorchOf(s, rules.pool);
    rank.graphs = s.cudaGraphBytes ? statedEstimate(static_cast<double>(*s.cudaGraphBytes), 1, "cudaGraphBytes")
                                   : graphsOf(a, s, static_cast<std::int64_t>(b.sequences.value));
}

}  // namespace kvfit
