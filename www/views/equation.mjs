import { html, nothing } from "lit-html";
import { MathWriter, linesOf } from "../mathml.mjs";
import { originSection } from "./origin.mjs";
import { partName, shade } from "./parts.mjs";

/** @typedef {import("../types.js").Frame} Frame */
/** @typedef {import("../types.js").Term} Term */

/**
 * What an equation can be shown of: the payload's figures, then those of the engine that have one.
 * @param {import("../types.js").SizeResult} result
 * @returns {{id: string, term: Term, bytes: number, parts?: boolean}[]} parts: one line for each part of the result
 */
function subjects(result) {
  return [
    { id: "payloadBytes", term: result.formula, bytes: result.payloadBytes, parts: true },
    { id: "bytesPerRank", term: result.rankFormula, bytes: result.bytesPerRank, parts: true },
    { id: "fixedBytesPerSequence", term: result.fixedFormula, bytes: result.fixedBytesPerSequence },
    { id: "marginalBytesPerToken", term: result.marginalFormula, bytes: result.marginalBytesPerToken },
    ...Object.entries(result.figures).map(([id, { formula, bytes }]) => ({ id, term: formula, bytes })),
  ].filter(({ term }) => term);
}

/** Arrow keys go from one named number to the next, so that the equation is one stop for Tab. @param {KeyboardEvent} event */
function walk(event) {
  const direction = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  if (direction === undefined || !(event.currentTarget instanceof Element)) return;
  const leaves = /** @type {HTMLElement[]} */ ([...event.currentTarget.querySelectorAll("[data-leaf]")]);
  const at = leaves.indexOf(/** @type {HTMLElement} */ (event.target));
  if (at < 0) return;
  event.preventDefault();
  leaves[(at + direction + leaves.length) % leaves.length].focus();
}

/** The equation with this scenario's numbers; each tells where it was read. @param {Frame} frame */
export function equationSection(frame) {
  const { t, format, answer, surface } = frame;
  const { result } = answer;
  if (!result) return nothing;
  const all = subjects(result);
  const subject = all.find(({ id }) => id === surface.equation) ?? all[0];
  const writer = new MathWriter((n) => format.whole(n));
  const { factor, lines } = linesOf(subject.term);
  const named = subject.parts && lines.length === result.parts.length;
  const equals = html`<math><mo>=</mo></math>`;
  /** @param {Event} event */
  const point = ({ target }) => {
    const leaf = target instanceof Element ? target.closest("[data-leaf]") : null;
    if (leaf) frame.show({ leaf: Number(leaf.getAttribute("data-leaf")) });
  };
  /** @param {Event} event */
  const choose = ({ target }) =>
    frame.show({ equation: /** @type {HTMLSelectElement} */ (target).value, leaf: undefined });
  const head = factor
    ? html`<div class="line">
        <span class="pieces">${writer.pieces(factor)}<span>&times; ${t("equation.sum_of")}</span></span>
      </div>`
    : nothing;
  const body = lines.map(
    (line, i) =>
      html`<div class="line">
        ${
          named
            ? html`<span class="term-name"
                ><span class="swatch ${shade(result.parts, i)}"></span>${partName(frame, result.parts[i])}</span
              >`
            : nothing
        }
        <span class="pieces">${writer.pieces(line)}<span class="sum">${equals} ${format.gib(line.value)}</span></span>
      </div>`,
  );
  const leaf = writer.leaves[surface.leaf ?? -1];
  return html`<section aria-labelledby="equation-head" class=${answer.stale ? "stale" : ""}>
    <div class="head">
      <h2 id="equation-head">${t("equation.head")}</h2>
      <select aria-labelledby="equation-head" @change=${choose}>
        ${all.map(({ id }) => html`<option value=${id} ?selected=${id === subject.id}>${t(`equation.${id}`)}</option>`)}
      </select>
    </div>
    <div part="equation" class="equation" @pointerover=${point} @focusin=${point} @keydown=${walk}>
      ${head}${body}
      <div class="line total">
        <span class="pieces"
          ><span class="sum">${equals} ${format.gib(subject.bytes)}</span
          ><span class="exact">${format.exact(subject.bytes)}</span></span
        >
      </div>
    </div>
    <p class="remark pointed" role="status">${leaf ? sourceOf(frame, leaf) : t("equation.point")}</p>
    ${originSection(frame, leaf?.source)}
  </section>`;
}

/** Where a number of the equation was read. @param {Frame} frame @param {Term} leaf */
function sourceOf({ t, format }, { symbol = "", value, source = "" }) {
  const params = { symbol: symbol.replaceAll("_", " "), value: format.whole(value), source };
  if (source.startsWith("/")) return t("equation.from_config", params);
  return t(source === "" ? "equation.counted" : "equation.from_setting", params);
}
