#include "engine/sglang/profile.hpp"

#include "engine/sglang/figures.hpp"
#include "engine/sglang/notes.hpp"
#include "engine/sglang/start.hpp"

namespace kvfit::sglang {

namespace {

Errors apply(const Architecture& architecture, const Scenario& scenario, SizeResult& result) {
    const Expected<Start> start = startOf(architecture, scenario, result.notes);
    if (!start) return start.errors();
    const auto& [q, buffers, memory, pools, fit] = *start;
    result.engineVersion = q.rules->version.id;
    if (Errors errors = addFigures(q, buffers, result); !errors.empty()) return errors;
    if (Errors errors = addMetrics(q, buffers, memory, pools, fit, result); !errors.empty()) return errors;
    addWarnings(q, pools, fit, scenario, result);
    addNotes(q, buffers, architecture, scenario, result);
    return {};
}

}  // namespace

EngineProfile profile() {
    EngineProfile p{"sglang", "SGLang", "page", {}, {}, apply, roomOf};
    for (const Rules& r : rules()) p.versions.push_back(r.version);
    p.settings = {
        {"maxModelLen", "--context-length", "the model's trained context"},
        {"tp", "--tp-size", "1"},
        {"pp", "--pp-size", "1"},
        {"dp", "--dp-size", "1"},
        {"dcp", "--dcp-size", "1"},
        {"attentionDp", "--enable-dp-attention", "off"},
        {"kvDtype", "--kv-cache-dtype", "auto: what the model publishes, else its own type"},
        {"pageSize", "--page-size", "1; 64 for sparse latents, 256 for compressed attention, else by backend"},
        {"memFractionStatic", "--mem-fraction-static", "from the GPU's memory: 0.83 on 80 GB; 0.88 where unknown"},
        {"swaFullTokensRatio", "--swa-full-tokens-ratio", "0.8; 0.1 for compressed attention"},
        {"maxTotalNumTokens", "--max-total-tokens", "none: from memory"},
        {"maxRunningRequests", "--max-running-requests",
         "from tokens, 2048 to 4096; 256 for compressed attention, 48 with speculation"},
        {"chunkedPrefillSize", "--chunked-prefill-size", "2048 to 16384 by GPU, 8192 on 80 GB"},
        {"cudaGraphMaxBs", "--cuda-graph-max-bs", "8 to 512 by GPU and tp, 256 on 80 GB"},
        {"radixCache", "--disable-radix-cache", "on"},
        {"overlap", "--disable-overlap-schedule", "on"},
        {"speculative", "--speculative-algorithm", "none"},
        {"speculativeTokens", "--speculative-num-draft-tokens", "by algorithm"},
        {"maxMambaCacheSize", "--max-mamba-cache-size", "none: from memory"},
        {"mambaFullMemoryRatio", "--mamba-full-memory-ratio", "0.9"},
        {"stateSlotsPerRequest", "--mamba-radix-cache-strategy", "3; up to 5 with extra_buffer; 1 without radix cache"},
        {"stateDtype", "--mamba-ssm-dtype", "fp32"},
        {"mlaKvLayout", "--dsa-decode-backend", "tile_scaled; raw with trtllm"},
    };
    return p;
}

}  // namespace kvfit::sglang
