import { html, nothing } from "lit-html";

/**
 * A table that scrolls by itself where it is too wide.
 * @param {string[]} heads @param {unknown[][]} rows @param {string} label
 * @param {number[]} [numbers] columns of numbers
 */
export function table(heads, rows, label, numbers = []) {
  const side = (/** @type {number} */ column) => (numbers.includes(column) ? "number" : nothing);
  return html`<div class="scroll" tabindex="0" role="group" aria-label=${label}>
    <table>
      <thead>
        <tr>
          ${heads.map((head, i) => html`<th scope="col" class=${side(i)}>${head}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          ([first, ...cells]) =>
            html`<tr>
              <th scope="row">${first}</th>
              ${cells.map((cell, i) => html`<td class=${side(i + 1)}>${cell}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}
