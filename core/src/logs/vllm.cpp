#include "base/units.hpp"
#include "logs/form.hpp"

namespace kvfit::logs {

namespace {

constexpr std::string_view v0Worker = "vllm/worker/worker.py, 0.6.5 to 0.10";
constexpr std::string_view v1Worker = "vllm/v1/worker/gpu_worker.py";
constexpr std::string_view runningLines = "vllm/v1/metrics/loggers.py LoggingStatLogger.log, 0.6.4 and later";
constexpr std::string_view metrics = "vllm/v1/metrics/loggers.py PrometheusStatLogger, 0.9 and later";
constexpr std::string_view cacheUtils = "vllm/v1/core/kv_cache_utils.py";

// clang-format off
constexpr Form forms[] = {
    // What was asked for.
    {.text = "vLLM API server version {version}", .source = "vllm/entrypoints/openai/api_server.py, 0.4 to January 2026", .starts = true},
    {.text = "vLLM server version {version}, serving model {model}", .source = "vllm/entrypoints/serve/utils/api_utils.py, January 2026 and later", .starts = true},
    {.text = "█ ▀▄▀ █ version {version}", .source = "vllm/entrypoints/serve/utils/api_utils.py log_version_and_model, January 2026 and later", .starts = true},
    {.text = "█ █ █ █ model {model}", .source = "the same"},
    {.text = "Initializing a V0 LLM engine (v{versionV0}) with config: {pairs}", .source = "vllm/engine/llm_engine.py, 0.7.1 to 0.10", .starts = true},
    {.text = "Initializing a V1 LLM engine (v{version}) with config: {pairs}", .source = "vllm/v1/engine/core.py, 0.7.1 and later", .starts = true},
    {.text = "Initializing an LLM engine (v{version}) with config: {pairs}", .source = "vllm/engine/llm_engine.py, 0.4 to 0.7.0; vllm/v1/engine/core.py, 0.6.4 to 0.7.0", .starts = true},
    {.text = "Initializing an LLM engine with config: {pairs}", .source = "vllm/engine/llm_engine.py, 0.1 to 0.3", .version = "V0", .starts = true},
    {.text = "non-default args: {{pairs}", .source = "vllm/entrypoints/openai/cli_args.py, 0.9 and 0.10; vllm/entrypoints/serve/utils/api_utils.py, 2026"},
    {.text = "args: Namespace({pairs}", .source = "vllm/entrypoints/openai/api_server.py, 0.1 to 0.8", .shared = true},
    {.text = "Initializing an LLM engine (v{version}) with config", .source = "the same without its settings", .starts = true},
    {.text = "model='{model}', speculative_config={pairs}", .source = "vllm/engine/llm_engine.py, 0.4.1 to 0.6.4; VllmConfig.__str__ of vllm/config.py, 0.6.4 to 0.10, later vllm/config/vllm.py"},
    {.text = "vllm serve {model} {pairs}", .source = "the command line"},
    {.text = "vllm serve {pairs}", .source = "the command line"},
    {.text = "vllm/vllm-openai:{version} {pairs}", .source = "the command line of a container"},
    {.text = "vllm.entrypoints.openai.api_server {pairs}", .source = "the command line"},
    {.text = "vLLM Version : {version}", .source = "vllm/collect_env.py"},
    {.text = "Starting to load model {model}...", .source = "vllm/worker/model_runner.py, 0.5.3 to 0.10; vllm/v1/worker/gpu_model_runner.py, 0.6.4 and later"},
    {.text = "Using max model len {maxModelLen}", .source = "vllm/config.py, 0.9.2 and 0.10; later vllm/config/model.py"},
    {.text = "Chunked prefill is enabled with max_num_batched_tokens={maxNumBatchedTokens}", .source = "vllm/config.py, 0.5.3 to 0.10; later vllm/config/scheduler.py"},
    {.text = "Using {kvDtype} data type to store kv cache", .source = "vllm/config.py, 0.3 to 0.10; later vllm/config/cache.py"},
    {.text = "Encoder cache will be initialized with a budget of {encoderCacheTokens} tokens", .source = "vllm/v1/worker/gpu_model_runner.py, 0.7 and later; gpu/mm/encoder_runner.py, July 2026"},
    {.text = "Overriding num_gpu_blocks={skip} with num_gpu_blocks_override={numGpuBlocks}", .source = cacheUtils},
    {.text = "Initial free memory {freeAtStart} GiB, reserved {availableKvBytes} GiB memory for KV Cache as specified by kv_cache_memory_bytes", .source = "vllm/v1/worker/gpu_worker.py, 0.10.2 and later"},
    {.text = "The current --gpu-memory-utilization={gpuMemoryUtilization} is equivalent to", .source = "vllm/v1/worker/gpu_worker.py, 0.21 and later"},

    // What was measured.
    {.text = "Model loading took {weights} GiB", .source = "vllm/worker/model_runner.py, 0.8.3 to 0.10; vllm/v1/worker/gpu_model_runner.py, 0.8.3 and later"},
    {.text = "Model loading took {weights} GB", .source = "vllm/worker/model_runner.py, vllm/v1/worker/gpu_model_runner.py, 0.8.0 to 0.8.2"},
    {.text = "Loading model weights took {weights} GB", .source = "vllm/worker/model_runner.py, 0.4 to 0.7; vllm/v1/worker/gpu_model_runner.py, 0.6.4 to 0.7"},
    {.text = "total_gpu_memory ({gpuTotal} GiB) x gpu_memory_utilization ({gpuShare}) = {requestedBytes} GiB", .source = v0Worker, .version = "V0"},
    {.text = "model weights take {weights} GiB; non_torch_memory takes {nonTorch} GiB; PyTorch activation peak memory takes {activation} GiB; the rest of the memory reserved for KV Cache is {availableKvBytes} GiB", .source = v0Worker},
    {.text = "Memory profiling results: total_gpu_memory={gpuTotal} GiB initial_memory_usage={skip} GiB peak_torch_memory={skip} GiB memory_usage_post_profile={skip} GiB non_torch_memory={nonTorch} GiB kv_cache_size={availableKvBytes} GiB gpu_memory_utilization={gpuMemoryUtilization}", .source = "vllm/worker/worker.py, 0.6.4"},
    {.text = "Total non KV cache memory: {nonKvBytes} GiB; torch peak memory increase: {activation} GiB; non-torch forward increase memory: {nonTorch} GiB; weights memory: {weights} GiB", .source = v1Worker},
    {.text = "Free memory on device ({freeAtStart}/{gpuTotal} GiB) on startup. Desired GPU memory utilization is ({gpuMemoryUtilization}, {requestedBytes} GiB)", .source = "vllm/v1/worker/gpu_worker.py, 0.11 and later"},
    {.text = "Actual usage is {weights} GiB for weight, {activation} GiB for peak activation, {nonTorch} GiB for non-torch memory, and {graphs} GiB for CUDAGraph memory", .source = "vllm/v1/worker/gpu_worker.py, 0.11 and later"},
    {.text = "Actual usage: {weights} GiB for weights, {activation} GiB for peak activation, {nonTorch} GiB for non-torch memory, {graphs} GiB for NPU graph memory", .source = "vllm-project/vllm-ascend pull request 8289, April 2026"},
    {.text = "Total non KV cache memory: {nonKvBytes} GiB; torch peak memory increase: {activation} GiB; total consumed (from mem_get_info): {consumed} GiB; weights memory: {weights} GiB", .source = "vllm/v1/worker/gpu_worker.py, 2026-08 and later"},
    {.text = "Actual usage is {consumed} GiB for consumed memory (weights + non-torch), {activation} GiB for peak activation, and {graphs} GiB for CUDAGraph memory", .source = "vllm/v1/worker/gpu_worker.py, 2026-08 and later"},
    {.text = "Current kv cache memory in use is {kvCacheInUse} GiB", .source = "vllm/v1/worker/gpu_worker.py, 0.11 and later"},
    {.text = "Current kv cache memory in use is {kvCacheInUseExact} bytes", .source = "vllm/v1/worker/gpu_worker.py, 0.11 and later"},
    {.text = "Initial free memory: {freeAtStart} GiB; Requested memory: {gpuMemoryUtilization} (util), {requestedBytes} GiB", .source = "vllm/v1/worker/gpu_worker.py, 0.16 and later"},
    {.text = "Estimated CUDA graph memory: {graphsEstimated} GiB total", .source = "vllm/v1/worker/gpu_model_runner.py, 0.17 and later"},
    {.text = "Graph capturing finished in {skip} secs, took {graphs} GiB", .source = "vllm/v1/worker/gpu_model_runner.py, 0.7 and later"},
    {.text = "CUDA graph pool memory: {graphs} GiB (actual), {graphsEstimated} GiB (estimated)", .source = "vllm/v1/worker/gpu_worker.py, 0.17 and later"},

    // The cache.
    {.text = "Available KV cache memory: {availableKvBytes} GiB", .source = "vllm/v1/worker/gpu_worker.py, 0.9.1 and later"},
    {.text = "GPU KV cache size: {kvCapacityTokens} tokens", .source = "vllm/v1/core/kv_cache_utils.py, 0.8 and later"},
    {.text = "CPU KV cache size: {kvCapacityTokens} tokens", .source = cacheUtils},
    {.text = "XPU KV cache size: {kvCapacityTokens} tokens", .source = cacheUtils},
    {.text = "TPU KV cache size: {kvCapacityTokens} tokens", .source = cacheUtils},
    {.text = "Maximum concurrency for {maxModelLen} tokens per request: {maxConcurrency} x", .source = "vllm/executor/gpu_executor.py, 0.6.3 to 0.6.6; executor_base.py, 0.7 to 0.10; vllm/v1/core/kv_cache_utils.py, 0.7.1 and later"},
    {.text = "GPU blocks: {numBlocks}, # CPU blocks: {numCpuBlocks}", .source = "vllm/engine/llm_engine.py, 0.1 to 0.3; vllm/executor/gpu_executor.py, 0.4 to 0.6", .version = "V0"},
    {.text = "cuda blocks: {numBlocks}, # CPU blocks: {numCpuBlocks}", .source = "vllm/executor/executor_base.py, 0.7 to 0.10", .version = "V0"},
    {.text = "rocm blocks: {numBlocks}, # CPU blocks: {numCpuBlocks}", .source = "vllm/executor/executor_base.py, 0.7 to 0.10", .version = "V0"},
    {.text = "GPU blocks: {numBlocks}", .source = "vllm/v1/executor/gpu_executor.py, uniproc_executor.py, 0.6.4 to 0.6.6; vllm/v1/core/kv_cache_utils.py, 0.7"},
    {.text = "Setting attention block size to {blockSize} tokens", .source = "vllm/model_executor/models/config.py, vllm/platforms/interface.py, 0.10 and later"},
    {.text = "Padding mamba page size by {statePagePaddingPct}%", .source = "vllm/model_executor/models/config.py, vllm/platforms/interface.py, 0.10 and later"},
    {.text = "padding layers, may waste at most {paddingPct}% KV cache memory", .source = cacheUtils},
    {.text = "Auto-fit max_model_len: reduced from {skip} to {autoFitLen} to fit in available GPU memory ({availableKvBytes} GiB available", .source = cacheUtils},
    {.text = "after num_gpu_blocks is: {numBlocks}", .source = "vllm/v1/metrics/loggers.py log_engine_initialized, 0.9.2 and later; since 2025-10 when debugging"},

    // While requests run.
    {.text = "Running: {running} reqs, Waiting: {waiting} reqs", .source = runningLines},
    {.text = "Running: {running} reqs, Swapped: {swapped} reqs, Pending: {waiting} reqs", .source = "vllm/engine/llm_engine.py, 0.1 to 0.3; vllm/engine/metrics.py, 0.4 to 0.10", .version = "V0"},
    {.text = "reqs, Preemptions: {preemptions}", .source = runningLines},
    {.text = "GPU KV cache usage: {usagePct}%", .source = runningLines},
    {.text = "Prefix cache hit rate: {hitRatePct}%", .source = runningLines, .shared = true},
    {.text = "Prefix cache hit rate: GPU: {hitRatePct}%", .source = "vllm/engine/metrics.py, 0.6 to 0.10", .version = "V0"},
    {.text = "External prefix cache hit rate: {externalHitRatePct}%", .source = runningLines},
    {.text = "Avg prompt throughput: {promptThroughput} tokens/s, Avg generation throughput: {generationThroughput} tokens/s", .source = runningLines},
    {.text = "vllm:cache_config_info{{pairs}", .source = metrics},
    {.text = "vllm:num_requests_running{{skip}model_name=\"{model}\"} {running}", .source = metrics},
    {.text = "vllm:num_requests_waiting{{skip}} {waiting}", .source = metrics},
    {.text = "vllm:kv_cache_usage_perc{{skip}} {usage}", .source = metrics},

    // Refusals.
    {.text = "max seq len ({maxModelLen}), ({kvBytesNeeded} GiB KV cache is needed, which is larger than the available KV cache memory ({availableKvBytes} GiB)", .source = "vllm/v1/core/kv_cache_utils.py, 0.8 and later", .refusal = "max_model_len_too_long"},
    {.text = "max seq len ({maxModelLen}), {kvBytesNeeded} GiB KV cache is needed, which is larger than the available KV cache memory ({availableKvBytes} GiB)", .source = "vllm/v1/core/kv_cache_utils.py, 0.8 and later", .refusal = "max_model_len_too_long"},
    {.text = "estimated maximum model length is {estimatedMaxModelLen}", .source = "vllm/v1/core/kv_cache_utils.py, 0.8.4 and later"},
    {.text = "Estimated maximum model length is {estimatedMaxModelLen}", .source = "vllm/v1/core/kv_cache_utils.py, 0.28 and later"},
    {.text = "max seq len ({maxModelLen}) is larger than the maximum number of tokens that can be stored in KV cache ({kvCapacityTokens})", .source = "vllm/engine/llm_engine.py, 0.2.7 to 0.3; vllm/worker/worker.py, 0.4.1 to 0.10", .refusal = "max_model_len_too_long", .version = "V0"},
    {.text = "No available memory for the cache blocks", .source = "vllm/engine/llm_engine.py, 0.1.1 to 0.3; vllm/worker/worker.py, 0.4.1 to 0.10; vllm/v1/core/kv_cache_utils.py, 0.7 and later", .refusal = "no_cache_memory"},
    {.text = "Free memory on device ({freeAtStart}/{gpuTotal} GiB) on startup is less than desired GPU memory utilization ({gpuMemoryUtilization}, {requestedBytes} GiB)", .source = "vllm/v1/worker/gpu_worker.py, 0.9.1 to 0.10; later vllm/v1/worker/utils.py", .refusal = "free_memory_below_request"},
    {.text = "Free memory on device {skip} ({freeAtStart}/{gpuTotal} GiB) on startup is less than desired GPU memory utilization ({gpuMemoryUtilization}, {requestedBytes} GiB)", .source = "vllm/v1/worker/utils.py, 0.16 and later", .refusal = "free_memory_below_request"},
    {.text = "exceeds available Mamba cache blocks ({maxStateSequences})", .source = "vllm/v1/worker/gpu_model_runner.py", .refusal = "state_blocks_exceeded"},
    {.text = "CUDA out of memory occurred when warming up sampler with {maxNumSeqs} dummy requests", .source = "vllm/v1/worker/gpu_model_runner.py, 0.8 and later", .refusal = "out_of_memory"},
    {.text = "CUDA out of memory. Tried to allocate {skip}", .source = "PyTorch", .refusal = "out_of_memory", .shared = true},
};

constexpr Place places[] = {
    {"skip", Read::skip},
    {"pairs", Read::pairs},
    {"model", Read::model},
    {"servedModel", Read::servedModel},
    {"version", Read::version},
    {"versionV0", Read::version, {}, "V0 "},
    {"maxModelLen", Read::number, {}, "maxModelLen"},
    {"autoFitLen", Read::number, "tokens", "maxModelLen"},
    {"maxNumBatchedTokens", Read::number, {}, "maxNumBatchedTokens"},
    {"maxNumSeqs", Read::number, {}, "maxNumSeqs"},
    {"encoderCacheTokens", Read::number, {}, "encoderCacheTokens"},
    {"numGpuBlocks", Read::number, {}, "numGpuBlocks"},
    {"kvCacheMemoryBytes", Read::number, {}, "kvCacheMemoryBytes"},
    {"kvDtype", Read::dtype, {}, "kvDtype"},
    {"tp", Read::number, {}, "tp"},
    {"pp", Read::number, {}, "pp"},
    {"dp", Read::number, {}, "dp"},
    {"dcp", Read::number, {}, "dcp"},
    {"block", Read::number, {}, "blockSize"},
    {"swapSpaceGib", Read::number, {}, "swapSpaceGib"},
    {"speculativeTokens", Read::number, {}, "speculativeTokens"},
    {"draftLayers", Read::ownDraft, {}, "draftLayers"},
    {"prefixCaching", Read::flag, {}, "prefixCaching"},
    {"enforceEager", Read::flag, {}, "enforceEager"},
    {"expertParallel", Read::flag, {}, "expertParallel"},
    {"hybridKvManager", Read::notFlag, {}, "hybridKvManager"},
    {"stateDtype", Read::dtype, {}, "stateDtype"},
    {"stateCacheMode", Read::text, {}, "stateCacheMode"},
    {"gpuMemoryUtilization", Read::number, {}, "gpuMemoryUtilization"},
    {"gpuShare", Read::number, {}, "gpuMemoryUtilization", Keep::last, 1, true},
    {"cacheDtype", Read::wideDtype, {}, "kvDtype", Keep::first},
    {"gpuTotal", Read::number, {}, "gpuTotalGib", Keep::smallest},
    {"freeAtStart", Read::number, "GiB"},
    {"requestedBytes", Read::number, "GiB"},
    {"weights", Read::number, "GiB", "weightsGib", Keep::largest},
    {"activation", Read::number, "GiB", "activationGib", Keep::largest},
    {"nonTorch", Read::number, "GiB", "nonTorchGib", Keep::largest},
    {"nonKvBytes", Read::number, "GiB", {}, Keep::largest},
    {"consumed", Read::number, "GiB", {}, Keep::largest},
    {"graphs", Read::number, "GiB", {}, Keep::largest},
    {"graphsEstimated", Read::number, "GiB", "cudaGraphBytes", Keep::largest, bytesPerGib},
    {"kvCacheInUse", Read::number, "GiB", {}, Keep::smallest},
    {"kvCacheInUseExact", Read::number, {}, "availableKvBytes", Keep::smallest},
    {"availableKvBytes", Read::number, "GiB", "availableKvGib", Keep::smallest},
    {"kvCapacityTokens", Read::number, "tokens", {}, Keep::smallest},
    {"maxConcurrency", Read::number, "x", {}, Keep::smallest},
    {"numBlocks", Read::number, "blocks", {}, Keep::smallest},
    {"numCpuBlocks", Read::number, "blocks", {}, Keep::smallest},
    {"blockSize", Read::number, "tokens"},
    {"statePagePaddingPct", Read::number, "pct"},
    {"paddingPct", Read::number, "pct", {}, Keep::largest},
    {"kvBytesNeeded", Read::number, "GiB"},
    {"estimatedMaxModelLen", Read::number, "tokens", {}, Keep::smallest},
    {"maxStateSequences", Read::number, "requests", {}, Keep::smallest},
    {.name = "running", .unit = "requests", .keep = Keep::largest, .running = true},
    {.name = "waiting", .unit = "requests", .keep = Keep::largest, .running = true},
    {.name = "swapped", .unit = "requests", .keep = Keep::largest, .running = true},
    {.name = "preemptions", .unit = "requests", .keep = Keep::sum, .running = true},
    {.name = "usage", .unit = "share", .keep = Keep::largest, .running = true},
    {.name = "usagePct", .unit = "pct", .keep = Keep::largest, .running = true},
    {.name = "hitRatePct", .unit = "pct", .running = true},
    {.name = "externalHitRatePct", .unit = "pct", .running = true},
    {.name = "promptThroughput", .unit = "tokens/s", .keep = Keep::largest, .running = true},
    {.name = "generationThroughput", .unit = "tokens/s", .keep = Keep::largest, .running = true},
};

constexpr Pair pairs[] = {
    {"model", "model"}, {"model_tag", "model"}, {"served_model_name", "servedModel"}, {"served-model-name", "servedModel"}, {"max_seq_len", "maxModelLen"}, {"max_model_len", "maxModelLen"}, {"max-model-len", "maxModelLen"},
    {"tensor_parallel_size", "tp"}, {"tensor-parallel-size", "tp"}, {"tensor_parallel", "tp"}, {"tensor-parallel", "tp"}, {"tp", "tp"}, {"pipeline_parallel_size", "pp"}, {"pipeline-parallel-size", "pp"},
    {"data_parallel_size", "dp"}, {"data-parallel-size", "dp"}, {"decode_context_parallel_size", "dcp"}, {"decode-context-parallel-size", "dcp"},
    {"dtype", "cacheDtype"}, {"kv_cache_dtype", "kvDtype"}, {"kv-cache-dtype", "kvDtype"}, {"gpu_memory_utilization", "gpuMemoryUtilization"}, {"gpu-memory-utilization", "gpuMemoryUtilization"},
    {"max_num_batched_tokens", "maxNumBatchedTokens"}, {"max-num-batched-tokens", "maxNumBatchedTokens"}, {"max_num_seqs", "maxNumSeqs"}, {"max-num-seqs", "maxNumSeqs"},
    {"enable_prefix_caching", "prefixCaching"}, {"enforce_eager", "enforceEager"}, {"enable_expert_parallel", "expertParallel"},
    {"disable_hybrid_kv_cache_manager", "hybridKvManager"}, {"mamba_ssm_cache_dtype", "stateDtype"}, {"mamba_cache_mode", "stateCacheMode"}, {"swap_space", "swapSpaceGib"},
    {"block_size", "block"}, {"block-size", "block"}, {"num_gpu_blocks_override", "numGpuBlocks"}, {"num_gpu_blocks", "numGpuBlocks"}, {"cache_dtype", "kvDtype"}, {"kv_cache_memory_bytes", "kvCacheMemoryBytes"},
    {"method", "draftLayers", true}, {"num_spec_tokens", "speculativeTokens", true}, {"num_speculative_tokens", "speculativeTokens", true},
};

constexpr Rule rules[] = {
    {"availableKvBytes", "availableKvBytes", "log_vllm_available", "Memory of the GPU times the share, less weights, activation peak and other memory; since 0.21 also less the estimate for graphs.", "vllm/v1/worker/gpu_worker.py determine_available_memory @7cfb97e337", true},
    {"requestedBytes", "requestedBytes", "log_vllm_requested", "Memory of the GPU times the share that the engine may use.", "vllm/v1/worker/utils.py request_memory @7cfb97e337"},
    {"kvCapacityTokens", "kvCapacityTokens", "log_vllm_tokens", "Concurrency times the maximum length; before 0.20 blocks over the number of groups times the smallest block.", "vllm/v1/core/kv_cache_utils.py @7cfb97e337; logs of 0.8 to 0.24"},
    {"maxConcurrency", "maxConcurrency", "log_vllm_concurrency", "Blocks over the blocks of one request of the maximum length, summed over all groups.", "vllm/v1/core/kv_cache_utils.py get_max_concurrency_for_kv_cache_config @7cfb97e337"},
    {"numBlocks", "numBlocks", "log_vllm_blocks", "Memory for the cache over the bytes of one block, rounded down.", "vllm/v1/core/kv_cache_utils.py get_num_blocks @7cfb97e337; vllm/worker/worker.py of 0.2 to 0.9"},
    {"numCpuBlocks", "numCpuBlocks", "log_vllm_cpu_blocks", "Swap space over the bytes of one block, rounded down.", "vllm/worker/worker.py of 0.2 to 0.9"},
    {"blockSize", "blockSize", "log_vllm_aligned_block", "The attention block grows until its page is at least as large as the page of a state.", "vllm/platforms/interface.py _align_hybrid_block_size @7cfb97e337"},
    {"statePagePaddingPct", "statePagePaddingPct", "log_vllm_state_padding", "The state's page is padded to the attention page.", "vllm/platforms/interface.py _align_hybrid_block_size @7cfb97e337"},
    {"paddingPct", "paddingPct", "log_vllm_group_padding", "Groups have equally many layers; the last one of a kind is filled up.", "vllm/v1/core/kv_cache_utils.py @7cfb97e337"},
    {"kvBytesNeeded", "kvBytesNeeded", "log_vllm_need", "Blocks of one request of the maximum length times the bytes of a block.", "vllm/v1/core/kv_cache_utils.py check_enough_kv_cache_memory @7cfb97e337"},
    {"estimatedMaxModelLen", "estimatedMaxModelLen", "log_vllm_longest", "The longest request whose blocks fit, by bisection.", "vllm/v1/core/kv_cache_utils.py estimate_max_model_len @7cfb97e337"},
    {"autoFitLen", "estimatedMaxModelLen", "log_vllm_longest", "The longest request whose blocks fit, by bisection.", "vllm/v1/core/kv_cache_utils.py @7cfb97e337"},
    {"maxStateSequences", "maxStateSequences", "log_vllm_state_sequences", "Sequences for whose states there are blocks.", "vllm/v1/worker/gpu_model_runner.py @7cfb97e337"},
    {"weights", "weights", "log_weights", "Weights on one rank, counted from the configuration or the header.", "published start-ups, median error 0.2%", true},
    {"activation", "activation", "log_activation", "The larger of the sampler's and the forward pass's peak in a step of the largest batch.", "published start-ups of 0.8 to 0.26", true},
    {"nonTorch", "nonTorch", "log_non_torch", "Communication and library buffers, by number of ranks.", "published start-ups of 0.8 to 0.26", true},
    {"graphs", "graphs", "log_graphs", "Captured graphs, by published start-ups.", "published start-ups of 0.8 to 0.26", true},
    {"graphsEstimated", "graphs", "log_graphs", "Captured graphs, by published start-ups.", "published start-ups of 0.8 to 0.26", true},
};

constexpr Need needs[] = {
    {{"maxModelLen"}, true},
    {{"availableKvGib", "availableKvBytes", "numGpuBlocks", "kvCacheMemoryBytes", "gpuTotalGib"}, true},
    {{"tp"}, false}, {{"kvDtype"}, false}, {{"maxNumBatchedTokens"}, false}, {{"prefixCaching"}, false},
};

constexpr std::string_view versions[] = {"", "<0.28", "<0.27", "<0.26", "<0.20", "<0.14", "V0"};
// clang-format on

}  // namespace

const Dialect& vllm() {
    static constexpr Dialect dialect = {"vllm", forms, places, pairs, rules, needs, versions};
    return dialect;
}

}  // namespace kvfit::logs
