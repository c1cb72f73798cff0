import { equal } from "./compare.mjs";

/** Whether the result holds what is expected; an object may hold more. */
function holds(actual, expected, tolerance) {
  if (Array.isArray(expected))
    return (
      Array.isArray(actual) &&
      actual.length === expected.length &&
      expected.every((item, i) => holds(actual[i], item, tolerance))
    );
  if (expected !== null && typeof expected === "object")
    return (
      actual !== null &&
      typeof actual === "object" &&
      Object.entries(expected).every(([key, item]) => holds(actual[key], item, tolerance))
    );
  if (typeof expected === "number" && tolerance !== undefined) return Math.abs(actual - expected) <= tolerance;
  return equal(actual, expected);
}

/**
 * Runs a prefix-cache case.
 * @param {any} kvfit
 * @param {any} test
 */
export function runPrefixCase(kvfit, { expect, ...workload }) {
  const { tolerance, ...figures } = expect;
  const entries = Object.entries(figures);
  const every = (status, reason) =>
    entries.map(([metric, expected]) => ({ metric, status, expected, actual: null, reason }));
  if (!kvfit.replay) return every("unsupported", "prefix caches cannot be replayed yet");
  let result;
  try {
    result = kvfit.replay(workload);
  } catch (error) {
    return every(error.code === "unsupported" ? "unsupported" : "fail", error.message);
  }
  return entries.map(([metric, expected]) => {
    const actual = result[metric];
    if (actual === undefined)
      return { metric, status: "unsupported", expected, actual: null, reason: `the replay does not give ${metric}` };
    return { metric, status: holds(actual, expected, tolerance) ? "pass" : "fail", expected, actual, reason: "" };
  });
}
