import { html, nothing } from "lit-html";
import { MathWriter, linesOf } from "../mathml.mjs";

/** @typedef {import("../types.js").Term} Term */
/** @typedef {import("./context.mjs").Context} Context */

/** Named numbers, each once. @param {Term[]} leaves */
const distinct = (leaves) => [
  ...new Map(leaves.map((leaf) => [`${leaf.symbol} ${leaf.value} ${leaf.source}`, leaf])).values(),
];

/**
 * An equation as the core gives it, and where each of its numbers comes from.
 * @param {Context} context
 * @param {Term} term
 * @param {number} bytes
 */
export function equation({ t, format }, term, bytes) {
  const writer = new MathWriter((n) => format.whole(n), { pointed: false });
  const { factor, lines } = linesOf(term);
  const equals = html`<math><mo>=</mo></math>`;
  const head = factor
    ? html`<div class="line">
        <span class="pieces">${writer.pieces(factor)}<span>× ${t("equation.sum_of")}</span></span>
      </div>`
    : nothing;
  const body = lines.map((line) => html`<div class="line"><span class="pieces">${writer.pieces(line)}</span></div>`);
  return html`<div class="equation" tabindex="0" role="group" aria-label=${t("equation.head")}>
      ${head}${body}
      <div class="line total">
        <span class="pieces"
          ><span class="sum">${equals} ${format.gib(bytes)}</span
          ><span class="exact">${format.exact(bytes)}</span></span
        >
      </div>
    </div>
    ${sources(t, format, distinct(writer.leaves))}`;
}

/** @param {Context["t"]} t @param {Context["format"]} format @param {Term[]} leaves */
function sources(t, format, leaves) {
  if (leaves.length === 0) return nothing;
  return html`<details>
    <summary>${t("method.numbers")}</summary>
    <ul>
      ${leaves.map(({ symbol = "", value, source = "" }) => {
        const params = { symbol: symbol.replaceAll("_", " "), value: format.whole(value), source };
        const from = source.startsWith("/") ? "config" : source === "" ? "" : "setting";
        return html`<li>${t(from === "" ? "equation.counted" : `equation.from_${from}`, params)}</li>`;
      })}
    </ul>
  </details>`;
}
