import { html, nothing } from "lit-html";
import { attempt, without } from "../answer.mjs";

/** @typedef {import("../types.js").Frame} Frame */
/** @typedef {ReturnType<import("../types.js").KvFit["compareEngines"]>[number]} Row */

/** The memory that the cache has: given, or what the fit leaves of the hardware. @param {Frame} frame @returns {import("../types.js").Scenario} */
function memory({ kvfit, answer }) {
  const { scenario } = answer;
  if (!("hardware" in scenario) || "availableKvBytes" in scenario || "availableKvGib" in scenario) return {};
  const bytes = attempt(() => kvfit.fit(scenario)).result?.kvAvailableBytes;
  return bytes ? { availableKvBytes: bytes } : {};
}

/** The same model and memory in every engine and version, and why they differ. @param {Frame} frame */
export function enginesSection(frame) {
  const { t, kvfit, answer, surface } = frame;
  if (!answer.result) return nothing;
  const open = surface.allEngines;
  const press = () => frame.show({ allEngines: !open });
  return html`<section aria-labelledby="engines-head">
    <div class="head">
      <h2 id="engines-head">${t("engines.head")}</h2>
      <button type="button" aria-expanded=${open ? "true" : "false"} @click=${press}>
        ${t(open ? "scenario.close" : "engines.show")}
      </button>
    </div>
    ${
      open
        ? table(
            frame,
            attempt(() =>
              kvfit.compareEngines(without({ ...answer.answered, ...memory(frame) }, ["engine", "engineVersion"])),
            ),
          )
        : nothing
    }
  </section>`;
}

/** @param {Frame} frame @param {{result?: Row[], errors: import("../types.js").InputError[]}} answer */
function table({ t, format, engines: profiles }, { result = [], errors }) {
  /** The engine's own flag for the setting that changes it. @param {Row} row @param {string} key */
  const changedBy = (row, key) => {
    const flag = profiles.find(({ id }) => id === row.engine)?.settings.find((one) => one.key === key)?.flag;
    return flag ? ` ${t("engines.changed_by", { flag })}` : "";
  };
  const engines = result.filter(({ engine }) => engine !== "payload");
  const capacity = engines.some(({ hasCapacity }) => hasCapacity);
  const number = (/** @type {unknown} */ value, /** @type {string} */ text) =>
    html`<td class="number" data-value=${String(value)}>${text}</td>`;
  return html`${errors.map((error) => html`<p class="problem">${t.said("errors", error)}</p>`)}
    ${capacity ? nothing : html`<p class="remark">${t("engines.no_memory")}</p>`}
    <div class="scroll" tabindex="0" role="group" aria-labelledby="engines-head">
      <table part="table" class="compare">
        <thead>
          <tr>
            <th scope="col">${t("variants.engine")}</th>
            <th scope="col" class="number">${t("compare.reservedBytes")}</th>
            ${capacity ? html`<th scope="col" class="number">${t("engines.capacity")}</th>` : nothing}
          </tr>
        </thead>
        <tbody>
          ${engines.map(
            (row) =>
              html`<tr data-engine=${`${row.engine} ${row.engineVersion}`}>
                <th scope="row">
                  ${row.title}
                  ${row.reasons.map((reason) => html`<small>${t.said("notes", reason)}${changedBy(row, reason.field)}</small>`)}
                  ${row.errors.map((error) => html`<small class="error">${t.said("errors", error)}</small>`)}
                </th>
                ${row.errors.length > 0 ? number("", "–") : number(row.reservedBytes, format.gib(row.reservedBytes))}
                ${
                  capacity
                    ? number(row.capacityTokens, row.hasCapacity ? format.whole(row.capacityTokens) : "–")
                    : nothing
                }
              </tr>`,
          )}
        </tbody>
      </table>
    </div>`;
}
