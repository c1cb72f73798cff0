import { html, nothing } from "lit-html";
import { exportButtons } from "./export.mjs";
import { figuresTable, textOf, valueOf } from "./table.mjs";

/** @typedef {import("../types.js").Frame} Frame */
/** @typedef {import("../types.js").LoadResult} LoadResult */
/** @typedef {import("../types.js").TableRow} TableRow */
/** @typedef {import("./table.mjs").Cell} Cell */

const none = "–";

/**
 * A table with its exports; the first cell of a row is its head.
 * @param {Frame} frame
 * @param {{id: string, title: string, keys: string[], heads: string[], rows: Cell[][], remark?: string}} table
 */
function section(frame, { id, title, keys, heads, rows, remark }) {
  if (rows.length === 0) return nothing;
  const lines = [heads, ...rows.map((row) => row.map(textOf))];
  const exact = [keys, ...rows.map((row) => row.map(valueOf))];
  return html`<section aria-labelledby="${id}-head">
    <div class="head">
      <h2 id="${id}-head">${title}</h2>
      ${exportButtons(frame, { markdown: lines, csv: exact })}
    </div>
    ${remark ? html`<p class="remark">${remark}</p>` : nothing}
    ${figuresTable(id, heads, rows, { labelledby: `${id}-head` })}
  </section>`;
}

/** Every length by itself: bytes of a request, requests that fit, their share of those of 4K, cost. @param {Frame} frame */
export function contextTable(frame) {
  const { t, format, load } = frame;
  const rows = load?.rows ?? [];
  /** @type {[string, (row: TableRow) => unknown, (row: TableRow) => string][]} */
  const columns = [
    ["tokens", (row) => row.tokens, (row) => format.length(row.tokens)],
    [
      "requestBytes",
      (row) => row.requestBytes ?? row.bytesPerSequence,
      (row) => format.gib(row.requestBytes ?? row.bytesPerSequence),
    ],
    ["requestsThatFit", (row) => row.requestsThatFit, (row) => format.whole(Number(row.requestsThatFit))],
    ["shareOf4K", (row) => row.shareOf4K, (row) => format.percent(Number(row.shareOf4K))],
    ["costPerRequestHour", (row) => row.costPerRequestHour, (row) => format.short(Number(row.costPerRequestHour))],
    ["works", (row) => row.works, (row) => t(row.works ? "compare.yes" : "compare.no")],
  ];
  const used = columns.filter(([, value]) => rows.some((row) => (value(row) ?? null) !== null));
  return section(frame, {
    id: "contexts",
    title: t("load.contexts"),
    keys: used.map(([key]) => key),
    heads: used.map(([key]) => t(`load.column.${key}`)),
    rows: rows.map((row) =>
      used.map(([, value, text]) => ({ value: value(row), text: (value(row) ?? null) === null ? none : text(row) })),
    ),
  });
}

/** Everything that the load comes to, one figure a row. @param {Frame} frame @param {LoadResult} result */
export function demandTable(frame, { lengths, concurrency, speed, mostRequestsPerSecond, demand, cost, gpus }) {
  const { t, format } = frame;
  /** @type {Cell[][]} */
  const rows = [];
  const add = (
    /** @type {string} */ key,
    /** @type {number | null | undefined} */ value,
    /** @type {(n: number) => string} */ write,
  ) =>
    (value ?? null) === null
      ? undefined
      : rows.push([
          { text: t(`load.row.${key}`), value: key },
          { text: write(Number(value)), value },
        ]);
  const short = (/** @type {number} */ n) => format.short(n);
  const whole = (/** @type {number} */ n) => format.whole(n);
  const share = (/** @type {number} */ n) => format.percent(n);
  const bounded = (/** @type {string | undefined} */ basis) => (/** @type {number} */ n) =>
    basis === "bound" ? t("load.up_to", { n: format.short(n) }) : format.short(n);
  add("meanPrompt", lengths.meanPrompt, short);
  add("meanOutput", lengths.meanOutput, short);
  add("p90", lengths.p90, whole);
  add("p99", lengths.p99, whole);
  add("longest", lengths.longest, whole);
  add("expected", concurrency.expected, short);
  add("ofMean", concurrency.ofMean, whole);
  add("worst", concurrency.worst, whole);
  add("stopsPerRequest", concurrency.stopsPerRequest, share);
  add("gpus", gpus, whole);
  add("decode", speed?.decodeTokensPerSecond, bounded(speed?.decodeBasis));
  if (speed && speed.prefillTokensPerSecond > 0)
    add("prefill", speed.prefillTokensPerSecond, bounded(speed.prefillBasis));
  add("mostRequestsPerSecond", mostRequestsPerSecond, bounded(speed?.decodeBasis));
  add("secondsPerRequest", demand?.secondsPerRequest, short);
  add("needed", demand?.concurrency, short);
  add("deployments", demand?.deployments, whole);
  add("load", demand?.load, share);
  add("atLimitShare", demand?.atLimitShare, share);
  add("atLimitLow", demand?.atLimitLow, share);
  add("atLimitHigh", demand?.atLimitHigh, share);
  add("waitSeconds", demand?.waitSeconds, short);
  add("costGpus", cost?.gpus, whole);
  add("perHour", cost?.perHour, short);
  add("perMillionTokens", cost?.perMillionTokens, short);
  add("perMillionInputTokens", cost?.perMillionInputTokens, short);
  add("perMillionOutputTokens", cost?.perMillionOutputTokens, short);
  return section(frame, {
    id: "demand",
    title: t("load.demand"),
    keys: ["figure", "value"],
    heads: [t("load.column.figure"), t("load.column.value")],
    rows,
  });
}

/** Ways for the cache of one request to go, against computing it again. @param {Frame} frame */
export function transferTable(frame) {
  const { t, format, load } = frame;
  const { transfer } = load ?? {};
  if (!transfer) return nothing;
  const time = (/** @type {number} */ s) =>
    s < 1 ? t("load.ms", { n: format.short(s * 1000) }) : t("reuse.seconds", { n: format.short(s) });
  const { routes, recomputeSeconds, recomputeBasis, tokens, bytes, ranks } = transfer;
  const rows = routes.map(({ name, link, gbPerSecond, seconds, ofRecompute }) => [
    { text: [t(`load.route.${name}`), link].filter(Boolean).join(", "), value: name },
    { text: t("load.gb_per_second", { n: format.short(gbPerSecond) }), value: gbPerSecond },
    { text: time(seconds), value: seconds },
    { text: (ofRecompute ?? null) === null ? none : format.percent(Number(ofRecompute)), value: ofRecompute },
  ]);
  if ((recomputeSeconds ?? null) !== null)
    rows.push([
      { text: t("load.route.recompute"), value: "recompute" },
      { text: none, value: null },
      {
        text:
          recomputeBasis === "bound"
            ? t("load.at_least", { n: time(Number(recomputeSeconds)) })
            : time(Number(recomputeSeconds)),
        value: recomputeSeconds,
      },
      { text: none, value: null },
    ]);
  return section(frame, {
    id: "transfer",
    title: t("load.transfer"),
    remark: t("load.transfer_remark", {
      tokens: format.whole(tokens),
      size: format.gib(bytes),
      n: format.whole(ranks),
      count: ranks,
    }),
    keys: ["route", "gbPerSecond", "seconds", "ofRecompute"],
    heads: ["route", "speed", "time", "of_recompute"].map((key) => t(`load.column.${key}`)),
    rows,
  });
}
