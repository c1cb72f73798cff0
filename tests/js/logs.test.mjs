// Logs written in each engine's lines, with noise, are recognised, and every figure in them is explained or named.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { modelNamed } from "../../wasm/names.mjs";
import { completed } from "../cases/defaults.mjs";
import { llamaLines, ofCase, ofStartUp } from "../logs/cases.mjs";
import { logLines, withNoise } from "../logs/write.mjs";
import { modelOf, readStartUps, weightsDtype } from "../startups/read.mjs";
import { kvfit, refusalOf } from "./kvfit.mjs";

const shared = process.env.KVFIT_SHARED ?? fileURLToPath(new URL("../../../shared", import.meta.url));
const logs = fileURLToPath(new URL("../logs/", import.meta.url));

/** @param {import("../../wasm/kvfit.js").Log} log */
const differing = ({ rows }) =>
  rows
    .filter(({ status, reason }) => status === "differs" && reason !== "otherRank")
    .map(({ name, printed, ours, unit }) => `${name}: ${printed} ${unit}, ours ${ours}`);

/** @param {any} test @returns {any} */
function architectureOf({ model }) {
  if (typeof model === "string")
    return kvfit.readConfig(readFileSync(join(shared, "configs", `${model}.json`), "utf8"));
  return model.architecture_config
    ? kvfit.readConfig(JSON.stringify(model.architecture_config))
    : kvfit.readGgufMetadata(model.gguf_metadata);
}

const camelCase = (/** @type {string} */ key) => key.replace(/_([a-z0-9])/g, (_, letter) => letter.toUpperCase());

test("logs of the acceptance cases are recognised and explained", (t) => {
  const file = join(shared, "cases/engine_logs.json");
  if (!existsSync(file)) return t.skip(`there are no acceptance cases in ${shared}`);
  const wrong = [];
  let figures = 0;
  let explained = 0;
  for (const [seed, one] of JSON.parse(readFileSync(file, "utf8")).entries()) {
    const written = ofCase(one);
    if (!written) continue;
    const lines = logLines(written.kind, written.facts);
    // A case of what is not printed, e.g. of an error's own parts.
    if (lines.length === 0) continue;
    const architecture = architectureOf(one);
    const given = Object.fromEntries(Object.entries(one.scenario).map(([key, value]) => [camelCase(key), value]));
    const whole = completed(one.engine, given, architecture);
    // What no log prints is given, as a person would who is asked for it.
    const asked = Object.entries(whole).filter(
      ([key]) => !written.printed.includes(key) && !/Decimals$|^kvDtype$/.test(key),
    );
    const kvDtype = one.engine === "vllm" || one.engine === "sglang" ? {} : { kvDtype: whole.kvDtype };
    const version = one.engine_version ? { engineVersion: one.engine_version } : {};
    const text = withNoise(lines, seed);
    try {
      const log = kvfit.readLog(
        text,
        /** @type {any} */ ({ architecture, ...Object.fromEntries(asked), ...kvDtype, ...version }),
      );
      if (log.engine !== one.engine) wrong.push(`${one.id}: read as ${log.engine}`);
      if (log.errors.length > 0) wrong.push(`${one.id}: ${log.errors[0].message}`);
      for (const line of differing(log)) wrong.push(`${one.id}: ${line}`);
      figures += log.rows.length;
      explained += log.rows.filter(({ status }) => status === "explained").length;
    } catch (error) {
      wrong.push(`${one.id}: ${/** @type {Error} */ (error).message}\n${text.slice(0, 400)}`);
    }
  }
  t.diagnostic(`${explained} of ${figures} figures are explained`);
  assert.ok(figures > 150, `only ${figures} figures`);
  assert.deepEqual(wrong, []);
});

/** Start-ups whose figures need what their facts leave out. @type {[RegExp, string][]} */
const leftOut = [
  [/^(ik-0(39|46|47|51)|lc-167)-/, "type of the cache"],
  [/^lc-120-/, "the context that was printed"],
  [/-worker-pp[12]$/, "the memory of the other stages"],
  [/^lc-134-/, "heads that differ by layer"],
  [/^ec-vllm-cap-qwen36-35b-mtp2/, "the speculative head"],
  [/^trt-(llama2-7b-fp8|qwen15-7b)/, "type of the cache, tokens of a block"],
];

test("logs of published start-ups are recognised, and every figure is explained or named", (t) => {
  const file = join(shared, "facts/startups.json");
  if (!existsSync(file)) return t.skip(`there are no start-ups in ${shared}`);
  const catalogue = new Map(kvfit.models().map(({ id, huggingFace }) => [huggingFace.toLowerCase(), id]));
  const engines = { vllm0: "vllm", vllm1: "vllm" };
  /** @type {Record<string, number>} */
  const counts = {};
  const wrong = [];
  for (const [seed, row] of readStartUps(file).entries()) {
    const { kind, facts } = ofStartUp(row);
    const own = kind === "llama.cpp" ? llamaLines(row) : { before: [], after: [] };
    const lines = [...own.before, ...logLines(kind, facts), ...own.after];
    if (lines.length === 0) continue;
    const model = modelOf(row, [join(shared, "configs")], catalogue);
    const weights = weightsDtype(row);
    const text = withNoise(lines, seed);
    try {
      const log = kvfit.readLog(
        text,
        JSON.parse(JSON.stringify({ ...(row.arch ? {} : model), weightsDtype: weights })),
      );
      const engine = engines[/** @type {"vllm0"} */ (kind)] ?? kind;
      if (log.engine !== engine) wrong.push(`${row.id}: read as ${log.engine}`);
      if (log.figures.length === 0 && kind !== "vllm0") wrong.push(`${row.id}: no figure`);
      for (const { status, reason } of log.rows) counts[reason || status] = (counts[reason || status] ?? 0) + 1;
      const unknown = leftOut.some(([id]) => id.test(row.id));
      if (!unknown) for (const line of differing(log)) wrong.push(`${row.id}: ${line}`);
    } catch (error) {
      wrong.push(`${row.id}: ${/** @type {Error} */ (error).message}`);
    }
  }
  t.diagnostic(JSON.stringify(counts));
  assert.deepEqual(wrong, []);
});

test("our own logs read as written down", () => {
  for (const { name, text, expect } of JSON.parse(readFileSync(join(logs, "own.json"), "utf8"))) {
    const log = kvfit.readLog(text.join("\n"), expect.given ?? {});
    assert.equal(log.engine, expect.engine, name);
    assert.equal(log.modelId, expect.modelId, name);
    for (const [key, value] of Object.entries(expect.settings ?? {}))
      assert.equal(/** @type {any} */ (log.scenario)[key], value, `${name}: ${key}`);
    const status = Object.fromEntries(log.rows.map((row) => [row.name, row.reason || row.status]));
    assert.deepEqual(status, expect.rows, name);
    assert.deepEqual(
      log.refusals.map(({ code }) => code),
      expect.refusals ?? [],
      name,
    );
  }
});

test("a printed name or path finds the model", () => {
  const catalogue = [
    { id: "qwen3-8b", huggingFace: "Qwen/Qwen3-8B" },
    { id: "llama-3.1-8b-instruct", huggingFace: "meta-llama/Llama-3.1-8B-Instruct" },
    { id: "qwen3-235b-a22b", huggingFace: "Qwen/Qwen3-235B-A22B" },
    { id: "qwen3-235b-a22b-fp8", huggingFace: "Qwen/Qwen3-235B-A22B-FP8" },
    { id: "mixtral-8x7b-v0.1", huggingFace: "mistralai/Mixtral-8x7B-v0.1" },
    { id: "gemma-2-2b-it", huggingFace: "google/gemma-2-2b-it" },
  ];
  for (const [printed, id, sure] of [
    ["Qwen/Qwen3-8B", "qwen3-8b", true],
    ["/root/.cache/huggingface/hub/models--Qwen--Qwen3-8B/snapshots/abc123", "qwen3-8b", true],
    ["/models/Qwen3-8B/", "qwen3-8b", false],
    ["/kaggle/input/models/qwen/qwen-3/transformers/qwen3-8b/1", "qwen3-8b", false],
    ["Qwen/Qwen3-8B-AWQ", "qwen3-8b", false],
    ["C:\\models\\Qwen3-8B-Q4_K_M.gguf", "qwen3-8b", false],
    ["Qwen3-8B-UD-Q4_K_XL.gguf", "qwen3-8b", false],
    ["neuralmagic/Meta-Llama-3.1-8B-Instruct-FP8", "llama-3.1-8b-instruct", false],
    ["nvidia/Llama-3.1-8B-Instruct-FP8", "llama-3.1-8b-instruct", false],
    ["Qwen3-235B-FP8", "qwen3-235b-a22b-fp8", false],
    ["/models/llama-3.1-8b", "llama-3.1-8b-instruct", false],
    ["Qwen3-235B-AWQ", undefined, undefined], // two models
    ["gemma-2b-it", undefined, undefined], // of another version
    ["/models/mixtral", undefined, undefined], // no size
    ["<script>alert(1)</script>", undefined, undefined],
    ["", undefined, undefined],
  ])
    assert.deepEqual(modelNamed(String(printed), catalogue), id && { id, sure }, String(printed));
});

test("what is no log, and a hostile one", () => {
  assert.equal(refusalOf(() => kvfit.readLog("hello")).code, "not_recognised");
  assert.equal(refusalOf(() => kvfit.readLog(new Uint8Array(1e6).map((_, i) => i * 7))).code, "not_recognised");
  assert.equal(refusalOf(() => kvfit.readLog(/** @type {any} */ (7))).code, "wrong_type");
  const hostile = kvfit.readLog("Starting to load model <script>alert(1)</script>...\nGPU KV cache size: 100 tokens");
  assert.equal(hostile.model, "<script>alert(1)</script>");
  assert.deepEqual(
    hostile.errors.map(({ code }) => code),
    ["missing_model"],
  );
  assert.equal(hostile.rows[0].ours, null);
  assert.equal(refusalOf(() => kvfit.explainLog(/** @type {any} */ ({}), {})).code, "wrong_type");
});

test("a log of 50 MB is read", () => {
  const line =
    "INFO 11-28 09:14:00 [loggers.py:257] Engine 000: Avg prompt throughput: 1234.5 tokens/s, GPU KV cache usage: 3.1%, size = 4\n";
  const text = `Available KV cache memory: 8.11 GiB\n${line.repeat(Math.ceil((50 * 2 ** 20) / line.length))}GPU KV cache size: 178,880 tokens`;
  const bytes = new TextEncoder().encode(text);
  const log = kvfit.readLog(bytes);
  assert.deepEqual(
    log.figures.map(({ name, prints }) => `${name} ${prints}`),
    ["availableKvBytes 1", `usagePct ${Math.ceil((50 * 2 ** 20) / line.length)}`, "kvCapacityTokens 1"],
  );
});
