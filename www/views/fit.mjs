import { html, nothing } from "lit-html";
import { ladder } from "../ladder.mjs";
import { startFlags } from "./flags.mjs";
import { countInput } from "./field.mjs";
import { estimates } from "./estimates.mjs";
import { frontierSection } from "./frontier.mjs";
import { help } from "./help.mjs";
import { memorySection } from "./memory.mjs";
import { remedyList } from "./remedies.mjs";
import { noteLists } from "./remarks.mjs";
import { solveSection } from "./solve.mjs";
import { subjectInputs } from "./sentence.mjs";
import { words } from "./verdict_words.mjs";

/** @typedef {import("../types.js").Frame} Frame */

/** Where to begin without hardware. @type {Record<string, string>[]} */
const machines = [
  { hardware: "h100-sxm5-80gb", hardwareCount: "1" },
  { hardware: "h100-sxm5-80gb", hardwareCount: "8" },
  { hardware: "rtx-4090", hardwareCount: "1" },
  { hardware: "apple-m4-max-128gb", hardwareCount: "1" },
];

/** The answer to "will it run here": verdict, memory, limits, remedies, flags. @param {Frame} frame @param {{openPicker: () => void}} parts */
export function fitView(frame, { openPicker }) {
  const { plan } = frame;
  const missing = plan?.errors.some(({ code }) => code === "missing_memory");
  return html`${question(frame, openPicker)} ${missing ? chooseHardware(frame) : verdict(frame)}
  ${plan?.result && !missing ? answers(frame) : nothing}`;
}

/** @param {Frame} frame */
const answers = (frame) => html`
  ${limits(frame)} ${remedyList(frame)} ${solveSection(frame)} ${memorySection(frame)} ${frontierSection(frame)}
  ${noteLists(frame, frame.plan?.result)} ${startFlags(frame)} ${estimates(frame)}
`;

/** What is asked, with its numbers to be changed in place. @param {Frame} frame @param {() => void} openPicker */
function question(frame, openPicker) {
  const { t, answer, surface, hardware } = frame;
  const { result, scenario } = answer;
  if (!result) return html`<p class="sentence" part="sentence">${t("answer.none")}</p>`;
  const machine = hardware.find(({ id }) => id === scenario.hardware)?.name ?? scenario.hardware;
  const open = (/** @type {Event} */ { target }) => {
    frame.show({ drawer: true });
    const root = /** @type {ShadowRoot} */ (/** @type {Node} */ (target).getRootNode());
    root.getElementById("hardware")?.focus();
  };
  const values = {
    ...subjectInputs(frame, result, openPicker),
    gpus: html`<span class="whole"
      >${countInput(frame, "hardwareCount", {
        id: "said-gpus",
        label: t("field.hardwareCount"),
        resolved: wholeOf(scenario.hardwareCount ?? 1),
        steps: ladder(1, 64),
      })}
      &times;</span
    >`,
    hardware: html`<button type="button" class="said" @click=${open}>${machine}</button>`,
  };
  const asked = scenario.hardware || surface.editing?.key === "hardwareCount" ? "fit.question" : "fit.question_bare";
  return html`<p class="sentence" part="sentence">${t.rich(asked, values)}</p>`;
}

/** @param {unknown} typed */
const wholeOf = (typed) => (Number.isInteger(Number(typed)) ? Number(typed) : undefined);

/** @param {Frame} frame */
export function chooseHardware(frame) {
  const { t, hardware } = frame;
  const name = (/** @type {string} */ id) => hardware.find((one) => one.id === id)?.name ?? id;
  return html`<p>${t("fit.choose")}</p>
    <div class="copies">
      ${machines.map(
        (machine) =>
          html`<button type="button" @click=${() => frame.set(machine)}>
            ${t("fit.machine", { count: machine.hardwareCount, name: String(name(machine.hardware)) })}
          </button>`,
      )}
    </div>`;
}

/** The verdict in one sentence, or why there is none. @param {Frame} frame */
export function verdict({ t, plan, answer }) {
  const told = new Set(answer.stale ? answer.errors.map(({ code, field }) => `${code} ${field}`) : []); // above already
  const own = plan?.errors.filter(({ code, field }) => !told.has(`${code} ${field}`));
  const wrong = own?.map((error) => html`<p class="problem">${t.said("errors", error)}</p>`);
  if (!plan?.result) return wrong ?? nothing;
  const { fits, state, verdict } = plan.result;
  return html`${wrong}
    <p
      part="verdict"
      class="verdict ${words[state].tone} ${plan.stale ? "stale" : ""}"
      data-state=${state}
      tabindex="-1"
      data-figure="fits"
      data-value=${String(fits)}
    >
      <strong>${t(words[state].said)}</strong>
      <span>${t("said.sentence", { said: t.said("verdicts", verdict) })}</span>
    </p>`;
}

/** Largest length, largest concurrency, and what the cache holds. @param {Frame} frame */
function limits({ t, format, plan, engines }) {
  const result = plan?.result;
  if (!result) return nothing;
  const granule = engines.find(({ id }) => id === result.engine)?.granule ?? "";
  /** @param {string} name @param {number | undefined} value @param {string} text */
  const one = (name, value, text) => {
    const label = t(`figure.${name}`);
    return html`<div class="figure">
      <dt>${label} ${help(t("figure.about", { label }), t(`figure.${name}.help`, { granule }))}</dt>
      <dd class="main" data-figure=${name} data-value=${String(value ?? null)}>${text}</dd>
    </div>`;
  };
  const whole = (/** @type {number | undefined} */ n) => (n === undefined ? t("fit.unlimited") : format.whole(n));
  return html`<dl part="figures" class="figures ${plan?.stale ? "stale" : ""}">
    ${one("requests-that-fit", result.requestsThatFit, format.whole(result.requestsThatFit))}
    ${one("max-tokens", result.maxTokens ?? undefined, whole(result.maxTokens ?? undefined))}
    ${one("max-concurrency", result.maxConcurrency, format.short(result.maxConcurrency))}
    ${one("capacity-tokens", result.capacityTokens, format.whole(result.capacityTokens))}
    ${one("kv-available-bytes", result.kvAvailableBytes, format.gib(result.kvAvailableBytes))}
  </dl>`;
}
