import { html, mathml, nothing } from "lit-html";

/** @typedef {import("./types.js").Term} Term */
/** @typedef {import("lit-html").TemplateResult | typeof nothing} Piece */

/** How tightly an operation binds; what binds less tightly than its surroundings is put in brackets. */
const strength = /** @type {Record<string, number>} */ ({ add: 1, subtract: 1, multiply: 2 });
const signs = /** @type {Record<string, string>} */ ({ add: "+", subtract: "−", multiply: "×" });
const brackets = /** @type {Record<string, [string, string]>} */ ({
  divide: ["", ""],
  floor_divide: ["⌊", "⌋"],
  ceil_divide: ["⌈", "⌉"],
});
const functions = /** @type {Record<string, string>} */ ({ minimum: "min", maximum: "max" });

const loose = (/** @type {Term} */ term, op = "") => (strength[term.op ?? ""] ?? 9) < (strength[op] ?? 9);
/** A sign that begins a line keeps its distances. @param {string} text */
const mark = (text) =>
  mathml`<mo stretchy="false" form=${Object.values(signs).includes(text) ? "infix" : nothing}>${text}</mo>`;
const tall = (/** @type {string} */ text) => (text ? mathml`<mo>${text}</mo>` : nothing);

/** Arguments that say something: a bare 1 in a product does not. @param {Term} term @returns {Term[]} */
const argsOf = ({ op, args = [] }) =>
  op === "multiply" ? args.filter((arg) => arg.op || arg.symbol || arg.value !== 1) : args;

/** Writes term trees as MathML. Named numbers carry their symbol beneath and can be pointed at or focused. */
export class MathWriter {
  /** The named numbers in the order of writing. @type {Term[]} */
  leaves = [];
  #whole;
  #pointed;

  /** @param {(n: number) => string} whole writes a number @param {{ pointed?: boolean }} [options] whether numbers can be pointed at */
  constructor(whole, { pointed = true } = {}) {
    this.#whole = whole;
    this.#pointed = pointed;
  }

  /**
   * The equation in pieces between which a line may break: before × and +.
   * @param {Term} term
   * @param {string} [before] signs that open the first piece
   * @param {string} [after] signs that close the last one
   * @returns {Piece[]}
   */
  pieces(term, before = "", after = "") {
    const args = argsOf(term);
    if (!((term.op ?? "") in signs)) {
      const row = [...[...before].map(mark), this.#node(term), ...[...after].map(mark)];
      return [html`<math displaystyle="true"><mrow>${row}</mrow></math>`];
    }
    return args.flatMap((arg, i) => {
      const [open, close] = loose(arg, term.op) ? ["(", ")"] : ["", ""];
      const sign = i === 0 ? before : signs[term.op ?? ""];
      return this.pieces(arg, sign + open, close + (i === args.length - 1 ? after : ""));
    });
  }

  /** @param {Term} term @returns {Piece} */
  #node(term) {
    const op = term.op ?? "";
    const args = argsOf(term);
    if (op in brackets) {
      const [above, below] = args.map((arg) => this.#node(arg));
      const [open, close] = brackets[op];
      return mathml`<mrow>${tall(open)}<mfrac><mrow>${above}</mrow><mrow>${below}</mrow></mfrac>${tall(close)}</mrow>`;
    }
    if (op in functions) {
      const list = args.map((arg, i) => [i > 0 ? mathml`<mo separator="true">,</mo>` : nothing, this.#node(arg)]);
      return mathml`<mrow><mi>${functions[op]}</mi>${mark("(")}${list}${mark(")")}</mrow>`;
    }
    if (op in signs) {
      const row = args.map((arg, i) => [
        i > 0 ? mark(signs[op]) : nothing,
        loose(arg, op) ? [mark("("), this.#node(arg), mark(")")] : this.#node(arg),
      ]);
      return mathml`<mrow>${row}</mrow>`;
    }
    return this.#leaf(term);
  }

  /** @param {Term} term @returns {Piece} */
  #leaf(term) {
    const number = mathml`<mn>${this.#whole(term.value)}</mn>`;
    if (!term.symbol) return number;
    const i = this.leaves.push(term) - 1;
    const symbol = term.symbol.replaceAll("_", " ");
    if (!this.#pointed) return mathml`<munder>${number}<mtext>${symbol}</mtext></munder>`;
    return mathml`<munder class="leaf" tabindex=${i === 0 ? "0" : "-1"} data-leaf=${i}>${number}<mtext>${symbol}</mtext></munder>`;
  }
}

/**
 * The lines of a sum, and the factor before it.
 * @param {Term} term
 * @returns {{factor?: Term, lines: Term[]}}
 */
export function linesOf(term) {
  const [factor, sum] = term.args ?? [];
  if (term.op === "multiply" && term.args?.length === 2 && sum.op === "add") return { factor, lines: sum.args ?? [] };
  return { lines: term.op === "add" ? (term.args ?? []) : [term] };
}
