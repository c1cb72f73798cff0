/** @typedef {{key: string, scenario: Record<string, string>}} Question */

/** The scenario that a first visit shows: one full-length conversation outweighs the model in 16 bit. */
export const worked = { model: "llama-3.1-8b-instruct", tokens: "131072" };

/** Settings that a scenario is compared with, as a link holds them. @param {Record<string, string>[]} variants */
const beside = (...variants) => variants.map((variant) => String(new URLSearchParams(variant))).join("~");

/** Short ones, for those who see the page for the first time. @type {Question[]} */
export const introduced = [
  { key: "question.compressed", scenario: { model: "deepseek-v4-flash", tokens: "1000000" } },
  {
    key: "question.replicated",
    scenario: { model: "qwen3-235b-a22b", tokens: "131072", sequences: "32", kvDtype: "fp8", tp: "8" },
  },
  { key: "question.windows", scenario: { model: "gemma-3-27b-it", tokens: "131072" } },
  { key: "question.states", scenario: { model: "qwen3-next-80b-a3b-instruct", tokens: "262144", sequences: "8" } },
];

/** Ready questions, each a link. @type {Question[]} */
export const questions = [
  {
    key: "question.fit",
    scenario: {
      model: "qwen3-235b-a22b",
      tokens: "131072",
      sequences: "32",
      kvDtype: "fp8",
      tp: "8",
      engine: "vllm",
      hardware: "h100-sxm5-80gb",
      hardwareCount: "8",
      view: "fit",
    },
  },
  {
    key: "question.cards",
    scenario: {
      model: "qwen3-32b",
      tokens: "32768",
      sequences: "4",
      kvDtype: "q8_0",
      engine: "llama.cpp",
      hardware: "rtx-4090",
      hardwareCount: "2",
      view: "fit",
    },
  },
  {
    key: "question.choice",
    scenario: {
      model: "llama-3.3-70b-instruct",
      tokens: "131072",
      engine: "vllm",
      hardware: "h200-sxm-141gb",
      hardwareCount: "8",
      tp: "8",
      view: "compare",
      with: beside(
        { model: "qwen3-235b-a22b" },
        { model: "deepseek-v3.2" },
        { model: "gpt-oss-120b" },
        { model: "gemma-3-27b-it" },
        { model: "qwen3-next-80b-a3b-instruct" },
      ),
    },
  },
  {
    key: "question.reuse",
    scenario: {
      model: "llama-3.1-8b-instruct",
      tokens: "8192",
      engine: "vllm",
      availableKvGib: "4",
      hostCacheGib: "16",
      view: "reuse",
    },
  },
  {
    key: "question.load",
    scenario: {
      model: "llama-3.3-70b-instruct",
      tokens: "32768",
      kvDtype: "fp8",
      weightsDtype: "fp8",
      tp: "4",
      engine: "vllm",
      hardware: "h100-sxm5-80gb",
      hardwareCount: "4",
      promptLengths: "p50 2K, p90 8K, p99 30K",
      outputLengths: "p50 300, p90 1000",
      requestsPerSecond: "20",
      pricePerGpuHour: "3",
      view: "load",
    },
  },
  {
    key: "question.log",
    scenario: { model: "llama-3.1-8b-instruct", tokens: "131072", engine: "vllm", view: "log" },
  },
  ...introduced,
];
