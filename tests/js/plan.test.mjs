import assert from "node:assert/strict";
import { test } from "node:test";
import { kvfit, refusalOf } from "./kvfit.mjs";

/** @import { Scenario } from "../../wasm/kvfit.js" */

const config = {
  model_type: "llama",
  num_hidden_layers: 32,
  num_attention_heads: 32,
  num_key_value_heads: 8,
  head_dim: 128,
  hidden_size: 4096,
  intermediate_size: 14336,
  vocab_size: 128256,
  max_position_embeddings: 131072,
  torch_dtype: "bfloat16",
};
/** @type {Scenario} */
const scenario = { config, engine: "vllm", hardware: "h100-sxm5-80gb", tokens: "32K", sequences: 4 };

test("an accelerator is looked up with its figures", () => {
  const { hardware, memory, fits, verdict } = kvfit.fit(scenario);
  const [card] = hardware;
  assert.deepEqual([card.id, card.count, card.basis], ["h100-sxm5-80gb", 1, "driver"]);
  assert.ok(card.source.length > 0 && card.bandwidthGbS > 3000);
  assert.ok(memory.total < 80 * 2 ** 30 && memory.total > 78 * 2 ** 30);
  assert.equal(memory.usable, memory.weights + memory.overhead + memory.kv + memory.free);
  assert.equal(fits, true);
  assert.match(verdict.code, /^fits/);
  for (const { id } of kvfit.hardware()) {
    const known = kvfit.fit({ ...scenario, engine: "payload", hardware: id }).memory.total;
    assert.ok(known > 2 ** 32, id);
  }
});

test("fit() holds all of size()", () => {
  const fit = kvfit.fit({ ...scenario, availableKvGib: 40 });
  const size = kvfit.size({ ...scenario, availableKvGib: 40 });
  for (const key of /** @type {const} */ (["payloadBytes", "reservedBytes", "admissionBytes", "liveBytes"]))
    assert.equal(fit[key], size[key]);
  assert.equal(fit.capacityTokens, size.metrics.kvCapacityTokens);
});

test("what is said to fit fits, and one more does not", () => {
  for (const engine of kvfit.engines().map(({ id }) => id)) {
    const asked = { ...scenario, engine };
    const { requestsThatFit, maxTokens } = kvfit.fit(asked);
    assert.ok(requestsThatFit > 0 && maxTokens !== null && maxTokens > 0, engine);
    assert.equal(kvfit.fit({ ...asked, sequences: requestsThatFit }).fits, true, engine);
    assert.equal(kvfit.fit({ ...asked, sequences: requestsThatFit + 1 }).fits, false, engine);
    assert.equal(kvfit.fit({ ...asked, tokens: maxTokens }).fits, true, engine);
    assert.equal(kvfit.fit({ ...asked, tokens: maxTokens + 1 }).fits, false, engine);
  }
});

test("remedies work, and more GPUs come with a layout", () => {
  const heavy = { ...scenario, hardware: "rtx-4090", tokens: "128K", sequences: 8 };
  assert.equal(kvfit.fit(heavy).fits, false);
  const remedies = kvfit.remedies(heavy);
  assert.ok(remedies.some(({ code }) => code === "more_gpus"));
  for (const { changes } of remedies) assert.equal(kvfit.fit({ ...heavy, ...changes }).fits, true);
  const { value, changes } = kvfit.solve(heavy, "hardwareCount");
  assert.equal(Number(value), Number(changes.hardwareCount) * Number(changes.nodes));
});

test("a frontier falls", () => {
  const { points } = kvfit.frontier(scenario);
  assert.ok(points.length > 5);
  points.slice(1).forEach((point, i) => {
    assert.ok(point.sequences > points[i].sequences && Number(point.tokens) < Number(points[i].tokens));
  });
});

test("a comparison has a row for each scenario, refused ones too", () => {
  const rows = kvfit.compare([
    scenario,
    { ...scenario, engine: "llama.cpp" },
    { config, tokens: 1024 },
    { model: "none", tokens: 1 },
    { ...scenario, hardware: "none" },
    { ...scenario, tp: 3 },
  ]);
  assert.deepEqual(
    rows.map(({ fits, errors }) => [fits, errors.map(({ code }) => code).join()]),
    [
      [true, ""],
      [true, ""],
      [null, ""],
      [null, "unknown_model"],
      [null, "unknown_hardware"],
      [null, "invalid_parallel_degree"],
    ],
  );
  assert.equal(rows[0].requestsThatFit, kvfit.fit(scenario).requestsThatFit);
  assert.equal(refusalOf(() => kvfit.compare(/** @type {any} */ ({}))).field, "scenarios");
});

test("a model of the catalogue is started from where it is published, a file by a name to fill in", () => {
  assert.match(
    kvfit.fit({ ...scenario, config: undefined, model: "qwen3-32b" }).command,
    /^vllm serve Qwen\/Qwen3-32B /,
  );
  assert.match(kvfit.fit(scenario).command, /^vllm serve ORGANIZATION\/MODEL /);
});

test("any field can be the unknown: what is found fits, one step further does not", () => {
  const asked = { ...scenario, hardware: "l40s", tokens: "16K" };
  /** @type {[string, number][]} key and the step that goes too far */
  const keys = [
    ["tokens", 1],
    ["sequences", 1],
    ["gpuMemoryUtilization", -0.001],
    ["memoryBytes", -1],
  ];
  for (const [key, step] of keys) {
    const { value } = kvfit.solve(asked, key);
    assert.ok(typeof value === "number", key);
    assert.equal(kvfit.fit({ ...asked, [key]: value }).fits, true, key);
    assert.equal(kvfit.fit({ ...asked, [key]: value + step }).fits, false, key);
  }
  const many = { ...asked, tokens: "64K", sequences: 8, hardwareCount: 8 };
  for (const key of ["kvDtype", "tp", "hardwareCount"]) {
    const { value, changes } = kvfit.solve(many, key);
    assert.notEqual(value, null, key);
    assert.equal(kvfit.fit({ ...many, ...changes }).fits, true, key);
  }
});

test("what is not in the catalogue is named, with what is near it", () => {
  for (const [change, code] of /** @type {[Scenario, string][]} */ ([
    [{ config: undefined, model: "qwen3-32" }, "unknown_model"],
    [{ hardware: "h100-sxm" }, "unknown_hardware"],
  ])) {
    const [error] = refusalOf(() => kvfit.fit({ ...scenario, ...change })).errors;
    assert.equal(error.code, code);
    assert.equal(error.params.value, change.model ?? change.hardware);
    assert.match(error.params.near, /-/);
  }
});

test("a model or an accelerator is found under its name, however that is written", () => {
  const { model, command } = kvfit.fit({
    ...scenario,
    config: undefined,
    model: "qwen/Qwen3_32B ",
    hardware: "H100 SXM5 80 GB",
  });
  assert.deepEqual([model, command.includes("Qwen/Qwen3-32B")], ["Qwen3-32B", true]);
  assert.equal(kvfit.model("Qwen3.5-27B").id, "qwen3.5-27b");
  /** @param {string} name */
  const near = (name) => refusalOf(() => kvfit.model(name)).errors[0].params.near.split(", ");
  assert.deepEqual(near("Qwen3-235B-FP8"), ["qwen3-235b-a22b-fp8"]);
  assert.deepEqual(near("somebody/Qwen3-32B-AWQ")[0], "qwen3-32b");
  assert.deepEqual(near("Qwen3-235B-AWQ")[0], "qwen3-235b-a22b");
});

test("found values are written out, and GPUs are named with their layout", () => {
  const many = { ...scenario, tokens: "64K", sequences: 8, engine: "vllm" };
  const { value, message } = kvfit.solve(many, "tokens");
  assert.equal(message, `with tokens ${Number(value).toLocaleString("en")} it fits`);
  const gpus = kvfit.remedies({ ...scenario, sequences: 200 }).find(({ code }) => code === "more_gpus");
  assert.match(gpus?.message ?? "", /^use \d+ GPUs \(tp \d+, pp \d+\)$/);
});

test("the fewest GPUs are found in a cluster that is given as one node too", () => {
  const many = { ...scenario, tokens: "64K", sequences: 24, hardwareCount: 8 };
  const { value } = kvfit.solve(many, "hardwareCount");
  assert.ok(Number(value) > 1);
  assert.equal(kvfit.solve({ ...many, hardwareCount: 4096 }, "hardwareCount").value, value);
});

test("a table goes to the trained length", () => {
  const rows = kvfit.table(scenario);
  assert.deepEqual([rows[0].tokens, rows.at(-1)?.tokens], [2048, 131072]);
});

test("impossible inputs are refused by field", () => {
  /** @param {Scenario} changes */
  const field = (changes) => refusalOf(() => kvfit.fit({ ...scenario, ...changes })).field;
  assert.equal(field({ hardware: "h100" }), "hardware");
  assert.equal(field({ hardware: "" }), "hardware");
  assert.equal(field({ hardwareCount: 0 }), "hardwareCount");
  assert.equal(field({ tp: 3 }), "tp");
  assert.equal(field({ gpuMemoryUtilization: 1.2 }), "gpuMemoryUtilization");
  const { hint } = refusalOf(() => kvfit.fit({ ...scenario, tp: 3 })).errors[0];
  assert.match(hint, /use one of 1, 2, 4, 8/);
  const heavy = kvfit.fit({ ...scenario, hardware: "rtx-3060-12gb" });
  assert.deepEqual([heavy.fits, heavy.state, heavy.verdict.code], [false, "does_not_fit", "weights_do_not_fit"]);
  assert.ok(kvfit.remedies({ ...scenario, hardware: "rtx-3060-12gb" }).length > 0);
  assert.equal(refusalOf(() => kvfit.solve(scenario, "colour")).field, "key");
});
