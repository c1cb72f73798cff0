import { html, nothing } from "lit-html";
import { live } from "lit-html/directives/live.js";
import { attempt } from "../answer.mjs";
import { applyButton } from "./remedies.mjs";

/** @typedef {import("../types.js").Frame} Frame */

/** Settings that can be the unknown in any engine; each has its own name of what is found. */
const common = ["tokens", "sequences", "kvDtype", "tp", "hardwareCount", "memoryBytes"];

/** Where layers can stay with the host. */
const offload = ["nGpuLayers", "nCpuMoe"];

/** The engine's own settings that can be the unknown, and what is looked for. @type {Record<string, "largest" | "smallest">} */
const own = {
  maxModelLen: "largest",
  ctx: "largest",
  maxNumBatchedTokens: "largest",
  maxNumSeqs: "largest",
  gpuMemoryUtilization: "smallest",
  memFractionStatic: "smallest",
  freeGpuMemoryFraction: "smallest",
  cacheMaxEntryCount: "smallest",
};

/** What can be looked for, with its name. @param {Frame} frame @returns {{key: string, name: string}[]} */
function unknowns({ t, engines, answer, plan }) {
  const profile = engines.find(({ id }) => id === answer.scenario.engine);
  const layered = (plan?.result?.devices.length ?? 0) > 0;
  return [
    ...[...common, ...(layered ? offload : [])].map((key) => ({ key, name: t(`solve.${key}`) })),
    ...(profile?.settings ?? [])
      .filter(({ key }) => key in own)
      .map(({ key, flag }) => ({ key, name: t(`solve.${own[key]}`, { setting: flag || key }) })),
  ];
}

/** One setting is left open, and found: the best value with which the scenario fits, to be taken over. @param {Frame} frame */
export function solveSection(frame) {
  const { t, kvfit, plan, answer, surface } = frame;
  if (!plan?.result || plan.stale) return nothing;
  const choices = unknowns(frame);
  const { key } = choices.find((one) => one.key === surface.unknown) ?? choices[0];
  const asked = JSON.stringify([key, answer.scenario]);
  const find = () => frame.show({ found: { asked, ...attempt(() => kvfit.solve(answer.scenario, key)) } });
  return html`<section aria-labelledby="solve-head" class="solver">
    <h2 id="solve-head">${t("solve.head")}</h2>
    <div class="solve">
      <select
        aria-labelledby="solve-head"
        .value=${live(key)}
        @change=${(/** @type {Event} */ { target }) =>
          frame.show({ unknown: /** @type {HTMLSelectElement} */ (target).value })}
      >
        ${choices.map((one) => html`<option value=${one.key} ?selected=${one.key === key}>${one.name}</option>`)}
      </select>
      <button type="button" @click=${find}>${t("solve.find")}</button>
    </div>
    <div role="status" class="remedies">${surface.found?.asked === asked ? found(frame, surface.found) : nothing}</div>
  </section>`;
}

/** @param {Frame} frame @param {NonNullable<import("../types.js").Surface["found"]>} of */
function found(frame, { result, errors }) {
  const { t, format } = frame;
  if (!result) return errors.map((error) => html`<p class="error">${t.said("errors", error)}</p>`);
  const { key, value, unlimited, changes } = result;
  const name = unknowns(frame).find((one) => one.key === key)?.name ?? key;
  if (unlimited) return html`<p>${t("solve.any", { name })}</p>`;
  if (value === null) return html`<p>${t("solve.none", { name })}</p>`;
  const number = (/** @type {number} */ n) => (Number.isInteger(n) ? format.whole(n) : format.decimals(n));
  const text = key === "memoryBytes" ? format.gib(Number(value)) : typeof value === "number" ? number(value) : value;
  const said = t("solve.found", { name, value: String(text) });
  const set = Object.entries(changes).map(([one, to]) => `${t.or(`field.${one}`, one)} ${to}`);
  return html`<p>
    <span class="said-remedy">${said}${set.length > 1 ? html`<small>${t.list(set)}</small>` : nothing}</span>
    ${applyButton(frame, said, changes)}
  </p>`;
}
