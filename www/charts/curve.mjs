import { bisectCenter, extent } from "d3-array";
import { html, nothing, svg } from "lit-html";
import { crosshair } from "./crosshair.mjs";
import { breadth, logScale, powers, roundedDomain, spread } from "./scales.mjs";

const gib = 2 ** 30;
const height = 320;
const edge = { top: 24, bottom: 44 };

/**
 * @typedef {object} Series
 * @property {string} name
 * @property {boolean} main
 * @property {ArrayLike<number>} bytes one for each length
 */

/**
 * Size against context, both in equal factors. A slider lies over the plot: pointer, touch and arrow keys move
 * one crosshair, and its value text reads all series. It rests at the scenario's own length.
 * @param {import("../types.js").Frame} frame
 * @param {{lengths: number[], series: Series[], trained: number, tokens: number}} data
 */
export function curveChart(frame, { lengths, series, trained, tokens }) {
  const { t, format, surface } = frame;
  const width = surface.chartWidth;
  const end = width - Math.max(...series.map(({ name }) => breadth(name))) - 12;
  const foot = height - edge.bottom;
  const first = lengths[0];
  const last = lengths[lengths.length - 1];
  const [low = gib, high = gib] = extent(series.flatMap(({ bytes }) => Array.from(bytes)).filter((b) => b > 0));
  const sizes = roundedDomain(10, [low / gib, high / gib]);
  const left = Math.max(56, ...sizes.map((size) => breadth(format.tick(size)) + 8));
  const x = logScale([first, last], [left, end]);
  const y = logScale(sizes, [foot, edge.top]);
  const level = (/** @type {number} */ bytes) => y(Math.max(bytes, low) / gib);
  const path = (/** @type {Series} */ { bytes }) =>
    `M${lengths.map((n, i) => `${x(n).toFixed(1)},${level(bytes[i]).toFixed(1)}`).join("L")}`;
  const names = spread(
    series.map(({ bytes }) => level(bytes[lengths.length - 1])),
    15,
    foot,
  );
  const at = Math.min(surface.reading ?? lengths.indexOf(tokens), lengths.length - 1);
  const cross = x(lengths[at]);
  const read = (/** @type {Series} */ { name, bytes }) => t("chart.read", { name, size: format.gib(bytes[at]) });
  const octaves = powers(2, [first, last]);
  const every = Math.ceil((octaves.length * 44) / (end - left));
  const text = [t("chart.at", { tokens: lengths[at] }), ...series.map(read)].join(" ");
  const nearest = (/** @type {number} */ place) => bisectCenter(lengths, x.invert(place));

  return html`<p class="reading" aria-hidden="true">
      <strong>${t("chart.at", { tokens: lengths[at] })}</strong>
      ${series.map((one) => html`<span class=${one.main ? "main" : ""}>${read(one)}</span>`)}
    </p>
    <div part="chart" class="chart">
      <svg viewBox="0 0 ${width} ${height}" width=${width} height=${height} role="img" aria-label=${t("chart.label")}>
        ${powers(10, sizes).map(
          (size) => svg`<line class="grid" x1=${left} x2=${end} y1=${y(size)} y2=${y(size)} />
            <text x=${left - 8} y=${y(size)} dy="0.32em" text-anchor="end">${format.tick(size)}</text>`,
        )}
        ${octaves.map(
          (n, i) => svg`<line class="grid" x1=${x(n)} x2=${x(n)} y1=${edge.top} y2=${foot} />
            ${(octaves.length - 1 - i) % every === 0 ? svg`<text x=${x(n)} y=${foot + 18} text-anchor="middle">${format.length(n)}</text>` : nothing}`,
        )}
        <text x=${left - 8} y="12" text-anchor="end">${t("chart.size_axis")}</text>
        <text x=${end} y=${height - 6} text-anchor="end">${t("chart.context_axis")}</text>
        ${series.map((one) => svg`<path class=${one.main ? "series main" : "series"} d=${path(one)} />`)}
        ${series.map(
          (one, i) =>
            svg`<text class=${one.main ? "end main" : "end"} x=${end + 8} y=${names[i]} dy="0.32em">${one.name}</text>`,
        )}
        <line class="cross" x1=${cross} x2=${cross} y1=${edge.top} y2=${foot} />
        ${trained >= first ? trainedLine(x(trained), t("chart.trained", { tokens: format.length(trained) }), [left, end], foot) : nothing}
        ${series.map(
          (one) => svg`<circle class=${one.main ? "dot main" : "dot"} cx=${cross} cy=${level(one.bytes[at])} r="4" />`,
        )}
      </svg>
      ${crosshair(frame, { label: t("chart.crosshair"), text, at, last: lengths.length - 1, left, end, nearest })}
    </div>`;
}

/** Labelled above the plot, within its ends. @param {number} at @param {string} label @param {[number, number]} ends @param {number} foot */
const trainedLine = (at, label, [left, end], foot) => {
  const half = breadth(label) / 2;
  return svg`<line class="trained" x1=${at} x2=${at} y1=${edge.top - 6} y2=${foot} />
    <text x=${Math.max(left + half, Math.min(at, end - half))} y="12" text-anchor="middle">${label}</text>`;
};
