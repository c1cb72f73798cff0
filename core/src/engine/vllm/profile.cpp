#include "engine/vllm/profile.hpp"

#include "engine/vllm/figures.hpp"
#include "engine/vllm/metrics.hpp"
#include "engine/vllm/notes.hpp"
#include "engine/vllm/start.hpp"

namespace kvfit::vllm {

namespace {

Errors apply(const Architecture& architecture, const Scenario& scenario, SizeResult& result) {
    const Expected<Start> start = startOf(architecture, scenario, result.notes, result.warnings);
    if (!start) return start.errors();
    const auto& [q, plan, demand, budget, capacity] = *start;
    result.engineVersion = q.rules->version.id;
    Errors errors = addFigures(q, plan, demand, result);
    if (!errors.empty()) return errors;
    addMetrics(q, plan, demand, budget, capacity, result);
    addWarnings(q, plan, demand, capacity, scenario, result);
    addNotes(q, plan, result);
    return {};
}

}  // namespace

EngineProfile profile() {
    EngineProfile p{"vllm", "vLLM", "block", {}, {}, apply, roomOf};
    for (const Rules& r : rules()) p.versions.push_back(r.version);
    p.settings = {
        {"maxModelLen", "--max-model-len", "the model's trained context"},
        {"tp", "--tensor-parallel-size", "1"},
        {"pp", "--pipeline-parallel-size", "1"},
        {"dcp", "--decode-context-parallel-size", "1"},
        {"kvDtype", "--kv-cache-dtype", "auto: what the model publishes, else its own type"},
        {"gpuMemoryUtilization", "--gpu-memory-utilization", "0.92; 0.9 before 0.21"},
        {"kvCacheMemoryBytes", "--kv-cache-memory-bytes", "none: from utilization"},
        {"numGpuBlocks", "--num-gpu-blocks-override", "none: from memory"},
        {"blockSize", "--block-size", "16; 64 for latents, 128 and 256 for sparse attention"},
        {"maxNumBatchedTokens", "--max-num-batched-tokens", "8192 for a server on most GPUs"},
        {"maxNumSeqs", "--max-num-seqs", "1024 or 256, by GPU"},
        {"prefixCaching", "--enable-prefix-caching", "on; off beside states before 0.28"},
        {"stateCacheMode", "--mamba-cache-mode", "align with prefix caching, else none"},
        {"stateDtype", "--mamba-ssm-cache-dtype", "auto: the configuration's own, else the model's type"},
        {"hybridKvManager", "--disable-hybrid-kv-cache-manager", "on"},
        {"chunkedLocalHybrid", "VLLM_ALLOW_CHUNKED_LOCAL_ATTN_WITH_HYBRID_KV_CACHE", "off"},
        {"speculativeTokens", "--speculative-config num_speculative_tokens", "0"},
        {"swapSpaceGib", "--swap-space", "4 (V0)"},
    };
    return p;
}

}  // namespace kvfit::vllm
