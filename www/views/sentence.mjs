import { html, nothing } from "lit-html";
import { countInput } from "./field.mjs";
import { lengthSteps } from "./scenario.mjs";

/** @typedef {import("../types.js").Frame} Frame */

/** The stored types that occur, each once. @param {import("../types.js").SizeResult} result */
const typesOf = (result) => [...new Set(result.parts.map(({ dtype }) => dtype))];

/**
 * What every view's sentence speaks of, to be changed in place.
 * @param {Frame} frame @param {import("../types.js").SizeResult} result @param {() => void} [openPicker]
 */
export function subjectInputs(frame, result, openPicker) {
  const { t, answer } = frame;
  return {
    count: result.sequences,
    sequences: countInput(frame, "sequences", {
      id: "said-sequences",
      label: t("field.sequences"),
      resolved: result.sequences,
    }),
    tokens: countInput(frame, "tokens", {
      id: "said-tokens",
      label: t("field.tokens"),
      resolved: result.tokens,
      steps: lengthSteps(answer.architecture),
    }),
    model: openPicker
      ? html`<button type="button" class="said" @click=${openPicker}>${modelName(frame)}</button>`
      : html`<strong>${modelName(frame)}</strong>`,
  };
}

/**
 * The answer as a sentence whose numbers can be changed in place.
 * @param {Frame} frame
 * @param {() => void} [openPicker] absent where the model is not to be changed, and no other figure tells the size
 */
export function sentence(frame, openPicker) {
  const { t, format, answer } = frame;
  const { result } = answer;
  if (!result) return html`<p class="sentence" part="sentence">${t("answer.none")}</p>`;
  const { stale } = answer;
  const values = {
    ...subjectInputs(frame, result, openPicker),
    size: html`<strong
      data-figure=${openPicker ? nothing : "payload-bytes"}
      data-value=${openPicker ? nothing : String(result.payloadBytes)}
      title=${format.exact(result.payloadBytes)}
      >${format.gib(result.payloadBytes)}</strong
    >`,
    types: t.list(typesOf(result)),
  };
  return html`<p class="sentence ${stale ? "stale" : ""}" part="sentence">${t.rich("answer.sentence", values)}</p>
    ${divided(frame, result)} ${refused(frame)}
    ${stale ? html`<p class="second stale">${t("answer.stale")}</p>` : nothing}`;
}

/** The engine's own refusal, in place of its figures. @param {Frame} frame */
function refused({ t, engines, answer: { errors, stale, scenario } }) {
  if (stale || errors.length === 0) return nothing;
  const engine = engines.find(({ id }) => id === scenario.engine)?.title ?? scenario.engine;
  const reasons = errors.map((error) => t("said.sentence", { said: t.said("errors", error) })).join(t.gap);
  return html`<p class="problem">${t("answer.refused", { engine: String(engine), reasons })}</p>`;
}

/** What each rank keeps, and what the engine makes of it. @param {Frame} frame @param {import("../types.js").SizeResult} result */
function divided({ t, format, engines, answer: { answered } }, result) {
  const ranks = String(answered?.tp ?? 1);
  const strong = (/** @type {number} */ bytes) => html`<strong>${format.gib(bytes)}</strong>`;
  const said = [];
  if (ranks !== "1") said.push(t.rich("answer.ranks", { ranks, size: strong(result.bytesPerRank) }), t.gap);
  if (result.figures.reservedBytes) {
    const engine = engines.find(({ id }) => id === result.engine)?.title ?? result.engine;
    const size = strong(result.figures.reservedBytes.bytes);
    said.push(t.rich(ranks === "1" ? "answer.engine" : "answer.engine_rank", { engine, size }));
  }
  return said.length > 0 ? html`<p class="second">${said}</p>` : nothing;
}

/** What the model is called, or what it is where nothing names it. @param {Frame} frame */
export function modelName({ t, answer: { result, architecture } }) {
  if (result?.model) return result.model;
  if (!architecture) return t("own.unnamed");
  const kind = t.or(`attention.${architecture.attentionKind}`, architecture.attentionKind);
  return t("own.described", { kind, layers: architecture.layers });
}

/** The setting in a few words, for the button of the drawer. @param {Frame} frame */
export function summary(frame) {
  const {
    t,
    format,
    answer: { result, scenario },
  } = frame;
  if (!result) return String(scenario.model ?? "");
  return t("answer.summary", {
    model: modelName(frame),
    tokens: format.length(result.tokens),
    sequences: result.sequences,
    types: typesOf(result).join(" + "),
  });
}
