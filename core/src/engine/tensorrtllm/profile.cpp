#include "engine/tensorrtllm/profile.hpp"

#include "arch/checks.hpp"
#include "engine/tensorrtllm/figures.hpp"
#include "engine/tensorrtllm/metrics.hpp"
#include "engine/tensorrtllm/notes.hpp"

namespace kvfit::tensorrtllm {

namespace {

Errors apply(const Architecture& architecture, const Scenario& scenario, SizeResult& result) {
    const Expected<Settings> settings = settingsOf(architecture, scenario, result.notes);
    if (!settings) return settings.errors();
    const Settings& q = *settings;
    result.engineVersion = q.rules->version.id;

    const std::vector<Pool> pools = poolsOf(q);
    const std::vector<CachePart> slots = slotParts(q);
    for (const Pool& p : pools)
        if (p.blockBytes == Exact::limit) return {tooLarge()};
    const Budget budget = budgetOf(scenario);
    const Expected<std::optional<Capacity>> capacity = capacityOf(q, pools, slots, budget, scenario);
    if (!capacity) return capacity.errors();

    if (const Errors errors = addFigures(q, pools, slots, result); !errors.empty()) return errors;
    addMetrics(q, pools, slots, budget, *capacity, result);
    addWarnings(q, pools, budget, *capacity, scenario, result);
    addNotes(q, pools, result);
    return {};
}

}  // namespace

EngineProfile profile() {
    EngineProfile p{"tensorrt-llm", "TensorRT-LLM", "block", {}, {}, apply};
    for (const Rules& r : rules()) p.versions.push_back(r.version);
    p.settings = {
        {"maxModelLen", "--max_seq_len", "the model's trained context"},
        {"tp", "--tp_size", "1"},
        {"pp", "--pp_size", "1"},
        {"dcp", "--cp_size", "1"},
        {"attentionDp", "enable_attention_dp", "off"},
        {"kvDtype", "kv_cache_config.dtype", "auto: what the model publishes, else its own type"},
        {"tokensPerBlock", "kv_cache_config.tokens_per_block", "32"},
        {"freeGpuMemoryFraction", "--kv_cache_free_gpu_memory_fraction", "0.9 of what weights and activations leave"},
        {"maxTokens", "kv_cache_config.max_tokens", "none: from memory"},
        {"kvBytesTotal", "kv_cache_config.max_gpu_total_bytes", "none: from memory"},
        {"hostCacheBytes", "kv_cache_config.host_cache_size", "0"},
        {"attentionWindows", "kv_cache_config.max_attention_window",
         "1.2 and later: the model's windows where its class sets them; before: none"},
        {"crossKvCacheFraction", "kv_cache_config.cross_kv_cache_fraction", "0.5 for encoder-decoder models"},
        {"prefixCaching", "kv_cache_config.enable_block_reuse", "on"},
        {"maxNumBatchedTokens", "--max_num_tokens", "8192"},
        {"maxNumSeqs", "--max_batch_size", "2048"},
        {"stateDtype", "kv_cache_config.mamba_ssm_cache_dtype", "auto: the model's own"},
    };
    return p;
}

}  // namespace kvfit::tensorrtllm
