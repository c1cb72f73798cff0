import { html, nothing } from "lit-html";

/** A cell as it is read, and its exact value. @typedef {{text: string, value: unknown}} Cell */
/** The first cell names the row. @typedef {(Cell | string)[]} Cells */

/** @param {Cell | string} cell */
export const textOf = (cell) => (typeof cell === "string" ? cell : cell.text);
/** @param {Cell | string} cell */
export const valueOf = (cell) => (typeof cell === "string" ? cell : String(cell.value ?? ""));

/**
 * A table of figures, which scrolls by itself where it is too wide.
 * @param {string} name
 * @param {string[]} heads
 * @param {Cells[]} rows
 * @param {{label?: string, labelledby?: string}} named
 */
export const figuresTable = (name, heads, rows, { label, labelledby }) =>
  html`<div
    class="scroll"
    tabindex="0"
    role="group"
    aria-label=${label ?? nothing}
    aria-labelledby=${labelledby ?? nothing}
  >
    <table part="table" class=${name}>
      <thead>
        <tr>
          ${heads.map((head, i) => html`<th scope="col" class=${i > 0 ? "number" : ""}>${head}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          ([first, ...cells]) =>
            html`<tr>
              <th scope="row">${textOf(first)}</th>
              ${cells.map((cell) => html`<td class="number" data-value=${valueOf(cell)}>${textOf(cell)}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
