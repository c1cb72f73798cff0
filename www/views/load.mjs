import { html, nothing } from "lit-html";
import { runningChart } from "../charts/running.mjs";
import { loadKeys } from "../load.mjs";
import { chartSection } from "./chart_section.mjs";
import { chooseHardware } from "./fit.mjs";
import { help } from "./help.mjs";
import { loadFields } from "./load_fields.mjs";
import { contextTable, demandTable, transferTable } from "./load_tables.mjs";
import { noteLists } from "./remarks.mjs";
import { modelName } from "./sentence.mjs";

/** @typedef {import("../types.js").Frame} Frame */
/** @typedef {import("../types.js").LoadResult} LoadResult */

/** Requests of real lengths: how many run at once, what a rate of them needs, and what it costs. @param {Frame} frame @param {{openPicker: () => void}} parts */
export function loadView(frame, { openPicker }) {
  const { t, load } = frame;
  const { result, errors = [], stale } = load ?? {};
  const missing = errors.some(({ code }) => code === "missing_memory");
  const told = new Set(frame.answer.errors.map(({ code, field }) => `${code} ${field}`));
  const own = errors.filter(
    ({ code, field }) => code !== "missing_memory" && !loadKeys.includes(field) && !told.has(`${code} ${field}`),
  );
  const shown = result && !missing;
  return html`
    ${shown ? answer(frame, result, openPicker) : html`<p class="sentence">${t("load.intro")}</p>`}
    ${own.map((error) => html`<p class="problem">${t.said("errors", error)}</p>`)}
    ${missing ? chooseHardware(frame) : nothing} ${shown ? figures(frame, result) : nothing} ${loadFields(frame)}
    ${shown && result.concurrency.shares.length > 0 ? picture(frame, result) : nothing}
    ${shown && !stale ? html`${demandTable(frame, result)} ${noteLists(frame, result)}` : nothing}
    ${contextTable(frame)} ${transferTable(frame)}
  `;
}

/** What runs at once in a sentence; then what the arrivals need, and the cost. @param {Frame} frame @param {LoadResult} result @param {() => void} openPicker */
function answer(frame, result, openPicker) {
  const { t, format, load } = frame;
  const { lengths, concurrency, demand, cost, speed, mostRequestsPerSecond } = result;
  const strong = (/** @type {string} */ text, /** @type {string} */ figure, /** @type {number} */ value) =>
    html`<strong data-figure=${figure} data-value=${String(value)}>${text}</strong>`;
  const model = html`<button type="button" class="said" @click=${openPicker}>${modelName(frame)}</button>`;
  const said =
    concurrency.expected > 0
      ? t.rich("load.found", {
          model,
          prompt: format.short(Math.round(lengths.meanPrompt)),
          output: format.short(Math.round(lengths.meanOutput)),
          expected: strong(format.short(concurrency.expected), "expected-concurrency", concurrency.expected),
          worst: strong(format.whole(concurrency.worst), "worst-concurrency", concurrency.worst),
        })
      : t("load.none");
  const bound = speed?.decodeBasis === "bound";
  const needs = demand
    ? t("load.needs", {
        rate: format.short(demand.requestsPerSecond),
        needed: format.short(demand.concurrency),
        n: format.whole(demand.deployments),
        count: demand.deployments,
        share: format.percent(demand.atLimitShare),
      })
    : (mostRequestsPerSecond ?? null) !== null
      ? t(bound ? "load.at_most" : "load.most", { rate: format.short(Number(mostRequestsPerSecond)) })
      : "";
  const costs = cost
    ? t("load.costs", { hour: format.short(cost.perHour), million: format.short(cost.perMillionTokens) })
    : "";
  return html`<p class="sentence ${load?.stale ? "stale" : ""}">${said}</p>
    <p class="second ${load?.stale ? "stale" : ""}">${needs}${t.gap}${costs}</p>`;
}

/** @param {Frame} frame @param {LoadResult} result */
function figures({ t, format, load }, { concurrency, demand, cost, speed }) {
  const one = (/** @type {string} */ name, /** @type {number} */ value, /** @type {unknown} */ text) => {
    const label = t(`figure.${name}`);
    return html`<div class="figure">
      <dt>${label} ${help(t("figure.about", { label }), t(`figure.${name}.help`))}</dt>
      <dd class="main" data-figure=${name} data-value=${String(value)}>${text}</dd>
    </div>`;
  };
  const range = t("load.range", { low: format.whole(concurrency.low), high: format.whole(concurrency.high) });
  const limit = demand?.atLimitShare ?? concurrency.atLimitShare ?? null;
  // Of random arrivals the simulation knows the share only so well.
  const between = (/** @type {number} */ share) =>
    demand
      ? html`${format.percent(share)}
          <p>
            ${t("load.interval", { low: format.percent(demand.atLimitLow), high: format.percent(demand.atLimitHigh) })}
          </p>`
      : format.percent(share);
  const bounded = (/** @type {string} */ basis, /** @type {string} */ text) =>
    basis === "bound" ? t("load.up_to", { n: text }) : text;
  return html`<dl class="figures ${load?.stale ? "stale" : ""}">
    ${one("running-range", concurrency.low, range)}
    ${one("memory-held", concurrency.memoryShare, format.percent(concurrency.memoryShare))}
    ${limit === null ? nothing : one("at-limit", limit, between(limit))}
    ${demand ? one("needed-concurrency", demand.concurrency, format.short(demand.concurrency)) : nothing}
    ${demand ? one("deployments", demand.deployments, format.whole(demand.deployments)) : nothing}
    ${speed ? one("decode-speed", speed.decodeTokensPerSecond, bounded(speed.decodeBasis, format.short(speed.decodeTokensPerSecond))) : nothing}
    ${cost ? one("cost-per-hour", cost.perHour, format.short(cost.perHour)) : nothing}
    ${cost ? one("cost-per-million", cost.perMillionTokens, format.short(cost.perMillionTokens)) : nothing}
  </dl>`;
}

/** The time in which so many run, as a chart or as a table. @param {Frame} frame @param {LoadResult} result */
function picture(frame, { concurrency, demand }) {
  const { t, format, load } = frame;
  const shares = demand && demand.shares.length > 0 ? demand.shares : concurrency.shares;
  const marks = [{ name: t("load.mark.worst", { n: format.whole(concurrency.worst) }), at: concurrency.worst }];
  if (demand)
    marks.push({ name: t("load.mark.expected", { n: format.short(concurrency.expected) }), at: concurrency.expected });
  const table = () =>
    html`<div class="scroll" tabindex="0" role="group" aria-labelledby="running-head">
      <table class="running-table">
        <thead>
          <tr>
            <th scope="col" class="number">${t("load.axis")}</th>
            <th scope="col" class="number">${t("load.share")}</th>
          </tr>
        </thead>
        <tbody>
          ${shares.map(
            ({ requests, share }) =>
              html`<tr>
                <th scope="row" class="number">${format.whole(requests)}</th>
                <td class="number" data-value=${String(share)}>${format.percent(share)}</td>
              </tr>`,
          )}
        </tbody>
      </table>
    </div>`;
  return chartSection(frame, {
    name: "running",
    title: t(demand ? "load.running_at_rate" : "load.running"),
    draw: (within) => runningChart(within, { shares, marks }),
    table,
    stale: load?.stale,
  });
}
