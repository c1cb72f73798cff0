#include "logs/form.hpp"

namespace kvfit::logs {

namespace {

// Releases are those whose tag has the line; "later" is up to @d315eb7250 (August 2026).
constexpr std::string_view runner =
    "python/sglang/srt/managers/controller/model_runner.py, 0.1.17 to 0.2.6; model_executor/model_runner.py, 0.2.7 "
    "and later";
constexpr std::string_view pool = "python/sglang/srt/mem_cache/memory_pool.py, 0.4.3.post3 to 0.5.12";
constexpr std::string_view typedPool = "python/sglang/srt/mem_cache/memory_pool.py, 0.5.13 and later";
constexpr std::string_view poolEnd =
    "python/sglang/srt/model_executor/model_runner.py, 0.2.7 to 0.5.6; model_runner_kv_cache_mixin.py, 0.5.7 to "
    "0.5.15; mem_cache/kv_cache_configurator.py, 0.5.16 and later";
constexpr std::string_view windowPools =
    "python/sglang/srt/model_executor/model_runner.py, 0.4.9.post3 to 0.5.6; model_runner_kv_cache_mixin.py, 0.5.7 to "
    "0.5.10; pool_configurator.py, 0.5.11 and later";
constexpr std::string_view graphs =
    "python/sglang/srt/model_executor/model_runner.py, 0.5.14 and 0.5.15; "
    "model_runner_components/cuda_graph_setup.py, 0.5.16 and later";
constexpr std::string_view resized =
    "python/sglang/srt/model_executor/model_runner_components/kv_pool_runtime.py, 0.5.17 and later";
constexpr std::string_view runningLines =
    "python/sglang/srt/managers/scheduler.py, to 0.4.6; scheduler_metrics_mixin.py, later, under managers, "
    "observability and scheduler_components";
constexpr std::string_view windowLines =
    "python/sglang/srt/managers/scheduler_metrics_mixin.py, August 2025 and later; get_decode_usage_msg_parts, 2026";

// clang-format off
constexpr Form forms[] = {
    {.text = "server_args=ServerArgs({pairs}", .source = "python/sglang/srt/server.py, 0.1.23 to 0.4.1; python/sglang/srt/entrypoints/engine.py, 0.4.1.post7 and later", .starts = true},
    {.text = "server_args={{pairs}", .source = "the same as a dictionary, 0.5.20 (September 2026) and later", .starts = true},
    {.text = "sglang.launch_server {pairs}", .source = "the command line"},
    {.text = "sglang serve {pairs}", .source = "the command line"},
    {.text = "lmsysorg/sglang:{version} {pairs}", .source = "the command line of a container"},
    {.text = "Found local HF snapshot for {model} at", .source = "python/sglang/srt/model_loader/weight_utils.py, 0.5.3 and later", .shared = true},
    {.text = "sglang: {version}", .source = "python/sglang/check_env.py", .shared = true},
    {.text = "Load weight begin. avail mem={freeBeforeLoad} GB", .source = runner, .within = "-"},
    // A draft that is loaded before the pools leaves less for them.
    {.text = "Load weight end. {skip} avail mem={freeAfterLoad} GB", .source = runner, .within = "loaded"},
    {.text = "Load weight end. {skip} avail mem={freeAfterLoad} GB, mem usage={weights} GB", .source = runner, .within = "-", .enters = "loaded"},
    {.text = "Load weight end. {skip} avail mem={freeAfterLoad} GB", .source = runner, .within = "-", .enters = "loaded"},
    {.text = "The available memory for KV cache is {availableKvBytes} GB", .source = "python/sglang/srt/model_executor/model_runner.py, builds of 2025-12-19 to 2025-12-27, in no release"},
    {.text = "Using KV cache dtype: {kvDtype}", .source = "python/sglang/srt/model_executor/model_runner.py, 0.5.3 to 0.5.12"},
    {.text = "KV Cache is allocated. dtype: {kvDtype}, #tokens: {pooled}, K size: {kBytes} GB, V size: {vBytes} GB", .source = typedPool},
    {.text = "KV Cache is allocated. dtype: {kvDtype}, #tokens: {pooled}, KV size: {kvBytesTotal} GB", .source = typedPool},
    {.text = "KV Cache is allocated. #tokens: {pooled}, K size: {kBytes} GB, V size: {vBytes} GB", .source = pool},
    {.text = "KV Cache is allocated. #tokens: {pooled}, KV size: {kvBytesTotal} GB", .source = pool},
    {.text = "KV Cache is allocated. K size: {kBytes} GB, V size: {vBytes} GB", .source = "python/sglang/srt/mem_cache/memory_pool.py, 0.4.1.post6 to 0.4.3.post2"},
    {.text = "liding window memory pool. full_layer_tokens={maxTotalNumTokens}, swa_layer_tokens={swaTotalNumTokens}", .source = windowPools},
    {.text = "bytes_per_full_token={skip}, available_bytes={availableKvBytes} GB, {skip}full_token={maxTotalNumTokens}", .source = "python/sglang/srt/model_executor/pool_configurator.py, April 2026 and later"},
    {.text = "DSV4 pool sizes: full={maxTotalNumTokens}, swa={swaTotalNumTokens}", .source = "python/sglang/srt/model_executor/pool_configurator.py, July 2026 and later"},
    {.text = "SWAKVPool mem usage: {swaKvPool} GB, swa size: {swaTotalNumTokens}, full size: {maxTotalNumTokens}", .source = "python/sglang/srt/mem_cache/memory_pool.py, 0.5.3.post3 to 0.5.7; swa_memory_pool.py, 0.5.8 and later"},
    // Where graphs are captured first, the pools are cut to what they leave.
    {.text = "Post-capture KV sizing: full_layer_tokens={maxTotalNumTokens}, swa_layer_tokens={swaTotalNumTokens}", .source = resized},
    {.text = "Post-capture KV sizing: KV cache allocated. dtype: {kvDtype}, #tokens: {pooled}, KV size: {kvBytesTotal} GB", .source = resized},
    {.text = "is allocated. max_mamba_cache_size: {maxMambaCacheSize}, conv_state size: {convStateBytes} GB, ssm_state size: {ssmStateBytes} GB", .source = "python/sglang/srt/mem_cache/memory_pool.py, 0.5.3.post2 and later"},
    {.text = "Memory pool end. avail mem={freeAfterPool} GB", .source = poolEnd, .enters = "pooled"},
    {.text = "Capture cuda graph end. Time elapsed: {skip} s. mem usage={graphs} GB", .source = "python/sglang/srt/model_executor/model_runner.py, 0.4.6.post1 to 0.5.13"},
    {.text = "Capture cuda graph end. Time elapsed: {skip} s. avail mem={skip} GB. mem usage={graphs} GB", .source = "python/sglang/srt/model_executor/model_runner.py, 0.4.3.post3 to 0.4.6"},
    {.text = "Capture npu graph end. Time elapsed: {skip} s. mem usage={graphs} GB", .source = "python/sglang/srt/model_executor/model_runner.py, 0.5.9 to 0.5.13"},
    {.text = "decode CUDA graph end. elapsed={skip} s, mem usage={graphs} GB", .source = graphs},
    {.text = "decode NPU graph end. elapsed={skip} s, mem usage={graphs} GB", .source = graphs},
    {.text = "verify CUDA graph end. elapsed={skip} s, mem usage={graphs} GB", .source = graphs},
    {.text = "max_total_num_tokens={maxTotalNumTokens}, chunked_prefill_size={chunkedPrefillSize}, max_prefill_tokens={skip}, max_running_requests={maxRunningRequests}, context_len={maxModelLen}", .source = "python/sglang/srt/managers/scheduler.py, 0.4.2 and later"},
    {.text = "max_total_num_tokens={maxTotalNumTokens}, max_prefill_tokens={skip}, max_running_requests={maxRunningRequests}, context_len={maxModelLen}", .source = "python/sglang/srt/managers/controller/tp_worker.py, 0.1.24 to 0.2.6; managers/tp_worker.py, 0.2.7 to 0.3.2; managers/scheduler.py, 0.3.3 to 0.4.1"},
    {.text = "max_total_num_token={maxTotalNumTokens}", .source = "python/sglang/srt/managers/router/model_rpc.py, 0.1.3 to 0.1.16"},

    // While requests run. What is in use and its share give the pool.
    {.text = "#running-req: {running},", .source = runningLines},
    {.text = "#queue-req: {waiting}", .source = runningLines},
    {.text = "#token: {tokensInUse}, token usage: {usage}", .source = runningLines, .pool = "maxTotalNumTokens"},
    {.text = "#full token: {tokensInUse}, full token usage: {usage}", .source = windowLines, .pool = "maxTotalNumTokens"},
    {.text = "#swa token: {windowTokensInUse}, swa token usage: {windowUsage}", .source = windowLines, .pool = "swaTotalNumTokens"},
    {.text = "mamba num: {statesInUse}, mamba usage: {stateUsage}", .source = windowLines, .pool = "maxMambaCacheSize"},
    {.text = "#new-token: {computedTokens}, #cached-token: {cachedTokens},", .source = runningLines},
    {.text = "gen throughput (token/s): {generationThroughput}", .source = runningLines},
    {.text = "input throughput (token/s): {promptThroughput}", .source = runningLines},

    {.text = "Not enough memory. Please try to increase --mem-fraction-static", .source = "python/sglang/srt/managers/controller/model_runner.py, 0.1.18 to 0.2.6; model_executor/model_runner.py, 0.2.7 to 0.5.6; model_runner_kv_cache_mixin.py, 0.5.7 to 0.5.10; pool_configurator.py, 0.5.11 and later", .refusal = "no_cache_memory"},
    {.text = "Loaded weights leave no GPU memory for the KV cache", .source = "python/sglang/srt/model_executor/model_runner_kv_cache_mixin.py, 0.5.14 and 0.5.15; mem_cache/kv_cache_configurator.py, 0.5.16 and later", .refusal = "no_cache_memory"},
    {.text = "Not enough GPU memory for hybrid (mamba/linear-attention) state cache", .source = "python/sglang/srt/model_executor/model_runner_kv_cache_mixin.py, 0.5.13 to 0.5.15; mem_cache/kv_cache_configurator.py, 0.5.16 and later", .refusal = "no_cache_memory"},
    {.text = "leaves no room for the full KV pool within the available", .source = "python/sglang/srt/model_executor/pool_configurator.py, 0.5.14 and later", .refusal = "no_cache_memory"},
    {.text = "CUDA out of memory. Tried to allocate {skip}", .source = "PyTorch", .refusal = "out_of_memory", .shared = true},
};

constexpr Place places[] = {
    {"skip", Read::skip},
    {"pairs", Read::pairs},
    {"model", Read::model},
    {"servedModel", Read::servedModel},
    {"version", Read::version},
    {"maxModelLen", Read::number, {}, "maxModelLen"},
    {"kvDtype", Read::dtype, {}, "kvDtype", Keep::first},
    {"tp", Read::number, {}, "tp"},
    {"pp", Read::number, {}, "pp"},
    {"dp", Read::number, {}, "dp"},
    {"attentionDp", Read::flag, {}, "attentionDp"},
    {"pageSize", Read::number, {}, "pageSize"},
    {"swaFullTokensRatio", Read::number, {}, "swaFullTokensRatio"},
    {"radixCache", Read::notFlag, {}, "radixCache"},
    {"overlap", Read::notFlag, {}, "overlap"},
    {"memFractionStatic", Read::number, {}, "memFractionStatic"},
    {"chunkedPrefillSize", Read::number, {}, "chunkedPrefillSize"},
    {"maxRunningRequests", Read::number, {}, "maxRunningRequests"},
    {"cudaGraphMaxBs", Read::number, {}, "cudaGraphMaxBs"},
    {"speculativeTokens", Read::number, {}, "speculativeTokens"},
    {"mambaFullMemoryRatio", Read::number, {}, "mambaFullMemoryRatio"},
    {"stateDtype", Read::dtype, {}, "stateDtype"},
    {"freeBeforeLoad", Read::number, "GiB", "freeBeforeLoadGib", Keep::smallest},
    {"freeAfterLoad", Read::number, "GiB", "freeAfterLoadGib", Keep::smallest},
    {"weights", Read::number, "GiB", {}, Keep::largest},
    {"availableKvBytes", Read::number, "GiB", {}, Keep::smallest},
    {"freeAfterPool", Read::number, "GiB", {}, Keep::smallest},
    {"graphs", Read::number, "GiB", {}, Keep::largest},
    {"kBytes", Read::number, "GiB", {}, Keep::each},
    {"vBytes", Read::number, "GiB", {}, Keep::each},
    {"kvBytesTotal", Read::number, "GiB", {}, Keep::each},
    {"swaKvPool", Read::number, "GiB", {}, Keep::first},
    {"pooled", Read::number, "tokens", "maxTotalNumTokens", Keep::each},
    {"maxTotalNumTokens", Read::number, "tokens", "maxTotalNumTokens", Keep::smallest},
    {"swaTotalNumTokens", Read::number, "tokens", "swaTotalNumTokens", Keep::smallest},
    {"maxMambaCacheSize", Read::number, "slots", "maxMambaCacheSize", Keep::smallest},
    {"convStateBytes", Read::number, "GiB", {}, Keep::first},
    {"ssmStateBytes", Read::number, "GiB", {}, Keep::first},
    {.name = "running", .unit = "requests", .keep = Keep::largest, .running = true},
    {.name = "waiting", .unit = "requests", .keep = Keep::largest, .running = true},
    {.name = "tokensInUse", .unit = "tokens", .keep = Keep::largest, .running = true},
    {.name = "usage", .unit = "share", .keep = Keep::largest, .running = true},
    {.name = "windowTokensInUse", .unit = "tokens", .keep = Keep::largest, .running = true},
    {.name = "windowUsage", .unit = "share", .keep = Keep::largest, .running = true},
    {.name = "statesInUse", .unit = "slots", .keep = Keep::largest, .running = true},
    {.name = "stateUsage", .unit = "share", .keep = Keep::largest, .running = true},
    {.name = "computedTokens", .unit = "tokens", .keep = Keep::sum, .running = true},
    {.name = "cachedTokens", .unit = "tokens", .keep = Keep::sum, .running = true},
    {.name = "promptThroughput", .unit = "tokens/s", .keep = Keep::largest, .running = true},
    {.name = "generationThroughput", .unit = "tokens/s", .keep = Keep::largest, .running = true},
};

constexpr Pair pairs[] = {
    {"model_path", "model"}, {"model-path", "model"}, {"model", "model"}, {"served_model_name", "servedModel"}, {"served-model-name", "servedModel"}, {"context_length", "maxModelLen"}, {"context-length", "maxModelLen"},
    {"tp_size", "tp"}, {"tp", "tp"}, {"tp-size", "tp"}, {"pp_size", "pp"}, {"dp_size", "dp"}, {"enable_dp_attention", "attentionDp"},
    {"kv_cache_dtype", "kvDtype"}, {"kv-cache-dtype", "kvDtype"}, {"page_size", "pageSize"}, {"page-size", "pageSize"}, {"swa_full_tokens_ratio", "swaFullTokensRatio"},
    {"disable_radix_cache", "radixCache"}, {"disable_overlap_schedule", "overlap"}, {"mem_fraction_static", "memFractionStatic"}, {"mem-fraction-static", "memFractionStatic"},
    {"chunked_prefill_size", "chunkedPrefillSize"}, {"max_running_requests", "maxRunningRequests"}, {"cuda_graph_max_bs", "cudaGraphMaxBs"}, {"cuda_graph_max_bs_decode", "cudaGraphMaxBs"},
    {"speculative_num_draft_tokens", "speculativeTokens"}, {"mamba_full_memory_ratio", "mambaFullMemoryRatio"}, {"mamba_ssm_dtype", "stateDtype"},
};

constexpr Rule rules[] = {
    {"pooled", "kvCapacityTokens|swaCapacityTokens", "log_sglang_tokens", "Free memory after loading, less the share of the memory before loading that stays free, over the bytes of one token; rounded down to pages.", "python/sglang/srt/model_executor/pool_configurator.py, mem_cache/kv_cache_configurator.py @d315eb7250", true},
    {"maxTotalNumTokens", "kvCapacityTokens", "log_sglang_tokens", "Free memory after loading, less the share of the memory before loading that stays free, over the bytes of one token; rounded down to pages.", "python/sglang/srt/model_executor/pool_configurator.py, mem_cache/kv_cache_configurator.py @d315eb7250", true},
    {"swaTotalNumTokens", "swaCapacityTokens", "log_sglang_window_tokens", "Tokens of the full pool times swa_full_tokens_ratio, rounded down to pages.", "python/sglang/srt/model_executor/pool_configurator.py @d315eb7250"},
    {"availableKvBytes", "availableKvBytes", "log_sglang_available", "Free memory after loading, less the share of the memory before loading that stays free.", "python/sglang/srt/mem_cache/kv_cache_configurator.py @d315eb7250", true},
    {"kBytes", "kBytes|swaKBytes|draftKBytes", "log_sglang_pool", "Tokens and one padding page, times the entry of one token on a rank.", "python/sglang/srt/mem_cache/memory_pool.py @d315eb7250"},
    {"vBytes", "vBytes|swaVBytes|draftVBytes", "log_sglang_pool", "Tokens and one padding page, times the entry of one token on a rank.", "python/sglang/srt/mem_cache/memory_pool.py @d315eb7250"},
    {"kvBytesTotal", "kvBytesTotal|attentionKvBytes|draftKvBytes", "log_sglang_pool", "Tokens and one padding page, times the entry of one token on a rank.", "python/sglang/srt/mem_cache/memory_pool.py @d315eb7250"},
    {"swaKvPool", "kvBytesTotal", "log_sglang_pools", "The full and the window pool together.", "python/sglang/srt/mem_cache/swa_memory_pool.py @d315eb7250"},
    {"maxMambaCacheSize", "maxMambaCacheSize", "log_sglang_slots", "The states' share of the memory over the bytes of one slot.", "python/sglang/srt/mem_cache/kv_cache_configurator.py @d315eb7250"},
    {"convStateBytes", "convStateBytes", "log_sglang_states", "Slots and one more, times the states of one slot on a rank.", "python/sglang/srt/mem_cache/memory_pool.py @d315eb7250"},
    {"ssmStateBytes", "ssmStateBytes", "log_sglang_states", "Slots and one more, times the states of one slot on a rank.", "python/sglang/srt/mem_cache/memory_pool.py @d315eb7250"},
    {"weights", "weights", "log_weights", "Weights on one rank, counted from the configuration or the header.", "published start-ups, median error 1.1%", true},
    {"graphs", "graphs", "log_graphs", "Captured graphs, by published start-ups.", "published start-ups", true},
};

constexpr Need needs[] = {
    {{"maxTotalNumTokens", "freeAfterLoadGib"}, true},
    {{"tp"}, false}, {{"kvDtype"}, false}, {{"pageSize"}, false}, {{"memFractionStatic"}, false},
};

constexpr std::string_view versions[] = {""};
// clang-format on

}  // namespace

const Dialect& sglang() {
    static constexpr Dialect dialect = {"sglang", forms, places, pairs, rules, needs, versions};
    return dialect;
}

}  // namespace kvfit::logs
