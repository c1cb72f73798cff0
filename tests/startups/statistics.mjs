/** @import { Comparison } from "./compare.mjs" */

/** Error in percent of what was printed, without its sign. @param {Comparison} comparison */
export const absolute = ({ printed, predicted }) => Math.abs(predicted / printed - 1) * 100;

/** @param {number[]} values @param {number} share 0.5: the median */
export function percentile(values, share) {
  const sorted = values.toSorted((a, b) => a - b);
  const at = share * (sorted.length - 1);
  const below = Math.floor(at);
  return sorted[below] + (at - below) * ((sorted[below + 1] ?? sorted[below]) - sorted[below]);
}

/** Which half of a fixed split a group belongs to: FNV-1a of its name. @param {string} group */
export function half(group) {
  let hash = 0x811c9dc5;
  for (const char of group) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193);
  return (hash >>> 7) % 2 === 0 ? "second" : "first";
}

/** Whether a printed figure, as it was before its rounding to two decimals, may lie in the range. @param {Comparison} comparison */
const inRange = ({ printed, low, high }) => printed >= low - 0.005 && printed <= high + 0.005;

/**
 * Errors of groups, one a line.
 * @template {{ comparison: Comparison }} Row
 * @param {Row[]} rows @param {(row: Row) => string} groupOf
 */
export function table(rows, groupOf) {
  /** @type {Map<string, Comparison[]>} */
  const groups = new Map();
  for (const row of rows) {
    const name = groupOf(row);
    groups.set(name, [...(groups.get(name) ?? []), row.comparison]);
  }
  const lines = [...groups]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, all]) => {
      const errors = all.map(absolute);
      const worst = all.reduce((most, one) => (absolute(one) > absolute(most) ? one : most));
      const inside = all.filter(inRange).length;
      const sign = worst.predicted < worst.printed ? "-" : "+";
      const off = percentile(
        all.map(({ printed, predicted }) => Math.abs(predicted - printed)),
        0.5,
      );
      return [
        name.padEnd(64),
        String(all.length).padStart(4),
        `median ${percentile(errors, 0.5).toFixed(2)} % (${off.toFixed(2)} ${all[0].unit})`.padEnd(32),
        `90th ${percentile(errors, 0.9).toFixed(1)} %`.padEnd(14),
        `worst ${sign}${absolute(worst).toFixed(1)} %`.padEnd(16),
        `in range ${inside}`,
      ].join(" ");
    });
  return `${lines.join("\n")}\n`;
}
