// What a case's absent keys mean: the defaults of cases/FORMAT.md section 2, which are not the engines' own. A key that
// is not here has no default, or one that follows from other keys and belongs to the engine's rules.

/** @import { Architecture } from "../../wasm/kvfit.js" */
/** @import { Settings } from "./types.js" */

/** Properties of a model that a default may depend on.
 * @type {Record<string, (architecture: Architecture) => boolean>} */
const traits = {
  compressed: ({ parts }) => parts.some(({ kind }) => kind === "compressed"),
  latent: ({ parts }) => parts.some(({ role }) => role === "latent"),
  state: ({ parts }) => parts.some(({ role }) => role === "recurrent" || role === "conv"),
};

/** @typedef {Settings[string]} Value */

/** The first row that applies gives a key; a function gives it from those above.
 * @type {{ engines?: string[], model?: Record<string, boolean>, scenario?: Settings, gives: Record<string, Value | ((scenario: Settings) => Value)> }[]} */
const rows = [
  { engines: ["llama.cpp", "ollama"], gives: { kvDtype: "f16" } },
  { engines: ["vllm"], model: { compressed: true }, gives: { kvDtype: "fp8_ds_mla" } },
  { gives: { kvDtype: "bf16" } },

  { engines: ["payload"], gives: { indexerDtype: "bf16", stateDtype: "fp32" } },
  { engines: ["vllm"], model: { latent: false }, gives: { indexerDtype: "bf16" } },
  { engines: ["vllm"], gives: { indexerDtype: "fp8" } },
  { engines: ["sglang"], gives: { stateDtype: "fp32" } },
  { engines: ["payload", "vllm", "sglang", "tensorrt-llm"], gives: { convDtype: "bf16" } },
  { gives: { sequences: 1, includeState: true, draftLayers: 0, draftSlidingLayers: 0, mlaExpanded: false } },
  { gives: { tp: 1, pp: 1, dp: 1, dcp: 1, attentionDp: false, speculativeTokens: 0, availableKvDecimals: 2 } },

  { engines: ["vllm"], model: { latent: true, state: false }, gives: { blockSize: 64 } },
  { engines: ["vllm"], gives: { blockSize: 16 } },
  { engines: ["vllm"], gives: { maxNumBatchedTokens: 8192, prefixCaching: true } },
  { engines: ["vllm"], gives: { maxInFlightTokens: (scenario) => scenario.maxNumBatchedTokens } },
  { engines: ["vllm"], gives: { hybridKvManager: true, chunkedLocalHybrid: false } },
  { engines: ["vllm"], gives: { transientPeakBytes: 0, cudaGraphBytes: 0 } },

  { engines: ["sglang"], model: { compressed: true }, gives: { swaFullTokensRatio: 0.1 } },
  { engines: ["sglang"], gives: { swaFullTokensRatio: 0.8 } },
  {
    engines: ["sglang"],
    model: { compressed: true },
    scenario: { speculative: true },
    gives: { maxRunningRequests: 48 },
  },
  { engines: ["sglang"], model: { compressed: true }, gives: { maxRunningRequests: 256 } },
  { engines: ["sglang"], gives: { pageSize: 1, radixCache: true, chunkedPrefillSize: 8192, overlap: true } },
  { engines: ["sglang"], gives: { speculative: false, mambaFullMemoryRatio: 0.9, stateSlotsPerRequest: 3 } },
  { engines: ["sglang"], gives: { mlaKvLayout: "tile_scaled", allocateAllIndexers: false, countIndexer: true } },
  { engines: ["sglang"], gives: { prefillGraphSizes: 0 } },

  { engines: ["llama.cpp", "ollama"], gives: { nParallel: 1, nUbatch: 512, flashAttn: true, swaFull: false } },
  { engines: ["llama.cpp"], gives: { ctx: 4096 } },
  { engines: ["llama.cpp", "ollama"], gives: { nCtxPad: 256, nRsSeq: 0, mlaStoreV: false } },

  { engines: ["tensorrt-llm"], gives: { tokensPerBlock: 32, freeGpuMemoryFraction: 0.9, freeMemoryDecimals: 2 } },
  { engines: ["tensorrt-llm"], gives: { temporaryKvBytes: 0 } },
  { engines: ["lmdeploy"], gives: { blockSize: 64, stateBytes: 0, runtimeBytes: 0, cacheMaxEntryCount: 0.8 } },
];

/**
 * The scenario with every absent key that has a default.
 * @param {string} engine
 * @param {Settings} scenario keys in camelCase
 * @param {Architecture} architecture
 * @returns {Settings}
 */
export function completed(engine, scenario, architecture) {
  const complete = { ...scenario };
  for (const { engines, model = {}, scenario: setting = {}, gives } of rows) {
    const applies =
      (!engines || engines.includes(engine)) &&
      Object.entries(model).every(([trait, wanted]) => traits[trait](architecture) === wanted) &&
      Object.entries(setting).every(([key, wanted]) => scenario[key] === wanted);
    if (!applies) continue;
    for (const [key, value] of Object.entries(gives))
      complete[key] ??= typeof value === "function" ? value(complete) : value;
  }
  return complete;
}

/**
 * The scenario at both ends of its rounded figures: `xGib` that an engine printed with `xDecimals` decimals. Empty when
 * no figure was rounded.
 * @param {Settings} scenario
 * @returns {Settings[]}
 */
export function roundingEnds(scenario) {
  const rounded = Object.entries(scenario).flatMap(([key, decimals]) => {
    const figure = key.replace(/Decimals$/, "Gib");
    const value = scenario[figure];
    if (figure === key || typeof value !== "number") return [];
    return { figure, value, half: 0.5 * 10 ** -Number(decimals) };
  });
  return bothEnds(scenario, rounded);
}

/**
 * A scenario at both ends of what was rounded by up to `half`; empty when nothing was.
 * @template {object} S
 * @param {S} scenario
 * @param {{ figure: string, value: number, half: number }[]} rounded
 * @returns {S[]}
 */
export function bothEnds(scenario, rounded) {
  if (rounded.length === 0) return [];
  return [-1, 1].map((sign) => ({
    ...scenario,
    ...Object.fromEntries(rounded.map(({ figure, value, half }) => [figure, value + sign * half])),
  }));
}
