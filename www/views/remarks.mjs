import { html, nothing } from "lit-html";

/** @typedef {import("../types.js").Frame} Frame */

/** What is wrong and has no input of its own on view, and what of a link could not be read. @param {Frame} frame @param {Set<string>} inputs names on view */
export function problems(frame, inputs) {
  const { t, answer } = frame;
  const left = answer.errors.filter(({ field }) => !inputs.has(field));
  const link = frame.problems.map(({ code, params }) => t(`link.${code}`, params));
  return html`${link.length > 0 ? html`<p class="problem">${t("link.head", { problems: link.join(" ") })}</p>` : nothing}
  ${left.map((error) => html`<p class="problem">${t.said("errors", error)}</p>`)}`;
}

/** What the engine will do or what deserves care, and what was assumed. @param {Frame} frame */
export function remarks(frame) {
  const { t, answer } = frame;
  const { result } = answer;
  if (!result || answer.errors.length > 0) return nothing;
  const list = (/** @type {"warnings" | "notes"} */ kind) =>
    result[kind].length === 0
      ? nothing
      : html`<section aria-labelledby=${`${kind}-head`} class=${kind}>
          <h2 id=${`${kind}-head`}>${t(`remarks.${kind}`)}</h2>
          <ul>
            ${result[kind].map((said) => html`<li>${t.said(kind, said)}</li>`)}
          </ul>
        </section>`;
  return html`${list("warnings")}${list("notes")}`;
}
