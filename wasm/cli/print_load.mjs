// Loads, transfers and the table of lengths as text for a terminal.
import { clean, exact, gib, list, messages, table, whole } from "./print.mjs";
import { cellsCsv, cellsMarkdown, cellsText } from "./print_compare.mjs";

/** @import { LoadResult, TableRow, TransferResult } from "../kvfit.js" */

const short = new Intl.NumberFormat("en", { maximumSignificantDigits: 4 });
const percent = new Intl.NumberFormat("en", { style: "percent", maximumSignificantDigits: 3 });

/** @param {string} basis */
const bound = (basis) => (basis === "bound" ? " at most" : "");

/** @param {LoadResult} result */
export function loadText({ verdict, lengths, concurrency, speed, mostRequestsPerSecond, demand, cost, ...rest }) {
  const figures = [
    ["mean prompt", `${short.format(lengths.meanPrompt)} tokens`],
    ["mean answer", `${short.format(lengths.meanOutput)} tokens`],
    ["p50, p90, p99", [lengths.p50, lengths.p90, lengths.p99].map((n) => whole.format(n)).join(", ")],
    ["longest", `${whole.format(lengths.longest)} tokens`],
    ["requests at once", short.format(concurrency.expected)],
    ["  in 90% of the time", `${whole.format(concurrency.low)} to ${whole.format(concurrency.high)}`],
    ["  all of mean length", whole.format(concurrency.ofMean)],
    ["  all of the longest", whole.format(concurrency.worst)],
    ["  limited by", concurrency.limit],
    ["  memory held", percent.format(concurrency.memoryShare)],
  ];
  if (concurrency.atLimitShare !== null)
    figures.push(["  fewer than asked for", `${percent.format(concurrency.atLimitShare)} of the time`]);
  if (speed) {
    figures.push(["decode", `${short.format(speed.decodeTokensPerSecond)} tokens/s${bound(speed.decodeBasis)}`]);
    if (speed.prefillTokensPerSecond > 0)
      figures.push(["prefill", `${short.format(speed.prefillTokensPerSecond)} tokens/s${bound(speed.prefillBasis)}`]);
  }
  if (mostRequestsPerSecond !== null)
    figures.push([
      "requests a second",
      `${short.format(mostRequestsPerSecond)} of one deployment${bound(speed?.decodeBasis ?? "")}`,
    ]);
  if (demand)
    figures.push(
      ["needed at once", short.format(demand.concurrency)],
      ["deployments", whole.format(demand.deployments)],
      ["  a request waits", `${percent.format(demand.atLimitShare)} of the time`],
      ["  95% interval", `${percent.format(demand.atLimitLow)} to ${percent.format(demand.atLimitHigh)}`],
    );
  if (cost)
    figures.push(
      ["cost an hour", `${short.format(cost.perHour)} for ${whole.format(cost.gpus)} GPUs`],
      ["  per million tokens", short.format(cost.perMillionTokens)],
      ["  per million input tokens", short.format(cost.perMillionInputTokens)],
      ["  per million output tokens", short.format(cost.perMillionOutputTokens)],
    );
  return [
    `${clean(verdict.message)}\n\n`,
    table(figures),
    list("Warnings", messages(rest.warnings)),
    list("Notes", messages(rest.notes)),
  ].join("");
}

/** @param {number} seconds */
const seconds = (seconds) => (seconds < 1 ? `${short.format(seconds * 1000)} ms` : `${short.format(seconds)} s`);

/** @param {TransferResult} result */
export function transferText({ tokens, bytes, bytesPerRank, ranks, routes, recomputeSeconds, recomputeBasis, notes }) {
  const rows = routes.map(({ name, link, gbPerSecond, seconds: time, ofRecompute }) => [
    [name, link].filter(Boolean).join(", "),
    `${short.format(gbPerSecond)} GB/s`,
    seconds(time),
    ofRecompute === null ? "" : `${percent.format(ofRecompute)} of computing again`,
  ]);
  if (recomputeSeconds !== null)
    rows.push([
      "computing again",
      "",
      `${seconds(recomputeSeconds)}${recomputeBasis === "bound" ? " at least" : ""}`,
      "",
    ]);
  return [
    `The cache of ${whole.format(tokens)} tokens is ${gib(bytes)} (${exact(bytes)}), ${gib(bytesPerRank)} on each of ${whole.format(ranks)}.\n`,
    rows.length > 0 ? `\n${table(rows)}` : "",
    list("Notes", messages(notes)),
  ].join("");
}

/** @param {TableRow[]} rows */
function contextCells(rows) {
  /** @type {[string, (row: TableRow) => string | number | boolean | null][]} */
  const columns = [
    ["tokens", (row) => row.tokens],
    ["request_bytes", (row) => row.requestBytes ?? row.bytesPerSequence],
    ["requests_that_fit", (row) => row.requestsThatFit],
    ["share_of_4k", (row) => row.shareOf4K],
    ["cost_per_request_hour", (row) => row.costPerRequestHour],
    ["works", (row) => row.works],
  ];
  const used = columns.filter(([, value]) => rows.some((row) => value(row) !== null));
  return [used.map(([name]) => name), ...rows.map((row) => used.map(([, value]) => value(row) ?? ""))];
}

/** @param {TableRow[]} rows */
export const contextText = (rows) => cellsText(contextCells(rows));

/** @param {TableRow[]} rows */
export const contextCsv = (rows) => cellsCsv(contextCells(rows));

/** @param {TableRow[]} rows */
export const contextMarkdown = (rows) => cellsMarkdown(contextCells(rows));
