import { html } from "lit-html";
import { live } from "lit-html/directives/live.js";
import { subject, subjectKeys, without } from "../answer.mjs";
import { writeVariants } from "../variants.mjs";

/** @typedef {import("../types.js").Frame} Frame */
/** @typedef {import("../types.js").Scenario} Scenario */
/** @typedef {import("../compare.mjs").Row} Row */

/** Keys that have a field of their own in a row. */
const ownFields = ["model", "kvDtype", "engine", "engineVersion"];

/** What a comparison begins with: one press each. @type {Record<string, Scenario[]>} */
const starts = {
  types: [{ kvDtype: "bf16" }, { kvDtype: "fp8" }, { kvDtype: "int4" }],
  models: [
    { model: "deepseek-v3.2" },
    { model: "qwen3-235b-a22b" },
    { model: "gpt-oss-120b" },
    { model: "llama-3.1-70b-instruct" },
  ],
  engines: [{ engine: "vllm" }, { engine: "llama.cpp" }],
};

/** Further settings as they are typed: `tp=2 blockSize=64`. @param {Scenario} variant */
const writeSettings = (variant) =>
  Object.entries(without(variant, [...ownFields, ...subjectKeys, ""]))
    .map(([key, value]) => `${key}=${value}`)
    .join(" ");

/** @param {string} text @returns {Scenario} */
const readSettings = (text) =>
  Object.fromEntries(
    text
      .split(/\s+/)
      .filter(Boolean)
      .map((word) => /** @type {[string, string]} */ (word.split(/=(.*)/s, 2)))
      .map(([key, value = ""]) => [key, value]),
  );

/** @param {Frame} frame @param {Scenario[]} next */
const put = (frame, next) => frame.set({ with: writeVariants(next) });

/** Buttons that put more beside the scenario. @param {Frame} frame */
export function addButtons(frame) {
  const { t, variants, answer } = frame;
  const addOne = () => {
    frame.show({ variant: variants.length });
    put(frame, [...variants, { "": "" }]);
  };
  return html`<div class="copies">
    <button type="button" @click=${addOne}>${t("variants.add")}</button>
    <button type="button" @click=${() => put(frame, [...variants, subject(answer.scenario)])}>
      ${t("variants.keep")}
    </button>
    ${Object.entries(starts).map(
      ([name, more]) =>
        html`<button type="button" @click=${() => put(frame, [...variants, ...more])}>
          ${t(`variants.${name}`)}
        </button>`,
    )}
  </div>`;
}

/** The names that a model can be given by; one list for all rows. @param {Frame} frame */
export const modelList = ({ models }) =>
  html`<datalist id="compared-models">
    ${models.map(({ id, name }) => html`<option value=${id}>${name}</option>`)}
  </datalist>`;

/** The fields of one compared setting; an empty one is as in the scenario. @param {Frame} frame @param {Row} row @param {number} i of its variant */
export function variantFields(frame, row, i) {
  const { t, dtypes, engines, variants, surface } = frame;
  const variant = variants[i];
  const name = (/** @type {string} */ key) => `variant-${i}-${key}`;
  /** @param {Scenario} changes @param {string[]} gone */
  const change = (changes, gone = []) => {
    const kept = Object.entries({ ...without(variant, ["", ...gone]), ...changes }).filter(([, value]) => value !== "");
    put(frame, variants.with(i, kept.length > 0 ? Object.fromEntries(kept) : { "": "" }));
  };
  const valueOf = (/** @type {Event} */ { target }) => /** @type {HTMLInputElement} */ (target).value;
  const labelled = (/** @type {string} */ key, /** @type {unknown} */ control) =>
    html`<div class="field"><label for=${name(key)}>${t(`variants.${key}`)}</label>${control}</div>`;
  const own = subjectKeys.slice(1).some((key) => key in variant);
  const typing = surface.editing?.key === name("settings") ? surface.editing.text : undefined;
  const engine = writeVariants([{ engine: variant.engine ?? "", engineVersion: variant.engineVersion ?? "" }]);
  const engineOption = (/** @type {string} */ id, /** @type {string} */ version, /** @type {string} */ title) => {
    const value = writeVariants([{ engine: id, engineVersion: version }]);
    return html`<option value=${value ?? ""} ?selected=${value === engine}>${title}</option>`;
  };
  return html`<fieldset class="variant" aria-label=${t("variants.one", { label: `${row.letter} ${row.label}` })}>
    ${labelled(
      "model",
      html`<input
        id=${name("model")}
        list="compared-models"
        autocomplete="off"
        placeholder=${own ? (row.answer.model ?? t("own.unnamed")) : t("variants.same")}
        .value=${live(String(variant.model ?? ""))}
        @change=${(/** @type {Event} */ event) => change({ model: valueOf(event) }, subjectKeys)}
      />`,
    )}
    ${labelled(
      "type",
      html`<select id=${name("type")} @change=${(/** @type {Event} */ event) => change({ kvDtype: valueOf(event) })}>
        <option value="">${t("variants.same")}</option>
        ${dtypes.map(({ name }) => html`<option ?selected=${name === variant.kvDtype}>${name}</option>`)}
      </select>`,
    )}
    ${labelled(
      "engine",
      html`<select
        id=${name("engine")}
        @change=${(/** @type {Event} */ event) =>
          change(Object.fromEntries(new URLSearchParams(valueOf(event))), ["engine", "engineVersion"])}
      >
        <option value="">${t("variants.same")}</option>
        ${engineOption("payload", "", t("engine.none"))}
        ${engines.map(
          ({ id, title, versions }) =>
            html`<optgroup label=${title}>
              ${engineOption(id, "", `${title}, ${t("engine.newest")}`)}
              ${versions.map((version) => engineOption(id, version.id, `${title} ${version.title}`))}
            </optgroup>`,
        )}
      </select>`,
    )}
    ${labelled(
      "settings",
      html`<input
        id=${name("settings")}
        type="text"
        autocomplete="off"
        spellcheck="false"
        placeholder="tp=2 &hellip;"
        .value=${live(typing ?? writeSettings(variant))}
        @input=${(/** @type {Event} */ event) => {
          const text = valueOf(event);
          frame.show({ editing: { key: name("settings"), text } });
          change(readSettings(text), Object.keys(readSettings(writeSettings(variant))));
        }}
        @blur=${() => frame.show({ editing: undefined })}
      />`,
    )}
    <button
      type="button"
      @click=${() => {
        frame.show({ variant: undefined });
        put(frame, variants.toSpliced(i, 1));
      }}
    >
      ${t("variants.remove")}
    </button>
  </fieldset>`;
}
