#include "logs/form.hpp"

namespace kvfit::logs {

namespace {

constexpr std::string_view estimator = "llm/memory.go, 0.1.30 to 0.12";

// clang-format off
constexpr Form forms[] = {
    {.text = "OLLAMA_CONTEXT_LENGTH:{defaultContext} {skip}", .source = "envconfig/config.go, 0.5.13 and later", .starts = true},
    {.text = "ollama[{skip}]:", .source = "the journal of systemd"},
    {.text = "OLLAMA_FLASH_ATTENTION:{flashAttn} {skip}", .source = "envconfig/config.go, 0.1.39 and later"},
    {.text = "OLLAMA_KV_CACHE_TYPE:{kvDtype} {skip}", .source = "envconfig/config.go, 0.5 and later"},
    {.text = "OLLAMA_NUM_PARALLEL:{nParallel} {skip}", .source = "envconfig/config.go, 0.1.33 and later"},
    {.text = "msg=\"inference compute\" {skip} total=\"{totalVram}\"", .source = "discover/types.go, 0.1.39 and later"},
    {.text = "msg=\"starting llama server\" cmd=\"{pairs}\"", .source = "llm/server.go, 0.1.30 and later"},
    {.text = "msg=\"starting llama-server\" cmd={pairs}", .source = "llm/llama_server.go, 2026"},
    {.text = "msg=\"starting runner\" cmd=\"{pairs}\"", .source = "llm/server.go, 0.12 and later"},
    {.text = "source=memory.go:{skip} msg=\"offload to", .source = estimator},
    {.text = "msg=offload library={skip}", .source = estimator},
    {.text = "msg=\"offload to gpu\" {skip}", .source = estimator},
    {.text = "layers.offload={nGpuLayers}", .source = estimator},
    {.text = "layers.real={nGpuLayers}", .source = "llm/memory.go, 0.1.30 to 0.1.48"},
    {.text = "memory.required.kv=\"{kvBytesTotal}\"", .source = estimator},
    {.text = "memory.weights.total=\"{weightsTotal}\"", .source = estimator},
    {.text = "memory.graph.full=\"{graphFull}\"", .source = estimator},
    {.text = "memory.required.full=\"{requiredFull}\"", .source = estimator},
    {.text = "KvSize:{ctx} KvCacheType:{kvDtype} {skip}", .source = "llm/server.go, 0.11.5 to 2026"},
    {.text = "Parallel:{nParallel} BatchSize:{nUbatch} FlashAttention:{flashAttn} {skip}", .source = "llm/server.go, 0.11.5 to 2026"},
    {.text = "msg=\"kv cache\" device={skip} size=\"{kvCache}\"", .source = "ml/device.go, 0.11.5 to 2026"},
    {.text = "msg=\"model weights\" device={skip} size=\"{modelWeights}\"", .source = "ml/device.go, 0.11.5 to 2026"},
    {.text = "msg=\"compute graph\" device={skip} size=\"{computeGraph}\"", .source = "ml/device.go, 0.11.5 to 2026"},
    {.text = "msg=\"total memory\" size=\"{totalMemory}\"", .source = "ml/device.go, 0.11.5 to 2026"},
    {.text = "model requires more system memory (", .source = "llm/server.go, 0.1.38 and later", .refusal = "system_memory_short"},
    {.text = "msg=\"model request too large for system\"", .source = "llm/server.go, 0.1.38 and later", .refusal = "system_memory_short"},
};

constexpr Place places[] = {
    {"skip", Read::skip},
    {"pairs", Read::pairs},
    {"model", Read::model},
    {"defaultContext", Read::number, {}, "ctx", Keep::first},
    {"ctx", Read::number, {}, "ctx"},
    {"nParallel", Read::number, {}, "nParallel"},
    {"nUbatch", Read::number, {}, "nUbatch"},
    {"nGpuLayers", Read::number, {}, "nGpuLayers"},
    {"flashAttn", Read::flag, {}, "flashAttn"},
    {"kvDtype", Read::dtype, {}, "kvDtype"},
    {"totalVram", Read::size, {}, "totalVramGib", Keep::sum, 1073741824.0},
    {"kvBytesTotal", Read::size, "B"},
    {"weightsTotal", Read::size, "B"},
    {"graphFull", Read::size, "B"},
    {"requiredFull", Read::size, "B"},
    {"kvCache", Read::size, "B", {}, Keep::sum},
    {"modelWeights", Read::size, "B", {}, Keep::sum},
    {"computeGraph", Read::size, "B", {}, Keep::largest},
    {"totalMemory", Read::size, "B"},
};

constexpr Pair pairs[] = {
    {"ctx-size", "ctx"}, {"c", "ctx"}, {"parallel", "nParallel"}, {"np", "nParallel"}, {"kv-cache-type", "kvDtype"}, {"ctk", "kvDtype"},
    {"cache-type-k", "kvDtype"}, {"batch-size", "nUbatch"}, {"n-gpu-layers", "nGpuLayers"}, {"ngl", "nGpuLayers"}, {"model", "model"}, {"m", "model"},
};

constexpr Rule rules[] = {
    {"kvCache", "kvBytesTotal", "log_llamacpp_cache", "Rows of K and V in their stored types, times the cells of the context, over all layers and devices.", "llama.cpp src/llama-kv-cache.cpp @82bb48500"},
    {"weightsTotal", "weightsTotal", "log_file_weights", "Weights of the file; its header has them exactly.", "published start-ups", true},
    {"modelWeights", "weightsTotal", "log_file_weights", "Weights of the file; its header has them exactly.", "published start-ups", true},
    {"graphFull", "computeBuffer", "log_compute_buffer", "The largest of logits, attention scores and feed-forward work space of a micro batch.", "published start-ups of 2024 to 2026", true},
    {"computeGraph", "computeBuffer", "log_compute_buffer", "The largest of logits, attention scores and feed-forward work space of a micro batch.", "published start-ups of 2024 to 2026", true},
};

constexpr Need needs[] = {
    {{"ctx"}, true},
    {{"nParallel"}, false}, {{"kvDtype", "kDtype"}, false},
};

constexpr std::string_view versions[] = {""};
// clang-format on

}  // namespace

// What llama.cpp prints stands in the same log and is read by its own forms.
const Dialect& ollama() {
    static constexpr Dialect dialect = {"ollama", forms, places, pairs, rules, needs, versions};
    return dialect;
}

}  // namespace kvfit::logs
