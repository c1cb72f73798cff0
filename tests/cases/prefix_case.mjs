import { equal } from "./compare.mjs";

/** @import { KvFit } from "../../wasm/kvfit.js" */
/** @import { Check, PrefixCase } from "./types.js" */

/** Whether the result holds what is expected; an object may hold more.
 * @param {any} actual @param {unknown} expected @param {number} [tolerance] @returns {boolean} */
function holds(actual, expected, tolerance) {
  if (typeof expected === "number" && tolerance !== undefined) return Math.abs(actual - expected) <= tolerance;
  if (expected === null || typeof expected !== "object") return equal(actual, expected);
  if (actual === null || typeof actual !== "object") return false;
  if (Array.isArray(expected) && actual.length !== expected.length) return false;
  return Object.entries(expected).every(([key, item]) => holds(actual[key], item, tolerance));
}

/**
 * Runs a prefix-cache case.
 * @param {KvFit} kvfit
 * @param {PrefixCase} test
 * @returns {Check[]}
 */
export function runPrefixCase(kvfit, { expect, ...workload }) {
  const { tolerance, ...figures } = expect;
  const entries = Object.entries(figures);
  let result;
  try {
    result = kvfit.replay(workload);
  } catch (error) {
    const reason = /** @type {Error} */ (error).message;
    return entries.map(([metric, expected]) => ({ metric, status: "fail", expected, actual: null, reason }));
  }
  return entries.map(([metric, expected]) => {
    const actual = result[metric];
    if (actual === undefined)
      return { metric, status: "unsupported", expected, actual: null, reason: `the replay does not give ${metric}` };
    const good = holds(actual, expected, typeof tolerance === "number" ? tolerance : undefined);
    return { metric, status: good ? "pass" : "fail", expected, actual, reason: "" };
  });
}
