import { refusal } from "./error.mjs";
import { plainObject } from "./plain.mjs";
import { repeated } from "./repeated.mjs";

const mostPoints = 1_000_000;

/** @param {unknown} n @returns {n is number} */
const isLength = (n) => Number.isSafeInteger(n) && Number(n) >= 1;

/**
 * The lengths of a curve: a list of them, or `points` of them from `from` to `to`, evenly spaced (`linear`) or by
 * equal factors (`log`, the default).
 * @param {import("./kvfit.js").Range} range
 * @returns {Float64Array}
 */
export function lengths(range) {
  if (Array.isArray(range) || range instanceof Float64Array) {
    if (range.length > mostPoints) throw refusal("too_large", "range", "a curve takes at most 1,000,000 points");
    if (!Array.from(range).every(isLength))
      throw refusal("out_of_range", "range", "a length is a whole number from 1 to 2^53 - 1");
    return Float64Array.from(range);
  }
  const { from, to, points = 200, scale = "log", ...rest } = plainObject(range, "range");
  const [unknown] = Object.keys(rest);
  if (unknown !== undefined) throw refusal("unknown_key", "range", `range has no ${repeated(unknown)}`);
  if (!isLength(from) || !isLength(to) || to < from)
    throw refusal("out_of_range", "range", "a range goes from a whole number of tokens to one not below it");
  if (!isLength(points) || points > mostPoints)
    throw refusal("out_of_range", "range", "a range has 1 to 1,000,000 points");
  if (scale !== "log" && scale !== "linear") throw refusal("wrong_type", "range", "scale is log or linear");

  /** @param {number} share of the way from the first to the last */
  const at = (share) => (scale === "log" ? from * (to / from) ** share : from + (to - from) * share);
  const last = points - 1;
  return Float64Array.from({ length: points }, (_, i) => {
    if (i === 0) return from;
    return i === last ? to : Math.min(to, Math.round(at(i / last)));
  });
}
