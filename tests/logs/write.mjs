// Logs in each engine's own lines, written from settings and figures: what a reader of logs is tested with.

/** @typedef {Record<string, any>} Facts figures and settings by the names of the lists below */

/** Figures that are printed with two decimals, or more. */
const gib = new Set(
  "weights activation nonTorch nonKv graphs graphsEstimated availableKvGib needAvailable freeAtStart gpuTotal requested freeBeforeLoad freeAfterLoad freeAfterPool freeMemory peak deviceTotal temporaryKv kvBytesNeeded".split(
    " ",
  ),
);

/** @param {number} n */
const grouped = (n) => n.toLocaleString("en");

/** Lines for what the facts have: each row needs all the facts that its line names. @param {[string, string][]} rows names, line @param {Facts} facts */
const lines = (rows, facts) =>
  rows.flatMap(([needs, line]) => {
    if (!needs.split(" ").every((name) => facts[name] !== undefined && facts[name] !== null)) return [];
    return [
      line.replace(/\{(\w+)(:g|:\d)?\}/g, (_, name, how) => {
        const value = facts[name];
        if (how === undefined && gib.has(name) && typeof value === "number" && !/\.\d\d/.test(String(value)))
          return value.toFixed(2);
        if (how === ":g") return grouped(value);
        return how ? Number(value).toFixed(Number(how.slice(1))) : String(value);
      }),
    ];
  });

/** vLLM since 0.8. @type {[string, string][]} */
const vllm1 = [
  [
    "model",
    "INFO 11-28 09:12:21 [core.py:105] Initializing a V1 LLM engine{inVersion} with config: model='{model}', speculative_config=None, tokenizer='{model}', dtype=torch.{dtype},{config} compilation_config={'mode': 3, 'max_capture_size': 512}",
  ],
  [
    "maxNumBatchedTokens",
    "INFO 11-28 09:12:21 [scheduler.py:226] Chunked prefill is enabled with max_num_batched_tokens={maxNumBatchedTokens}.",
  ],
  [
    "blockSize",
    "INFO 11-28 09:12:22 [interface.py:540] Setting attention block size to {blockSize} tokens to ensure that attention page size is >= mamba page size.",
  ],
  [
    "statePagePaddingPct",
    "INFO 11-28 09:12:22 [interface.py:564] Padding mamba page size by {statePagePaddingPct:2}% to ensure that mamba page size and attention page size are exactly equal.",
  ],
  [
    "encoderCacheTokens",
    "INFO 11-28 09:12:30 [gpu_model_runner.py:4722] Encoder cache will be initialized with a budget of {encoderCacheTokens} tokens, and profiled with 1 image items of the maximum feature size.",
  ],
  [
    "weights",
    "INFO 11-28 09:12:58 [gpu_model_runner.py:4820] Model loading took {weights} GiB memory and 9.412 seconds",
  ],
  [
    "weights activation nonTorch nonKv",
    "INFO 11-28 09:13:30 [gpu_worker.py:430] Memory profiling takes 7.61 seconds. Total non KV cache memory: {nonKv}GiB; torch peak memory increase: {activation}GiB; non-torch forward increase memory: {nonTorch}GiB; weights memory: {weights}GiB.",
  ],
  [
    "graphsEstimated",
    "INFO 11-28 09:13:30 [gpu_model_runner.py:5881] Estimated CUDA graph memory: {graphsEstimated} GiB total",
  ],
  ["availableKvGib", "INFO 11-28 09:13:31 [gpu_worker.py:436] Available KV cache memory: {availableKvGib} GiB"],
  [
    "kvBytesNeeded maxModelLen availableKvGib estimatedMaxModelLen",
    "ERROR 11-28 09:13:31 [core.py:1082] ValueError: To serve at least one request with the models's max seq len ({maxModelLen}), ({kvBytesNeeded} GiB KV cache is needed, which is larger than the available KV cache memory ({availableKvGib} GiB). Based on the available memory, the estimated maximum model length is {estimatedMaxModelLen}. Try increasing `gpu_memory_utilization`",
  ],
  [
    "kvBytesNeeded maxModelLen needAvailable",
    "ERROR 11-28 09:13:31 [core.py:1082] ValueError: To serve at least one request with the model's max seq len ({maxModelLen}), {kvBytesNeeded} GiB KV cache is needed, which is larger than the available KV cache memory ({needAvailable} GiB). Try increasing `gpu_memory_utilization`",
  ],
  [
    "paddingLayers paddingPct",
    "WARNING 11-28 09:13:31 [kv_cache_utils.py:1103] Add {paddingLayers} padding layers, may waste at most {paddingPct:2}% KV cache memory",
  ],
  ["kvCapacityTokens", "INFO 11-28 09:13:31 [kv_cache_utils.py:1319] GPU KV cache size: {kvCapacityTokens:g} tokens"],
  [
    "maxConcurrency maxModelLen",
    "INFO 11-28 09:13:31 [kv_cache_utils.py:1324] Maximum concurrency for {maxModelLen:g} tokens per request: {maxConcurrency:2}x",
  ],
  ["graphs", "INFO 11-28 09:13:52 [gpu_model_runner.py:5950] Graph capturing finished in 20 secs, took {graphs} GiB"],
  [
    "freeAtStart gpuTotal gpuMemoryUtilization requested weights activation nonTorch graphs",
    "INFO 11-28 09:13:52 [gpu_worker.py:597] Free memory on device ({freeAtStart}/{gpuTotal} GiB) on startup. Desired GPU memory utilization is ({gpuMemoryUtilization}, {requested} GiB). Actual usage is {weights} GiB for weight, {activation} GiB for peak activation, {nonTorch} GiB for non-torch memory, and {graphs} GiB for CUDAGraph memory. Replace gpu_memory_utilization config with `--kv-cache-memory=1` to fit into requested memory.",
  ],
];

/** The first generation of vLLM. @type {[string, string][]} */
const vllm0 = [
  [
    "model",
    "INFO 11-28 09:12:21 llm_engine.py:176] Initializing an LLM engine{inVersion} with config: model='{model}', speculative_config=None, tokenizer='{model}', dtype=torch.{dtype},{config} seed=0",
  ],
  ["weights", "INFO 11-28 09:12:58 model_runner.py:692] Loading model weights took {weights} GB"],
  [
    "gpuTotal gpuMemoryUtilization requested",
    "INFO 11-28 09:13:30 worker.py:267] the current vLLM instance can use total_gpu_memory ({gpuTotal}GiB) x gpu_memory_utilization ({gpuMemoryUtilization:2}) = {requested}GiB",
  ],
  [
    "weights activation nonTorch availableKvGib",
    "INFO 11-28 09:13:30 worker.py:267] model weights take {weights}GiB; non_torch_memory takes {nonTorch}GiB; PyTorch activation peak memory takes {activation}GiB; the rest of the memory reserved for KV Cache is {availableKvGib}GiB.",
  ],
  [
    "numBlocks numCpuBlocks",
    "INFO 11-28 09:13:31 executor_base.py:111] # GPU blocks: {numBlocks}, # CPU blocks: {numCpuBlocks}",
  ],
  [
    "maxConcurrency maxModelLen",
    "INFO 11-28 09:13:31 executor_base.py:116] Maximum concurrency for {maxModelLen} tokens per request: {maxConcurrency:2}x",
  ],
  ["graphs", "INFO 11-28 09:13:52 model_runner.py:1518] Graph capturing finished in 20 secs, took {graphs} GiB"],
];

/** @type {[string, string][]} */
const sglang = [
  [
    "model",
    "[2026-01-31 13:50:01] server_args=ServerArgs(model_path='{model}', tokenizer_path='{model}', kv_cache_dtype='{kvDtype}', tp_size={tp},{config} disable_radix_cache=False)",
  ],
  ["freeBeforeLoad", "[2026-01-31 13:50:12 TP0] Load weight begin. avail mem={freeBeforeLoad} GB"],
  [
    "freeAfterLoad weights",
    "[2026-01-31 13:50:39 TP0] Load weight end. type=ForCausalLM, dtype=torch.bfloat16, avail mem={freeAfterLoad} GB, mem usage={weights} GB.",
  ],
  [
    "swaTotalNumTokens maxTotalNumTokens",
    "[2026-01-31 13:50:39 TP0] Use sliding window memory pool. full_layer_tokens={maxTotalNumTokens}, swa_layer_tokens={swaTotalNumTokens}",
  ],
  [
    "maxMambaCacheSize convStateBytes ssmStateBytes",
    "[2026-01-31 13:50:39 TP0] Mamba Cache is allocated. max_mamba_cache_size: {maxMambaCacheSize}, conv_state size: {convStateBytes:2}GB, ssm_state size: {ssmStateBytes:2}GB ",
  ],
  [
    "swaKBytes swaTotalNumTokens",
    "[2026-01-31 13:50:39 TP0] KV Cache is allocated. #tokens: {swaTotalNumTokens}, K size: {swaKBytes:2} GB, V size: {swaKBytes:2} GB",
  ],
  [
    "kBytes maxTotalNumTokens",
    "[2026-01-31 13:50:39 TP0] KV Cache is allocated. #tokens: {maxTotalNumTokens}, K size: {kBytes:2} GB, V size: {kBytes:2} GB",
  ],
  [
    "draftKBytes maxTotalNumTokens",
    "[2026-01-31 13:50:41 TP0] KV Cache is allocated. #tokens: {maxTotalNumTokens}, K size: {draftKBytes:2} GB, V size: {draftKBytes:2} GB",
  ],
  [
    "kvBytesTotal maxTotalNumTokens",
    "[2026-01-31 13:50:39 TP0] KV Cache is allocated. #tokens: {maxTotalNumTokens}, KV size: {kvBytesTotal:2} GB",
  ],
  ["freeAfterPool", "[2026-01-31 13:50:39 TP0] Memory pool end. avail mem={freeAfterPool} GB"],
  [
    "graphs",
    "[2026-01-31 13:50:59 TP0] Capture cuda graph end. Time elapsed: 8.04 s. mem usage={graphs} GB. avail mem=3.00 GB.",
  ],
  [
    "maxTotalNumTokens contextLen",
    "[2026-01-31 13:51:00 TP0] max_total_num_tokens={maxTotalNumTokens}, chunked_prefill_size=8192, max_prefill_tokens=16384, max_running_requests=2048, context_len={contextLen}",
  ],
];

/** @type {[string, string][]} */
const llamaCpp = [
  [
    "file",
    "llama_model_loader: loaded meta data with 30 key-value pairs and 291 tensors from {file} (version GGUF V3 (latest))",
  ],
  ["fileSizeMib", "print_info: file size   = {fileSizeMib} MiB"],
  ["offloaded", "load_tensors: offloaded {offloaded} layers to GPU"],
  ["slots", "llama_context: n_seq_max     = {slots}"],
  ["ctx", "llama_context: n_ctx         = {ctx}"],
  ["ctx", "llama_context: n_batch       = 2048"],
  ["nUbatch", "llama_context: n_ubatch      = {nUbatch}"],
  ["flashAttn", "llama_context: flash_attn    = {flashAttn}"],
  ["mlaAttn", "llama_new_context_with_model: mla_attn   = {mlaAttn}"],
  ["kvUnified", "llama_context: kv_unified    = {kvUnified}"],
  ["nRsSeq", "llama_context: n_rs_seq      = {nRsSeq}"],
  ["fullKvBytes", "llama_kv_cache_iswa: creating non-SWA KV cache, size = {ctx} cells"],
  [
    "fullKvBytes",
    "llama_kv_cache: size = {fullKvBytes:2} MiB ( {ctx} cells,   1 layers,  1/1 seqs), K ({k}): {fullK:2} MiB, V ({v}): {fullV:2} MiB",
  ],
  ["swaKvBytes swaCells", "llama_kv_cache_iswa: creating     SWA KV cache, size = {swaCells} cells"],
  [
    "swaKvBytes swaCells",
    "llama_kv_cache: size = {swaKvBytes:2} MiB ( {swaCells} cells,   1 layers,  1/1 seqs), K ({k}): {swaK:2} MiB, V ({v}): {swaV:2} MiB",
  ],
  [
    "kvBytesTotal kBytes vBytes",
    "llama_kv_cache: size = {kvBytesTotal:2} MiB ( {ctx} cells,  32 layers,  1/1 seqs), K ({k}): {kBytes:2} MiB, V ({v}): {vBytes:2} MiB",
  ],
  ["kvSelf", "llama_new_context_with_model: kv self size  = {kvSelf:2} MiB"],
  [
    "recurrentBytes convStateBytes ssmStateBytes",
    "llama_memory_recurrent: size = {recurrentBytes:2} MiB (     1 cells,  48 layers,  1 seqs), R (f32): {convStateBytes:2} MiB, S (f32): {ssmStateBytes:2} MiB",
  ],
];

/** @type {[string, string][]} */
const ollama = [
  [
    "ctx",
    'time=2025-06-05T12:36:11.458Z level=INFO source=server.go:168 msg=offload library=cuda layers.requested=-1 layers.model=49 layers.offload=49 layers.split="" memory.available="[29.5 GiB]" memory.gpu_overhead="0 B" memory.required.full="10.5 GiB" memory.required.kv="{kvBytesTotal}" memory.weights.total="6.8 GiB"',
  ],
  [
    "ctx",
    'time=2025-06-05T12:36:11.709Z level=INFO source=server.go:431 msg="starting llama server" cmd="/usr/bin/ollama runner --ollama-engine --model /blobs/sha256-e8ad --ctx-size {ctx} --batch-size 512 --parallel {slots} --port 35253"',
  ],
];

/** @type {[string, string][]} */
const tensorRtLlm = [
  ["version", "[TensorRT-LLM] TensorRT-LLM version: {version}"],
  [
    "freeMemory",
    "[TensorRT-LLM][INFO] Memory usage when calculating max tokens in paged kv cache: total: 79.10 GiB, available: {freeMemory} GiB",
  ],
  ["numBlocks", "[TensorRT-LLM][INFO] Number of blocks in KV cache primary pool: {numBlocks}"],
  ["tokensPerBlock", "[TensorRT-LLM][INFO] Number of tokens per block: {tokensPerBlock}."],
  [
    "weights",
    "[TRT-LLM] [I] Memory used after loading model weights (inside torch) in memory usage profiling: {weights} GiB",
  ],
  [
    "peak availableKvGib fraction bytesPerToken deviceTotal temporaryKv",
    "[TRT-LLM] [I] Peak memory during memory usage profiling (torch + non-torch): {peak} GiB, available KV cache memory when calculating max tokens: {availableKvGib} GiB, fraction is set {fraction}, kv size is {bytesPerToken}. device total memory {deviceTotal} GiB, , tmp kv_mem {temporaryKv} GiB",
  ],
  [
    "executionContext",
    "[TensorRT-LLM][INFO] [MemUsageChange] Allocated {executionContext} MiB for execution context memory.",
  ],
  [
    "kvGib pooled",
    "[TensorRT-LLM][INFO] [MemUsageChange] Allocated {kvGib:2} GiB for max tokens in paged KV cache ({pooled}).",
  ],
  ["kvBytes", "[TensorRT-LLM][INFO] Allocate {kvBytes} bytes for k/v cache. "],
  ["maxTokens", "[TensorRT-LLM][INFO] Using {maxTokens} tokens in paged KV cache."],
];

/** Lines of each kind of log. */
export const forms = { vllm0, vllm1, sglang, "llama.cpp": llamaCpp, ollama, "tensorrt-llm": tensorRtLlm };

/** @param {keyof typeof forms} kind @param {Facts} facts */
export const logLines = (kind, facts) => lines(forms[kind], facts);

/** What stands between the lines of a real log. */
const chatter = [
  "INFO:     Application startup complete.",
  "Loading safetensors checkpoint shards:  50% Completed | 2/4 [00:03<00:03,  1.58s/it]\rLoading safetensors checkpoint shards: 100% Completed | 4/4",
  "/usr/lib/python3.12/site-packages/torch/cuda/__init__.py:61: FutureWarning: The pynvml package is deprecated.",
  "................................................................................................",
  "WARNING 11-28 09:12:20 [cuda.py:33] size = 3 of nothing, K and V are not here, Maximum of all",
  "\u0000\u0001\ufffd\u001b]0;title\u0007",
  '  File "/usr/lib/python3.12/runpy.py", line 88, in _run_code',
];

const prefixes = [
  "",
  "Nov 28 09:13:31 gpu01 serve[1234]: ",
  "2026-11-28T09:13:31.123Z stdout F ",
  "server-1  | ",
  "\u001b[1;36m(Worker_TP0 pid=272)\u001b[0;0m ",
];

/**
 * The lines of a log with what surrounds them: other lines, prefixes, colours, returns, and lines that a terminal cut.
 * The same seed gives the same noise.
 * @param {string[]} log
 * @param {number} seed
 */
export function withNoise(log, seed) {
  let state = seed * 2654435761 + 1;
  const below = (/** @type {number} */ n) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * n);
  };
  const prefix = prefixes[below(prefixes.length)];
  const end = ["\n", "\r\n"][below(2)];
  const wrapped = prefix === "" && below(3) === 0;
  const out = log.flatMap((line) => {
    const around = Array.from({ length: below(3) }, () => chatter[below(chatter.length)]);
    const long = wrapped && line.length > 150 ? (line.match(/.{1,120}/g) ?? [line]) : [line];
    return [...around, ...long].map((one) => prefix + (below(4) === 0 ? `\u001b[32m${one}\u001b[0m` : one));
  });
  return out.join(end) + (below(2) ? end : "");
}
