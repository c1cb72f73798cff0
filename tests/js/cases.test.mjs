// The case runner on small files of the project's own.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { check } from "../cases/compare.mjs";
import { completed, roundingEnds } from "../cases/defaults.mjs";

const runner = fileURLToPath(new URL("../cases/run.mjs", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "kvfit-cases-"));
after(() => rmSync(folder, { recursive: true }));
mkdirSync(join(folder, "cases"));
mkdirSync(join(folder, "configs"));
mkdirSync(join(folder, "elsewhere"));

/** 32 KiB a token in 16 bit. */
const config = {
  model_type: "llama",
  num_hidden_layers: 8,
  num_attention_heads: 16,
  num_key_value_heads: 8,
  head_dim: 128,
  hidden_size: 2048,
  vocab_size: 32000,
  max_position_embeddings: 8192,
  torch_dtype: "bfloat16",
};
writeFileSync(join(folder, "configs/small.json"), JSON.stringify(config));
writeFileSync(join(folder, "elsewhere/other.json"), JSON.stringify({ ...config, num_hidden_layers: 4 }));

let files = 0;

/** @param {unknown} content */
function caseFile(content) {
  const path = join(folder, "cases", `${++files}.json`);
  writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content));
  return path;
}

/** @param {string[]} args */
function run(...args) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [runner, ...args], { encoding: "utf8" });
  return { status, stdout, stderr };
}

const blank = { model: "small", engine: "payload", engine_version: null, scenario: { tokens: 1024 } };
const total = { metric: "kv_bytes_total", value: 32, unit: "MiB" };

test("passes, failures and what is not supported are told apart", () => {
  const path = caseFile([
    { ...blank, id: "good", expect: [total] },
    { ...blank, id: "bad", expect: [{ ...total, value: 33 }] },
    { ...blank, id: "none", expect: [total, { metric: "no_such_metric", value: 1 }] },
    { ...blank, id: "engine", engine: "abacus", expect: [total] },
    { ...blank, id: "lost", model: "absent", expect: [total] },
    { ...blank, id: "dtype", scenario: { kv_dtype: "fp9" }, expect: [{ metric: "error", value: "unknown_dtype" }] },
    { ...blank, id: "refused", scenario: { tokens: 0 }, expect: [total] },
    { ...blank, id: "inline", model: { architecture_config: config }, expect: [total] },
  ]);
  const text = run(path);
  assert.equal(text.status, 1);
  assert.deepEqual(text.stdout.trim().split("\n"), [
    "pass good",
    "FAIL bad: kv_bytes_total expected 33, actual 32 (exactly)",
    "unsupported none: payload does not define no_such_metric",
    'unsupported engine: engine is "abacus", which is not a known engine',
    `FAIL lost: kv_bytes_total expected 32, actual null (no configuration absent.json in ${join(folder, "configs")})`,
    "pass dtype",
    "FAIL refused: kv_bytes_total expected 32, actual null (tokens is 0, which is out of range)",
    "pass inline",
    "3 passed, 3 failed, 2 unsupported",
  ]);
  const { passed, failed, unsupported, cases } = JSON.parse(run(path, "--json").stdout);
  assert.deepEqual([passed, failed, unsupported], [3, 3, 2]);
  assert.deepEqual(cases[1], {
    id: "bad",
    status: "fail",
    checks: [{ metric: "kv_bytes_total", status: "fail", expected: 33, actual: 32, reason: "exactly" }],
  });
  assert.deepEqual(
    cases[2].checks.map((/** @type {any} */ one) => one.status),
    ["pass", "unsupported"],
  );
});

test("configurations are looked up in every folder that is given", () => {
  const path = caseFile([
    { ...blank, id: "first", expect: [total] },
    { ...blank, id: "second", model: "other", expect: [{ ...total, value: 16 }] },
  ]);
  assert.equal(run(path).status, 1);
  const both = run(path, "--configs", join(folder, "elsewhere"), "--configs", join(folder, "configs"));
  assert.deepEqual([both.status, both.stdout.trim().split("\n").at(-1)], [0, "2 passed, 0 failed, 0 unsupported"]);
});

test("a rounded figure is evaluated at both ends", () => {
  // 0.10 GiB holds 3276.8 tokens of 32 KiB; 0.095 and 0.105 GiB hold 3112 and 3440.
  const scenario = { available_kv_gib: 0.1, available_kv_decimals: 2 };
  const entry = { metric: "kv_capacity_tokens", value: 3300, unit: "tokens", range: [3112, 3440] };
  const path = caseFile([
    { ...blank, id: "between", scenario, expect: [entry] },
    { ...blank, id: "above", scenario, expect: [{ ...entry, value: 3441 }] },
    { ...blank, id: "outside", scenario, expect: [{ ...entry, range: [3112, 3200] }] },
  ]);
  assert.deepEqual(run(path).stdout.trim().split("\n"), [
    "pass between",
    "FAIL above: kv_capacity_tokens expected 3441, actual 3276 (the rounded figures of the scenario give 3112 to 3440)",
    "FAIL outside: kv_capacity_tokens expected 3300, actual 3276 (outside 3112 to 3200)",
    "1 passed, 2 failed, 0 unsupported",
  ]);
});

test("what cannot be read is status 2 and a line", () => {
  const good = caseFile([{ ...blank, id: "good", expect: [total] }]);
  /** @type {[string[], RegExp][]} */
  const table = [
    [[], /^usage: /],
    [[join(folder, "none.json")], /none\.json: ENOENT/],
    [[good, caseFile("[{]")], /2?\d*\.json: .*JSON/],
    [[caseFile("{}")], /not a list of cases/],
    [[caseFile([5])], /case 1 \(no id\) is not an object with an id/],
    [[caseFile([{ ...blank, id: "a", expect: "x" }])], /case 1 \(a\) has an expect that is not a list of metrics/],
    [[caseFile([{ ...blank, id: "a", model: {}, expect: [] }])], /case 1 \(a\) has no model/],
    [[caseFile([{ id: "a", engine: "vllm", expect: {} }])], /case 1 \(a\) is neither/],
    [["--fast", good], /Unknown option '--fast'/],
  ];
  for (const [args, line] of table) {
    const { status, stdout, stderr } = run(...args);
    assert.deepEqual([status, stdout], [2, ""], args.join(" "));
    assert.match(stderr, line);
  }
});

test("comparisons follow the entry", () => {
  /** @param {object} entry @param {unknown} result */
  const status = (entry, result) => check({ metric: "m", value: 0, ...entry }, result, []).status;
  assert.equal(status({ value: 5, unit: "GiB" }, 5 * 2 ** 30), "pass");
  assert.equal(status({ value: 5, unit: "GiB" }, 5 * 2 ** 30 + 1), "fail");
  assert.equal(status({ value: 5.37, unit: "GB", decimals: 2 }, 5.365e9), "pass");
  assert.equal(status({ value: 5.37, unit: "GB", decimals: 2 }, 5.3649e9), "fail");
  assert.equal(status({ value: 10, tolerance: 0.5 }, 10.5), "pass");
  assert.equal(status({ value: 10, tolerance: 0.5 }, 10.51), "fail");
  assert.equal(status({ value: 0.1 + 0.2 }, 0.3), "pass");
  assert.equal(status({ value: 3 }, 0.1 * 3 * 10), "pass");
  assert.equal(status({ value: 2 ** 50 }, 2 ** 50 + 1), "fail");
  assert.equal(status({ value: true }, true), "pass");
  assert.equal(status({ value: true }, 1), "fail");
  assert.equal(status({ value: 1 }, "1"), "fail");
});

test("defaults complete a case and yield to what is given", () => {
  const parts = (/** @type {string} */ kind, /** @type {string} */ role) =>
    /** @type {any} */ ({ parts: [{ kind, role }] });
  const full = parts("full", "kv");
  assert.equal(completed("payload", {}, full).kvDtype, "bf16");
  assert.equal(completed("llama.cpp", {}, full).kvDtype, "f16");
  assert.equal(completed("vllm", {}, parts("compressed", "latent")).kvDtype, "fp8_ds_mla");
  assert.equal(completed("vllm", { kvDtype: "fp8" }, full).kvDtype, "fp8");
  assert.equal(completed("vllm", {}, full).blockSize, 16);
  assert.equal(completed("vllm", {}, parts("latent", "latent")).blockSize, 64);
  assert.equal(completed("sglang", {}, parts("compressed", "latent")).maxRunningRequests, 256);
  assert.equal(completed("sglang", { speculative: true }, parts("compressed", "latent")).maxRunningRequests, 48);
  assert.equal(completed("payload", {}, full).pageSize, undefined);
});

test("rounding ends move every rounded figure", () => {
  const ends = roundingEnds({ availableKvGib: 2.9, availableKvDecimals: 1, freeMemoryDecimals: 2, tokens: 5 });
  assert.deepEqual(
    ends.map(({ availableKvGib }) => Number(availableKvGib).toFixed(3)),
    ["2.850", "2.950"],
  );
  assert.deepEqual(roundingEnds({ availableKvDecimals: 2 }), []);
});
