import { html, nothing, svg } from "lit-html";

/** `words` begin with the piece's name. @typedef {{look: string, bytes: number, words: string[]}} Piece */
/** `limit`: bytes from the start that are there. @typedef {{title: string, pieces: Piece[], limit?: number, remark?: string}} Bar */

const bar = { height: 32, gap: 2, least: 3 };
const row = 22;

/**
 * Bars of pieces with their names and sizes below, in the order of the bar: the picture of what the page shows as a
 * bar and a table.
 * @param {import("../types.js").Frame} frame
 * @param {Bar[]} bars
 */
export function barsChart({ surface }, bars) {
  const width = surface.chartWidth;
  const heightOf = (/** @type {Bar} */ { title, pieces, remark }) =>
    (title ? row : 0) + bar.height + 12 + row * (pieces.length + (remark ? 1 : 0)) + 20;
  const tops = bars.map((_, i) => bars.slice(0, i).reduce((sum, one) => sum + heightOf(one), 0));
  const height = bars.reduce((sum, one) => sum + heightOf(one), 0);
  return html`<svg viewBox="0 0 ${width} ${height}" width=${width} height=${height}>
    ${bars.map((one, i) => drawBar(one, tops[i], width))}
  </svg>`;
}

/** @param {Bar} bar @param {number} top @param {number} width */
function drawBar({ title, pieces, limit, remark }, top, width) {
  const sum = pieces.reduce((total, { bytes }) => total + bytes, 0) || 1;
  const free = width - pieces.length * (bar.gap + bar.least);
  let x = 0;
  const places = pieces.map(({ bytes }) => {
    const wide = bar.least + (free * bytes) / sum;
    const at = x;
    x += wide + bar.gap;
    return { at, wide };
  });
  const start = top + (title ? row : 0);
  const list = start + bar.height + 28 + (remark ? row : 0);
  return svg`${title ? svg`<text x="0" y=${top + 13}>${title}</text>` : nothing}
    ${pieces.map(
      ({ look }, i) =>
        svg`<rect class=${look} x=${places[i].at} y=${start} width=${places[i].wide} height=${bar.height} rx="2" />`,
    )}
    ${limit === undefined ? nothing : svg`<line class="limit" x1=${(width * limit) / sum} x2=${(width * limit) / sum} y1=${start - 6} y2=${start + bar.height + 6} />`}
    ${remark ? svg`<text class="missing" x="0" y=${list - row}>${remark}</text>` : nothing}
    ${pieces.map(
      (
        { look, words: [name, ...figures] },
        i,
      ) => svg`<rect class=${look} x="0" y=${list + row * i - 11} width="12" height="12" rx="2" />
        <text class="ink" x="20" y=${list + row * i}>${name}</text>
        ${figures.map((text, j) => svg`<text class="ink" x=${width - 120 * (figures.length - 1 - j)} y=${list + row * i} text-anchor="end">${text}</text>`)}`,
    )}`;
}
