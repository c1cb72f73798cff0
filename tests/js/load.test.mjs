// Requests of real lengths, every length by itself, and moving a request, through the package.
import assert from "node:assert/strict";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { kvfit, refusalOf } from "./kvfit.mjs";

/** @import { Scenario } from "../../wasm/kvfit.js" */

/** @type {Scenario} */
const scenario = {
  model: "llama-3.1-8b-instruct",
  engine: "vllm",
  hardware: "h100-sxm5-80gb",
  promptLengths: "p50 2K, p90 8K, p99 32K",
  outputLengths: "p50 300, p99 2K",
};

test("a load has what runs at once, speed and bounds", () => {
  const { concurrency, lengths, speed, demand, cost, verdict, notes } = kvfit.load({ ...scenario, sequences: 64 });
  assert.ok(lengths.meanPrompt > 2000 && lengths.meanPrompt < 8000);
  assert.ok(lengths.p50 <= lengths.p90 && lengths.p90 <= lengths.p99 && lengths.p99 <= lengths.longest);
  assert.ok(concurrency.worst > 0 && concurrency.expected > concurrency.worst);
  assert.ok(concurrency.low <= concurrency.expected && concurrency.expected <= concurrency.high);
  assert.ok(Math.abs(concurrency.shares.reduce((sum, { share }) => sum + share, 0) - 1) < 1e-9);
  assert.ok(concurrency.atLimitShare !== null && concurrency.atLimitShare >= 0);
  assert.equal(speed?.decodeBasis, "bound");
  assert.equal(demand, null);
  assert.equal(cost, null);
  assert.equal(verdict.code, "load_expected");
  assert.ok(notes.some(({ code }) => code === "admission_rules") && notes.some(({ code }) => code === "decode_bound"));
});

test("what is answered later is the same, and refuses the same", async () => {
  assert.deepEqual(await kvfit.later("load", scenario), kvfit.load(scenario));
  const misnamed = { ...scenario, model: "nosuch" };
  const refused = refusalOf(() => kvfit.load(misnamed));
  await assert.rejects(kvfit.later("load", misnamed), { code: refused.code, field: refused.field });
  await assert.rejects(kvfit.later(/** @type {any} */ ("size"), scenario), { code: "unknown_call", field: "name" });
});

test("equal seeds give equal results, and another seed nearly the same", () => {
  const one = kvfit.load(scenario);
  assert.deepEqual(kvfit.load(scenario), one);
  const other = kvfit.load({ ...scenario, seed: 2 }).concurrency.expected;
  assert.ok(Math.abs(other / one.concurrency.expected - 1) < 0.1);
});

test("lengths are taken as text, as lists and as objects alike", () => {
  const pairs = [
    [1000, 200],
    [5000, 100],
  ];
  const { promptLengths, outputLengths, ...bare } = scenario;
  const texts = ["1000 200\n5000 100", "prompt,output\n1000,200\n5000,100", JSON.stringify(pairs), pairs];
  const results = texts.map((lengths) => kvfit.load({ ...bare, lengths }));
  for (const result of results) assert.deepEqual(result, results[0]);
  assert.equal(results[0].lengths.meanPrompt, 3000);
  const object = kvfit.load({ ...bare, promptLengths: { p50: 2048, p90: "8K", p99: 32768 }, outputLengths });
  assert.deepEqual(object, kvfit.load(scenario));
});

test("a rate gives concurrency, deployments and cost", () => {
  const { demand, cost, gpus } = kvfit.load({
    ...scenario,
    requestsPerSecond: 50,
    decodeTokensPerSecond: 30,
    prefillTokensPerSecond: 10000,
    pricePerGpuHour: 4,
  });
  assert.ok(demand && cost);
  assert.ok(Math.abs(demand.concurrency - 50 * demand.secondsPerRequest) < 1e-6 * demand.concurrency);
  assert.equal(cost.gpus, gpus * demand.deployments);
  assert.equal(cost.perHour, 4 * cost.gpus);
  assert.ok(cost.perMillionTokens < cost.perMillionOutputTokens);
  const { atLimitLow, atLimitShare, atLimitHigh } = demand;
  assert.ok(0 <= atLimitLow && atLimitLow <= atLimitShare && atLimitShare <= atLimitHigh && atLimitHigh <= 1);
});

test("a shared prefix and several answers to one prompt let more run", () => {
  const { expected } = kvfit.load(scenario).concurrency;
  assert.ok(kvfit.load({ ...scenario, sharedPrefixTokens: 1500 }).concurrency.expected > 1.1 * expected);
  assert.ok(kvfit.load({ ...scenario, samples: 4 }).concurrency.expected > 1.5 * expected);
  const slots = { ...scenario, engine: "llama.cpp", nParallel: 4 };
  assert.ok(Math.abs(kvfit.load(slots).concurrency.expected - 4) < 0.01);
});

test("files of lengths stay readable in any form", async () => {
  const lines = Array.from(
    { length: 3000 },
    (_, i) => `{"timestamp":${i * 100},"input_length":${i + 1},"output_length":7}`,
  );
  const text = lines.join("\n");
  const sample = await kvfit.readLengths([text]);
  assert.deepEqual([sample.requests, sample.kept, sample.badLines, sample.hasOutputs], [3000, 500, 0, true]);
  assert.ok(Math.abs(sample.requestsPerSecond - 10) < 0.01);
  assert.deepEqual(await kvfit.readLengths(new Blob([gzipSync(text)])), sample);
  const { lengths } = kvfit.load({
    ...scenario,
    promptLengths: undefined,
    outputLengths: undefined,
    lengths: sample.text,
  });
  assert.ok(Math.abs(lengths.meanPrompt - 1500) < 10);
  assert.equal(lengths.longest, 3007);
  await assert.rejects(kvfit.readLengths(["no lengths here"]), { code: "no_lengths" });
  await assert.rejects(kvfit.readLengths(/** @type {any} */ (5)), { code: "wrong_type" });
});

test("bad lengths are errors with field and hint", () => {
  for (const [key, value] of Object.entries({ promptLengths: "p50", outputLengths: "many", lengths: "a,b\nc,d" })) {
    const error = refusalOf(() => kvfit.load({ ...scenario, [key]: value }));
    assert.equal(error.field, key);
    assert.ok(error.errors[0].hint.length > 0 && error.errors[0].pointer === `/${key}`);
  }
  assert.equal(refusalOf(() => kvfit.load({ ...scenario, samples: "x" })).field, "samples");
  assert.equal(refusalOf(() => kvfit.load({ ...scenario, hardware: undefined })).code, "missing_memory");
  assert.equal(
    refusalOf(() => kvfit.load(/** @type {any} */ ({ ...scenario, requestPerSecond: 3 }))).code,
    "unknown_key",
  );
});

test("a transfer is bytes over links against computing again", () => {
  const { bytes, ranks, bytesPerRank, routes, recomputeSeconds } = kvfit.transfer({ ...scenario, tokens: "32K" });
  assert.equal(bytes, ranks * bytesPerRank);
  assert.deepEqual(
    routes.map(({ name }) => name),
    ["peer", "host"],
  );
  for (const { seconds, gbPerSecond } of routes) assert.ok(Math.abs(seconds - bytesPerRank / gbPerSecond / 1e9) < 1e-9);
  assert.ok(recomputeSeconds !== null && recomputeSeconds > 0);
});

test("the table of lengths tells share, cost and what works", () => {
  const rows = kvfit.table({ ...scenario, pricePerGpuHour: 2 });
  const at4K = rows.find(({ tokens }) => tokens === 4096);
  assert.equal(at4K?.shareOf4K, 1);
  for (const { works, requestsThatFit, costPerRequestHour } of rows) {
    assert.equal(works, Number(requestsThatFit) > 0);
    if (works) assert.ok(Math.abs(Number(costPerRequestHour) - 2 / Number(requestsThatFit)) < 1e-9);
  }
});

test("prices name page, seller and date, and an accelerator", () => {
  const ids = new Set(kvfit.hardware().map(({ id }) => id));
  for (const { hardware, perGpuHour, seller } of kvfit.prices()) {
    assert.ok(ids.has(hardware) && perGpuHour > 0);
    assert.match(seller.page, /^https:/);
    assert.match(seller.read, /^20\d\d-\d\d-\d\d$/);
  }
});
