import { bisectCenter, bisectLeft } from "d3-array";
import { html, svg } from "lit-html";
import { crosshair } from "./crosshair.mjs";
import { breadth, logScale, powers, spread } from "./scales.mjs";

const height = 320;
const edge = { top: 24, bottom: 44, left: 56 };

/**
 * @typedef {object} Series
 * @property {string} name
 * @property {"main" | "kept" | ""} look
 * @property {number[]} capacities rising
 * @property {number[]} rates one for each capacity
 */

/**
 * Hit rate against capacity, capacities in equal factors, with the ceiling as a line and the marked capacities. The
 * first series has the capacities that are read.
 * @param {import("../types.js").Frame} frame
 * @param {{series: Series[], write: (n: number) => string, unit: string, label: string, ceiling: number, marks: {name: string, at: number}[]}} data
 */
export function hitsChart(frame, { series, write, unit, label, ceiling, marks }) {
  const { t, format, surface } = frame;
  const width = surface.chartWidth;
  const read = series[0].capacities.filter((n) => n > 0);
  const end = width - Math.max(...series.map(({ name }) => breadth(name))) - 12;
  const foot = height - edge.bottom;
  const [first, last] = [read[0], Math.max(read[read.length - 1], read[0] * 2)];
  const x = logScale([first, last], [edge.left, end]);
  const y = (/** @type {number} */ rate) => foot - (foot - edge.top) * rate;
  const inside = (/** @type {Series} */ { capacities, rates }) =>
    capacities.map((n, i) => ({ n, rate: rates[i] })).filter(({ n }) => n >= first && n <= last);
  const path = (/** @type {Series} */ one) =>
    `M${inside(one)
      .map(({ n, rate }) => `${x(n).toFixed(1)},${y(rate).toFixed(1)}`)
      .join("L")}`;
  /** Where the drawn line stands at a capacity. @param {Series} one @param {number} n */
  const rateAt = ({ capacities, rates }, n) => {
    const after = Math.min(bisectLeft(capacities, n), capacities.length - 1);
    const before = Math.max(after - 1, 0);
    if (capacities[after] <= n || capacities[before] >= n || capacities[before] <= 0) return rates[after];
    const share = (x(n) - x(capacities[before])) / (x(capacities[after]) - x(capacities[before]));
    return rates[before] + share * (rates[after] - rates[before]);
  };
  const names = spread(
    series.map((one) => y(rateAt(one, last))),
    15,
    foot,
  );
  const shown = marks.filter(({ at }) => at >= first && at <= last);
  const nearestTo = (/** @type {number} */ capacity) => bisectCenter(read, capacity);
  const at = Math.min(surface.reading ?? nearestTo(shown[shown.length - 1]?.at ?? last), read.length - 1);
  const n = read[at];
  const ticks = powers(4, [first, last]);
  const every = Math.ceil((ticks.length * 72) / Math.max(1, end - edge.left));
  const say = (/** @type {Series} */ one) => t("chart.read", { name: one.name, size: format.percent(rateAt(one, n)) });
  const text = [t("reuse.at", { capacity: write(n) }), ...series.map(say)].join(" ");
  return html`<p class="reading" aria-hidden="true">
      <strong>${t("reuse.at", { capacity: write(n) })}</strong>
      ${series.map((one) => html`<span class=${one.look}>${say(one)}</span>`)}
    </p>
    <div part="chart" class="chart">
      <svg viewBox="0 0 ${width} ${height}" width=${width} height=${height} role="img" aria-label=${label}>
        ${[0, 0.25, 0.5, 0.75, 1].map(
          (rate) => svg`<line class="grid" x1=${edge.left} x2=${end} y1=${y(rate)} y2=${y(rate)} />
            <text x=${edge.left - 8} y=${y(rate)} dy="0.32em" text-anchor="end">${format.percent(rate)}</text>`,
        )}
        ${ticks.map(
          (n, i) => svg`<line class="grid" x1=${x(n)} x2=${x(n)} y1=${edge.top} y2=${foot} />
            ${i % every === 0 ? svg`<text x=${x(n)} y=${foot + 18} text-anchor="middle">${write(n)}</text>` : ""}`,
        )}
        <text x=${end} y=${height - 6} text-anchor="end">${unit}</text>
        <line class="trained" x1=${edge.left} x2=${end} y1=${y(ceiling)} y2=${y(ceiling)} />
        <text x=${edge.left + 6} y=${y(ceiling) - 6}>
          ${t("reuse.mark.ceiling", { rate: format.percent(ceiling) })}
        </text>
        ${shown.map(({ at }) => svg`<line class="trained" x1=${x(at)} x2=${x(at)} y1=${edge.top} y2=${foot} />`)}
        ${shown.map(({ name, at }, i) => {
          const left = x(at) > end - breadth(name);
          return svg`<text class="mark" x=${x(at) + (left ? -6 : 6)} y=${foot - 8 - 16 * i} text-anchor=${left ? "end" : "start"}>${name}</text>`;
        })}
        ${series.map((one) => svg`<path class="series ${one.look}" d=${path(one)} />`)}
        ${series.map(
          (one, i) => svg`<text class="end ${one.look}" x=${end + 8} y=${names[i]} dy="0.32em">${one.name}</text>`,
        )}
        <line class="cross" x1=${x(n)} x2=${x(n)} y1=${edge.top} y2=${foot} />
        ${series.map((one) => svg`<circle class="dot ${one.look}" cx=${x(n)} cy=${y(rateAt(one, n))} r="4" />`)}
      </svg>
      ${crosshair(frame, {
        label: t("reuse.crosshair"),
        text,
        at,
        last: read.length - 1,
        left: edge.left,
        end,
        nearest: (place) => nearestTo(x.invert(place)),
      })}
    </div>`;
}
