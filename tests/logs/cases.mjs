// Acceptance cases and published start-ups as logs: the facts that their engine would have printed.

/** @typedef {import("./write.mjs").Facts} Facts */

/** @param {string} snake */
const camelCase = (snake) => snake.replace(/_([a-z0-9])/g, (_, letter) => letter.toUpperCase());

/** A figure in the unit in which its engine prints it. @param {{ value: any, unit?: string }} entry @param {number} size bytes of that unit */
const inUnit = ({ value, unit = "" }, size) => {
  const bytes = { B: 1, KiB: 2 ** 10, MiB: 2 ** 20, GiB: 2 ** 30 }[/** @type {"B"} */ (unit)];
  return bytes === undefined ? value : (value * bytes) / size;
};

/**
 * The log of a case: which lines, what is in them, and the settings that no log prints.
 * @param {any} test of cases/engine_logs.json
 * @returns {{ kind: any, facts: Facts, printed: string[] } | undefined} nothing: its engine prints no log that is read
 */
export function ofCase(test) {
  const s = Object.fromEntries(Object.entries(test.scenario).map(([key, value]) => [camelCase(key), value]));
  const unit = { vllm: 2 ** 30, sglang: 2 ** 30, "llama.cpp": 2 ** 20 }[/** @type {"vllm"} */ (test.engine)] ?? 1;
  const figures = Object.fromEntries(
    test.expect.map((/** @type {any} */ entry) => [camelCase(entry.metric), inUnit(entry, unit)]),
  );
  const name = typeof test.model === "string" ? test.model.replace("__", "/") : "local/model";
  const version = /^[\dV]/.test(test.engine_version ?? "")
    ? test.engine_version.replace(/^V0 ?/, "").split(" ")[0]
    : "";
  const inVersion = version ? ` (v${version})` : " (v0.1.dev9+g0123abc)";
  const config = [
    s.maxModelLen && ` max_seq_len=${s.maxModelLen},`,
    s.tp && ` tensor_parallel_size=${s.tp},`,
    s.pp && ` pipeline_parallel_size=${s.pp},`,
    s.prefixCaching !== undefined && ` enable_prefix_caching=${s.prefixCaching ? "True" : "False"},`,
    s.kvDtype && ` kv_cache_dtype=${s.kvDtype},`,
  ].filter(Boolean);
  if (test.engine === "vllm") {
    const kind = /^V0/.test(test.engine_version ?? "") ? "vllm0" : "vllm1";
    return {
      kind,
      facts: {
        ...s,
        ...figures,
        model: name,
        inVersion,
        dtype: "bfloat16",
        config: config.join(""),
        needAvailable: s.availableKvGib ? undefined : "1.00",
      },
      printed: ["maxModelLen", "tp", "pp", "prefixCaching", "kvDtype", "availableKvGib", "maxNumBatchedTokens"],
    };
  }
  if (test.engine === "sglang")
    return {
      kind: "sglang",
      facts: { ...s, ...figures, model: name, tp: s.tp ?? 1, config: s.pageSize ? ` page_size=${s.pageSize},` : "" },
      printed: ["kvDtype", "tp", "pageSize", "maxTotalNumTokens", "swaTotalNumTokens", "maxMambaCacheSize"],
    };
  if (test.engine === "llama.cpp") {
    const f = figures;
    const k = s.kDtype ?? s.kvDtype ?? "f16";
    const v = s.vDtype ?? s.kvDtype ?? "f16";
    const halves = (/** @type {number | undefined} */ all) => (all === undefined ? undefined : all / 2);
    return {
      kind: "llama.cpp",
      facts: {
        ...s,
        ...f,
        file: name,
        slots: s.nParallel ?? 1,
        nUbatch: s.nUbatch ?? 512,
        k,
        v,
        fullK: f.fullKBytes ?? halves(f.fullKvBytes),
        fullV: f.fullVBytes ?? halves(f.fullKvBytes),
        swaK: halves(f.swaKvBytes),
        swaV: halves(f.swaKvBytes),
        kvSelf: f.kBytes === undefined && f.fullKvBytes === undefined ? f.kvBytesTotal : undefined,
      },
      printed: ["ctx", "nParallel", "nUbatch", "kvUnified", "kDtype", "vDtype", "nRsSeq"],
    };
  }
  if (test.engine === "ollama") {
    const [entry] = test.expect;
    return {
      kind: "ollama",
      facts: { ...s, slots: s.nParallel ?? 1, kvBytesTotal: `${Number(entry.value).toFixed(1)} ${entry.unit}` },
      printed: ["ctx", "nParallel", "nUbatch"],
    };
  }
  if (test.engine === "tensorrt-llm") {
    const { expect } = test;
    const of = (/** @type {string} */ metric, /** @type {string} */ unit) =>
      expect.find((/** @type {any} */ e) => e.metric === metric && (!unit || e.unit === unit))?.value;
    return {
      kind: "tensorrt-llm",
      facts: {
        ...{
          version: version || undefined,
          tokensPerBlock: s.tokensPerBlock,
          maxTokens: s.maxTokens,
          freeMemory: s.freeMemoryGib,
        },
        ...{ kvBytes: of("kv_bytes_total", "B"), kvGib: of("kv_bytes_total", "GiB"), numBlocks: of("num_blocks", "") },
        pooled: of("kv_capacity_tokens", "") ?? (of("kv_bytes_total", "GiB") && s.maxTokens),
      },
      printed: ["maxTokens", "tokensPerBlock", "freeMemoryGib"],
    };
  }
  return undefined;
}

/**
 * The log of a start-up of facts/startups.json.
 * @param {import("../startups/read.mjs").StartUp} row
 * @returns {{ kind: any, facts: Facts }}
 */
export function ofStartUp({
  engine,
  engine_version: release,
  model,
  tp,
  pp,
  gpu_total_gib: gpuTotal,
  settings: s,
  printed: p,
}) {
  const version = /\d+\.\d+[.\w+]*/.exec(release ?? "")?.[0] ?? "";
  const inVersion = version ? ` (v${version})` : " (v0.1.dev9+g0123abc)";
  if (engine.startsWith("vLLM")) {
    const config = ` max_seq_len=${s.max_model_len ?? 4096}, tensor_parallel_size=${tp}, pipeline_parallel_size=${pp}, kv_cache_dtype=${s.kv_dtype ?? "auto"}, enforce_eager=${s.enforce_eager ? "True" : "False"},`;
    const share = s.gpu_memory_utilization;
    return {
      kind: engine === "vLLM V0" ? "vllm0" : "vllm1",
      facts: {
        ...{
          model,
          inVersion,
          config,
          weights: p.weights_gib,
          activation: p.activation_gib,
          nonTorch: p.non_torch_gib,
        },
        ...{ nonKv: p.total_non_kv_gib, graphsEstimated: p.cuda_graph_estimated_gib, graphs: p.cuda_graph_gib },
        ...{ availableKvGib: p.available_kv_gib, kvCapacityTokens: p.kv_tokens, freeAtStart: p.free_at_start_gib },
        ...{
          gpuTotal,
          gpuMemoryUtilization: share,
          encoderCacheTokens: s.encoder_cache_tokens,
          numBlocks: p.gpu_blocks,
        },
        ...{
          maxNumBatchedTokens: s.max_num_batched_tokens,
          gpuBlocksAlone: p.gpu_blocks,
          dtype: s.dtype ?? "bfloat16",
        },
        requested: p.requested_gib ?? (gpuTotal && share ? (gpuTotal * share).toFixed(2) : undefined),
      },
    };
  }
  if (engine === "SGLang")
    return {
      kind: "sglang",
      facts: {
        ...{
          model,
          tp,
          kvDtype: s.kv_dtype ?? "auto",
          freeBeforeLoad: p.avail_before_load_gib,
          weights: p.weights_gib,
        },
        ...{ freeAfterLoad: p.avail_after_load_gib, freeAfterPool: p.avail_after_pool_gib, graphs: p.cuda_graph_gib },
        ...{ maxTotalNumTokens: s.max_total_tokens, contextLen: s.max_total_tokens && 8192 },
        config: s.mem_fraction_static ? ` mem_fraction_static=${s.mem_fraction_static},` : "",
      },
    };
  if (engine === "TensorRT-LLM")
    return {
      kind: "tensorrt-llm",
      facts: {
        ...{
          version: version || "0.9",
          executionContext: p.execution_context_mib,
          weights: p.weights_gib,
          freeMemory: p.available_before_kv_gib,
          numBlocks: p.kv_blocks,
        },
        ...{ maxTokens: p.kv_tokens, kvBytes: p.kv_bytes, peak: p.peak_gib, availableKvGib: p.available_kv_gib },
        ...{
          fraction: s.free_gpu_memory_fraction,
          bytesPerToken: p.kv_bytes_per_token,
          deviceTotal: gpuTotal,
          temporaryKv: p.tmp_kv_gib,
        },
      },
    };
  return {
    kind: "llama.cpp",
    facts: {
      ...{
        file: model,
        ctx: s.n_ctx,
        slots: s.n_seq_max,
        nUbatch: s.n_ubatch,
        flashAttn: s.flash_attn,
        mlaAttn: s.mla_attn,
      },
      ...{ offloaded: s.offloaded, kvSelf: p.kv_mib, fileSizeMib: p.file_size_mib },
    },
  };
}

/** Buffers by device and dimensions, as llama.cpp prints them. @param {import("../startups/read.mjs").StartUp} row */
export function llamaLines({ arch, printed }) {
  const names = {
    arch: "arch",
    n_vocab: "n_vocab",
    n_embd: "n_embd",
    n_ff: "n_ff",
    n_head: "n_head",
    n_head_kv: "n_head_kv",
    n_layer: "n_layer",
    n_expert: "n_expert",
    n_expert_used: "n_expert_used",
    n_ff_exp: "n_ff_exp",
  };
  const info = Object.keys(names).filter((name) => arch?.[name] !== undefined && arch[name] !== null);
  const buffers = (/** @type {string} */ kind, /** @type {Record<string, number>} */ sizes = {}) =>
    Object.entries(sizes).map(
      ([device, mib]) => `llama_context: ${device.padStart(10)} ${kind} buffer size = ${mib.toFixed(2)} MiB`,
    );
  return {
    before: [
      ...info.map((name) => `print_info: ${name.padEnd(16)} = ${arch?.[name]}`),
      ...buffers("model", printed.model_buffers_mib),
    ],
    after: buffers("compute", printed.compute_buffers_mib),
  };
}
