import { html, nothing } from "lit-html";
import { rangeInput } from "./field.mjs";
import { verdict } from "./fit.mjs";
import { problems } from "./remarks.mjs";
import { lengthSteps } from "./scenario.mjs";
import { sentence } from "./sentence.mjs";

/** @typedef {import("../types.js").Frame} Frame */

/**
 * One model, one answer, one slider: for the middle of a page that is about something else.
 * @param {Frame} frame
 * @param {string} announced
 */
export function brief(frame, announced) {
  const { t, format, answer, plan } = frame;
  const { result, architecture } = answer;
  const steps = lengthSteps(architecture);
  const end = (/** @type {number} */ tokens) => html`<span aria-hidden="true">${format.length(tokens)}</span>`;
  return html`<div class="answer brief" part="answer">
    ${problems(frame, new Set())} ${sentence(frame)} ${plan ? verdict(frame) : nothing}
    <div class="length">
      ${end(steps[0])}
      ${rangeInput(frame, "tokens", {
        label: t("field.tokens"),
        resolved: result?.tokens,
        steps,
        unit: (tokens) => t("unit.tokens", { count: tokens, n: format.whole(tokens) }),
      })}
      ${end(steps[steps.length - 1])}
    </div>
    <slot name="start"></slot>
    <p class="hidden" role="status">${announced}</p>
  </div>`;
}
