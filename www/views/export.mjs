import { html, nothing } from "lit-html";
import { csv, markdown } from "../export.mjs";
import { copy } from "./copy.mjs";

/** @typedef {import("../types.js").Frame} Frame */

/** @param {Frame} frame @param {string} name of the form, `export.<name>` @param {() => string} text @param {string} [key] where there are several of the form */
export function copyButton(frame, name, text, key = name) {
  const said = frame.surface.copied === key ? "figure.copied" : `export.${name}`;
  return html`<button type="button" @click=${() => copy(frame, text(), key)}>${frame.t(said)}</button>`;
}

/**
 * Buttons that copy a table: as it is read, with exact numbers, or all that the answer holds.
 * @param {Frame} frame
 * @param {{markdown: import("../export.mjs").Lines, csv: import("../export.mjs").Lines, json?: object}} tables
 */
export const exportButtons = (frame, tables) =>
  html`<div class="copies">
    ${copyButton(frame, "markdown", () => markdown(tables.markdown))} ${copyButton(frame, "csv", () => csv(tables.csv))}
    ${tables.json ? copyButton(frame, "json", () => JSON.stringify(tables.json, null, 2)) : nothing}
  </div>`;
