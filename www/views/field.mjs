import { html, nothing } from "lit-html";
import { live } from "lit-html/directives/live.js";
import { ladder, nearestStep, nextStep } from "../ladder.mjs";

/** @typedef {import("../types.js").Frame} Frame */
/** @typedef {import("../types.js").View} View */
/** @typedef {{value: string, text: string}} Option of a list */

/**
 * A label, its control, and beneath it what is wrong with it or what it came to.
 * @param {Frame} frame
 * @param {string} key
 * @param {View} label
 * @param {View} control with `id=key`
 * @param {View} [remark]
 */
export const field = (frame, key, label, control, remark = nothing) => {
  const error = frame.error(key);
  return html`<div class="field">
    <label for=${key}>${label}</label>
    ${control} ${error ? html`<p class="error" id="${key}-error">${frame.t.said("errors", error)}</p>` : nothing}
    ${remark === nothing ? nothing : html`<p class="remark" id="${key}-remark">${remark}</p>`}
  </div>`;
};

/** @param {Frame} frame @param {string} key */
export const describedBy = (frame, key) => (frame.error(key) ? `${key}-error` : nothing);

/** @param {Frame} frame @param {string} key */
export const invalid = (frame, key) => (frame.error(key) ? "true" : nothing);

/** Whether inputs can grow with their text by style alone. */
const grows = globalThis.CSS?.supports("field-sizing", "content");

/** What a count field shows: the text being typed, else the number it came to. */
const shown = (
  /** @type {Frame} */ { answer, surface, format },
  /** @type {string} */ key,
  /** @type {number | undefined} */ resolved,
) => {
  if (surface.editing?.key === key) return surface.editing.text;
  const typed = answer.scenario[key];
  const settled = resolved !== undefined && (typed === undefined || !answer.stale);
  return settled ? format.whole(resolved) : String(typed ?? "");
};

/**
 * Attributes and listeners that all text inputs of counts share: typed text counts at once, arrows step. The value stands
 * in its attribute too, for a copy of the page that cannot run.
 * @param {Frame} frame
 * @param {string} key
 * @param {{id: string, name?: string, resolved?: number, steps?: number[], label?: string, placeholder?: string}} options
 */
export function countInput(frame, key, { id, name, resolved, steps = ladder(1, 1024), label, placeholder = "" }) {
  const value = shown(frame, key, resolved);
  /** @param {Event} event */
  const typed = ({ target }) => {
    const text = /** @type {HTMLInputElement} */ (target).value;
    frame.set({ [key]: text.trim() === "" ? undefined : text }, { editing: { key, text } });
  };
  /** @param {KeyboardEvent} event */
  const stepped = (event) => {
    if ((event.key !== "ArrowUp" && event.key !== "ArrowDown") || resolved === undefined) return;
    event.preventDefault();
    frame.set({ [key]: nextStep(steps, resolved, event.key === "ArrowUp" ? 1 : -1) }, { editing: undefined });
  };
  return html`<input
    id=${id}
    name=${name ?? nothing}
    type="text"
    autocomplete="off"
    spellcheck="false"
    aria-label=${label ?? nothing}
    aria-invalid=${invalid(frame, key)}
    aria-describedby=${describedBy(frame, key)}
    placeholder=${placeholder}
    value=${value}
    .value=${live(value)}
    .style=${label && !grows ? `inline-size: ${Math.min(Math.max(value.length, 1), 20)}ch` : ""}
    @input=${typed}
    @keydown=${stepped}
    @blur=${() => frame.show({ editing: undefined })}
  />`;
}

/**
 * A count with a slider over round numbers.
 * @param {Frame} frame
 * @param {string} key
 * @param {{label: string, resolved?: number, steps: number[], remark?: View, unit: (n: number) => string}} options
 */
export function sliderField(frame, key, { label, resolved, steps, remark, unit }) {
  const control = html`<div class="slider">
    ${countInput(frame, key, { id: key, name: key, resolved, steps })}
    ${rangeInput(frame, key, { label: frame.t("field.slider", { label }), resolved, steps, unit })}
  </div>`;
  return field(frame, key, label, control, remark);
}

/**
 * A slider over round numbers.
 * @param {Frame} frame
 * @param {string} key
 * @param {{label: string, resolved?: number, steps: number[], unit: (n: number) => string}} options
 */
export function rangeInput(frame, key, { label, resolved, steps, unit }) {
  const at = nearestStep(steps, resolved ?? (Number(frame.answer.scenario[key]) || 1));
  /** @param {Event} event */
  const moved = ({ target }) => {
    const step = Number(/** @type {HTMLInputElement} */ (target).value);
    frame.set({ [key]: steps[step] }, { editing: undefined });
  };
  return html`<input
    type="range"
    aria-label=${label}
    aria-valuetext=${unit(resolved ?? steps[at])}
    min="0"
    max=${steps.length - 1}
    step="1"
    value=${at}
    .value=${live(String(at))}
    @input=${moved}
  />`;
}

/**
 * A choice from a list. A value that is not on it (from a link) stays on view, so that its error has a place.
 * @param {Frame} frame
 * @param {string} key
 * @param {{label: View, options: Option[], groups?: {label: string, options: Option[]}[], remark?: View}} options the
 * first is the default
 */
export function choiceField(frame, key, { label, options, groups = [], remark }) {
  const value = String(frame.answer.scenario[key] ?? "");
  const listed = [...options, ...groups.flatMap((group) => group.options)].some((option) => option.value === value);
  const unlisted = listed ? [] : [{ value, text: value }];
  const choice = (/** @type {Option} */ option) =>
    html`<option value=${option.value} ?selected=${option.value === value}>${option.text}</option>`;
  const control = html`<select
    id=${key}
    name=${key}
    aria-invalid=${invalid(frame, key)}
    aria-describedby=${describedBy(frame, key)}
    .value=${live(value)}
    @change=${(/** @type {Event} */ { target }) =>
      frame.set({ [key]: /** @type {HTMLSelectElement} */ (target).value || undefined })}
  >
    ${[...options, ...unlisted].map(choice)}
    ${groups.map((group) => html`<optgroup label=${group.label}>${group.options.map(choice)}</optgroup>`)}
  </select>`;
  return field(frame, key, label, control, remark);
}

/**
 * A yes or no whose absence is `standard`.
 * @param {Frame} frame
 * @param {string} key
 * @param {{label: View, standard: boolean}} options
 */
export function checkField(frame, key, { label, standard }) {
  const value = frame.answer.scenario[key] ?? standard;
  return html`<div class="field check">
    <label
      ><input
        type="checkbox"
        id=${key}
        name=${key}
        .checked=${live(String(value) === "true")}
        @change=${(/** @type {Event} */ { target }) => {
          const { checked } = /** @type {HTMLInputElement} */ (target);
          frame.set({ [key]: checked === standard ? undefined : checked });
        }}
      />
      ${label}</label
    >
  </div>`;
}
