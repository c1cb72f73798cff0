#include "engine/vllm/settings.hpp"

#include <algorithm>

#include "arch/checks.hpp"
#include "base/exact.hpp"
#include "base/text.hpp"
#include "cache/draft.hpp"

namespace kvfit::vllm {

namespace {

bool isState(const CachePart& p) { return p.role == Role::recurrent || p.role == Role::conv; }
bool isLatent(const CachePart& p) { return p.role == Role::latent; }
bool isLocal(const CachePart& p) {
    return p.kind == Kind::window || p.kind == Kind::window_latent || p.kind == Kind::chunked;
}

template <class Test>
bool any(const std::vector<CachePart>& parts, Test test) {
    return std::any_of(parts.begin(), parts.end(), test);
}

Error wrongMode(const std::string& mode) {
    return {"unknown_value",
            "/stateCacheMode",
            "stateCacheMode",
            "stateCacheMode is \"" + shortened(mode) + "\"",
            "use none, align or all",
            0,
            0,
            {{"value", shortened(mode)}}};
}

/// Tokens of a kernel's block: what the attention backends of a model can address
/// (vllm/v1/attention/backends get_supported_kernel_block_sizes @7cfb97e337).
std::int64_t kernelBlock(const std::vector<CachePart>& parts) {
    if (any(parts, [](const CachePart& p) { return p.kind == Kind::compressed; })) return 256;
    if (any(parts, isLatent)) return 64;
    if (any(parts, [](const CachePart& p) { return p.kind == Kind::indexer; })) return 128;
    return leastBlock;
}

/// Batches in flight: one for each stage and, with the model runner of models without experts and states, one more;
/// at least two, since scheduling is asynchronous (vllm/config/vllm.py max_concurrent_batches @7cfb97e337).
std::int64_t batchesOf(const Rules& rules, std::int64_t stages, const Architecture& a, bool states) {
    if (rules.batches == 1) return 1;
    return std::max(rules.batches, a.parameters.experts > 1 || states ? stages : stages + 1);
}

}  // namespace

Expected<Settings> settingsOf(const Architecture& architecture, const Scenario& s, Notes& notes) {
    Errors errors;
    for (const auto& [value, field] : {std::pair{s.blockSize, "blockSize"},
                                       {s.maxNumBatchedTokens, "maxNumBatchedTokens"},
                                       {s.maxInFlightTokens, "maxInFlightTokens"},
                                       {s.maxEncoderTokens, "maxEncoderTokens"},
                                       {s.maxNumSeqs, "maxNumSeqs"},
                                       {s.numGpuBlocks, "numGpuBlocks"}})
        requireRange(errors, value, field, 1, std::int64_t{1} << 40);
    for (const auto& [value, field] : {std::pair{s.kvCacheMemoryBytes, "kvCacheMemoryBytes"},
                                       {s.gpuTotalBytes, "gpuTotalBytes"},
                                       {s.freeAtInitBytes, "freeAtInitBytes"},
                                       {s.freeAfterProfileBytes, "freeAfterProfileBytes"},
                                       {s.transientPeakBytes, "transientPeakBytes"},
                                       {s.cudaGraphBytes, "cudaGraphBytes"}})
        requireRange(errors, value, field, 0, Exact::limit);
    requireRange(errors, s.speculativeTokens, "speculativeTokens", 0, 1 << 16);
    requireShare(errors, s.gpuMemoryUtilization, "gpuMemoryUtilization");
    const std::string mode = s.stateCacheMode.value_or("");
    if (!mode.empty() && mode != "none" && mode != "align" && mode != "all") errors.push_back(wrongMode(mode));
    const Rules& rules = rulesFor(s, notes);
    Expected<Types> types = typesOf(architecture, s, rules.packedByPage, notes);
    if (!types) errors.insert(errors.end(), types.errors().begin(), types.errors().end());
    if (!errors.empty()) return errors;

    Settings q;
    q.rules = &rules;
    q.parts = countedParts(architecture, s);
    q.types = *types;
    q.modelLayers = architecture.layers;
    q.declaredLayers = architecture.declaredLayers;
    q.plain = modelType(architecture);
    q.maxModelLen = s.maxModelLen.value_or(lengthOf(architecture, s));
    q.tokens = std::min(lengthOf(architecture, s), q.maxModelLen);
    q.sequences = sequencesOfReplica(s);
    q.ranks = s.attentionDp.value_or(false) ? 1 : s.tp.value_or(1);
    q.stages = s.pp.value_or(1);
    q.dcp = s.dcp.value_or(1);

    const std::int64_t kernel = q.rules->pool ? 1 : kernelBlock(q.parts);
    const bool states = any(q.parts, isState);
    // Beside states a latent block grows anyway, from the smallest one.
    q.blockSize = s.blockSize.value_or(states || q.rules->pool ? leastBlock : kernel);
    if (!states) q.blockSize = (q.blockSize + kernel - 1) / kernel * kernel;
    if (s.blockSize && q.blockSize != *s.blockSize)
        notes.push_back({"block_adjusted",
                         "the attention backend takes blocks of whole " + grouped(static_cast<double>(kernel)) +
                             " tokens; " + grouped(static_cast<double>(q.blockSize)) + " are used",
                         "blockSize",
                         {{"asked", std::to_string(*s.blockSize)}, {"tokens", std::to_string(q.blockSize)}}});

    q.batchedTokens = s.maxNumBatchedTokens.value_or(8192);
    q.inFlight = s.maxInFlightTokens.value_or(q.batchedTokens * batchesOf(*q.rules, q.stages, architecture, states));
    q.encoderTokens = s.maxEncoderTokens.value_or(0);
    q.speculative = s.speculativeTokens.value_or(0);
    const DraftLayers draft = s.draftLayers.value_or(DraftLayers{});
    const std::int64_t modules = draft.all ? architecture.draftLayers : draft.count;
    q.retained = modules > 1 && q.speculative > 1 ? q.speculative - 1 : 0;

    q.prefixCaching = s.prefixCaching.value_or(q.rules->pool || q.rules->cachesStates || !states);
    q.stateMode = q.prefixCaching && q.rules->alignedStates ? StateMode::align : StateMode::none;
    if (mode == "none") q.stateMode = StateMode::none;
    if (mode == "align") q.stateMode = StateMode::align;
    if (mode == "all") q.stateMode = StateMode::all;

    const bool chunked = any(q.parts, [](const CachePart& p) { return p.kind == Kind::chunked; });
    q.localGroups = s.hybridKvManager.value_or(true) && (!chunked || s.chunkedLocalHybrid.value_or(false));

    if (!s.maxNumBatchedTokens && !s.maxInFlightTokens && any(q.parts, isLocal))
        notes.push_back({"batched_tokens_assumed",
                         "max_num_batched_tokens is taken as 8,192, the server's default on most GPUs; it decides how "
                         "much a window layer reserves",
                         "maxNumBatchedTokens",
                         {{"tokens", "8192"}}});
    return q;
}

}  // namespace kvfit::vllm
