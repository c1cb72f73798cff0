import { html, nothing, svg } from "lit-html";
import { nearestStep } from "../ladder.mjs";
import { logScale, powers } from "./scales.mjs";

/** @typedef {{tokens: number, sequences: number}} Corner */

const height = 320;
const edge = { top: 16, right: 16, bottom: 44, left: 56 };

/** Powers of ten and their halves, where there are few of them. @param {number} most */
const marks = (most) =>
  powers(10, [1, most])
    .flatMap((power) => [power, 2 * power, 5 * power])
    .filter((n) => n <= most);

/**
 * What fits as an area below its corners, context against requests, both in equal factors; the scenario is the point.
 * A drag moves it; its keyboard form are the two fields of the scenario.
 * @param {import("../types.js").Frame} frame
 * @param {{corners: Corner[], tokens: number, sequences: number, fits: boolean, tokenSteps: number[], sequenceSteps: number[]}} data
 */
export function frontierChart(frame, { corners, tokens, sequences, fits, tokenSteps, sequenceSteps }) {
  const { t, format, surface } = frame;
  const width = surface.chartWidth;
  const [end, foot] = [width - edge.right, height - edge.bottom];
  const [first, last] = [Math.min(1024, tokens), Math.max(tokens, ...corners.map((corner) => corner.tokens), 2048)];
  const most = Math.max(
    10,
    sequences,
    ...corners.filter(({ tokens }) => tokens >= first).map((corner) => corner.sequences),
  );
  const x = logScale([first, last], [edge.left, end]);
  const y = logScale([1, most], [foot, edge.top]);
  const [px, py] = [x(tokens), y(sequences)];
  const octaves = powers(2, [first, last]);
  const every = Math.ceil((octaves.length * 44) / (end - edge.left));
  // Corners come from the longest context to the shortest; between two of them the lower count holds.
  const inside = corners.filter((corner) => corner.tokens >= first);
  const beyond = corners.find((corner) => corner.tokens < first);
  const top = beyond ? [{ tokens: first, sequences: Math.min(beyond.sequences, most) }] : [];
  const steps = [...inside, ...top].flatMap((corner, i, all) => [
    `${x(corner.tokens).toFixed(1)},${(i === 0 ? foot : y(all[i - 1].sequences)).toFixed(1)}`,
    `${x(corner.tokens).toFixed(1)},${y(corner.sequences).toFixed(1)}`,
  ]);
  const closing =
    inside.length > 0 ? `L${edge.left},${y(inside[inside.length - 1].sequences).toFixed(1)}L${edge.left},${foot}Z` : "";
  /** @param {PointerEvent} event */
  const move = ({ currentTarget, clientX, clientY, buttons }) => {
    if (buttons !== 1) return;
    const box = /** @type {Element} */ (currentTarget).getBoundingClientRect();
    const at = (/** @type {number[]} */ all, /** @type {number} */ value) => all[nearestStep(all, value)];
    const scale = width / box.width;
    frame.set({
      tokens: at(tokenSteps, x.invert((clientX - box.left) * scale)),
      sequences: at(sequenceSteps, y.invert((clientY - box.top) * scale)),
    });
  };
  /** @param {PointerEvent} event */
  const grab = (event) => {
    /** @type {Element} */ (event.currentTarget).setPointerCapture(event.pointerId);
    move(event);
  };
  return html`<div part="chart" class="chart frontier">
    <svg
      viewBox="0 0 ${width} ${height}"
      width=${width}
      height=${height}
      role="img"
      aria-label=${t("frontier.label")}
      @pointerdown=${grab}
      @pointermove=${move}
    >
      ${steps.length > 0 ? svg`<path class="works" d="M${steps.join("L")}${closing}" />` : nothing}
      ${marks(most).map(
        (n) => svg`<line class="grid" x1=${edge.left} x2=${end} y1=${y(n)} y2=${y(n)} />
          <text x=${edge.left - 8} y=${y(n)} dy="0.32em" text-anchor="end">${format.whole(n)}</text>`,
      )}
      ${octaves.map(
        (n, i) => svg`<line class="grid" x1=${x(n)} x2=${x(n)} y1=${edge.top} y2=${foot} />
          ${(octaves.length - 1 - i) % every === 0 ? svg`<text x=${x(n)} y=${foot + 18} text-anchor="middle">${format.length(n)}</text>` : nothing}`,
      )}
      <text x=${end} y=${height - 6} text-anchor="end">${t("chart.context_axis")}</text>
      <text x=${edge.left} y=${height - 6}>${t("frontier.requests_axis")}</text>
      <text class="end" x=${edge.left + 12} y=${foot - 12}>${t("frontier.works")}</text>
      <circle class=${fits ? "handle good" : "handle bad"} cx=${px} cy=${py} r="9" />
      <text class="end main" x=${px} y=${py - 14} text-anchor=${px > width / 2 ? "end" : "start"}>
        ${t(fits ? "fit.yes" : "fit.no")}
      </text>
    </svg>
  </div>`;
}
