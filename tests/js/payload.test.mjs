// Payload: the core against an independent oracle and against properties that any right answer has.
import assert from "node:assert/strict";
import { test } from "node:test";
import { dice, grouped, random, randomArchitecture } from "./architectures.mjs";
import { asked, kvfit, refusalOf } from "./kvfit.mjs";
import { payload } from "./oracle.mjs";

/** @import { Term } from "../../wasm/kvfit.js" */

const dtypes = ["bf16", "fp16", "fp32", "fp8", "int8", "int4", "q8_0", "q4_0"];

/** @param {number} seed */
function randomQuestion(seed) {
  const next = random(seed);
  const roll = dice(next);
  const architecture = randomArchitecture(next);
  const settings = {
    tokens: roll.whole(1, 300_000),
    sequences: roll.whole(1, 9),
    tp: roll.one([1, 1, 2, 4, 8]),
    kvDtype: roll.one(dtypes),
    kDtype: roll.one(dtypes),
    vDtype: roll.one(dtypes),
    indexerDtype: roll.one(dtypes),
    stateDtype: roll.one(["fp32", "bf16"]),
    convDtype: roll.one(["fp32", "bf16", "fp16"]),
    includeState: roll.one([true, true, false]),
    stateCheckpointInterval: roll.one([undefined, 16, 1000]),
  };
  return { architecture, settings };
}

/** Evaluates an equation from its leaves. @param {Term} term @returns {number} */
function evaluate(term) {
  if (term.op === undefined) return term.value;
  const fold = {
    add: (/** @type {number} */ a, /** @type {number} */ b) => a + b,
    multiply: (/** @type {number} */ a, /** @type {number} */ b) => a * b,
    minimum: Math.min,
    maximum: Math.max,
    subtract: (/** @type {number} */ a, /** @type {number} */ b) => a - b,
    divide: (/** @type {number} */ a, /** @type {number} */ b) => a / b,
    floor_divide: (/** @type {number} */ a, /** @type {number} */ b) => Math.floor(a / b),
    ceil_divide: (/** @type {number} */ a, /** @type {number} */ b) => Math.ceil(a / b),
  }[term.op];
  return term.args.map(evaluate).reduce((a, b) => fold(a, b));
}

/** Every node of an equation. @param {Term} term @returns {Term[]} */
const nodes = (term) => [term, ...(term.args ?? []).flatMap(nodes)];

test("the core agrees with the oracle on random architectures", () => {
  for (let seed = 1; seed <= 400; seed++) {
    const { architecture, settings } = randomQuestion(seed);
    const result = kvfit.size(asked(architecture, settings));
    const of = `seed ${seed}: ${JSON.stringify(architecture)} ${JSON.stringify(settings)}`;
    assert.equal(result.payloadBytes, payload(architecture.parts, settings), of);
    assert.equal(result.bytesPerRank, payload(architecture.parts, settings, settings.tp), of);
    assert.equal(result.bytesPerSequence, payload(architecture.parts, { ...settings, sequences: 1 }), of);
  }
});

test("every equation evaluates to its number", () => {
  for (let seed = 1; seed <= 150; seed++) {
    const { architecture, settings } = randomQuestion(seed);
    const result = kvfit.size(asked(architecture, settings));
    /** @type {[Term, number][]} */
    const whole = [
      [result.formula, result.payloadBytes],
      [result.rankFormula, result.bytesPerRank],
      [result.fixedFormula, result.fixedBytesPerSequence],
      [result.marginalFormula, result.marginalBytesPerToken],
      ...result.parts.map(({ formula, bytes }) => /** @type {[Term, number]} */ ([formula, bytes])),
    ];
    for (const [formula, value] of whole) {
      assert.equal(formula.value, value);
      for (const node of nodes(formula)) assert.equal(evaluate(node), node.value, `seed ${seed}`);
    }
  }
});

test("parts add up to the whole", () => {
  for (let seed = 1; seed <= 100; seed++) {
    const { architecture, settings } = randomQuestion(seed);
    const { parts, payloadBytes, totalBytes, metrics } = kvfit.size(asked(architecture, settings));
    const sum = parts.reduce((total, { bytes }) => total + bytes, 0);
    assert.equal(sum, payloadBytes);
    assert.equal(totalBytes, payloadBytes);
    const { attentionKvBytes, indexerBytes, stateBytes } = /** @type {Record<string, number>} */ (metrics);
    assert.equal(attentionKvBytes + indexerBytes + stateBytes, payloadBytes);
  }
});

test("bytes are linear in sequences and never fall with tokens", () => {
  for (let seed = 1; seed <= 60; seed++) {
    const { architecture, settings } = randomQuestion(seed);
    const bytes = (/** @type {object} */ change) =>
      kvfit.size(asked(architecture, { ...settings, ...change })).payloadBytes;
    assert.equal(bytes({ sequences: 7 }), 7 * bytes({ sequences: 1 }));
    for (let n = 1, last = 0; n < 1_000_000; n = 3 * n + 1) {
      const now = bytes({ tokens: n });
      assert.ok(now >= last, `seed ${seed}: ${n} tokens`);
      last = now;
    }
  }
});

test("a curve is size() at each of its points", () => {
  for (let seed = 1; seed <= 60; seed++) {
    const { architecture, settings } = randomQuestion(seed);
    const scenario = asked(architecture, settings);
    const range = { from: 1, to: 200_000, points: 17 };
    const bytes = kvfit.curve(scenario, range);
    for (const [i, tokens] of kvfit.lengths(range).entries())
      assert.equal(bytes[i], kvfit.size({ ...scenario, tokens }).payloadBytes);
  }
});

test("fixed and marginal bytes describe a long sequence", () => {
  for (let seed = 1; seed <= 100; seed++) {
    const { architecture, settings } = randomQuestion(seed);
    const far = { ...settings, sequences: 1, tokens: 128_000_000 }; // a multiple of every ratio and interval
    const result = kvfit.size(asked(architecture, far));
    const line = result.fixedBytesPerSequence + result.marginalBytesPerToken * far.tokens;
    assert.ok(Math.abs(result.payloadBytes - line) <= 1e-12 * line, `seed ${seed}`);
    assert.equal(result.growthBytesPerToken, result.marginalBytesPerToken);
  }
});

test("a memory holds exactly its capacity", () => {
  for (let seed = 1; seed <= 60; seed++) {
    const { architecture, settings } = randomQuestion(seed);
    const { payloadBytes } = kvfit.size(asked(architecture, { ...settings, tp: 1 }));
    const one = { ...settings, sequences: 1, tp: 1 };
    const { metrics } = kvfit.size(asked(architecture, { ...one, availableKvBytes: payloadBytes }));
    const capacity = metrics.kvCapacityTokens;
    if (typeof capacity !== "number" || capacity === 0) continue;
    assert.ok(payload(architecture.parts, { ...one, tokens: capacity }) <= payloadBytes, `seed ${seed}`);
    assert.ok(payload(architecture.parts, { ...one, tokens: capacity + 1 }) > payloadBytes, `seed ${seed}`);
  }
});

test("numbers are exact up to 2^53 - 1 and refused beyond", () => {
  const perToken = 2 ** 18;
  const most = Math.floor(Number.MAX_SAFE_INTEGER / perToken);
  assert.equal(kvfit.size(asked(grouped, { tokens: most })).payloadBytes, most * perToken);
  const refused = refusalOf(() => kvfit.size(asked(grouped, { tokens: most + 1 })));
  assert.equal(refused.code, "too_large");
});
