import { html, nothing } from "lit-html";
import { curveChart } from "../charts/curve.mjs";
import { compared } from "../compare.mjs";
import { chartSection } from "./chart_section.mjs";
import { enginesSection } from "./engines.mjs";
import { exportButtons } from "./export.mjs";
import { addButtons, modelList, variantFields } from "./variants.mjs";

/** @typedef {import("../types.js").Frame} Frame */
/** @typedef {import("../compare.mjs").Row} Row */

/** Columns of the table: exact value, and how it is written. @type {{key: keyof Row["answer"], as: "bytes" | "rate" | "count" | "share" | "yes"}[]} */
const columns = [
  { key: "payloadBytes", as: "bytes" },
  { key: "bytesPerSequence", as: "bytes" },
  { key: "marginalBytesPerToken", as: "rate" },
  { key: "reservedBytes", as: "bytes" },
  { key: "weightsBytes", as: "bytes" },
  { key: "memoryShare", as: "share" },
  { key: "requestsThatFit", as: "count" },
  { key: "maxTokens", as: "count" },
  { key: "fits", as: "yes" },
];

/** The answer to a comparison: sentence, chart, table, and the settings that are compared. @param {Frame} frame */
export function compareView(frame) {
  const rows = compared(frame);
  return html`${modelList(frame)} ${compareSentence(frame, rows)} ${addButtons(frame)} ${compareChart(frame, rows)}
  ${compareTable(frame, rows)} ${enginesSection(frame)}`;
}

const payload = (/** @type {Row} */ { answer }) => answer.payloadBytes ?? 0;

/** Rows that have an answer, from the least payload to the most. @param {Row[]} rows */
const bySize = (rows) => rows.filter(({ errors }) => errors.length === 0).sort((a, b) => payload(a) - payload(b));

/** @param {Frame} frame @param {Row[]} rows */
function compareSentence({ t, format }, rows) {
  const sorted = bySize(rows);
  const [least, most] = [sorted[0], sorted[sorted.length - 1]];
  if (sorted.length < 2) return html`<p class="sentence" part="sentence">${t("compare.alone")}</p>`;
  const size = (/** @type {Row} */ row) => html`<strong>${format.gib(payload(row))}</strong>`;
  const times = format.short(payload(most) / payload(least));
  const values = {
    count: sorted.length,
    least: least.label,
    small: size(least),
    most: most.label,
    large: size(most),
    times,
  };
  return html`<p class="sentence" part="sentence">${t.rich("compare.sentence", values)}</p>`;
}

/** All rows in one chart. @param {Frame} frame @param {Row[]} rows */
function compareChart(frame, rows) {
  const { t, answer } = frame;
  const { result } = answer;
  const drawn = rows.filter(({ curve }) => curve);
  if (!result || drawn.length === 0) return nothing;
  const short = (/** @type {string} */ label) => (label.length > 25 ? `${label.slice(0, 24)}…` : label);
  const draw = (/** @type {Frame} */ within) => {
    const roomy = within.surface.chartWidth > 600;
    const series = drawn.map((row) => ({
      name: roomy ? `${row.letter} ${short(row.label)}` : row.letter,
      main: row === rows[0],
      bytes: row.curve ?? [],
    }));
    const trained = answer.architecture?.trainedContext ?? 0;
    return curveChart(within, { lengths: drawn[0].lengths, series, trained, tokens: result.tokens });
  };
  return chartSection(frame, { name: "compare-chart", title: t("chart.head", { count: result.sequences }), draw });
}

/** @param {Frame} frame @param {Row[]} rows */
function compareTable(frame, rows) {
  const { t, surface } = frame;
  const shown = columns.filter(({ key }) => rows.some(({ answer }) => (answer[key] ?? null) !== null));
  const { column, descending } = surface.sort;
  const by = shown.find(({ key }) => key === column);
  const value = (/** @type {Row} */ { answer }) => Number(answer[by?.key ?? "payloadBytes"] ?? Infinity);
  const sorted = by ? [...rows].sort((a, b) => (value(a) - value(b)) * (descending ? -1 : 1)) : rows;
  const largest = Math.max(1, ...rows.map(payload));
  const head = (/** @type {string} */ key, /** @type {string} */ kind) => {
    const on = key === (by?.key ?? "");
    const press = () => frame.show({ sort: { column: key, descending: on && key !== "" && !descending } });
    return html`<th scope="col" class=${kind} aria-sort=${on ? (descending ? "descending" : "ascending") : "none"}>
      <button type="button" class="sort" @click=${press}>
        ${t(`compare.${key || "setting"}`)}<span aria-hidden="true">${on ? (descending ? " ↓" : " ↑") : ""}</span>
      </button>
    </th>`;
  };
  const lines = [
    [t("compare.setting"), ...shown.map(({ key }) => t(`compare.${key}`))],
    ...sorted.map((row) => [`${row.letter} ${row.label}`, ...shown.map((one) => text(frame, row, one))]),
  ];
  const exact = [
    ["setting", ...shown.map(({ key }) => key)],
    ...sorted.map((row) => [row.label, ...shown.map(({ key }) => String(row.answer[key] ?? ""))]),
  ];
  return html`<section aria-labelledby="compare-table">
    <div class="head">
      <h2 id="compare-table">${t("compare.table")}</h2>
      ${exportButtons(frame, { markdown: lines, csv: exact })}
    </div>
    <div class="scroll" tabindex="0" role="group" aria-labelledby="compare-table">
      <table part="table" class="compare">
        <thead>
          <tr>
            ${head("", "")}${shown.map(({ key }) => head(key, "number"))}
          </tr>
        </thead>
        <tbody>
          ${sorted.map((row) => {
            const i = rows.indexOf(row) - 1; // the first row is the scenario
            const open = surface.variant === i;
            return html`<tr>
                <th scope="row">
                  <b>${row.letter}</b> ${row.label}
                  ${
                    i < 0
                      ? nothing
                      : html`<button
                          type="button"
                          class="sort"
                          aria-expanded=${open ? "true" : "false"}
                          aria-label=${t("variants.change_one", { label: `${row.letter} ${row.label}` })}
                          @click=${() => frame.show({ variant: open ? undefined : i })}
                        >
                          ${t(open ? "scenario.close" : "scenario.open")}
                        </button>`
                  }
                  ${row.errors.map((error) => html`<small class="error">${t.said("errors", error)}</small>`)}
                  <span class="meter" aria-hidden="true"
                    ><span .style=${`inline-size: ${(100 * payload(row)) / largest}%`}></span
                  ></span>
                </th>
                ${shown.map((one) => html`<td class="number" data-value=${String(row.answer[one.key] ?? "")}>${text(frame, row, one)}</td>`)}
              </tr>
              ${
                i >= 0 && open
                  ? html`<tr>
                      <td colspan=${shown.length + 1}>${variantFields(frame, row, i)}</td>
                    </tr>`
                  : nothing
              }`;
          })}
        </tbody>
      </table>
    </div>
  </section>`;
}

/** A value as it is written in the table. @param {Frame} frame @param {Row} row @param {(typeof columns)[number]} column @returns {string} */
function text({ t, format }, { answer }, { key, as }) {
  const value = answer[key];
  if (value === undefined || value === null) return "–";
  const number = Number(value);
  if (as === "bytes") return format.gib(number);
  if (as === "rate") return t("unit.per_token", { size: format.gib(number) });
  if (as === "share") return format.percent(number);
  if (as === "yes") return t(value ? "compare.yes" : "compare.no");
  return format.whole(number);
}
