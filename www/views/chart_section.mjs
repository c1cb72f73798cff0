import { html, nothing } from "lit-html";
import { pictureButtons } from "./picture.mjs";

/** @typedef {import("../types.js").Frame} Frame */
/**
 * @typedef {object} Section
 * @property {string} name
 * @property {string} title
 * @property {(frame: Frame) => unknown} draw the chart, as wide as the frame says
 * @property {() => unknown} [table] the same numbers, where no other table has them
 * @property {unknown} [buttons] more of them
 * @property {unknown} [before] what stands between the head and the chart
 * @property {unknown} [after]
 * @property {boolean} [stale]
 */

/** A chart that can be read as a table and saved as a picture. @param {Frame} frame @param {Section} section */
export function chartSection(frame, { name, title, draw, table, buttons, before, after, stale }) {
  const { t, surface } = frame;
  const asTable = table && surface.chartAsTable;
  const toggle = () => frame.show({ chartAsTable: !surface.chartAsTable });
  return html`<section aria-labelledby="${name}-head" class=${stale ? "stale" : ""}>
    <div class="head">
      <h2 id="${name}-head">${title}</h2>
      <div class="copies">
        ${
          table
            ? html`<button type="button" aria-pressed=${asTable ? "true" : "false"} @click=${toggle}>
                ${t("chart.table")}
              </button>`
            : nothing
        }
        ${buttons} ${pictureButtons(frame, { name, title, draw })}
      </div>
    </div>
    ${before} ${asTable ? table() : draw(frame)} ${after}
  </section>`;
}
