import { html, nothing } from "lit-html";
import { plot } from "../charts/plot.mjs";
import { chartSection } from "./chart_section.mjs";
import { tableOf } from "./reuse_tables.mjs";

/** @typedef {import("../types.js").Frame} Frame */
/** @typedef {import("../types.js").ReuseResult} ReuseResult */

/** A sentence and its chart. @param {Frame} frame @param {string} name @param {string} title @param {string} sentence @param {import("../charts/plot.mjs").Plot} chart @param {{head: string[], rows: import("./reuse_tables.mjs").Cells[]}} table */
const section = (frame, name, title, sentence, chart, { head, rows }) =>
  chartSection(frame, {
    name,
    title,
    draw: (within) => plot(within, chart),
    table: () => tableOf(frame, name, title, head, rows),
    before: html`<p class="reading">${sentence}</p>`,
  });

/** How much is in use over the trace, and how far apart two uses of a block lie. @param {Frame} frame @param {ReuseResult} result */
export function reuseOverTime(frame, { timeline, distances, bytes }) {
  const { t, format } = frame;
  const sized = bytes.basis !== "none";
  const write = (/** @type {number} */ n) => (sized ? format.gib(n) : format.short(n));
  const size = (/** @type {number} */ n) => (sized ? format.gib(n) : t("reuse.blocks", { count: n }));
  const pick = (/** @type {number} */ ofBlocks, /** @type {number} */ ofBytes) => (sized ? ofBytes : ofBlocks);
  const column = (/** @type {string} */ name) => t(`reuse.column.${name}`);
  const base = sized ? 1024 : 10;
  const sets = timeline.map((one) => pick(one.distinctBlocks, one.distinctBytes));
  const fresh = timeline.map((one) => pick(one.newBlocks, one.newBytes));
  const within = (/** @type {number} */ share) => {
    const bin = distances.find(({ shareWithin }) => shareWithin >= share);
    return bin ? size(pick(bin.blocks, bin.bytes)) : "";
  };
  return html`
    ${
      timeline.length > 1
        ? section(
            frame,
            "timeline",
            t("reuse.timeline"),
            t("reuse.timeline_says", { count: timeline.length, size: size(Math.max(...sets)) }),
            {
              label: t("reuse.timeline_chart"),
              runs: [
                { name: column("working_set"), look: "main", values: sets },
                { name: column("new"), look: "", values: fresh },
              ],
              write,
              base,
              steps: timeline.map(({ request }) => format.whole(request)),
              unit: column("request"),
            },
            {
              head: ["request", "time", "working_set", "new", "median_distance"].map(column),
              rows: timeline.map((one) => [
                { text: format.whole(one.request), value: one.request },
                { text: t("reuse.seconds", { n: format.short(one.timeMs / 1000) }), value: one.timeMs / 1000 },
                cell(pick(one.distinctBlocks, one.distinctBytes)),
                cell(pick(one.newBlocks, one.newBytes)),
                cell(pick(one.medianDistanceBlocks, one.medianDistanceBytes)),
              ]),
            },
          )
        : nothing
    }
    ${
      distances.length > 0
        ? section(
            frame,
            "distances",
            t("reuse.distances"),
            t("reuse.distances_say", { half: within(0.5), most: within(0.9) }),
            {
              label: t("reuse.distances_chart"),
              runs: [{ name: column("uses"), look: "main", values: distances.map(({ uses }) => uses) }],
              bars: true,
              write: (n) => format.short(n),
              base: 10,
              steps: distances.map((bin) => write(pick(bin.blocks, bin.bytes))),
              unit: column("distance"),
            },
            {
              head: ["distance", "uses", "share_within"].map(column),
              rows: distances.map((bin) => [
                cell(pick(bin.blocks, bin.bytes)),
                { text: format.whole(bin.uses), value: bin.uses },
                { text: format.percent(bin.shareWithin), value: bin.shareWithin },
              ]),
            },
          )
        : nothing
    }
  `;

  /** @param {number} n */
  function cell(n) {
    return { text: write(n), value: n };
  }
}
