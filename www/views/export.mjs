import { html } from "lit-html";
import { copyText } from "../clipboard.mjs";
import { csv, markdown } from "../export.mjs";

/**
 * Buttons that copy a table: as it is read, and with exact numbers.
 * @param {import("../types.js").Frame} frame
 * @param {{markdown: import("../export.mjs").Lines, csv: import("../export.mjs").Lines}} tables
 */
export function exportButtons(frame, tables) {
  const texts = { markdown: () => markdown(tables.markdown), csv: () => csv(tables.csv) };
  return html`<div class="copies">
    ${Object.entries(texts).map(([name, text]) => {
      const copy = async () => frame.show({ copied: (await copyText(text())) ? name : undefined });
      const leave = () => frame.surface.copied === name && frame.show({ copied: undefined });
      const done = frame.surface.copied === name;
      return html`<button type="button" @click=${copy} @pointerleave=${leave}>
        ${frame.t(done ? "figure.copied" : `export.${name}`)}
      </button>`;
    })}
  </div>`;
}
