import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** @import { Scenario } from "../../wasm/kvfit.js" */

/**
 * @typedef {object} StartUp what an engine printed when it started
 * @property {string} id
 * @property {string} engine
 * @property {string | null} engine_version
 * @property {string} model
 * @property {string | null} config name of a configuration file
 * @property {string} quantization
 * @property {number | null} gpu_total_gib
 * @property {number} tp
 * @property {number} pp
 * @property {Record<string, any>} settings
 * @property {Record<string, any>} printed
 * @property {Record<string, any>} [arch] dimensions that llama.cpp printed
 * @property {string | null} [group] runs of the same model and layout
 */

/** @param {string} file @returns {StartUp[]} */
export function readStartUps(file) {
  let rows;
  try {
    rows = JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    throw new Error(`${file}: ${/** @type {Error} */ (error).message.split("\n")[0]}`);
  }
  if (!Array.isArray(rows) || rows.some((row) => !row?.id || !row.engine || !row.printed))
    throw new Error(`${file}: not a list of start-ups`);
  return rows;
}

/** How start-ups spell engines. */
export const engines = /** @type {Record<string, string>} */ ({
  "vLLM V0": "vllm",
  "vLLM V1": "vllm",
  SGLang: "sglang",
  "TensorRT-LLM": "tensorrt-llm",
  "llama.cpp": "llama.cpp",
  "ik_llama.cpp": "llama.cpp",
});

/** Words in a description of a quantization and the stored type that they mean, the first that is found.
 * @type {[RegExp, string][]} */
const types = [
  [/nvfp4/, "nvfp4"],
  [/mxfp4/, "mxfp4"],
  [/block/, "fp8_block"],
  [/fp8/, "fp8"],
  [/awq/, "awq"],
  [/gptq|int4|w4a/, "gptq"],
  [/int8|w8a8|smoothquant/, "int8"],
  [/bnb|bitsandbytes/, "nf4"],
  [/bf16/, "bf16"],
  [/fp16|nominal/, "fp16"],
  [/fp32/, "fp32"],
];

/** llama.cpp names a file by its type and a size: `Q4_K - Medium`. */
const sizes = /** @type {Record<string, string>} */ ({ Medium: "_m", Small: "_s", Large: "_l" });

/** What start-ups of one model share, whatever their settings and types. @param {StartUp} row */
export const modelKey = ({ arch, config, model, group }) =>
  arch ? JSON.stringify(arch) : (config ?? (group ? group.split("|")[0] : model)).replaceAll("/", "__").toLowerCase();

/** @param {StartUp} row */
export function weightsDtype({ quantization, engine }) {
  if (engines[engine] !== "llama.cpp") {
    const text = quantization.toLowerCase();
    return types.find(([word]) => word.test(text))?.[1];
  }
  const [, type, size] = /^(?:all )?(\w+?)(?: - (\w+))?\b/.exec(quantization) ?? [];
  // Types of one fork alone.
  if (!type || /_R\d$|IQ\d_K/.test(type)) return undefined;
  const suffix = /^Q[345]_K$/.test(type) && size ? (sizes[size] ?? "") : "";
  return type.toLowerCase() + suffix;
}

/** What llama.cpp does not print of its deepseek2 class, by the width of the published models (configurations of
 * DeepSeek-V2-Lite, V2, V3 and R1). @type {Record<number, Record<string, number>>} */
const latent = {
  2048: { first_k_dense_replace: 1, n_shared_experts: 2 },
  5120: { first_k_dense_replace: 1, n_shared_experts: 2, q_lora_rank: 1536 },
  7168: { first_k_dense_replace: 3, n_shared_experts: 1, q_lora_rank: 1536 },
};

/** The configuration that printed dimensions are. @param {Record<string, any>} arch @param {boolean} tied */
function configOf(arch, tied) {
  const experts = arch.n_expert > 0;
  return {
    hidden_size: arch.n_embd,
    num_hidden_layers: arch.n_layer,
    num_attention_heads: arch.n_head,
    num_key_value_heads: arch.n_head_kv,
    vocab_size: arch.n_vocab,
    intermediate_size: arch.n_ff,
    tie_word_embeddings: tied,
    ...(experts && {
      num_experts: arch.n_expert,
      num_experts_per_tok: arch.n_expert_used,
      moe_intermediate_size: arch.n_ff_exp ?? arch.n_ff,
    }),
    ...(arch.arch === "deepseek2" && {
      ...{ kv_lora_rank: 512, qk_rope_head_dim: 64, qk_nope_head_dim: 128, v_head_dim: 128 },
      ...latent[arch.n_embd],
    }),
  };
}

/** Parameters of dense layers and one embedding, for models without experts. @param {Record<string, any>} arch */
function countOf({ n_vocab, n_embd, n_layer, n_head, n_head_kv, n_ff, n_expert }) {
  if (n_expert > 0) return 0;
  const attention = 2 * n_embd * n_embd * (1 + (n_head_kv ?? n_head) / n_head);
  return n_vocab * n_embd + n_layer * (attention + 3 * n_embd * n_ff);
}

/** `8.03 B`, `134.52 M`, `292,80 K` @param {string | undefined} text */
function parametersOf(text) {
  const [, digits, unit] = /^([\d.,]+) ([KMB])/.exec(text ?? "") ?? [];
  return digits ? Number(digits.replace(",", ".")) * { K: 1e3, M: 1e6, B: 1e9 }[/** @type {"K"} */ (unit)] : 0;
}

/**
 * The start-up's model as a scenario names it, or nothing.
 * @param {StartUp} row
 * @param {string[]} folders where configurations are
 * @param {Map<string, string>} catalogue Hugging Face name in lower case to id
 * @returns {Pick<Scenario, "config"> | Pick<Scenario, "model"> | undefined}
 */
export function modelOf({ config, model, arch, printed }, folders, catalogue) {
  // Whether the head is the embedding again shows in the number of parameters.
  if (arch) {
    const head = arch.n_vocab * arch.n_embd;
    return { config: configOf(arch, countOf(arch) + head / 2 > parametersOf(printed.params)) };
  }
  const name = config ?? model.replaceAll("/", "__");
  const path = folders.map((folder) => join(folder, `${name}.json`)).find((file) => existsSync(file));
  if (path) return { config: readFileSync(path, "utf8") };
  const id = catalogue.get(name.replace("__", "/").toLowerCase());
  return id ? { model: id } : undefined;
}

/** Settings of a start-up and the scenario keys that they are. @type {[string, string, string?][]} */
const keys = [
  ["max_num_seqs", "maxNumSeqs", "vllm"],
  ["max_num_batched_tokens", "maxNumBatchedTokens", "vllm"],
  ["max_model_len", "maxModelLen", "vllm"],
  ["encoder_cache_tokens", "encoderCacheTokens", "vllm"],
  ["enforce_eager", "enforceEager", "vllm"],
  ["gpu_memory_utilization", "gpuMemoryUtilization", "vllm"],
  ["expert_parallel", "expertParallel"],
  ["dp_attention", "attentionDp"],
  ["n_ctx", "ctx", "llama.cpp"],
  ["n_ubatch", "nUbatch", "llama.cpp"],
  ["mla_attn", "mlaAttn", "llama.cpp"],
  ["attn_max_b", "attnMaxBatchMib", "llama.cpp"],
];

/** @param {StartUp} row @returns {Record<string, any>} */
export function settingsOf(row) {
  const engine = engines[row.engine];
  const { settings } = row;
  const given = keys.filter(([name, , only]) => settings[name] != null && (!only || only === engine));
  const devices = Object.keys(row.printed.compute_buffers_mib ?? {}).filter(isDevice).length;
  return {
    engine: engine === "tensorrt-llm" ? undefined : engine,
    engineVersion: `${row.engine === "vLLM V0" ? "V0 " : ""}${row.engine_version ?? ""}` || undefined,
    weightsDtype: weightsDtype(row),
    ...(engine === "llama.cpp" ? { pp: Math.max(1, devices) } : { tp: row.tp, pp: row.pp }),
    gpuTotalGib: row.gpu_total_gib ?? undefined,
    draftLayers:
      settings.speculative?.method === "mtp" || /mtp/.test(JSON.stringify(settings.speculative ?? "")) || undefined,
    ...Object.fromEntries(given.map(([name, key]) => [key, settings[name]])),
    ...(engine === "llama.cpp" &&
      devices > 0 &&
      /^\d+\//.test(settings.offloaded ?? "") && { nGpuLayers: Number.parseInt(settings.offloaded) }),
    ...(settings.flash_attn !== undefined &&
      engine === "llama.cpp" && { flashAttn: Number(settings.flash_attn) !== 0 }),
  };
}

/** Whether a buffer of llama.cpp lies in a device's own memory. @param {string} name */
export const isDevice = (name) => !/^CPU$|_Host$|^CPU_/.test(name);
