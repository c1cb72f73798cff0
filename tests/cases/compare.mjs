// Comparison of a result with an entry of `expect`: cases/FORMAT.md section 4.
/** @import { Check, Entry } from "./types.js" */

/** @type {Record<string, number>} */
export const bytesOf = {
  B: 1,
  KiB: 2 ** 10,
  MiB: 2 ** 20,
  GiB: 2 ** 30,
  TiB: 2 ** 40,
  KB: 1e3,
  MB: 1e6,
  GB: 1e9,
  TB: 1e12,
};

/** Differences below this share of a number come from its decimal notation. */
const slack = 1e-9;

/** Half a unit of the last decimal with which a figure was printed; counts are whole and exact. @param {number} value */
function rounding(value) {
  const decimals = String(value).split(".")[1]?.length ?? 0;
  return decimals === 0 ? 0 : 0.5 * 10 ** -decimals;
}

/** @param {number} a @param {number} b @param {number} distance */
export const within = (a, b, distance) => Math.abs(a - b) <= distance + slack * Math.abs(b);

/** Integers, truth values and words exactly (but for the noise of a quotient), other numbers to 1e-9 of their size.
 * @param {unknown} actual @param {unknown} expected */
export function equal(actual, expected) {
  if (typeof expected !== "number" || typeof actual !== "number" || Number.isInteger(actual))
    return actual === expected;
  return Number.isInteger(expected) ? Math.abs(actual - expected) < 1e-14 * expected : within(actual, expected, 0);
}

/** What is wrong with a number, or nothing.
 * @param {Entry & { value: number }} entry @param {number} actual
 * @param {number[]} ends results at the ends of the scenario's rounding interval, where there is one */
function fault({ value, decimals, tolerance, range }, actual, ends) {
  if (range) {
    const [low, high] = range;
    if (!equal(actual, low) && !equal(actual, high) && (actual < low || actual > high))
      return `outside ${low} to ${high}`;
    const [least, most] = [Math.min(...ends), Math.max(...ends)];
    const between = ends.length === 0 || within(value, Math.min(Math.max(value, least), most), rounding(value));
    return between ? "" : `the rounded figures of the scenario give ${least} to ${most}`;
  }
  if (decimals !== undefined) return within(actual, value, 0.5 * 10 ** -decimals) ? "" : `to ${decimals} decimals`;
  if (tolerance !== undefined) return within(actual, value, tolerance) ? "" : `to ${tolerance}`;
  return equal(actual, value) ? "" : "exactly";
}

/**
 * @param {Entry} entry
 * @param {unknown} result in bytes, tokens, ...
 * @param {unknown[]} ends
 * @returns {Check}
 */
export function check(entry, result, ends) {
  const { metric, value, unit } = entry;
  /** @param {unknown} amount only byte units convert */
  const inUnit = (amount) => (typeof amount === "number" ? amount / (bytesOf[unit ?? ""] ?? 1) : amount);
  const actual = inUnit(result);
  const numbers = /** @type {number[]} */ (ends.map(inUnit).filter((end) => typeof end === "number"));
  const reason =
    typeof value === "number" && typeof actual === "number"
      ? fault({ ...entry, value }, actual, numbers)
      : actual === value
        ? ""
        : "exactly";
  return { metric, status: reason === "" ? "pass" : "fail", expected: value, actual, reason };
}
