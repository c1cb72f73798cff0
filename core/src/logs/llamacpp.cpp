#include "logs/form.hpp"

namespace kvfit::logs {

namespace {

// Months are those of the commits that brought or removed the line; "later" is up to @82bb48500 (August 2026).
constexpr std::string_view context = "src/llama-context.cpp, March 2025 and later";
constexpr std::string_view oldContext = "llama.cpp, src/llama.cpp, to January 2025";
constexpr std::string_view formerContext = "src/llama.cpp, January to March 2025";
constexpr std::string_view cache =
    "src/llama-kv-cache.cpp, May 2025; llama-kv-cache-unified.cpp, June to August 2025; llama-kv-cache.cpp, August "
    "2025 and later";
constexpr std::string_view windowCache =
    "src/llama-kv-cache.cpp, May 2025; llama-kv-cache-unified-iswa.cpp, June to August 2025; llama-kv-cache-iswa.cpp, "
    "August 2025 and later";
constexpr std::string_view indexed = "src/llama-kv-cache-dsa.cpp, llama-memory-hybrid-idx.cpp, 2026";
constexpr std::string_view compressed = "src/llama-kv-cache-dsv4.cpp, June 2026 and later";
constexpr std::string_view fitting = "src/llama.cpp, December 2025 to April 2026; common/fit.cpp, later";
constexpr std::string_view breakdown = "src/llama-context.cpp, September 2025 to April 2026; common/fit.cpp, later";
constexpr std::string_view loader = "src/llama-model.cpp load_tensors, 2024 and later";
constexpr std::string_view slots = "examples/server/server.cpp, later tools/server/server.cpp and server-context.cpp";

// clang-format off
constexpr Form forms[] = {
    // The file.
    {.text = "llama-server {pairs}", .source = "the command line"},
    {.text = "llama-cli {pairs}", .source = "the command line"},
    {.text = "system_info: n_threads = {skip} (", .source = "common/common.cpp, September 2023 and later", .enters = "-", .starts = true},
    {.text = "llama_model_loader: loaded meta data with {skip} key-value pairs and {skip} tensors from {model} (version", .source = "llama.cpp, src/llama.cpp, August 2023 to January 2025; src/llama-model-loader.cpp, later", .starts = true},
    {.text = "llama_model_loader: - kv {skip}: {typedMetadata}", .source = "llama.cpp, src/llama.cpp, August 2023 to January 2025; src/llama-model-loader.cpp, later"},
    {.text = "print_info: {metadata}", .source = "src/llama-model.cpp, January 2025 and later"},
    {.text = "llm_load_print_meta: {metadata}", .source = "llama.cpp, src/llama.cpp, August 2023 to January 2025"},
    {.text = "offloaded {nGpuLayers}/{skip} layers to GPU", .source = loader},
    {.text = "model buffer size = {modelBuffers} MiB", .source = loader},
    {.text = "llm_load_tensors: {device} buffer size = {modelBuffers} MiB", .source = "llama.cpp, src/llama.cpp, January 2024 to January 2025"},

    // The context.
    {.text = "llama_context: n_seq_max = {nParallel}", .source = context},
    {.text = "llama_context: n_ctx = {ctx}", .source = context, .enters = "-"},
    {.text = "llama_context: n_ubatch = {nUbatch}", .source = context},
    {.text = "llama_context: flash_attn = {flashAttn}", .source = context},
    {.text = "llama_context: kv_unified = {kvUnified}", .source = "src/llama-context.cpp, July 2025 and later"},
    {.text = "llama_context: n_rs_seq = {nRsSeq}", .source = "src/llama-context.cpp, May 2026 and later"},
    {.text = "llama_context: n_ctx_seq = {nCtxPerSequence}", .source = "src/llama-context.cpp, November 2025 and later"},
    {.text = "llama_context: n_ctx_per_seq = {nCtxPerSequence}", .source = "src/llama-context.cpp, March to November 2025"},
    {.text = "llama_new_context_with_model: n_seq_max = {nParallel}", .source = oldContext},
    {.text = "llama_new_context_with_model: n_ctx = {ctx}", .source = oldContext},
    {.text = "llama_new_context_with_model: n_ubatch = {nUbatch}", .source = oldContext},
    {.text = "llama_new_context_with_model: flash_attn = {flashAttn}", .source = oldContext},
    {.text = "llama_new_context_with_model: mla_attn = {mlaAttn}", .source = "ikawrakow/ik_llama.cpp src/llama.cpp, February 2025 to February 2026"},
    {.text = "llama_new_context_with_model: attn_max_b = {attnMaxBatchMib}", .source = "ikawrakow/ik_llama.cpp src/llama.cpp, February 2025 to February 2026"},
    {.text = "llama_init_from_model: n_seq_max = {nParallel}", .source = formerContext},
    {.text = "llama_init_from_model: n_ctx = {ctx}", .source = formerContext},
    {.text = "llama_init_from_model: n_ubatch = {nUbatch}", .source = formerContext},
    {.text = "llama_init_from_model: flash_attn = {flashAttn}", .source = formerContext},
    {.text = "llama_init_from_model: mla_attn = {mlaAttn}", .source = "ikawrakow/ik_llama.cpp src/llama.cpp, February 2026 and later"},
    {.text = "llama_init_from_model: attn_max_b = {attnMaxBatchMib}", .source = "ikawrakow/ik_llama.cpp src/llama.cpp, February 2026 and later"},
    {.text = "Flash Attention was auto, set to {flashAttn}", .source = "src/llama-context.cpp, August 2025 to July 2026"},
    {.text = "resolve_fused_ops: Flash Attention {flashAttn}", .source = "src/llama-context.cpp, July 2026 and later"},
    {.text = "Flash Attention not supported, set to {flashAttn}", .source = "src/llama-context.cpp, July 2026 and later"},
    {.text = "offload = {skip}, type_k = '{kDtype}', type_v = '{vDtype}'", .source = "src/llama.cpp, December 2024; src/llama-kv-cache.cpp, January to May 2025"},
    {.text = "using full-size SWA cache", .source = windowCache, .enters = "swa"},

    // The caches. A model with windows prints one of each kind.
    {.text = "creating non-SWA KV cache", .source = windowCache, .enters = "full"},
    {.text = "creating SWA KV cache, size = {swaCells} cells", .source = windowCache, .enters = "swa"},
    {.text = "creating main KV cache, size", .source = indexed, .enters = "main"},
    {.text = "indexer KV cache, size", .source = indexed, .enters = "indexer"},
    {.text = "creating DSV4 CSA compressed KV cache", .source = compressed, .enters = "csa"},
    {.text = "creating DSV4 HCA compressed KV cache", .source = compressed, .enters = "hca"},
    {.text = "size = {fullKvBytes} MiB ({skip}), K ({kDtype}): {fullKBytes} MiB", .source = indexed, .within = "main"},
    {.text = "size = {indexerBytes} MiB ({skip}), K", .source = indexed, .within = "indexer"},
    {.text = "size = {compressed4Bytes} MiB ({skip}), K", .source = compressed, .within = "csa"},
    {.text = "size = {compressed128Bytes} MiB ({skip}), K", .source = compressed, .within = "hca"},
    {.text = "DSV4 {skip} state buffer size = {stateBuffers} MiB", .source = compressed},
    {.text = "size = {fullKvBytes} MiB ({skip}), K ({kDtype}): {fullKBytes} MiB, V ({vDtype}): {fullVBytes} MiB", .source = cache, .within = "full"},
    {.text = "size = {swaKvBytes} MiB ({skip}), K ({kDtype}): {swaKBytes} MiB, V ({vDtype}): {swaVBytes} MiB", .source = cache, .within = "swa"},
    {.text = "size = {kvBytesTotal} MiB ({skip}), K ({kDtype}): {kBytes} MiB, V ({vDtype}): {vBytes} MiB", .source = cache, .within = "-"},
    {.text = "KV self size = {kvBytesTotal} MiB, K ({kDtype}): {kBytes} MiB, V ({vDtype}): {vBytes} MiB", .source = "llama.cpp, src/llama.cpp, December 2023 to March 2025; src/llama-context.cpp, to May 2025; src/llama-kv-cache-recurrent.cpp, to July 2025", .within = "-"},
    {.text = "KV self size = {kvBytesTotal} MiB, c^KV ({kDtype}): {kBytes} MiB", .source = "ikawrakow/ik_llama.cpp src/llama.cpp, February 2025 and later"},
    {.text = "kv self size = {kvBytesTotal} MB", .source = "llama.cpp, March to November 2023, in units of 2^20 bytes"},
    {.text = "kv self size = {kvBytesTotal} MiB", .source = "llama.cpp, November and December 2023"},
    {.text = "KV buffer size = {fullKvBuffers} MiB", .source = cache, .within = "full"},
    {.text = "KV buffer size = {swaKvBuffers} MiB", .source = cache, .within = "swa"},
    {.text = "KV buffer size = {kvBuffers} MiB", .source = "llama.cpp, src/llama.cpp, January 2024 to January 2025; src/llama-kv-cache.cpp, later", .within = "-"},
    {.text = "RS buffer size = {stateBuffers} MiB", .source = "src/llama-memory-recurrent.cpp, July 2025 and later", .enters = "-"},
    {.text = "size = {recurrentBytes} MiB ({skip} cells, {skip} layers, {skip} seqs{skip}), R ({skip}): {convStateBytes} MiB, S ({skip}): {ssmStateBytes} MiB", .source = "src/llama-memory-recurrent.cpp, June 2025 and later", .enters = "-"},
    {.text = "compute buffer size = {computeBuffer} MiB", .source = "llama.cpp, src/llama.cpp, January 2024 to March 2025; src/llama-context.cpp, later", .enters = "-"},
    // At the end, and before it where layers are fitted to the devices: whole units, cut off.
    {.text = "memory_breakdown_print: | memory breakdown [MiB]", .source = breakdown, .lists = true},
    {.text = "memory_breakdown_print: | - {skip} | {skip} = {skip} + ({skip} = {breakdownModel} + {breakdownContext} + {breakdownCompute})", .source = breakdown, .within = "!trial"},
    {.text = "memory_breakdown_print: | - {skip} | {skip} = {breakdownModel} + {breakdownContext} + {breakdownCompute} |", .source = breakdown, .within = "!trial"},
    {.text = "compute buffer total size = {computeBuffer} MB", .source = "llama.cpp, July to November 2023, in units of 2^20 bytes"},
    {.text = "compute buffer total size = {computeBuffer} MiB", .source = "llama.cpp, November 2023 to January 2024"},
    // The server's slots, also while requests run.
    {.text = "initializing slots, n_slots = {nParallel}", .source = "tools/server/server-context.cpp"},
    {.text = "new slot, n_ctx = {slotContext}", .source = "tools/server/server-context.cpp"},
    {.text = "n_ctx_slot = {slotContext}, n_keep = {skip}, task.n_tokens = {promptTokens}", .source = slots},
    {.text = "n_ctx_slot = {slotContext}, n_keep = {skip}, n_prompt_tokens = {promptTokens}", .source = slots},
    {.text = "new slot n_ctx_slot = {slotContext}", .source = slots},
    {.text = "stop processing: n_tokens = {slotTokens}, truncated", .source = slots},
    {.text = "stop processing: n_past = {slotTokens}, truncated", .source = slots},
    {.text = "update_slots: all slots are idle", .source = slots},
    {.text = "slot launch_slot_: id", .source = slots},

    // Trials of contexts, before the one that is made.
    {.text = "fitting params to device memory", .source = fitting, .enters = "trial"},
    {.text = "getting device memory data for", .source = fitting, .enters = "trial"},
    {.text = "fit params to free device memory", .source = fitting, .enters = "-"},
    {.text = "fitting params to free memory took", .source = fitting, .enters = "-"},

    // Further contexts belong to a draft model.
    {.text = "loading draft model", .source = "examples/server/server.cpp, later tools/server; common/speculative.cpp, July 2026 and later", .enters = "draft"},

    // Refusals.
    {.text = "CUDA error: out of memory", .source = "ggml/src/ggml-cuda/ggml-cuda.cu", .refusal = "out_of_memory", .shared = true},
    {.text = "cudaMalloc failed: out of memory", .source = "ggml/src/ggml-cuda/ggml-cuda.cu", .refusal = "out_of_memory"},
    {.text = "failed to allocate buffer for kv cache", .source = "llama.cpp, src/llama.cpp, January 2024 to January 2025; src/llama-kv-cache.cpp, later", .refusal = "out_of_memory"},
    {.text = "failed to allocate compute buffers", .source = "llama.cpp, src/llama.cpp, February 2024 to March 2025; src/llama-context.cpp, later", .refusal = "out_of_memory"},
    {.text = "failed to allocate compute pp buffers", .source = "src/llama-context.cpp, March 2025 and later", .refusal = "out_of_memory"},
    {.text = "unable to allocate {skip} buffer", .source = "llama.cpp, src/llama.cpp, 2024; src/llama-model.cpp, January 2025 and later", .refusal = "out_of_memory"},
    {.text = "ErrorOutOfDeviceMemory", .source = "Vulkan, printed by ggml/src/ggml-vulkan/ggml-vulkan.cpp", .refusal = "out_of_memory", .shared = true},
    {.text = "kIOGPUCommandBufferCallbackErrorOutOfMemory", .source = "Metal, printed by ggml/src/ggml-metal", .refusal = "out_of_memory"},
    {.text = "V cache quantization requires flash_attn", .source = "llama.cpp, src/llama.cpp, May 2024 to March 2025; src/llama-context.cpp, to July 2026", .refusal = "flash_attention_needed"},
    {.text = "quantized V cache requires flash_attn to be enabled", .source = "src/llama-context.cpp, July 2026 and later", .refusal = "flash_attention_needed"},
    {.text = "quantized V cache was requested, but this requires Flash Attention", .source = "src/llama-context.cpp, August 2025 and later", .refusal = "flash_attention_needed"},
};

constexpr Place places[] = {
    {"skip", Read::skip},
    {"device", Read::word},
    {"model", Read::model},
    {"pairs", Read::pairs},
    {"metadata", Read::metadata},
    {"typedMetadata", Read::typedMetadata},
    {"nGpuLayers", Read::number, {}, "nGpuLayers"},
    {"nParallel", Read::number, {}, "nParallel"},
    {"ctx", Read::number, {}, "ctx"},
    {"nUbatch", Read::number, {}, "nUbatch"},
    {"nRsSeq", Read::number, {}, "nRsSeq"},
    {"flashAttn", Read::flag, {}, "flashAttn"},
    {"kvUnified", Read::flag, {}, "kvUnified"},
    {"mlaAttn", Read::number, {}, "mlaAttn"},
    {"attnMaxBatchMib", Read::number, {}, "attnMaxBatchMib"},
    {"kDtype", Read::dtype, {}, "kDtype"},
    {"vDtype", Read::dtype, {}, "vDtype"},
    {"nCtxPerSequence", Read::number, "tokens"},
    {.name = "slotContext", .unit = "tokens", .running = true},
    {.name = "promptTokens", .unit = "tokens", .keep = Keep::largest, .running = true},
    {.name = "slotTokens", .unit = "tokens", .keep = Keep::largest, .running = true},
    {"swaCells", Read::number, "cells"},
    {"modelBuffers", Read::number, "MiB", {}, Keep::sum},
    {"kvBytesTotal", Read::number, "MiB"},
    {"kBytes", Read::number, "MiB"},
    {"vBytes", Read::number, "MiB"},
    {"fullKvBytes", Read::number, "MiB"},
    {"fullKBytes", Read::number, "MiB"},
    {"fullVBytes", Read::number, "MiB"},
    {"swaKvBytes", Read::number, "MiB"},
    {"swaKBytes", Read::number, "MiB"},
    {"swaVBytes", Read::number, "MiB"},
    {"indexerBytes", Read::number, "MiB"},
    {"compressed4Bytes", Read::number, "MiB"},
    {"compressed128Bytes", Read::number, "MiB"},
    {"kvBuffers", Read::number, "MiB", {}, Keep::sum},
    {"fullKvBuffers", Read::number, "MiB", {}, Keep::sum},
    {"swaKvBuffers", Read::number, "MiB", {}, Keep::sum},
    {"stateBuffers", Read::number, "MiB", {}, Keep::sum},
    {"recurrentBytes", Read::number, "MiB"},
    {"convStateBytes", Read::number, "MiB"},
    {"ssmStateBytes", Read::number, "MiB"},
    {"computeBuffer", Read::number, "MiB", "computeBufferMib", Keep::largest},
    {"breakdownModel", Read::number, "MiB", {}, Keep::sum},
    {"breakdownContext", Read::number, "MiB", {}, Keep::sum},
    {"breakdownCompute", Read::number, "MiB", {}, Keep::largest},
};

constexpr Pair pairs[] = {
    {"ctx-size", "ctx"}, {"c", "ctx"}, {"parallel", "nParallel"}, {"np", "nParallel"}, {"ubatch-size", "nUbatch"}, {"ub", "nUbatch"}, {"model", "model"}, {"m", "model"},
    {"cache-type-k", "kDtype"}, {"ctk", "kDtype"}, {"cache-type-v", "vDtype"}, {"ctv", "vDtype"}, {"n-gpu-layers", "nGpuLayers"}, {"gpu-layers", "nGpuLayers"}, {"ngl", "nGpuLayers"},
};

constexpr Rule rules[] = {
    {"kvBytesTotal", "kvBytesTotal|attentionKvBytes", "log_llamacpp_cache", "Rows of K and V in their stored types, times the cells of the context, over all layers and devices.", "src/llama-kv-cache.cpp @82bb48500"},
    {"kBytes", "kBytes", "log_llamacpp_keys", "Rows of K in their stored type, times the cells of the context, over all layers.", "src/llama-kv-cache.cpp @82bb48500"},
    {"vBytes", "vBytes", "log_llamacpp_values", "Rows of V in their stored type, times the cells of the context, over all layers.", "src/llama-kv-cache.cpp @82bb48500"},
    {"indexerBytes", "indexerBytes", "log_llamacpp_keys", "Rows of K in their stored type, times the cells of the context, over all layers.", "src/llama-kv-cache-dsa.cpp @82bb48500"},
    {"compressed4Bytes", "compressed4Bytes", "log_llamacpp_keys", "Rows of K in their stored type, times the cells of the context, over all layers.", "src/llama-kv-cache-dsv4.cpp @82bb48500"},
    {"compressed128Bytes", "compressed128Bytes", "log_llamacpp_keys", "Rows of K in their stored type, times the cells of the context, over all layers.", "src/llama-kv-cache-dsv4.cpp @82bb48500"},
    {"fullKvBytes", "fullKvBytes", "log_llamacpp_full", "Rows of the layers without a window, times the cells of the context, over all devices.", "src/llama-kv-cache-iswa.cpp @82bb48500"},
    {"fullKBytes", "fullKBytes", "log_llamacpp_full", "Rows of the layers without a window, times the cells of the context, over all devices.", "src/llama-kv-cache-iswa.cpp @82bb48500"},
    {"fullVBytes", "fullVBytes", "log_llamacpp_full", "Rows of the layers without a window, times the cells of the context, over all devices.", "src/llama-kv-cache-iswa.cpp @82bb48500"},
    {"swaKvBytes", "swaKvBytes", "log_llamacpp_windows", "Rows of the layers with a window, times the window's cells, over all devices.", "src/llama-kv-cache-iswa.cpp @82bb48500"},
    {"swaKBytes", "swaKBytes", "log_llamacpp_windows", "Rows of the layers with a window, times the window's cells, over all devices.", "src/llama-kv-cache-iswa.cpp @82bb48500"},
    {"swaVBytes", "swaVBytes", "log_llamacpp_windows", "Rows of the layers with a window, times the window's cells, over all devices.", "src/llama-kv-cache-iswa.cpp @82bb48500"},
    {"swaCells", "swaCells", "log_llamacpp_window_cells", "The window of every slot that shares the cache and one micro batch, rounded up; never more than the context.", "src/llama-kv-cache-iswa.cpp @82bb48500"},
    {"kvBuffers", "kvBytesTotal", "log_llamacpp_cache", "Rows of K and V in their stored types, times the cells of the context, over all layers and devices.", "src/llama-kv-cache.cpp @82bb48500"},
    {"fullKvBuffers", "fullKvBytes", "log_llamacpp_full", "Rows of the layers without a window, times the cells of the context, over all devices.", "src/llama-kv-cache-iswa.cpp @82bb48500"},
    {"swaKvBuffers", "swaKvBytes", "log_llamacpp_windows", "Rows of the layers with a window, times the window's cells, over all devices.", "src/llama-kv-cache-iswa.cpp @82bb48500"},
    {"stateBuffers", "recurrentBytes|stateBytes", "log_llamacpp_states", "Convolution and recurrent states of all slots in fp32.", "src/llama-memory-recurrent.cpp @82bb48500"},
    {"recurrentBytes", "recurrentBytes", "log_llamacpp_states", "Convolution and recurrent states of all slots in fp32.", "src/llama-memory-recurrent.cpp @82bb48500"},
    {"convStateBytes", "convStateBytes", "log_llamacpp_states", "Convolution and recurrent states of all slots in fp32.", "src/llama-memory-recurrent.cpp @82bb48500"},
    {"ssmStateBytes", "ssmStateBytes", "log_llamacpp_states", "Convolution and recurrent states of all slots in fp32.", "src/llama-memory-recurrent.cpp @82bb48500"},
    {"nCtxPerSequence", "nCtxPerSequence", "log_llamacpp_slot", "The context over the slots, rounded.", "src/llama-context.cpp @82bb48500"},
    {"modelBuffers", "weightsTotal", "log_file_weights", "Weights of the file; its header has them exactly.", "published start-ups, median error 0.01% with the header", true},
    {"breakdownModel", "weightsTotal", "log_file_weights", "Weights of the file; its header has them exactly.", "published start-ups, median error 0.01% with the header", true},
    {"breakdownContext", "kvBytesTotal", "log_llamacpp_cache", "Rows of K and V in their stored types, times the cells of the context, over all layers and devices.", "src/llama-kv-cache.cpp @82bb48500"},
    {"breakdownCompute", "computeBuffer", "log_compute_buffer", "The largest of logits, attention scores and feed-forward work space of a micro batch.", "published start-ups of 2024 to 2026", true},
    {"computeBuffer", "computeBuffer", "log_compute_buffer", "The largest of logits, attention scores and feed-forward work space of a micro batch.", "published start-ups of 2024 to 2026", true},
};

constexpr Need needs[] = {
    {{"ctx"}, true},
    {{"nParallel"}, false}, {{"nUbatch"}, false}, {{"flashAttn"}, false},
};

constexpr std::string_view versions[] = {"", "2025-09", "2025-05", "2024", "2023"};
// clang-format on

}  // namespace

const Dialect& llamaCpp() {
    static constexpr Dialect dialect = {"llama.cpp", forms, places, pairs, rules, needs, versions};
    return dialect;
}

}  // namespace kvfit::logs
