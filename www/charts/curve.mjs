import { bisectCenter, extent } from "d3-array";
import { line } from "d3-shape";
import { html, nothing, svg } from "lit-html";
import { live } from "lit-html/directives/live.js";
import { logScale, powers, roundedDomain, spread } from "./scales.mjs";

const gib = 2 ** 30;
const height = 320;
const edge = { top: 24, bottom: 44, left: 56 };

/**
 * @typedef {object} Series
 * @property {string} name
 * @property {boolean} main
 * @property {ArrayLike<number>} bytes one for each length
 */

/**
 * Size against context, both in equal factors. A slider lies over the plot: pointer, touch and arrow keys move
 * one crosshair, and its value text reads all series.
 * @param {import("../types.js").Frame} frame
 * @param {{lengths: number[], series: Series[], trained: number, tokens: number}} data
 */
export function curveChart(frame, { lengths, series, trained, tokens }) {
  const { t, format, surface } = frame;
  const width = surface.chartWidth;
  const right = width < 480 ? 72 : 128;
  const [low = gib, high = gib] = extent(series.flatMap(({ bytes }) => Array.from(bytes)).filter((b) => b > 0));
  const domain = roundedDomain(10, [low / gib, high / gib]);
  const x = logScale([lengths[0], lengths[lengths.length - 1]], [edge.left, width - right]);
  const y = logScale(domain, [height - edge.bottom, edge.top]);
  const path = line()
    .x(([n]) => x(n))
    .y(([, bytes]) => y(bytes / gib));
  const points = (/** @type {Series} */ { bytes }) =>
    /** @type {[number, number][]} */ (lengths.map((n, i) => [n, bytes[i]])).filter(([, b]) => b > 0);
  const at = surface.reading ?? bisectCenter(lengths, tokens);
  const ends = spread(
    series.map(({ bytes }) => y(Math.max(bytes[lengths.length - 1], low) / gib)),
    15,
    height - edge.bottom,
  );
  const read = (/** @type {Series} */ { name, bytes }) => t("chart.read", { name, size: format.gib(bytes[at]) });
  const labelled = powers(2, [lengths[0], lengths[lengths.length - 1]]);
  const every = Math.ceil(labelled.length / ((width - right - edge.left) / 44));
  /** @param {PointerEvent} event */
  const follow = ({ currentTarget, clientX }) => {
    const box = /** @type {Element} */ (currentTarget).getBoundingClientRect();
    const share = Math.min(Math.max((clientX - box.left) / box.width, 0), 1);
    frame.show({ reading: bisectCenter(lengths, x.invert(edge.left + share * (width - right - edge.left))) });
  };

  return html`<p class="reading" aria-hidden="true">
      <strong>${t("chart.at", { tokens: lengths[at] })}</strong>
      ${series.map((one) => html`<span class=${one.main ? "main" : ""}>${read(one)}</span>`)}
    </p>
    <div class="chart">
      <svg viewBox="0 0 ${width} ${height}" width=${width} height=${height} role="img" aria-label=${t("chart.label")}>
        ${powers(10, domain).map(
          (size) => svg`<line class="grid" x1=${edge.left} x2=${width - right} y1=${y(size)} y2=${y(size)} />
          <text class="tick" x=${edge.left - 8} y=${y(size)} dy="0.32em" text-anchor="end">${format.tick(size)}</text>`,
        )}
        ${labelled.map(
          (n, i) => svg`<line class="grid" x1=${x(n)} x2=${x(n)} y1=${edge.top} y2=${height - edge.bottom} />
          ${
            (labelled.length - 1 - i) % every === 0
              ? svg`<text class="tick" x=${x(n)} y=${height - edge.bottom + 18} text-anchor="middle">${format.length(n)}</text>`
              : nothing
          }`,
        )}
        <text class="axis" x=${edge.left - 48} y="12">${t("chart.size_axis")}</text>
        <text class="axis" x=${width - right} y=${height - 6} text-anchor="end">${t("chart.context_axis")}</text>
        ${trained >= lengths[0] ? trainedLine(x(trained), t("chart.trained", { tokens: format.length(trained) }), width - right) : nothing}
        ${series.map((one) => svg`<path class=${one.main ? "series main" : "series"} d=${path(points(one)) ?? ""} />`)}
        ${series.map(
          (one, i) =>
            svg`<text class=${one.main ? "end main" : "end"} x=${width - right + 8} y=${ends[i]} dy="0.32em">${one.name}</text>`,
        )}
        <line class="cross" x1=${x(lengths[at])} x2=${x(lengths[at])} y1=${edge.top} y2=${height - edge.bottom} />
        ${series
          .filter(({ bytes }) => bytes[at] > 0)
          .map(
            (one) =>
              svg`<circle class=${one.main ? "dot main" : "dot"} cx=${x(lengths[at])} cy=${y(one.bytes[at] / gib)} r="4" />`,
          )}
      </svg>
      <input
        class="crosshair"
        type="range"
        min="0"
        max=${lengths.length - 1}
        step="1"
        aria-label=${t("chart.crosshair")}
        aria-valuetext=${[t("chart.at", { tokens: lengths[at] }), ...series.map(read)].join(" ")}
        .style=${`inset-inline-start: ${edge.left}px; inline-size: ${width - right - edge.left}px`}
        .value=${live(String(at))}
        @input=${(/** @type {Event} */ { target }) => frame.show({ reading: Number(/** @type {HTMLInputElement} */ (target).value) })}
        @pointermove=${follow}
        @pointerleave=${() => frame.show({ reading: undefined })}
        @blur=${() => frame.show({ reading: undefined })}
      />
    </div>`;
}

/** @param {number} at @param {string} label @param {number} end */
const trainedLine = (at, label, end) =>
  svg`<line class="trained" x1=${at} x2=${at} y1=${edge.top} y2=${height - edge.bottom} />
  <text class="axis" x=${at > end - 90 ? at - 6 : at + 6} y=${edge.top + 12} text-anchor=${at > end - 90 ? "end" : "start"}>${label}</text>`;
