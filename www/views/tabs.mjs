import { html } from "lit-html";

/** @typedef {import("../types.js").Frame} Frame */

/** The views of one scenario; the first needs no word in a link. */
export const views = ["size", "fit", "load", "compare", "reuse", "log"];

/** @param {Frame} frame the open view, the first where a link names none of them */
export const openView = ({ view }) => (views.includes(view) ? view : views[0]);

/** @param {Frame} frame */
export function tabs(frame) {
  const { t } = frame;
  const open = openView(frame);
  const press = (/** @type {string} */ view) => frame.set({ view: view === views[0] ? undefined : view });
  return html`<nav class="views" part="views" aria-label=${t("views.label")}>
    ${views.map(
      (view) =>
        html`<button type="button" aria-current=${view === open ? "page" : "false"} @click=${() => press(view)}>
          ${t(`views.${view}`)}
        </button>`,
    )}
  </nav>`;
}
