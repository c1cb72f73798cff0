import { html, nothing } from "lit-html";
import { curveChart } from "../charts/curve.mjs";
import { chartSection } from "./chart_section.mjs";
import { lengthSteps } from "./scenario.mjs";

/** @typedef {import("../types.js").Frame} Frame */
/** @typedef {import("../charts/curve.mjs").Series} Series */
/** @typedef {{lengths: number[], series: Series[]}} Curves */

/** Types that the setting is compared with where they make a difference. */
const compared = ["bf16", "fp8", "int4"];

/** @type {WeakMap<object, Curves>} */
const drawn = new WeakMap();

/**
 * The curve of the setting, and of the same model with other types; computed once for each result.
 * @param {Frame} frame
 * @returns {Curves | undefined}
 */
function curvesOf({ kvfit, t, answer: { result, scenario, architecture, stale } }) {
  if (!result) return undefined;
  const known = drawn.get(result);
  if (known || stale) return known;
  const marks = [result.tokens, architecture?.trainedContext ?? 0].filter(Boolean);
  const all = [...new Set([...lengthSteps(architecture), ...marks])].sort((a, b) => a - b);
  /** @param {import("../types.js").Scenario} asked @param {number[]} lengths */
  const curve = (asked, lengths) => {
    try {
      return kvfit.curve(asked, lengths);
    } catch {
      return undefined; // a type without a layout for this model, or a size past 2^53
    }
  };
  const lengths = curve(scenario, all) ? all : all.filter((n) => n <= result.tokens);
  const main = curve(scenario, lengths);
  if (!main) return undefined;
  /** @type {Series[]} */
  const series = [{ name: t("chart.setting"), main: true, bytes: main }];
  const { kDtype, vDtype, indexerDtype, ...rest } = scenario;
  for (const kvDtype of compared) {
    const bytes = curve({ ...rest, kvDtype }, lengths);
    const differs = bytes && series.every((other) => bytes.some((b, i) => b !== other.bytes[i]));
    if (differs) series.push({ name: kvDtype, main: false, bytes });
  }
  drawn.set(result, { lengths, series });
  return { lengths, series };
}

/** @param {Frame} frame @param {Curves} curves */
function curveTable({ t, format, answer: { result, architecture } }, { lengths, series }) {
  const row = (/** @type {number} */ n, /** @type {number} */ i) =>
    html`<tr>
      <th scope="row" class="number">${format.whole(n)}</th>
      ${series.map(
        ({ bytes }) =>
          html`<td class="number" data-value=${String(bytes[i])} title=${format.exact(bytes[i])}>
            ${format.gib(bytes[i])}
          </td>`,
      )}
    </tr>`;
  const shown = (/** @type {number} */ n) =>
    Number.isInteger(Math.log2(n)) || n === architecture?.trainedContext || n === result?.tokens;
  return html`<div class="scroll" tabindex="0" role="group" aria-labelledby="curve-head">
    <table part="table" class="curve">
      <thead>
        <tr>
          <th scope="col" class="number">${t("chart.context_axis")}</th>
          ${series.map(({ name }) => html`<th scope="col" class="number">${name}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${lengths.map((n, i) => (shown(n) ? row(n, i) : nothing))}
      </tbody>
    </table>
  </div>`;
}

/** Size against context as a chart, or as a table of the same numbers. @param {Frame} frame */
export function curveSection(frame) {
  const { t, answer } = frame;
  const { result, architecture } = answer;
  const curves = curvesOf(frame);
  if (!result || !curves) return nothing;
  const data = { ...curves, trained: architecture?.trainedContext ?? 0, tokens: result.tokens };
  return chartSection(frame, {
    name: "curve",
    title: t("chart.head", { count: result.sequences }),
    draw: (within) => curveChart(within, data),
    table: () => curveTable(frame, curves),
    stale: answer.stale,
  });
}
