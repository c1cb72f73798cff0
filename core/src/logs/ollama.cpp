#include "base/units.hpp"
#include "logs/form.hpp"

namespace kvfit::logs {

namespace {

constexpr std::string_view config =
    "envconfig/config.go, from v0.1.39, v0.5.0 (type of the cache) and v0.5.13 (length) on";
constexpr std::string_view estimator = "llm/server.go v0.1.32, llm/memory.go v0.1.33 to v0.12.10";
constexpr std::string_view backend = "ml/backend/ggml/ggml.go v0.6.0 to v0.11.4";
constexpr std::string_view device = "ml/backend.go v0.11.5 to v0.12.3, ml/device.go v0.12.4 and later";
constexpr std::string_view runner = "runner/ollamarunner/runner.go, runner/llamarunner/runner.go v0.11.5 to v0.24.0";

// clang-format off
constexpr Form forms[] = {
    {.text = "OLLAMA_CONTEXT_LENGTH:{defaultContext} {skip}", .source = config, .starts = true},
    {.text = "ollama[{skip}]:", .source = "the journal of systemd"},
    {.text = "ollama | ", .source = "the log of a container"},
    {.text = "Listening on {skip} (version {version})", .source = "server/routes.go v0.1.4 and later"},
    {.text = "OLLAMA_FLASH_ATTENTION:{flashAttn} {skip}", .source = config},
    {.text = "OLLAMA_KV_CACHE_TYPE:{kvDtype} {skip}", .source = config},
    {.text = "OLLAMA_NUM_PARALLEL:{nParallel} {skip}", .source = config},
    {.text = "msg=\"inference compute\" {skip} total=\"{totalVram}\"", .source = "gpu/types.go v0.1.35 to v0.3.13, discover/types.go v0.3.14 and later"},
    {.text = "msg=\"starting llama server\" cmd=\"{pairs}\"", .source = "llm/server.go v0.1.32 to v0.11.4"},
    {.text = "msg=\"starting llama-server\" cmd={pairs}", .source = "llm/llama_server.go v0.30.0 and later"},
    {.text = "msg=\"starting runner\" cmd=\"{pairs}\"", .source = "llm/server.go v0.11.5 to v0.24.0"},
    {.text = "msg=\"\" architecture={skip} file_type={skip} name={model} description=", .source = backend},
    {.text = "source=memory.go:{skip} msg=\"offload to", .source = estimator},
    {.text = "msg=offload library={skip}", .source = "llm/server.go v0.5.13 to v0.12.6"},
    {.text = "msg=\"offload to gpu\" {skip}", .source = "llm/server.go v0.1.32, llm/memory.go v0.1.33 to v0.1.44"},
    {.text = "msg=\"offloaded {nGpuLayers}/{skip} layers to GPU\"", .source = "ml/backend/ggml/ggml.go v0.9.6 to v0.24.0"},
    {.text = "layers.offload={nGpuLayers}", .source = estimator},
    {.text = "layers.real={nGpuLayers}", .source = "llm/memory.go v0.1.33 to v0.1.44"},
    {.text = "memory.required.kv=\"{kvBytesTotal}\"", .source = estimator},
    {.text = "memory.weights.total=\"{weightsTotal}\"", .source = estimator},
    {.text = "memory.graph.full=\"{graphFull}\"", .source = estimator},
    {.text = "memory.required.full=\"{requiredFull}\"", .source = estimator},
    {.text = "KvSize:{ctx} KvCacheType:{kvDtype} {skip}", .source = runner},
    {.text = "KvSize:{ctx} ", .source = runner},
    {.text = "Parallel:{nParallel} BatchSize:{nUbatch} FlashAttention:{flashAttn} {skip}", .source = runner},
    {.text = "msg=\"model weights\" buffer={skip} size=\"{modelWeights}\"", .source = backend},
    {.text = "msg=\"compute graph\" backend={skip} buffer_type={skip} size=\"{computeGraph}\"", .source = backend},
    {.text = "msg=\"kv cache\" device={skip} size=\"{kvCache}\"", .source = device},
    {.text = "msg=\"model weights\" device={skip} size=\"{modelWeights}\"", .source = device},
    {.text = "msg=\"compute graph\" device={skip} size=\"{computeGraph}\"", .source = device},
    {.text = "msg=\"total memory\" size=\"{totalMemory}\"", .source = device, .lists = true},
    {.text = "model requires more system memory (", .source = "llm/server.go v0.2.2 to v0.24.0", .refusal = "system_memory_short"},
    {.text = "msg=\"model request too large for system\"", .source = "server/sched.go v0.2.0 and v0.2.1, llm/server.go v0.2.2 to v0.24.0", .refusal = "system_memory_short"},
    {.text = "memory layout cannot be allocated", .source = "llm/server.go v0.11.5 to v0.24.0", .refusal = "out_of_memory"},
};

constexpr Place places[] = {
    {"skip", Read::skip},
    {"pairs", Read::pairs},
    {"model", Read::model},
    {"version", Read::version},
    {"defaultContext", Read::number, {}, "ctx", Keep::first},
    {"ctx", Read::number, {}, "ctx"},
    {"nParallel", Read::number, {}, "nParallel"},
    {"nUbatch", Read::number, {}, "nUbatch"},
    {"nGpuLayers", Read::number, {}, "nGpuLayers"},
    {"flashAttn", Read::flag, {}, "flashAttn"},
    {"kvDtype", Read::dtype, {}, "kvDtype"},
    {"totalVram", Read::size, {}, "totalVramGib", Keep::sum, bytesPerGib},
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
