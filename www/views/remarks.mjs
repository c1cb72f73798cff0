import { html, nothing } from "lit-html";

/** @typedef {import("../types.js").Frame} Frame */

/** What there is to say of a link, and what is wrong with no input on view: those of the drawer count while it can close. @param {Frame} frame @param {Set<string>} inputs names on view */
export function problems(frame, inputs) {
  const { t, answer } = frame;
  const placed = (/** @type {{field: string}} */ { field }) => inputs.has(field);
  const link = frame.problems.filter(({ changes }) => !changes).map(({ code, params }) => t(`link.${code}`, params));
  return html`${link.length > 0 ? html`<p class="problem">${t("link.head", { problems: link.join(" ") })}</p>` : nothing}
  ${frame.problems.map((one) => changed(frame, one))}
  ${(answer.stale ? answer.errors : []).map((error) => html`<p class=${placed(error) ? "problem narrow" : "problem"}>${t.said("errors", error)}${t.place(error)}</p>`)}`;
}

/** Figures of a link that come out otherwise since. @param {Frame} frame @param {import("../types.js").Problem} problem */
function changed({ t, format }, { params, changes = [] }) {
  if (changes.length === 0) return nothing;
  const figures = changes.map(({ name, before, now }) => {
    const short = [before, now].map((bytes) => format.gib(bytes));
    const [was, is] = short[0] === short[1] ? [before, now].map((bytes) => format.exact(bytes)) : short;
    return t("link.change", { figure: t(`figure.${name}`), was, is });
  });
  return html`<p class="changed">${t("link.changed", { ...params, figures: figures.join(" ") })}</p>`;
}

/** What the engine will do or what deserves care, and what was assumed. @param {Frame} frame */
export const remarks = (frame) => (frame.answer.stale ? nothing : noteLists(frame, frame.answer.result));

/** @param {Frame} frame @param {Pick<import("../types.js").SizeResult, "warnings" | "notes"> | undefined} result */
export function noteLists({ t }, result) {
  if (!result) return nothing;
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
