import { html, nothing } from "lit-html";
import { hitsChart } from "../charts/hits.mjs";
import { chartSection } from "./chart_section.mjs";
import { exportButtons } from "./export.mjs";

/** @typedef {import("../types.js").Frame} Frame */
/** @typedef {import("../types.js").ReuseResult} ReuseResult */
/** @typedef {import("../reuse_runner.mjs").ReuseRunner} ReuseRunner */

/** Hit rate against capacity, by tokens or by blocks, as a chart or as a table of the same numbers; an answer that was kept stands beside it. @param {Frame} frame @param {ReuseResult} result @param {ReuseRunner} runner */
export function reuseCurves(frame, result, runner) {
  const { t, format, surface } = frame;
  const { byBlocks = false } = surface;
  const sized = result.capacityBytes.length > 0;
  const capacitiesOf = (/** @type {ReuseResult} */ r) => (sized ? r.capacityBytes : r.capacityBlocks);
  const capacities = capacitiesOf(result);
  if (capacities.length === 0) return nothing;
  const write = (/** @type {number} */ n) => (sized ? format.gib(n) : format.whole(n));
  const engine = frame.engines.find(({ id }) => id === result.engine)?.title ?? t("reuse.pool");
  const name = (/** @type {string} */ line) => (line === "engine" ? engine : t.or(`reuse.line.${line}`, line));
  const rates = (/** @type {ReuseResult["curves"][number]} */ line) => (byBlocks ? line.blockRate : line.tokenRate);
  const series = result.curves.map((line) => ({
    name: name(line.line),
    look: /** @type {"main" | ""} */ (line.line === "engine" ? "main" : ""),
    capacities,
    rates: rates(line),
  }));
  const kept = runner.kept?.result;
  const beside =
    kept && capacitiesOf(kept).length > 0
      ? [
          {
            name: t("reuse.kept"),
            look: /** @type {const} */ ("kept"),
            capacities: capacitiesOf(kept),
            rates: rates(kept.curves[0]),
          },
        ]
      : [];
  const unit = t(sized ? "reuse.capacity_bytes" : "reuse.capacity_blocks");
  const head = [unit, ...series.map((one) => one.name)];
  const rows = (/** @type {(n: number) => string} */ capacity, /** @type {(rate: number) => string} */ rate) => [
    head,
    ...capacities.map((n, i) => [capacity(n), ...series.map(({ rates }) => rate(rates[i]))]),
  ];
  const table = () =>
    html`<div class="scroll" tabindex="0" role="group" aria-labelledby="hits-head">
      <table part="table" class="hits">
        <thead>
          <tr>
            ${head.map((text) => html`<th scope="col" class="number">${text}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${capacities.map(
            (n, i) =>
              html`<tr>
                <th scope="row" class="number">${write(n)}</th>
                ${series.map(({ rates }) => html`<td class="number" data-value=${String(rates[i])}>${format.percent(rates[i])}</td>`)}
              </tr>`,
          )}
        </tbody>
      </table>
    </div>`;
  const of = (/** @type {{bytes: number, blocks: number} | null | undefined} */ point) =>
    point ? (sized ? point.bytes : point.blocks) : 0;
  const data = {
    series: [...series, ...beside],
    write,
    unit,
    label: t(byBlocks ? "reuse.chart_of_blocks" : "reuse.chart"),
    ceiling: byBlocks ? result.ceiling.blockRate : result.ceiling.tokenRate,
    marks: [
      { name: t("reuse.mark.knee"), at: of(result.knee) },
      { name: t("reuse.mark.capacity"), at: of(result.capacity) },
    ],
  };
  const copied = { markdown: rows(write, (rate) => format.percent(rate)), csv: rows(String, String), json: result };
  return chartSection(frame, {
    name: "hits",
    title: t(byBlocks ? "reuse.curve_of_blocks" : "reuse.curve"),
    draw: (within) => hitsChart(within, data),
    table,
    buttons: html`<button
        type="button"
        aria-pressed=${byBlocks ? "true" : "false"}
        @click=${() => frame.show({ byBlocks: !byBlocks })}
      >
        ${t("reuse.by_blocks")}
      </button>
      <button type="button" ?disabled=${runner.stale} @click=${() => runner.keep()}>${t("reuse.keep")}</button>`,
    after: html`${exportButtons(frame, copied)}
      <p class="remark">
        ${result.curves.map(({ line, method }) => `${t(`reuse.method.${method}`, { name: name(line) })} `)}
      </p>`,
  });
}
