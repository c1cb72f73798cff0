import { html, mathml, nothing } from "lit-html";
import { partName, shade } from "./parts.mjs";

/** @typedef {import("../types.js").Frame} Frame */
/** @typedef {import("../types.js").Term} Term */
/** @typedef {import("lit-html").TemplateResult | typeof nothing} Piece */

const strength = /** @type {Record<string, number>} */ ({ add: 1, subtract: 1, multiply: 2, divide: 3 });
const signs = /** @type {Record<string, string>} */ ({ add: "+", subtract: "−", multiply: "×" });
const fences = /** @type {Record<string, [string, string]>} */ ({ floor_divide: ["⌊", "⌋"], ceil_divide: ["⌈", "⌉"] });

/** @param {Term} term */
const weaker = (term, op = "") => (strength[term.op ?? ""] ?? 9) < (strength[op] ?? 9);

/** Writes term trees as MathML. Each named number can be pointed at or focused, and then tells where it was read. */
class Writer {
  /** @type {Term[]} */
  leaves = [];

  /** @param {Frame} frame */
  constructor(frame) {
    this.frame = frame;
  }

  /** @param {Term} term @returns {Piece} */
  node(term) {
    const args = term.args ?? [];
    if (!term.op) return this.leaf(term);
    if (term.op === "divide")
      return mathml`<mfrac><mrow>${this.node(args[0])}</mrow><mrow>${this.node(args[1])}</mrow></mfrac>`;
    if (term.op in fences) {
      const [open, close] = fences[term.op];
      return mathml`<mrow><mo>${open}</mo><mfrac><mrow>${this.node(args[0])}</mrow><mrow>${this.node(args[1])}</mrow></mfrac><mo>${close}</mo></mrow>`;
    }
    if (term.op in signs)
      return mathml`<mrow>${args.map((arg, i) => mathml`${i > 0 ? mathml`<mo>${signs[term.op ?? ""]}</mo>` : nothing}${weaker(arg, term.op) ? mathml`<mo>(</mo>${this.node(arg)}<mo>)</mo>` : this.node(arg)}`)}</mrow>`;
    return mathml`<mrow><mi>${term.op === "minimum" ? "min" : "max"}</mi><mo>(</mo>${args.map((arg, i) => mathml`${i > 0 ? mathml`<mo separator="true">,</mo>` : nothing}${this.node(arg)}`)}<mo>)</mo></mrow>`;
  }

  /** @param {Term} term @returns {Piece} */
  leaf(term) {
    const number = mathml`<mn>${this.frame.format.whole(term.value)}</mn>`;
    if (!term.symbol) return number;
    const i = this.leaves.push(term) - 1;
    return mathml`<munder class="leaf" tabindex=${i === 0 ? "0" : "-1"} data-leaf=${i}>${number}<mtext>${term.symbol.replaceAll("_", " ")}</mtext></munder>`;
  }

  /**
   * The equation in pieces between which a line may break: before × and +.
   * @param {Term} term @param {string} [before] @param {string} [after]
   * @returns {Piece[]}
   */
  pieces(term, before = "", after = "") {
    const args = term.args ?? [];
    if (!term.op || !(term.op in signs))
      return [html`<math><mrow>${marks(before)}${this.node(term)}${marks(after)}</mrow></math>`];
    return args.flatMap((arg, i) => {
      const [open, close] = weaker(arg, term.op) ? ["(", ")"] : ["", ""];
      const sign = i === 0 ? before : signs[term.op ?? ""];
      return this.pieces(arg, sign + open, close + (i === args.length - 1 ? after : ""));
    });
  }
}

/** @param {string} text */
const marks = (text) => [...text].map((mark) => mathml`<mo>${mark}</mo>`);

/** The lines of a sum, and the factor before it. @param {Term} term @returns {{factor?: Term, lines: Term[]}} */
function linesOf(term) {
  const [factor, sum] = term.args ?? [];
  if (term.op === "multiply" && term.args?.length === 2 && sum.op === "add") return { factor, lines: sum.args ?? [] };
  return { lines: term.op === "add" ? (term.args ?? []) : [term] };
}

/** What an equation can be shown of. @param {Frame} frame @returns {{id: string, term: Term, bytes: number, parts: boolean}[]} */
function subjects({ answer: { result } }) {
  if (!result) return [];
  const engine = Object.entries(result.figures)
    .filter(([, figure]) => figure.formula)
    .map(([id, figure]) => ({ id, term: figure.formula, bytes: figure.bytes, parts: false }));
  return [
    { id: "payloadBytes", term: result.formula, bytes: result.payloadBytes, parts: true },
    { id: "bytesPerRank", term: result.rankFormula, bytes: result.bytesPerRank, parts: true },
    { id: "fixedBytesPerSequence", term: result.fixedFormula, bytes: result.fixedBytesPerSequence, parts: false },
    { id: "marginalBytesPerToken", term: result.marginalFormula, bytes: result.marginalBytesPerToken, parts: false },
    ...engine,
  ];
}

/** @param {Frame} frame */
export function equationSection(frame) {
  const { t, format, answer, surface } = frame;
  const { result } = answer;
  const all = subjects(frame);
  const subject = all.find(({ id }) => id === surface.equation) ?? all[0];
  if (!result || !subject?.term) return nothing;
  const writer = new Writer(frame);
  const { factor, lines } = linesOf(subject.term);
  const named = subject.parts && lines.length === result.parts.length;
  /** @param {Event} event */
  const point = ({ target }) => {
    const leaf = target instanceof Element ? target.closest("[data-leaf]") : null;
    if (leaf) frame.show({ leaf: leaf.getAttribute("data-leaf") ?? undefined });
  };
  /** @param {KeyboardEvent} event */
  const walk = (event) => {
    const direction = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (direction === undefined || !(event.currentTarget instanceof Element)) return;
    const leaves = /** @type {HTMLElement[]} */ ([...event.currentTarget.querySelectorAll("[data-leaf]")]);
    const at = leaves.indexOf(/** @type {HTMLElement} */ (event.target));
    if (at < 0) return;
    event.preventDefault();
    leaves[(at + direction + leaves.length) % leaves.length].focus();
  };
  const body = lines.map(
    (line, i) =>
      html`<div class="line">
        ${
          named
            ? html`<span class="term-name"
                ><span class="swatch ${shade(result.parts, i).className}"></span
                >${partName(frame, result.parts[i])}</span
              >`
            : nothing
        }
        <span class="pieces"
          >${writer.pieces(line)}<math
            ><mrow><mo>=</mo></mrow></math
          ><span class="sum">${format.gib(line.value)}</span></span
        >
      </div>`,
  );
  const head = factor
    ? html`<div class="line">
        <span class="pieces"
          >${writer.pieces(factor)}<math
            ><mrow><mo>×</mo></mrow></math
          ><span>${t("equation.sum_of")}</span></span
        >
      </div>`
    : nothing;
  const leaf = writer.leaves[Number(surface.leaf)];
  return html`<section aria-labelledby="equation-head" class=${answer.errors.length > 0 ? "stale" : ""}>
    <div class="head">
      <h2 id="equation-head">${t("equation.head")}</h2>
      <select
        aria-labelledby="equation-head"
        @change=${(/** @type {Event} */ { target }) => frame.show({ equation: /** @type {HTMLSelectElement} */ (target).value, leaf: undefined })}
      >
        ${all.map(({ id }) => html`<option value=${id} ?selected=${id === subject.id}>${t(`equation.${id}`)}</option>`)}
      </select>
    </div>
    <div class="equation" @pointerover=${point} @focusin=${point} @keydown=${walk}>
      ${head}${body}
      <div class="line total">
        <span class="pieces"
          ><math
            ><mrow><mo>=</mo></mrow></math
          ><strong>${format.gib(subject.bytes)}</strong><span class="exact">${format.exact(subject.bytes)}</span></span
        >
      </div>
    </div>
    <p class="remark" role="status">${leaf ? sourceOf(frame, leaf) : t("equation.point")}</p>
  </section>`;
}

/** Where a number of the equation was read. @param {Frame} frame @param {Term} leaf */
function sourceOf({ t, format }, { symbol = "", value, source = "" }) {
  const params = { symbol: symbol.replaceAll("_", " "), value: format.whole(value), source };
  if (source.startsWith("/")) return t("equation.from_config", params);
  if (source === "") return t("equation.counted", params);
  return t("equation.from_setting", params);
}
