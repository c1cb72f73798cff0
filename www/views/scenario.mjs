import { html, nothing } from "lit-html";
import { subject } from "../answer.mjs";
import { ladder } from "../ladder.mjs";
import { loadKeys } from "../load.mjs";
import { enginePart } from "./engine_fields.mjs";
import { checkField, choiceField, countInput, field, sliderField } from "./field.mjs";
import { hardwareFields, hardwareKeys } from "./hardware_fields.mjs";
import { settingKeys } from "./reuse.mjs";
import { stages } from "./stages.mjs";
import { openView } from "./tabs.mjs";

/** @typedef {import("../types.js").Frame} Frame */
/** @typedef {import("../types.js").Architecture} Architecture */

/** Lengths of the slider: to a million tokens, or to what the model was trained for. @param {Architecture} [architecture] */
export const lengthSteps = (architecture) => ladder(1024, Math.max(2 ** 20, architecture?.trainedContext ?? 0));
export const sequenceSteps = ladder(1, 1024);

/** The other reading of 128k or 128K, said beside the number it came to. @param {Frame} frame */
function otherReading({ answer, kvfit, t }) {
  const typed = String(answer.scenario.tokens ?? "").trim();
  const letter = typed.at(-1) ?? "";
  if (!/[kmKM]/.test(letter) || answer.stale) return nothing;
  const other = typed.slice(0, -1) + (letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase());
  try {
    const { tokens } = kvfit.size({ ...answer.scenario, tokens: other });
    return t("field.other_reading", { typed, tokens: answer.result?.tokens ?? 0, other, otherTokens: tokens });
  } catch {
    return t("field.reading", { typed, tokens: answer.result?.tokens ?? 0 });
  }
}

/** Names of the stored types that a model can be sized with, by key. @type {WeakMap<Architecture, Map<string, string[]>>} */
const offered = new WeakMap();

/** Types that the core has a layout for; what K and V take together, each takes alone. @param {Frame} frame @param {string} key */
function typesFor({ kvfit, dtypes, stage, answer: { architecture, answered } }, key) {
  if (stage < stages.lists) return [];
  const all = dtypes.map(({ name }) => name);
  if (!architecture || !answered) return all;
  const asked = key === "kDtype" || key === "vDtype" ? "kvDtype" : key;
  const works = (/** @type {string} */ name) => {
    try {
      return kvfit.curve({ ...subject(answered), [asked]: name }, [1024]).length > 0;
    } catch {
      return false;
    }
  };
  const known = offered.get(architecture) ?? new Map();
  offered.set(architecture, known);
  if (!known.has(asked)) known.set(asked, all.filter(works));
  return known.get(asked) ?? all;
}

/**
 * @param {Frame} frame
 * @param {string} key
 * @param {string} [resolved] what auto came to
 */
function typeField(frame, key, resolved) {
  const { t, answer } = frame;
  const automatic =
    resolved && answer.scenario[key] === undefined ? t("type.auto_is", { type: resolved }) : t("type.auto");
  const options = [
    { value: "", text: automatic },
    ...typesFor(frame, key).map((/** @type {string} */ name) => ({ value: name, text: name })),
  ];
  return choiceField(frame, key, { label: t(`field.${key}`), options });
}

/** The stored type of the first part with one of these roles. @param {Frame} frame @param {string[]} roles */
const typeOf = ({ answer }, ...roles) => answer.result?.parts.find(({ role }) => roles.includes(role))?.dtype;

/** @param {Frame} frame */
function moreFields(frame) {
  const { t, answer } = frame;
  const parts = answer.architecture?.parts ?? [];
  const has = (/** @type {string} */ role) => parts.some((part) => part.role === role);
  const states = has("recurrent") || has("conv");
  const typed = (/** @type {string} */ key, /** @type {string} */ placeholder = "") =>
    field(frame, key, t(`field.${key}`), countInput(frame, key, { id: key, name: key, placeholder }));
  return [
    has("kv") || has("cross")
      ? html`<div class="pair">${typeField(frame, "kDtype")}${typeField(frame, "vDtype")}</div>`
      : nothing,
    has("indexer") ? typeField(frame, "indexerDtype", typeOf(frame, "indexer")) : nothing,
    has("recurrent") ? typeField(frame, "stateDtype", typeOf(frame, "recurrent")) : nothing,
    has("conv") ? typeField(frame, "convDtype", typeOf(frame, "conv")) : nothing,
    states ? checkField(frame, "includeState", { label: t("field.includeState"), standard: true }) : nothing,
    states ? typed("stateCheckpointInterval", t("field.stateCheckpointInterval.absent")) : nothing,
    answer.architecture?.draftLayers ? draftField(frame, answer.architecture.draftLayers) : nothing,
    typed("tp", "1"),
  ];
}

/** @param {Frame} frame @param {number} declared */
function draftField(frame, declared) {
  const counts = Array.from({ length: Math.min(declared, 16) }, (_, i) => String(i + 1));
  const options = [
    { value: "", text: frame.t("draft.none") },
    ...counts.map((value) => ({ value, text: frame.t("draft.layers", { count: Number(value) }) })),
    { value: "true", text: frame.t("draft.all", { count: declared }) },
  ];
  return choiceField(frame, "draftLayers", { label: frame.t("field.draftLayers"), options });
}

/** Keys with a place of their own in the form; others that a link sets get one under "more". */
const placed = new Set([
  ...hardwareKeys,
  ..."model config architecture tokens sequences kvDtype kDtype vDtype indexerDtype stateDtype convDtype".split(" "),
  ..."includeState stateCheckpointInterval draftLayers tp engine engineVersion".split(" "),
]);

/** @param {Frame} frame @param {Set<string>} engineKeys */
function otherFields(frame, engineKeys) {
  const elsewhere = new Set([
    ...(frame.plan?.result?.estimates.map(({ key }) => key) ?? []),
    ...(frame.load ? loadKeys : []),
    ...(openView(frame) === "reuse" ? settingKeys : []),
  ]);
  return Object.keys(frame.answer.scenario)
    .filter((key) => !placed.has(key) && !engineKeys.has(key) && !elsewhere.has(key))
    .map((key) => field(frame, key, html`<code>${key}</code>`, countInput(frame, key, { id: key, name: key })));
}

/** What follows the model and the counts. @param {Frame} frame */
function otherPart(frame) {
  const { t } = frame;
  const engine = enginePart(frame, placed);
  return html`
    ${typeField(frame, "kvDtype", typeOf(frame, "kv", "latent", "cross"))} ${hardwareFields(frame)} ${engine.fields}
    <details
      class="more"
      ?open=${frame.surface.more}
      @toggle=${(/** @type {Event} */ { target }) => frame.show({ more: /** @type {HTMLDetailsElement} */ (target).open })}
    >
      <summary>${t("field.more")}</summary>
      ${frame.stage >= stages.folded ? [...moreFields(frame), otherFields(frame, engine.keys)] : nothing}
    </details>
  `;
}

/**
 * The form. Every input has the name of its scenario key.
 * @param {Frame} frame
 * @param {import("../types.js").View} picker of the model
 */
export function scenarioForm(frame, picker) {
  const { t, format, answer } = frame;
  const { result, architecture } = answer;
  const counted = (/** @type {string} */ unit) => (/** @type {number} */ count) =>
    t(unit, { count, n: format.whole(count) });
  return html`
    ${picker}
    ${sliderField(frame, "tokens", {
      label: t("field.tokens"),
      resolved: result?.tokens,
      steps: lengthSteps(architecture),
      remark: otherReading(frame),
      unit: counted("unit.tokens"),
    })}
    ${sliderField(frame, "sequences", {
      label: t("field.sequences"),
      resolved: result?.sequences,
      steps: sequenceSteps,
      unit: counted("unit.sequences"),
    })}
    ${frame.stage >= stages.fields ? otherPart(frame) : nothing}
  `;
}
