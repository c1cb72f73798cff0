import { refusal } from "./error.mjs";
import { plainObject } from "./plain.mjs";

const mostPoints = 1_000_000;

/**
 * The lengths of a curve: a list of them, or `points` of them from `from` to `to`, evenly spaced (`linear`) or by
 * equal factors (`log`, the default).
 * @param {number[] | Float64Array | {from: number, to: number, points?: number, scale?: "log" | "linear"}} range
 * @returns {Float64Array}
 */
export function lengths(range) {
  const list = Array.isArray(range) || (ArrayBuffer.isView(range) && !(range instanceof DataView));
  if (list) {
    if (range.length > mostPoints) throw refusal("too_large", "range", "a curve takes at most 1,000,000 points");
    if (!range.every((n) => typeof n === "number")) throw refusal("wrong_type", "range", "a length is a number");
    return Float64Array.from(range);
  }
  const { from, to, points = 200, scale = "log", ...rest } = plainObject(range, "range");
  const whole = (n) => Number.isSafeInteger(n) && n >= 1;
  if (Object.keys(rest).length > 0) throw refusal("unknown_key", "range", `range has no ${Object.keys(rest)[0]}`);
  if (!whole(from) || !whole(to) || to < from)
    throw refusal("out_of_range", "range", "a range goes from a whole number of tokens to one not below it");
  if (!whole(points) || points > mostPoints)
    throw refusal("out_of_range", "range", "a range has 1 to 1,000,000 points");
  if (scale !== "log" && scale !== "linear") throw refusal("wrong_type", "range", "scale is log or linear");
  const at = (share) => (scale === "log" ? from * (to / from) ** share : from + (to - from) * share);
  return Float64Array.from({ length: points }, (_, i) => {
    if (i === points - 1 && points > 1) return to;
    return Math.min(to, Math.round(at(points > 1 ? i / (points - 1) : 0)));
  });
}
