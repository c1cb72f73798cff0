#include "base/units.hpp"
#include "logs/form.hpp"

namespace kvfit::logs {

namespace {

constexpr std::string_view executor = "tensorrt_llm/_torch/pyexecutor/_util.py, 0.18 and later";
constexpr std::string_view second = "tensorrt_llm/_torch/pyexecutor/kv_cache_manager_v2.py of 2026";
constexpr std::string_view manager = "cpp/tensorrt_llm/batch_manager/kvCacheManager.cpp";
constexpr std::string_view iterations =
    "tensorrt_llm/_torch/pyexecutor/py_executor.py print_iter_log, 2026-05 and later";
constexpr std::string_view statistics =
    "statistics of the Triton backend, as in triton-inference-server/"
    "tensorrtllm_backend issue 217";
constexpr std::string_view iterationStats =
    "IterationStats as JSON, in NVIDIA/TensorRT-LLM issue 3376; /metrics of trtllm-serve";

// clang-format off
constexpr Form forms[] = {
    {.text = "TensorRT-LLM version: {version}", .source = "tensorrt_llm/__init__.py", .starts = true},
    {.text = "TensorRT LLM version: {version}", .source = "tensorrt_llm/__init__.py, 1.0 and later", .starts = true},
    {.text = "Engine version {version} found in the config file", .source = "cpp/tensorrt_llm/runtime/gptJsonConfig.cpp, 0.9 and later", .starts = true},
    {.text = "trtllm-serve {model} {pairs}", .source = "the command line"},
    {.text = "TensorRT-LLM engine args: {{pairs}", .source = "Dynamo's worker for TensorRT-LLM"},
    {.text = "trtllm-bench {pairs}", .source = "the command line"},
    {.text = "Loaded engine size: {engineSize} MiB", .source = "TensorRT"},
    {.text = "MPI size: {tp}, ", .source = "cpp/tensorrt_llm/executor", .shared = true},
    {.text = "TRTGptModel maxNumSequences: {maxNumSeqs}", .source = "cpp/tensorrt_llm/batch_manager/trtGptModel.h, 0.9 and later"},
    {.text = "TRTGptModel maxNumTokens: {maxNumBatchedTokens}", .source = "cpp/tensorrt_llm/batch_manager/trtGptModel.h, 0.11 and later"},
    {.text = "TRTGptModel maxSequenceLen: {maxModelLen}", .source = "cpp/tensorrt_llm/batch_manager/trtGptModel.h, 0.9 and later"},
    {.text = "[MemUsageChange] Allocated {runtimeBuffers} MiB for runtime buffers", .source = "cpp/tensorrt_llm/runtime"},
    {.text = "[MemUsageChange] Allocated {executionContext} MiB for execution context memory", .source = "cpp/tensorrt_llm/runtime/tllmRuntime.cpp, 0.10 and later"},
    {.text = "Memory usage when calculating max tokens in paged kv cache: total: {gpuTotal} GiB, available: {freeMemory} GiB", .source = "cpp/tensorrt_llm/batch_manager/kvCacheManager.cpp, 0.11 and later"},
    {.text = "Number of blocks in KV cache primary pool: {numBlocks}", .source = "cpp/tensorrt_llm/batch_manager/kvCacheManager.cpp, 0.11 and later"},
    {.text = "Number of blocks in KV cache secondary pool: {hostBlocks}", .source = "cpp/tensorrt_llm/batch_manager/kvCacheManager.cpp, 0.11 and later"},
    {.text = "Number of tokens per block: {tokensPerBlock}", .source = manager},
    {.text = "tokens per block={tokensPerBlock}, primary blocks={numBlocks}, secondary blocks={hostBlocks}", .source = "cpp/tensorrt_llm/batch_manager/kvCacheManager.cpp, 0.17 and later"},
    {.text = "secondary blocks={skip}, max sequence length={maxModelLen}", .source = "cpp/tensorrt_llm/batch_manager/kvCacheManager.cpp, 1.0 and later"},
    {.text = "[MemUsageChange] Allocated {kvBytesTotal} GiB for max tokens in paged KV cache ({pooledTokens})", .source = manager},
    {.text = "Allocate {kvBytesExact} bytes for k/v cache", .source = "cpp/tensorrt_llm/runtime, 0.5 to 0.9"},
    {.text = "Using {usedTokens} tokens in paged KV cache", .source = "cpp/tensorrt_llm/runtime/gptSession.cpp, 0.5 to 0.10"},
    {.text = "Max tokens in paged KV cache: {usedTokens}", .source = "cpp/tensorrt_llm/batch_manager"},
    {.text = "available memory: {skip}. KV cache tokens: {usedTokens}", .source = executor},

    {.text = "Memory used after loading model weights (inside torch) in memory usage profiling: {weights} GiB", .source = executor},
    {.text = "Memory used outside torch (e.g., NCCL and CUDA graphs) in memory usage profiling: {nonTorch} GiB", .source = executor},
    {.text = "Memory dynamically allocated during inference (inside torch) in memory usage profiling: {activation} GiB", .source = executor},
    {.text = "Peak memory during memory usage profiling (torch + non-torch): {peak} GiB, available KV cache memory when calculating max tokens: {availableKvBytes} GiB", .source = executor},
    {.text = "GiB, fraction is set {freeGpuMemoryFraction}, kv size is {estimatedBytesPerToken}.", .source = "tensorrt_llm/_torch/pyexecutor/_util.py, 0.20 to 1.0"},
    {.text = "GiB, fraction is set {freeGpuMemoryFraction}, kv size per token is {estimatedBytesPerToken}.", .source = "tensorrt_llm/_torch/pyexecutor/_util.py, 1.1 and later"},
    {.text = "device total memory {deviceTotal} GiB", .source = executor, .shared = true},
    {.text = "tmp kv_mem {temporaryKv} GiB", .source = "tensorrt_llm/_torch/pyexecutor/_util.py, 0.20 to 1.0"},
    {.text = "temporary kv cache memory during profiling {temporaryKv} GiB", .source = "tensorrt_llm/_torch/pyexecutor/_util.py, 1.1 and later"},
    {.text = "Estimated max memory in KV cache : {availableKvBytes} GiB", .source = executor},
    {.text = "Estimated max tokens in KV cache : {usedTokens}", .source = executor},
    {.text = "KV cache manager v2 device quota set to {deviceQuota}GiB", .source = second},
    {.text = "KV cache manager v2 host cache quota set to {hostQuota}GiB", .source = second},
    {.text = "max_tokens {maxTokens} is provided. Allowed quota", .source = second},
    {.text = "free_gpu_memory_fraction and max_tokens are set (to {freeGpuMemoryFraction} and {maxTokens}", .source = "cpp/tensorrt_llm/batch_manager, tensorrt_llm/_torch/pyexecutor/resource_manager.py"},
    {.text = "max_seq_len={maxModelLen}, max_num_requests={maxNumSeqs}, max_num_tokens={maxNumBatchedTokens}", .source = "tensorrt_llm/_torch/pyexecutor/py_executor_creator.py"},

    // While requests run.
    {.text = "num_scheduled_requests = {running},", .source = iterations},
    {.text = "num_scheduled_requests: {running},", .source = "tensorrt_llm/_torch/pyexecutor/py_executor.py, 0.20 to 2026-05"},
    {.text = "kv_cache_util = {usage},", .source = iterations},
    {.text = "'cached_kv_tokens': {tokensInUse}", .source = iterations},
    {.text = "Active Request Count\":{running}", .source = statistics},
    {.text = "Max KV cache blocks\":{numBlocks}", .source = statistics},
    {.text = "Used KV cache blocks\":{blocksInUse}", .source = statistics},
    {.text = "Tokens per KV cache block\":{tokensPerBlock}", .source = statistics},
    {.text = "maxNumBlocks\":{numBlocks}", .source = iterationStats},
    {.text = "tokensPerBlock\":{tokensPerBlock}", .source = iterationStats},
    {.text = "usedNumBlocks\":{blocksInUse}", .source = iterationStats},
    {.text = "cacheHitRate\":{hitRate}", .source = iterationStats},
    {.text = "numActiveRequests\":{running}", .source = iterationStats},
    {.text = "numQueuedRequests\":{waiting}", .source = iterationStats},

    {.text = "Executor creation failed due to insufficient GPU memory", .source = "tensorrt_llm/_torch/pyexecutor/py_executor_creator.py, 1.0 and later, as in NVIDIA/TensorRT-LLM issue 5872", .refusal = "out_of_memory"},
    {.text = "Max number of tokens in the KV cache {skip} is less than the maximum sequence length", .source = manager, .refusal = "tokens_below_limit"},
    {.text = "Out of memory allocating {skip} bytes", .source = "cpp/tensorrt_llm", .refusal = "out_of_memory", .shared = true},
    {.text = "The sequence length of the provided engine is larger than the number of tokens in the KV cache", .source = manager, .refusal = "tokens_below_limit"},
    {.text = "CUDA out of memory. Tried to allocate {skip}", .source = "PyTorch", .refusal = "out_of_memory", .shared = true},
};

constexpr Place places[] = {
    {"skip", Read::skip},
    {"pairs", Read::pairs},
    {"model", Read::model},
    {"version", Read::version},
    {"tp", Read::number, {}, "tp"},
    {"maxModelLen", Read::number, {}, "maxModelLen"},
    {"maxNumSeqs", Read::number, {}, "maxNumSeqs"},
    {"maxNumBatchedTokens", Read::number, {}, "maxNumBatchedTokens"},
    {"kvDtype", Read::dtype, {}, "kvDtype"},
    {"tokensPerBlock", Read::number, {}, "tokensPerBlock"},
    {"freeGpuMemoryFraction", Read::number, {}, "freeGpuMemoryFraction"},
    {"gpuTotal", Read::number, "GiB"},
    {"freeMemory", Read::number, "GiB", "freeMemoryGib", Keep::smallest},
    {"deviceTotal", Read::number, "GiB", "gpuTotalBytes", Keep::smallest, bytesPerGib},
    {"peak", Read::number, "GiB", "peakBytes", Keep::largest, bytesPerGib},
    {"temporaryKv", Read::number, "GiB", "temporaryKvBytes", Keep::last, bytesPerGib},
    {"availableKvBytes", Read::number, "GiB", {}, Keep::smallest},
    {"deviceQuota", Read::number, {}, "availableKvGib"},
    {"hostQuota", Read::number, {}, "hostCacheBytes", Keep::last, bytesPerGib},
    {"estimatedBytesPerToken", Read::number, "B"},
    {"maxTokens", Read::number, "tokens", "maxTokens", Keep::smallest},
    {"usedTokens", Read::number, "tokens", "maxTokens", Keep::smallest},
    {"pooledTokens", Read::number, "tokens", "maxTokens", Keep::last},
    {"numBlocks", Read::number, "blocks", "numBlocks", Keep::last},
    {"hostBlocks", Read::number, "blocks"},
    {"kvBytesTotal", Read::number, "GiB"},
    {"kvBytesExact", Read::number, "B"},
    {"weights", Read::number, "GiB", {}, Keep::largest},
    {"nonTorch", Read::number, "GiB", {}, Keep::largest},
    {"activation", Read::number, "GiB", {}, Keep::largest},
    {"engineSize", Read::number, "MiB", {}, Keep::largest},
    {"executionContext", Read::number, "MiB", {}, Keep::largest},
    {"runtimeBuffers", Read::number, "MiB", {}, Keep::largest},
    {.name = "running", .unit = "requests", .keep = Keep::largest, .running = true},
    {.name = "waiting", .unit = "requests", .keep = Keep::largest, .running = true},
    {.name = "hitRate", .unit = "share", .running = true},
    {.name = "usage", .unit = "share", .keep = Keep::largest, .running = true},
    {.name = "tokensInUse", .unit = "tokens", .keep = Keep::largest, .running = true},
    {.name = "blocksInUse", .unit = "blocks", .keep = Keep::largest, .running = true},
};

constexpr Pair pairs[] = {
    {"max_seq_len", "maxModelLen"}, {"tp_size", "tp"}, {"tensor_parallel_size", "tp"}, {"max_num_tokens", "maxNumBatchedTokens"}, {"max_batch_size", "maxNumSeqs"}, {"model", "model"},
    {"kv_cache_free_gpu_memory_fraction", "freeGpuMemoryFraction"}, {"free_gpu_memory_fraction", "freeGpuMemoryFraction", true}, {"kv_cache_dtype", "kvDtype"},
    {"tokens_per_block", "tokensPerBlock", true},
};

constexpr Rule rules[] = {
    {"availableKvBytes", "availableKvBytes", "log_tensorrtllm_available", "Memory of the GPU, less the peak, plus the cache that was held while profiling, times the fraction.", "tensorrt_llm/_torch/pyexecutor/_util.py"},
    {"estimatedBytesPerToken", "estimatedBytesPerToken", "log_tensorrtllm_token", "Keys and values of one token on a rank, as the start counts them.", "tensorrt_llm/_torch/pyexecutor/resource_manager.py get_cache_size_per_token"},
    {"usedTokens", "maxTokens|kvCapacityTokens", "log_tensorrtllm_tokens", "Memory for the cache over the bytes of one token.", "tensorrt_llm/_torch/pyexecutor/_util.py"},
    {"maxTokens", "maxTokens|kvCapacityTokens", "log_tensorrtllm_tokens", "Memory for the cache over the bytes of one token.", "tensorrt_llm/_torch/pyexecutor/_util.py"},
    {"pooledTokens", "kvCapacityTokens", "log_tensorrtllm_pooled", "Blocks times tokens per block.", "cpp/tensorrt_llm/batch_manager/kvCacheManager.cpp"},
    {"numBlocks", "numBlocks", "log_tensorrtllm_blocks", "Tokens over tokens per block, rounded up.", "cpp/tensorrt_llm/batch_manager/kvCacheManager.cpp"},
    {"hostBlocks", "hostBlocks", "log_tensorrtllm_host", "Memory of the host tier over the bytes of a block, rounded down.", "cpp/tensorrt_llm/batch_manager/kvCacheManager.cpp"},
    {"kvBytesTotal", "kvBytesTotal", "log_tensorrtllm_bytes", "Blocks times the bytes of a block.", "cpp/tensorrt_llm/batch_manager/kvCacheManager.cpp"},
    {"kvBytesExact", "kvBytesTotal", "log_tensorrtllm_bytes", "Blocks times the bytes of a block.", "cpp/tensorrt_llm/batch_manager/kvCacheManager.cpp"},
    {"weights", "weights", "log_weights", "Weights on one rank, counted from the configuration or the header.", "published start-ups", true},
    {"engineSize", "weights", "log_weights", "Weights on one rank, counted from the configuration or the header.", "published start-ups", true},
};

constexpr Need needs[] = {
    {{"maxTokens", "numBlocks", "freeMemoryGib", "gpuTotalBytes", "availableKvGib"}, true},
    {{"tp"}, false}, {{"kvDtype"}, false}, {{"tokensPerBlock"}, false},
};

constexpr std::string_view versions[] = {""};
// clang-format on

}  // namespace

const Dialect& tensorRtLlm() {
    static constexpr Dialect dialect = {"tensorrt-llm", forms, places, pairs, rules, needs, versions};
    return dialect;
}

}  // namespace kvfit::logs
