import { bisectCenter } from "d3-array";
import { html, svg } from "lit-html";
import { crosshair } from "./crosshair.mjs";
import { breadth, logScale, powers, spread } from "./scales.mjs";

const height = 320;
const edge = { top: 24, bottom: 44, left: 56 };

/**
 * Hit rate against capacity, capacities in equal factors, with the ceiling as a line and the marked capacities.
 * @param {import("../types.js").Frame} frame
 * @param {{capacities: number[], series: {name: string, main: boolean, rates: number[]}[], write: (n: number) => string,
 *   unit: string, ceiling: number, marks: {name: string, at: number}[]}} data
 */
export function hitsChart(frame, { capacities, series, write, unit, ceiling, marks }) {
  const { t, format, surface } = frame;
  const width = surface.chartWidth;
  const lines = capacities.map((n, i) => ({ n, i })).filter(({ n }) => n > 0);
  const end = width - Math.max(...series.map(({ name }) => breadth(name))) - 12;
  const foot = height - edge.bottom;
  const [first, last] = [lines[0].n, Math.max(lines[lines.length - 1].n, lines[0].n * 2)];
  const x = logScale([first, last], [edge.left, end]);
  const y = (/** @type {number} */ rate) => foot - (foot - edge.top) * rate;
  const path = (/** @type {number[]} */ rates) =>
    `M${lines.map(({ n, i }) => `${x(n).toFixed(1)},${y(rates[i]).toFixed(1)}`).join("L")}`;
  const names = spread(
    series.map(({ rates }) => y(rates[rates.length - 1])),
    15,
    foot,
  );
  const shown = marks.filter(({ at }) => at >= first && at <= last);
  const at = Math.min(surface.reading ?? nearestTo(shown[shown.length - 1]?.at ?? last), lines.length - 1);
  /** @param {number} capacity */
  function nearestTo(capacity) {
    return bisectCenter(
      lines.map(({ n }) => n),
      capacity,
    );
  }
  const { n, i } = lines[at];
  const ticks = powers(4, [first, last]);
  const every = Math.ceil((ticks.length * 72) / Math.max(1, end - edge.left));
  const read = (/** @type {(typeof series)[number]} */ { name, rates }) =>
    t("chart.read", { name, size: format.percent(rates[i]) });
  const text = [t("reuse.at", { capacity: write(n) }), ...series.map(read)].join(" ");
  return html`<p class="reading" aria-hidden="true">
      <strong>${t("reuse.at", { capacity: write(n) })}</strong>
      ${series.map((one) => html`<span class=${one.main ? "main" : ""}>${read(one)}</span>`)}
    </p>
    <div part="chart" class="chart">
      <svg viewBox="0 0 ${width} ${height}" width=${width} height=${height} role="img" aria-label=${t("reuse.chart")}>
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
        ${shown.map(({ name, at }, i) => {
          const left = x(at) > end - breadth(name);
          return svg`<line class="trained" x1=${x(at)} x2=${x(at)} y1=${edge.top} y2=${foot} />
            <text x=${x(at) + (left ? -6 : 6)} y=${foot - 8 - 16 * i} text-anchor=${left ? "end" : "start"}>${name}</text>`;
        })}
        ${series.map((one) => svg`<path class=${one.main ? "series main" : "series"} d=${path(one.rates)} />`)}
        ${series.map(
          (one, i) =>
            svg`<text class=${one.main ? "end main" : "end"} x=${end + 8} y=${names[i]} dy="0.32em">${one.name}</text>`,
        )}
        <line class="cross" x1=${x(n)} x2=${x(n)} y1=${edge.top} y2=${foot} />
        ${series.map(
          (one) => svg`<circle class=${one.main ? "dot main" : "dot"} cx=${x(n)} cy=${y(one.rates[i])} r="4" />`,
        )}
      </svg>
      ${crosshair(frame, {
        label: t("reuse.crosshair"),
        text,
        at,
        last: lines.length - 1,
        left: edge.left,
        end,
        nearest: (place) => nearestTo(x.invert(place)),
      })}
    </div>`;
}
