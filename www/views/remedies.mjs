import { html, nothing } from "lit-html";

/** @typedef {import("../types.js").Frame} Frame */
/** @typedef {import("../types.js").Remedy} Remedy */

/** Makes a change, after which the button may be gone: the focus goes to the verdict. @param {Frame} frame @param {string} said what it changes @param {Record<string, string | number | boolean>} changes */
export function applyButton(frame, said, changes) {
  const { t } = frame;
  const apply = (/** @type {Event} */ { target }) => {
    const root = /** @type {ShadowRoot} */ (/** @type {Node} */ (target).getRootNode());
    frame.set(changes);
    /** @type {HTMLElement | null} */ (root.querySelector(".verdict"))?.focus();
  };
  return html`<button type="button" aria-label=${t("remedies.apply_one", { remedy: said })} @click=${apply}>
    ${t("remedies.apply")}
  </button>`;
}

/**
 * Changes that would make a scenario fit, each with its effect and its button.
 * @param {Frame} frame
 * @param {Remedy[]} remedies
 * @param {(said: string, remedy: Remedy) => unknown} button
 */
export const remedyItems = ({ t, format }, remedies, button) =>
  html`<ul class="remedies">
    ${remedies.map((remedy) => {
      const { together, requestsThatFit: count, kvBytes, kvAvailableBytes } = remedy;
      const said =
        together.length > 0 ? t.list(together.map((one) => t.said("remedies", one))) : t.said("remedies", remedy);
      const effect = { count, needed: format.gib(kvBytes), available: format.gib(kvAvailableBytes) };
      return html`<li>
        <span class="said-remedy">${said}<small>${t("remedies.effect", effect)}</small></span>
        ${button(said, remedy)}
      </li>`;
    })}
  </ul>`;

/** What would make the scenario fit, one press away. @param {Frame} frame */
export function remedyList(frame) {
  const { t, plan } = frame;
  const { result, remedies, stale } = plan ?? {};
  if (!result || stale || result.fits || !remedies) return nothing;
  if (remedies.length === 0) return html`<p>${t("remedies.none")}</p>`;
  return html`<section aria-labelledby="remedies-head">
    <h2 id="remedies-head">${t("remedies.head")}</h2>
    ${remedyItems(frame, remedies, (said, { changes }) => applyButton(frame, said, changes))}
  </section>`;
}
