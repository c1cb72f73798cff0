import { html, nothing } from "lit-html";
import { ladder } from "../ladder.mjs";
import { countInput } from "./field.mjs";
import { lengthSteps } from "./scenario.mjs";

/** @typedef {import("../types.js").Frame} Frame */

/** The stored types that occur, each once. @param {import("../types.js").SizeResult} result */
const typesOf = (result) => [...new Set(result.parts.map(({ dtype }) => dtype))];

/**
 * The answer as a sentence whose numbers can be changed in place.
 * @param {Frame} frame
 * @param {() => void} openPicker
 */
export function sentence(frame, openPicker) {
  const { t, format, answer } = frame;
  const { result } = answer;
  if (!result) return html`<p class="sentence">${t("answer.none")}</p>`;
  const stale = answer.errors.length > 0;
  const values = {
    count: result.sequences,
    sequences: countInput(frame, "sequences", {
      id: "said-sequences",
      label: t("field.sequences"),
      resolved: result.sequences,
      steps: ladder(1, 1024),
    }),
    tokens: countInput(frame, "tokens", {
      id: "said-tokens",
      label: t("field.tokens"),
      resolved: result.tokens,
      steps: lengthSteps(answer.architecture),
    }),
    model: html`<button type="button" class="said" @click=${openPicker}>${result.model}</button>`,
    size: html`<strong>${format.gib(result.payloadBytes)}</strong>`,
    types: t.list(typesOf(result)),
  };
  return html`<p class="sentence ${stale ? "stale" : ""}">${t.rich("answer.sentence", values)}</p>
    ${
      result.bytesPerRank === result.payloadBytes && ranksOf(answer) === 1
        ? nothing
        : html`<p class="second">
            ${t.rich("answer.ranks", { count: ranksOf(answer), ranks: ranksOf(answer), size: html`<strong>${format.gib(result.bytesPerRank)}</strong>` })}
          </p>`
    }
    ${engineSentence(frame)} ${stale ? html`<p class="second stale">${t("answer.stale")}</p>` : nothing}`;
}

/** Ranks of the last good answer. @param {import("../types.js").Answer} answer */
const ranksOf = ({ scenario, errors }) => (errors.length > 0 ? 1 : Number(scenario.tp ?? 1));

/** What the engine makes of it. @param {Frame} frame */
function engineSentence({ t, format, engines, answer: { result } }) {
  if (!result || result.engine === "payload" || !result.figures.reservedBytes) return nothing;
  const engine = engines.find(({ id }) => id === result.engine)?.title ?? result.engine;
  return html`<p class="second">
    ${t.rich("answer.engine", {
      engine,
      size: html`<strong>${format.gib(result.figures.reservedBytes.bytes)}</strong>`,
    })}
  </p>`;
}

/** The setting in a few words, for the button of the drawer. @param {Frame} frame */
export function summary({ t, format, answer: { result, scenario } }) {
  if (!result) return String(scenario.model ?? "");
  return t("answer.summary", {
    model: result.model,
    tokens: format.length(result.tokens),
    sequences: result.sequences,
    types: typesOf(result).join(" + "),
  });
}
