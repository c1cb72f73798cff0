import assert from "node:assert/strict";
import { test } from "node:test";
import { spread } from "../../www/charts/scales.mjs";
import { Format } from "../../www/format.mjs";
import { csv, markdown } from "../../www/export.mjs";
import { decode, encode } from "../../www/fragment.mjs";
import { translator } from "../../www/i18n.mjs";
import { completed, plan } from "../../www/plan.mjs";
import { kvfit } from "./kvfit.mjs";
import { ladder, nearestStep, nextStep } from "../../www/ladder.mjs";
import { differing } from "../../www/terms.mjs";
import { readVariants, varied, writeVariants } from "../../www/variants.mjs";

const known = new Set(["model", "tokens", "kvDtype"]);

test("a scenario goes through a link and back unchanged", () => {
  const scenario = { model: "a&b=c#d%25 é 모델", tokens: "128k" };
  assert.deepEqual(decode(`#${encode(scenario)}`, known), { scenario, problems: [] });
  assert.equal(encode({ model: "m", tokens: 5 }), "v=1&model=m&tokens=5");
});

test("a link from elsewhere keeps what can be read", () => {
  const { scenario, problems } = decode("#v=7&model=m&__proto__=1&tokens=%FF&kvDtype=fp8&kvDtype=x", known);
  assert.deepEqual(scenario, { model: "m", kvDtype: "fp8" });
  assert.deepEqual(problems.map(({ code }) => code).sort(), ["garbled", "repeated", "unknown", "version"]);
});

test("steps are round, and found by ratio", () => {
  const steps = ladder(1, 20);
  assert.deepEqual(steps, [1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16, 20]);
  assert.equal(steps[nearestStep(steps, 9.5)], 10);
  assert.equal(steps[nearestStep(steps, 1e9)], 20);
  assert.equal(nextStep(steps, 9, 1), 10);
  assert.equal(nextStep(steps, 9, -1), 8);
  assert.equal(nextStep(steps, 20, 1), 20);
});

test("sizes have three digits in view and are exact on request", () => {
  const format = new Format("en");
  assert.equal(format.gib(3_106_812_928), "2.89\u202fGiB");
  assert.equal(format.gb(3_106_812_928), "3.11\u202fGB");
  assert.equal(format.exact(3_106_812_928), "3,106,812,928\u202fB");
  assert.equal(format.gib(2 ** 53 - 1), "8.00\u202fPiB");
  assert.equal(format.gib(0), "0\u202fB");
  assert.equal(format.gib(1536, 2 ** 30), "0.00000143\u202fGiB");
  assert.equal(format.length(131072), "128K");
  assert.equal(format.length(1_000_000), "1,000,000");
});

test("messages choose their plural and hold their places in any order", () => {
  const t = translator("en", { files: { one: "{count} file in {place}", other: "in {place}: {count} files" } });
  assert.equal(t("files", { count: 1, place: "a" }), "1 file in a");
  assert.equal(t("files", { count: 1200, place: "{b}" }), "in {b}: 1,200 files");
  assert.equal(t.said("errors", { code: "x", message: "wrong", hint: "" }), "wrong");
});

test("labels that would overlap are moved apart in order", () => {
  assert.deepEqual(spread([10, 11, 50], 15, 100), [10, 25, 50]);
  assert.deepEqual(spread([95, 96], 15, 100), [85, 100]);
});

test("what a scenario is compared with goes through a link and back, also a setting that changes nothing yet", () => {
  /** @type {Record<string, string>[]} */
  const variants = [{ model: "a&b~c=d" }, { kvDtype: "fp8", tokens: "128k" }, { "": "" }];
  assert.deepEqual(readVariants(writeVariants(variants)), variants);
  assert.equal(writeVariants([]), undefined);
  assert.deepEqual(readVariants(undefined), []);
});

test("a variant's model or engine takes the place of the scenario's", () => {
  const scenario = { config: "{}", engine: "vllm", engineVersion: "V0", tokens: 1 };
  assert.deepEqual(varied(scenario, { model: "m" }), { model: "m", engine: "vllm", engineVersion: "V0", tokens: 1 });
  assert.deepEqual(varied(scenario, { engine: "ollama" }), { config: "{}", engine: "ollama", tokens: 1 });
  assert.deepEqual(varied(scenario, { "": "" }), scenario);
});

test("equations of one shape tell the numbers in which they differ", () => {
  const leaf = (/** @type {string} */ symbol, /** @type {number} */ value) => ({ symbol, value });
  const times = (/** @type {number} */ a, /** @type {number} */ b) => ({
    op: /** @type {const} */ ("multiply"),
    value: a * b,
    args: [leaf("blocks", a), leaf("bytes", b)],
  });
  assert.deepEqual(differing(times(2, 3), times(2, 3)), []);
  assert.deepEqual(differing(times(2, 3), times(2, 5)), [{ symbol: "bytes", values: [3, 5] }]);
  assert.equal(differing(times(2, 3), leaf("bytes", 6)), undefined);
});

test("tables are copied as CSV and as Markdown, whatever stands in a cell", () => {
  const lines = [
    ["name", "size"],
    ['a|b, "c"', "-5"],
    ["=1+1\n", "7"],
  ];
  assert.equal(csv(lines), 'name,size\r\n"a|b, ""c""",-5\r\n"\'=1+1\n",7');
  assert.equal(markdown(lines), '| name | size |\n| --- | ---: |\n| a\\|b, "c" | -5 |\n| =1+1  | 7 |');
});

test("that no change makes it fit is said once all have been tried", async () => {
  const asked = { model: "qwen3-8b", engine: "vllm", hardware: "h100-sxm5-80gb", tokens: "32K" };
  const planned = plan(kvfit, { ...asked, sequences: 200 }, plan(kvfit, asked));
  assert.deepEqual([planned.result?.fits, planned.remedies], [false, undefined]);
  const { remedies = [] } = await completed(kvfit, { ...asked, sequences: 200 }, planned);
  assert.ok(remedies.length > 0);
  // Those of the setting before stay until then.
  assert.equal(plan(kvfit, { ...asked, sequences: 201 }, { ...planned, remedies }).remedies, remedies);
});
