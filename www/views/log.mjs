import { html, nothing } from "lit-html";
import { live } from "lit-html/directives/live.js";
import { exampleLog } from "../example_log.mjs";
import { thin } from "../format.mjs";
import { measuredKeys } from "../log_runner.mjs";
import { noteLists } from "./remarks.mjs";
import { remedyItems } from "./remedies.mjs";

/** @typedef {import("../types.js").Frame} Frame */
/** @typedef {import("../types.js").Log} Log */
/** @typedef {import("../log_runner.mjs").LogRunner} LogRunner */

/** What an engine printed at its start beside what the rules give. @param {Frame} frame @param {{log: LogRunner}} parts */
export function logView(frame, { log: runner }) {
  const { t } = frame;
  const { log, errors, progress } = runner;
  return html`
    ${log ? finding(frame, log) : html`<p class="sentence" part="sentence">${t("log.question")}</p>`}
    ${errors.map((error) => html`<p class="problem">${t.said("errors", error)}</p>`)} ${source(frame, runner)}
    ${progress === undefined ? nothing : progressBar(frame, progress)}
    <p class="hidden" role="status">${log ? counted(frame, log) : nothing}</p>
    ${
      log
        ? html`${refused(frame, runner, log)} ${asked(frame, log)} ${figures(frame, log)}
          ${settings(frame, runner, log)} ${noteLists(frame, { warnings: [], notes: log.notes })}`
        : nothing
    }
  `;
}

/** @param {Log} log */
const countsOf = ({ rows }) => ({
  total: rows.length,
  explained: rows.filter(({ status }) => status === "explained").length,
  differing: rows.filter(({ status }) => status === "differs").length,
});

/** @param {Frame} frame @param {Log} log */
function counted({ t }, log) {
  const { total, explained, differing } = countsOf(log);
  if (log.errors.length > 0) return t("log.not_computed", { count: total });
  return differing > 0
    ? t("log.differing", { count: total, explained, differing })
    : t("log.explained", { count: total, explained });
}

/** The finding in a sentence. @param {Frame} frame @param {Log} log */
function finding(frame, log) {
  const { t, engines } = frame;
  const engine = engines.find(({ id }) => id === log.engine)?.title ?? log.engine;
  const values = { engine: [engine, log.engineVersion].filter(Boolean).join(" "), model: log.model || log.modelId };
  return html`<p class="sentence" part="sentence">
    ${t(values.model ? "log.of_model" : "log.of", values)}${t.gap}${counted(frame, log)}
  </p>`;
}

/** @param {Frame} frame @param {LogRunner} runner */
function source(frame, runner) {
  const { t } = frame;
  const input = (/** @type {Event} */ { target }) => /** @type {HTMLInputElement} */ (target);
  return html`<section aria-labelledby="log-head" class="log-source">
    <h2 id="log-head">${t("log.head")}</h2>
    <div class="field">
      <label for="log-text">${t("log.paste")}</label>
      <textarea
        id="log-text"
        name="log"
        rows=${runner.log || runner.file ? 4 : 8}
        spellcheck="false"
        autocomplete="off"
        autocapitalize="off"
        wrap="off"
        aria-describedby="log-remark"
        placeholder=${t("log.placeholder")}
        .value=${live(runner.text)}
        @input=${(/** @type {Event} */ event) => runner.paste(frame, input(event).value)}
      ></textarea>
      <p class="remark" id="log-remark">
        ${runner.file ? t("log.of_file", { name: runner.file.name }) : t("log.engines")} ${t("trace.private")}
      </p>
    </div>
    <div class="field">
      <label for="log-file">${t("log.file")}</label>
      <input
        id="log-file"
        type="file"
        @change=${(/** @type {Event} */ event) => runner.take(frame, input(event).files?.[0])}
      />
    </div>
    ${
      runner.log || runner.text || runner.file
        ? nothing
        : html`<p>
            <button type="button" @click=${() => runner.paste(frame, exampleLog, true)}>${t("log.example")}</button>
          </p>`
    }
  </section>`;
}

/** @param {Frame} frame @param {number} progress */
const progressBar = ({ t, format }, progress) =>
  html`<div class="running" role="group" aria-label=${t("log.reading")}>
    <progress aria-label=${t("log.reading")} max="1" .value=${progress}></progress>
    <span>${format.percent(progress)}</span>
  </div>`;

/** Why the engine did not start, and what would let it. @param {Frame} frame @param {LogRunner} runner @param {Log} log */
function refused(frame, runner, log) {
  const { t } = frame;
  if (log.refusals.length === 0) return nothing;
  return html`<section aria-labelledby="refused-head">
    <h2 id="refused-head">${t("log.refused")}</h2>
    ${log.refusals.map(
      (refusal) =>
        html`<p class="problem">${t.said("refusals", refusal)}</p>
          <p class="printed"><span>${t("log.line", { line: refusal.line })}</span> <q>${refusal.text}</q></p>`,
    )}
    ${
      runner.remedies.length === 0
        ? nothing
        : html`<h3>${t("remedies.head")}</h3>
            ${remedyItems(
              frame,
              runner.remedies,
              (said, { changes }) =>
                html`<button
                  type="button"
                  aria-label=${t("remedies.apply_one", { remedy: said })}
                  @click=${() => runner.adopt(frame, changes)}
                >
                  ${t("remedies.apply")}
                </button>`,
            )}`
    }
  </section>`;
}

/** What the log does not tell. @param {Frame} frame @param {Log} log */
function asked({ t }, log) {
  const needed = log.missing.filter((gap) => gap.needed).map(({ key }) => t.or(`field.${key}`, key));
  const assumed = log.missing.filter((gap) => !gap.needed).map(({ key }) => t.or(`field.${key}`, key));
  const errors = log.errors.filter(({ code }) => code !== "missing_model");
  if (needed.length + assumed.length + errors.length === 0) return nothing;
  return html`<section aria-labelledby="asked-head">
    <h2 id="asked-head">${t("log.missing")}</h2>
    ${needed.length > 0 ? html`<p class="problem">${t("log.needed", { settings: t.list(needed) })}</p>` : nothing}
    ${assumed.length > 0 ? html`<p>${t("log.assumed", { settings: t.list(assumed) })}</p>` : nothing}
    ${errors.map((error) => html`<p class="problem">${t.said("errors", error)}</p>`)}
  </section>`;
}

/** Units that stand beside their numbers without a space. @type {Record<string, string>} */
const attached = { x: "×", pct: "%" };

/** Every printed figure beside ours. @param {Frame} frame @param {Log} log */
function figures({ t, format }, log) {
  if (log.rows.length === 0) return nothing;
  const unit = (/** @type {string} */ name) => attached[name] ?? thin + t.or(`log.unit.${name}`, name);
  const amount = (/** @type {number | null} */ value, /** @type {string} */ name) =>
    (value ?? null) === null ? "–" : format.decimals(Number(value)) + unit(name);
  return html`<section aria-labelledby="printed-head">
    <h2 id="printed-head">${t("log.table")}</h2>
    <div class="scroll" tabindex="0" role="group" aria-label=${t("log.table")}>
      <table class="log">
        <thead>
          <tr>
            <th scope="col">${t("log.column.figure")}</th>
            <th scope="col" class="number">${t("log.column.printed")}</th>
            <th scope="col" class="number">${t("log.column.ours")}</th>
            <th scope="col" class="number">${t("log.column.difference")}</th>
            <th scope="col">${t("log.column.rule")}</th>
          </tr>
        </thead>
        <tbody>
          ${log.rows.map(
            (row) =>
              html`<tr
                class=${row.status}
                data-figure="log-${row.name}"
                data-value=${String(row.ours)}
                data-status=${row.status}
              >
                <th scope="row">
                  ${t.or(`log.figure.${row.name}`, row.name)}<small>${t("log.line", { line: row.line })}</small>
                </th>
                <td class="number">${amount(row.printed, row.unit)}</td>
                <td class="number">${amount(row.ours, row.unit)}</td>
                <td class="number">
                  ${row.difference === null ? "–" : amount(row.status === "explained" ? 0 : row.difference, row.unit)}
                </td>
                <td>
                  <strong>${t(row.reason ? `log.reason.${row.reason}` : `log.status.${row.status}`)}</strong>
                  ${row.rule ? html`<small>${t.or(`rules.${row.rule}`, row.sentence)} <cite>${row.source}</cite></small>` : nothing}
                </td>
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
  </section>`;
}

/** What the log prints as settings, to go on with. @param {Frame} frame @param {LogRunner} runner @param {Log} log */
function settings(frame, runner, log) {
  const { t } = frame;
  const measured = log.settings.some(({ key }) => measuredKeys.includes(key));
  const keep = (/** @type {Event} */ { target }) => {
    runner.keepMeasured = /** @type {HTMLInputElement} */ (target).checked;
    frame.show({});
  };
  return html`<section aria-labelledby="settings-head" class="log-settings">
    <h2 id="settings-head">${t("log.settings")}</h2>
    ${
      measured
        ? html`<label class="check"
            ><input type="checkbox" name="keepMeasured" .checked=${live(runner.keepMeasured)} @change=${keep} />
            ${t("log.keep")}</label
          >`
        : nothing
    }
    <p>
      <button type="button" class="primary" ?disabled=${runner.adopted} @click=${() => runner.adopt(frame)}>
        ${t(runner.adopted ? "log.used" : "log.use")}
      </button>
    </p>
    <details>
      <summary>${t("log.all", { count: log.settings.length })}</summary>
      <dl class="printed-settings">
        ${log.settings.map(
          ({ key, value, line, text }) =>
            html`<div>
              <dt>${t.or(`field.${key}`, key)}</dt>
              <dd>
                ${String(value)}<small>${t("log.line", { line })} <q>${text}</q></small>
              </dd>
            </div>`,
        )}
      </dl>
    </details>
  </section>`;
}
