import { units } from "./compare.mjs";
import { modelKey } from "./read.mjs";
import { half, percentile } from "./statistics.mjs";

/** @import { Term } from "../../wasm/kvfit.js" */
/** @import { Comparison } from "./compare.mjs" */
/** @import { StartUp } from "./read.mjs" */

/** @typedef {{ row: StartUp, comparison: Comparison }} Compared */

/** @type {Record<string, (values: number[]) => number>} */
const operations = {
  add: (values) => values.reduce((a, b) => a + b),
  multiply: (values) => values.reduce((a, b) => a * b),
  maximum: (values) => Math.max(...values),
  minimum: (values) => Math.min(...values),
  subtract: ([a, b]) => a - b,
  divide: ([a, b]) => a / b,
  floor_divide: ([a, b]) => Math.floor(a / b),
  ceil_divide: ([a, b]) => a / b, // an estimate is smooth before it is rounded to bytes
};

const isMeasured = (/** @type {Term} */ { source }) => source?.startsWith("start-ups: ");

/** The equation's value with its measured numbers replaced. @param {Term} term @param {Map<string, number>} values @returns {number} */
function evaluate(term, values) {
  if (term.op) return operations[term.op]((term.args ?? []).map((arg) => evaluate(arg, values)));
  return (isMeasured(term) ? values.get(`${term.source}`) : undefined) ?? term.value;
}

/** @param {Term} term @returns {Map<string, number>} */
function measuredIn(term) {
  if (isMeasured(term)) return new Map([[`${term.source}`, term.value]]);
  return new Map((term.args ?? []).flatMap((arg) => [...measuredIn(arg)]));
}

/** How much the equation changes with each of its measured numbers. @param {Term} term @param {Map<string, number>} values */
function slopes(term, values) {
  const at = evaluate(term, values);
  return new Map(
    [...measuredIn(term).keys()].map((name) => {
      const value = values.get(name) ?? 0;
      const step = Math.max(1e-3, Math.abs(value) * 1e-3);
      return [name, (evaluate(term, new Map([...values, [name, value + step]])) - at) / step];
    }),
  );
}

/**
 * Every measured number of the estimates' equations, fitted to one half of the start-ups: each in turn the median of
 * what the rows ask for that it decides, all others held.
 * @param {Compared[]} compared
 * @param {"first" | "second"} side
 */
export function fitted(compared, side) {
  const rows = compared.filter(({ row, comparison }) => comparison.formula && half(modelKey(row)) === side);
  const used = new Map(rows.flatMap(({ comparison }) => [...measuredIn(/** @type {Term} */ (comparison.formula))]));
  const values = new Map(used);
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (let round = 0; round < 20; round += 1)
    for (const name of used.keys()) {
      const asks = [];
      for (const { comparison } of rows) {
        const formula = /** @type {Term} */ (comparison.formula);
        const slope = slopes(formula, values).get(name) ?? 0;
        const value = values.get(name) ?? 0;
        // A row in which it hardly counts says more about everything else.
        if (slope * value < 0.05 * comparison.printed * units[comparison.unit]) continue;
        const missing = comparison.printed * units[comparison.unit] - evaluate(formula, values);
        asks.push(Math.max(0, value + missing / slope));
      }
      counts.set(name, asks.length);
      if (asks.length > 0) values.set(name, percentile(asks, 0.5));
    }
  return [...used].map(([name, value]) => ({
    name,
    used: value,
    fitted: values.get(name) ?? value,
    rows: counts.get(name) ?? 0,
  }));
}
