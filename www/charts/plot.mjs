import { html, svg } from "lit-html";
import { breadth, spread } from "./scales.mjs";

const height = 200;
const edge = { top: 12, bottom: 40, left: 72 };

/** A line or a row of bars over equal steps. @typedef {{name: string, look: "main" | "", values: number[]}} Run */
/** `steps` name the places along the axis. @typedef {{label: string, runs: Run[], bars?: boolean, write: (n: number) => string, base: number, steps: string[], unit: string}} Plot */

/** Steps of 1, 2 or 5 times a power of `base` up to the most, four at the most. @param {number} most @param {number} base */
function levels(most, base) {
  const power = base ** Math.floor(Math.log(most) / Math.log(base));
  const sizes = [0.1, 1, 10, 100].flatMap((ten) => [ten, 2 * ten, 5 * ten].map((n) => n * power));
  const step = sizes.find((size) => size >= 1 && most / size <= 4);
  return Array.from({ length: Math.floor(most / (step ?? most)) + 1 }, (_, i) => i * (step ?? most));
}

/**
 * Values at equal steps as lines or as bars, from 0. What is read off it stands in a table too.
 * @param {import("../types.js").Frame} frame
 * @param {Plot} data
 */
export function plot({ surface }, { label, runs, bars = false, write, base, steps, unit }) {
  const width = surface.chartWidth;
  const named = bars ? [] : runs; // a line's name stands at its end
  const end = width - Math.max(0, ...named.map(({ name }) => breadth(name))) - 12;
  const foot = height - edge.bottom;
  const most = Math.max(1, ...runs.flatMap(({ values }) => values));
  const slot = (end - edge.left) / Math.max(1, steps.length);
  const x = (/** @type {number} */ i) => edge.left + slot * (i + 0.5);
  const y = (/** @type {number} */ value) => foot - ((foot - edge.top) * value) / most;
  const names = spread(
    named.map(({ values }) => y(values[values.length - 1])),
    15,
    foot,
  );
  const every = Math.ceil((steps.length * 64) / (end - edge.left));
  const line = (/** @type {number[]} */ values) =>
    `M${values.map((v, i) => `${x(i).toFixed(1)},${y(v).toFixed(1)}`).join("L")}`;
  return html`<div part="chart" class="chart">
    <svg viewBox="0 0 ${width} ${height}" width=${width} height=${height} role="img" aria-label=${label}>
      ${levels(most, base).map(
        (value) => svg`<line class="grid" x1=${edge.left} x2=${end} y1=${y(value)} y2=${y(value)} />
          <text x=${edge.left - 8} y=${y(value)} dy="0.32em" text-anchor="end">${write(value)}</text>`,
      )}
      ${steps.map((name, i) => (i % every === 0 ? svg`<text x=${x(i)} y=${foot + 16} text-anchor="middle">${name}</text>` : ""))}
      <text x=${end} y=${height - 6} text-anchor="end">${unit}</text>
      ${
        bars
          ? runs[0].values.map(
              (value, i) =>
                svg`<rect class="column" x=${x(i) - slot * 0.4} width=${slot * 0.8} y=${y(value)} height=${foot - y(value)} />`,
            )
          : runs.map(({ look, values }) => svg`<path class="series ${look}" d=${line(values)} />`)
      }
      ${named.map(({ name, look }, i) => svg`<text class="end ${look}" x=${end + 8} y=${names[i]} dy="0.32em">${name}</text>`)}
    </svg>
  </div>`;
}
