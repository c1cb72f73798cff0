import { html, nothing } from "lit-html";

/** @typedef {import("../types.js").Frame} Frame */

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

/** Changes that make the scenario fit, each with its effect and a button that makes it. @param {Frame} frame */
export function remedyList(frame) {
  const { t, format, plan } = frame;
  const { result, remedies = [], stale } = plan ?? {};
  if (!result || stale || result.fits) return nothing;
  if (remedies.length === 0) return html`<p>${t("remedies.none")}</p>`;
  return html`<section aria-labelledby="remedies-head">
    <h2 id="remedies-head">${t("remedies.head")}</h2>
    <ul class="remedies">
      ${remedies.map((remedy) => {
        const { together } = remedy;
        const said =
          together.length > 0 ? t.list(together.map((one) => t.said("remedies", one))) : t.said("remedies", remedy);
        const effect = {
          count: remedy.requestsThatFit,
          needed: format.gib(remedy.kvBytes),
          available: format.gib(remedy.kvAvailableBytes),
        };
        return html`<li>
          <span class="said-remedy">${said}<small>${t("remedies.effect", effect)}</small></span>
          ${applyButton(frame, said, remedy.changes)}
        </li>`;
      })}
    </ul>
  </section>`;
}
