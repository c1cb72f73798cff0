import { html, nothing } from "lit-html";
import { hitsChart } from "../charts/hits.mjs";
import { exportButtons } from "./export.mjs";

/** @typedef {import("../types.js").Frame} Frame */
/** @typedef {import("../types.js").ReuseResult} ReuseResult */

/** Hit rate against capacity as a chart, or as a table of the same numbers. @param {Frame} frame @param {ReuseResult} result */
export function reuseCurves(frame, result) {
  const { t, format, surface } = frame;
  const sized = result.capacityBytes.length > 0;
  const capacities = sized ? result.capacityBytes : result.capacityBlocks;
  if (capacities.length === 0) return nothing;
  const write = (/** @type {number} */ n) => (sized ? format.gib(n) : format.whole(n));
  const title = frame.engines.find(({ id }) => id === result.engine)?.title ?? t("reuse.pool");
  const name = (/** @type {string} */ line) => (line === "engine" ? title : t.or(`reuse.line.${line}`, line));
  const series = result.curves.map(({ line, tokenRate }, i) => ({ name: name(line), main: i === 0, rates: tokenRate }));
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
  return html`<section aria-labelledby="hits-head">
    <div class="head">
      <h2 id="hits-head">${t("reuse.curve")}</h2>
      <div class="copies">
        <button
          type="button"
          aria-pressed=${surface.chartAsTable ? "true" : "false"}
          @click=${() => frame.show({ chartAsTable: !surface.chartAsTable })}
        >
          ${t("chart.table")}
        </button>
        ${exportButtons(frame, { markdown: rows(write, (rate) => format.percent(rate)), csv: rows(String, String), json: result })}
      </div>
    </div>
    ${
      surface.chartAsTable
        ? table()
        : hitsChart(frame, {
            capacities,
            series,
            write,
            unit,
            ceiling: result.ceiling.tokenRate,
            marks: [
              { name: t("reuse.mark.knee"), at: of(result.knee) },
              { name: t("reuse.mark.capacity"), at: of(result.capacity) },
            ],
          })
    }
  </section>`;
}
