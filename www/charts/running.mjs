import { bisectCenter } from "d3-array";
import { html, svg } from "lit-html";
import { crosshair } from "./crosshair.mjs";
import { breadth } from "./scales.mjs";

const height = 240;
const edge = { top: 52, bottom: 44, left: 56, right: 16 };

/** @typedef {{name: string, at: number}} Mark */

/**
 * Share of the time against the number of requests that run at once, with marked numbers.
 * @param {import("../types.js").Frame} frame
 * @param {{shares: {requests: number, share: number}[], marks: Mark[]}} data
 */
export function runningChart(frame, { shares, marks }) {
  const { t, format, surface } = frame;
  const width = surface.chartWidth;
  const end = width - edge.right;
  const foot = height - edge.bottom;
  const numbers = shares.map(({ requests }) => requests);
  const step = shares.length > 1 ? Math.min(...numbers.slice(1).map((n, i) => n - numbers[i])) : 1;
  const shown = marks.filter(({ at }) => Number.isFinite(at));
  const least = Math.min(...numbers, ...shown.map(({ at }) => at));
  const most = Math.max(...numbers, ...shown.map(({ at }) => at)) + step;
  const x = (/** @type {number} */ n) => edge.left + ((end - edge.left) * (n - least)) / (most - least);
  const highest = Math.max(...shares.map(({ share }) => share));
  const y = (/** @type {number} */ share) => foot - ((foot - edge.top) * share) / highest;
  const wide = Math.max(1, x(least + step) - x(least) - 1);
  const at = Math.min(surface.reading ?? highestOf(shares), shares.length - 1);
  const { requests, share } = shares[at];
  const text = t("load.read", { count: requests, n: format.whole(requests), share: format.percent(share) });
  return html`<p class="reading" aria-hidden="true"><span class="main">${text}</span></p>
    <div class="chart">
      <svg viewBox="0 0 ${width} ${height}" width=${width} height=${height} role="img" aria-label=${t("load.chart")}>
        ${[0, 0.5, 1].map(
          (part) => svg`<line class="grid" x1=${edge.left} x2=${end} y1=${y(part * highest)} y2=${y(part * highest)} />
            <text x=${edge.left - 8} y=${y(part * highest)} dy="0.32em" text-anchor="end">${format.percent(part * highest)}</text>`,
        )}
        ${shares.map(
          (one, i) =>
            svg`<rect class=${i === at ? "share main" : "share"} x=${x(one.requests)} y=${y(one.share)} width=${wide} height=${foot - y(one.share)} />`,
        )}
        ${[least, most].map(
          (n, i) =>
            svg`<text x=${x(n)} y=${foot + 18} text-anchor=${i === 0 ? "start" : "end"}>${format.whole(n)}</text>`,
        )}
        <text x=${end} y=${height - 6} text-anchor="end">${t("load.axis")}</text>
        ${shown.map(({ name, at: place }, i) => {
          const left = x(place) > end - breadth(name);
          return svg`<line class="trained" x1=${x(place)} x2=${x(place)} y1=${edge.top - 8} y2=${foot} />
            <text x=${x(place) + (left ? -6 : 6)} y=${edge.top - 32 + 16 * i} text-anchor=${left ? "end" : "start"}>${name}</text>`;
        })}
      </svg>
      ${crosshair(frame, {
        label: t("load.crosshair"),
        text,
        at,
        last: shares.length - 1,
        left: edge.left,
        end,
        nearest: (place) =>
          bisectCenter(
            numbers.map((n) => x(n) + wide / 2),
            place,
          ),
      })}
    </div>`;
}

/** @param {{share: number}[]} shares */
const highestOf = (shares) => shares.reduce((best, { share }, i) => (share > shares[best].share ? i : best), 0);
