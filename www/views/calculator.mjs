import { html, nothing } from "lit-html";
import { compareView } from "./compare.mjs";
import { curveSection } from "./curve.mjs";
import { engineFigures } from "./engine_figures.mjs";
import { equationSection } from "./equation.mjs";
import { payloadFigures } from "./figures.mjs";
import { fitView } from "./fit.mjs";
import { loadView } from "./load.mjs";
import { logView } from "./log.mjs";
import { partsSection } from "./parts.mjs";
import { problems, remarks } from "./remarks.mjs";
import { reuseView } from "./reuse.mjs";
import { scenarioForm } from "./scenario.mjs";
import { sentence, summary } from "./sentence.mjs";
import { stages } from "./stages.mjs";
import { openView, tabs } from "./tabs.mjs";

/** @typedef {import("../types.js").Frame} Frame */
/**
 * What the element brings.
 * @typedef {object} Parts
 * @property {import("../types.js").View} model the picker of the model
 * @property {import("../reuse_runner.mjs").ReuseRunner} reuse
 * @property {import("../log_runner.mjs").LogRunner} log
 * @property {Set<string>} keys of inputs on view
 * @property {string} announced
 * @property {() => void} openPicker
 */

/** The size of the scenario's cache. @param {Frame} frame @param {Parts} parts */
const sizeView = (frame, { openPicker }) => html`
  ${sentence(frame, openPicker)}
  <slot name="start"></slot>
  ${engineFigures(frame)} ${payloadFigures(frame)} ${remarks(frame)}
  ${frame.stage >= stages.picture ? curveSection(frame) : nothing}
  ${frame.stage >= stages.whole ? [partsSection(frame), equationSection(frame)] : nothing}
`;

/** @type {Record<string, (frame: Frame, parts: Parts) => unknown>} */
const views = { size: sizeView, fit: fitView, load: loadView, compare: compareView, reuse: reuseView, log: logView };

/** Views to choose from, the scenario, and the answer of the open view. @param {Frame} frame @param {Parts} parts */
export function calculator(frame, parts) {
  const { t, format, answer, surface } = frame;
  const { drawer } = surface;
  const view = openView(frame);
  return html`
    ${tabs(frame)}
    <section part="scenario" class="scenario ${drawer ? "open" : ""}" aria-label=${t("scenario.head")}>
      <button
        type="button"
        class="toggle"
        aria-expanded=${drawer ? "true" : "false"}
        aria-controls="form"
        @click=${() => frame.show({ drawer: !drawer })}
      >
        <span class="setting">${summary(frame)}</span>
        <strong>${answer.result ? format.gib(answer.result.payloadBytes) : nothing}</strong>
        <span class="verb">${t(drawer ? "scenario.close" : "scenario.open")}</span>
      </button>
      <form id="form" @submit=${(/** @type {Event} */ event) => event.preventDefault()}>
        ${frame.stage >= stages.form ? scenarioForm(frame, parts.model) : nothing}
      </form>
    </section>
    <div class="answer" part="answer">
      ${problems(frame, parts.keys)}
      ${frame.stage >= stages.picture || view === "size" ? views[view](frame, parts) : nothing}
      <p class="hidden" role="status">${parts.announced}</p>
    </div>
  `;
}
