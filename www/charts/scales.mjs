/** A position for each value, equal factors at equal distances. @typedef {((value: number) => number) & {invert: (at: number) => number}} Scale */

/**
 * @param {[number, number]} domain both above 0
 * @param {[number, number]} range
 * @returns {Scale}
 */
export function logScale([low, high], [start, end]) {
  const span = Math.log(high / low) || 1;
  return Object.assign((/** @type {number} */ value) => start + ((end - start) * Math.log(value / low)) / span, {
    invert: (/** @type {number} */ at) => low * Math.exp((span * (at - start)) / (end - start)),
  });
}

/** Powers of a base inside a domain. @param {number} base @param {[number, number]} domain @returns {number[]} */
export function powers(base, [low, high]) {
  const first = Math.ceil(Math.log(low) / Math.log(base) - 1e-9);
  const last = Math.floor(Math.log(high) / Math.log(base) + 1e-9);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => base ** (first + i));
}

/** The domain that holds these values and ends at powers of a base. @param {number} base @param {number[]} values @returns {[number, number]} */
export function roundedDomain(base, values) {
  const exponent = (/** @type {number} */ value) => Math.log(value) / Math.log(base);
  const low = Math.floor(exponent(Math.min(...values)) + 1e-9);
  const high = Math.max(Math.ceil(exponent(Math.max(...values)) - 1e-9), low + 1);
  return [base ** low, base ** high];
}

/**
 * Moves labels apart that would overlap, keeping their order.
 * @param {number[]} wanted positions
 * @param {number} gap
 * @param {number} limit the last position that may be used
 */
export function spread(wanted, gap, limit) {
  const order = wanted.map((_, i) => i).sort((a, b) => wanted[a] - wanted[b]);
  const out = [...wanted];
  order.forEach((i, k) => k > 0 && (out[i] = Math.max(out[i], out[order[k - 1]] + gap)));
  order.reverse().forEach((i, k) => (out[i] = Math.min(out[i], k === 0 ? limit : out[order[k - 1]] - gap)));
  return out;
}

/**
 * Pixels that the name of a line or mark takes, a little more than less: Hangul and Han are wider than other letters.
 * @param {string} text
 */
export const breadth = (text) => [...text].reduce((sum, one) => sum + (one > "\u2e7f" ? 14.5 : 8.5), 0);
