import { html, nothing } from "lit-html";
import { curveChart } from "../charts/curve.mjs";
import { lengthSteps } from "./scenario.mjs";

/** @typedef {import("../types.js").Frame} Frame */
/** @typedef {import("../charts/curve.mjs").Series} Series */

/** Types that the setting is compared with where they make a difference. */
const compared = ["bf16", "fp8", "int4"];

/** @type {WeakMap<object, {lengths: number[], series: Series[]}>} */
const drawn = new WeakMap();

/**
 * The curve of the setting, and of the same model with all it keeps for tokens in other widths. The core computes
 * them once for each result.
 * @param {Frame} frame
 */
export function curves({ kvfit, t, answer: { result, scenario, architecture, errors } }) {
  if (!result) return undefined;
  const known = drawn.get(result);
  if (known || errors.length > 0) return known;
  const lengths = lengthSteps(architecture);
  /** @type {Series[]} */
  const series = [{ name: t("chart.setting"), main: true, bytes: kvfit.curve(scenario, lengths) }];
  const { kDtype, vDtype, indexerDtype, ...rest } = scenario;
  for (const kvDtype of compared) {
    try {
      const bytes = kvfit.curve({ ...rest, kvDtype }, lengths);
      const same = series.some((other) => bytes.every((b, i) => b === other.bytes[i]));
      if (!same) series.push({ name: kvDtype, main: false, bytes });
    } catch {
      // A width that this model has no layout for, or a size past 2^53, is not compared.
    }
  }
  drawn.set(result, { lengths, series });
  return drawn.get(result);
}

/** @param {Frame} frame */
export function curveSection(frame) {
  const { t, format, answer, surface } = frame;
  const { result, architecture } = answer;
  const data = curves(frame);
  if (!result || !data) return nothing;
  const { lengths, series } = data;
  return html`<section aria-labelledby="curve-head" class=${answer.errors.length > 0 ? "stale" : ""}>
    <div class="head">
      <h2 id="curve-head">${t("chart.head", { count: result.sequences })}</h2>
      <button
        type="button"
        aria-pressed=${surface.chartAsTable ? "true" : "false"}
        @click=${() => frame.show({ chartAsTable: !surface.chartAsTable })}
      >
        ${t("chart.table")}
      </button>
    </div>
    ${
      surface.chartAsTable
        ? html`<div class="scroll">
            <table class="curve">
              <thead>
                <tr>
                  <th scope="col" class="number">${t("chart.context_axis")}</th>
                  ${series.map(({ name }) => html`<th scope="col" class="number">${name}</th>`)}
                </tr>
              </thead>
              <tbody>
                ${lengths.map((n, i) =>
                  Number.isInteger(Math.log2(n)) || n === architecture?.trainedContext
                    ? html`<tr>
                        <th scope="row" class="number">${format.whole(n)}</th>
                        ${series.map(
                          ({ bytes }) =>
                            html`<td class="number" data-value=${String(bytes[i])} title=${format.exact(bytes[i])}>
                              ${format.gib(bytes[i])}
                            </td>`,
                        )}
                      </tr>`
                    : nothing,
                )}
              </tbody>
            </table>
          </div>`
        : curveChart(frame, { lengths, series, trained: architecture?.trainedContext ?? 0, tokens: result.tokens })
    }
  </section>`;
}
