/** @typedef {import("./types.js").Term} Term */
/** A named number of two equations. @typedef {{symbol: string, values: [number, number]}} Difference */

/**
 * The named numbers in which two equations of one shape differ, each once; undefined where their shapes differ.
 * @param {Term} a
 * @param {Term} b
 * @returns {Difference[] | undefined}
 */
export function differing(a, b) {
  const [these, those] = [a.args ?? [], b.args ?? []];
  if (a.op !== b.op || a.symbol !== b.symbol || these.length !== those.length) return undefined;
  if (!a.op) return a.value === b.value ? [] : [{ symbol: a.symbol ?? "", values: [a.value, b.value] }];
  /** @type {Map<string, Difference>} */
  const found = new Map();
  for (const [i, arg] of these.entries()) {
    const inside = differing(arg, those[i]);
    if (!inside) return undefined;
    for (const one of inside) found.set(`${one.symbol} ${one.values}`, one);
  }
  return [...found.values()];
}
