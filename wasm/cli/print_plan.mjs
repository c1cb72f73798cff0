// Plans as text for a terminal, and comparisons as CSV and Markdown.
import { clean, exact, gib, list, messages, table, whole } from "./print.mjs";

/** @import { CompareRow, Fit, FrontierResult, Remedy, SolveResult } from "../kvfit.js" */

/** @param {Fit} result @param {Remedy[]} remedies */
export function fitText(result, remedies) {
  const { verdict, memory, layout, hardware, requestsThatFit, maxTokens, maxConcurrency, command, flags } = result;
  const cards = hardware.map(({ name, count, memoryBytes, basis }) =>
    [`${count} x ${name || "GPU"}`, gib(memoryBytes), `memory: ${basis}`].join(", "),
  );
  const rows = /** @type {const} */ (["weights", "overhead", "kv", "free", "usable", "total"]).flatMap((key) =>
    key === "total" && memory.total === 0 ? [] : [[key, gib(memory[key]), exact(memory[key])]],
  );
  const answers = [
    ["requests that fit", whole.format(requestsThatFit)],
    ["longest length for them", maxTokens === null ? "any" : whole.format(maxTokens)],
    ["concurrency of the engine", whole.format(maxConcurrency)],
    ["GPUs", `${layout.gpus} (tp ${layout.tp}, pp ${layout.pp}, dp ${layout.dp})`],
  ];
  const assumed = result.estimates
    .filter(({ given }) => !given)
    .map(
      ({ name, key, bytes, low, high }) => `${name}: ${gib(bytes)} (${gib(low)} to ${gib(high)}); ${key} replaces it`,
    );
  return [
    `${clean(verdict.message)}.\n`,
    list("Hardware", cards),
    `\nMemory of one GPU\n${table(rows, "  ")}`,
    `\n${table(answers)}`,
    list("Assumed", assumed),
    list("Command", command ? [command] : []),
    list(
      "Flags",
      flags.map(({ flag, value, message }) => `${[flag, value].filter(Boolean).join(" ")}: ${message}`),
    ),
    list("Remedies", messages(remedies)),
    list("Warnings", messages(result.warnings)),
    list("Notes", messages(result.notes)),
  ].join("");
}

/** @param {SolveResult} result */
export const solveText = ({ message, changes }) =>
  `${clean(message)}\n${list(
    "Set",
    Object.entries(changes).map(([key, value]) => `${key} ${value}`),
  )}`;

/** @param {FrontierResult} result */
export const frontierText = ({ points }) =>
  table([["sequences", "tokens"], ...points.map(({ sequences, tokens }) => [sequences, tokens ?? "any"])]);

/** @type {[string, (row: CompareRow) => string | number | boolean | null][]} */
const columns = [
  ["model", (row) => row.model],
  ["engine", (row) => [row.engine, row.engineVersion].filter(Boolean).join(" ")],
  ["tokens", (row) => row.tokens],
  ["sequences", (row) => row.sequences],
  ["payload_bytes", (row) => row.payloadBytes],
  ["bytes_per_sequence", (row) => row.bytesPerSequence],
  ["marginal_bytes_per_token", (row) => row.marginalBytesPerToken],
  ["kv_bytes_per_gpu", (row) => row.kvBytes],
  ["kv_available_bytes", (row) => row.kvAvailableBytes],
  ["memory_share", (row) => row.memoryShare],
  ["gpus", (row) => row.gpus],
  ["requests_that_fit", (row) => row.requestsThatFit],
  ["max_tokens", (row) => row.maxTokens],
  ["fits", (row) => row.fits],
  ["error", (row) => row.errors.map(({ message }) => message).join("; ")],
];

/** Columns in which any row has something. @param {CompareRow[]} rows */
function cellsOf(rows) {
  const used = columns.filter(([, value]) => rows.some((row) => value(row) !== null && value(row) !== ""));
  return [used.map(([name]) => name), ...rows.map((row) => used.map(([, value]) => value(row) ?? ""))];
}

/** @typedef {(string | number | boolean)[][]} Cells the first row is the head */

/** @param {Cells} cells */
export const cellsText = (cells) =>
  table(cells.map((row) => row.map((cell) => (typeof cell === "boolean" ? String(cell) : cell))));

/** RFC 4180. A text that a spreadsheet would take for a formula is quoted by an apostrophe. @param {Cells} cells */
export function cellsCsv(cells) {
  /** @param {string | number | boolean} cell */
  const field = (cell) => {
    const text = typeof cell === "string" ? clean(cell).replace(/^[=+\-@]/, "'$&") : String(cell);
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  return cells.map((row) => `${row.map(field).join(",")}\r\n`).join("");
}

/** @param {Cells} cells */
export function cellsMarkdown([head, ...body]) {
  /** @param {(string | number | boolean)[]} row */
  const line = (row) => `| ${row.map((cell) => clean(cell).replaceAll("|", "\\|")).join(" | ")} |\n`;
  const rule = head.map((_, i) => (body.some((row) => typeof row[i] === "number") ? "---:" : "---"));
  return [line(head), line(rule), ...body.map(line)].join("");
}

/** @param {CompareRow[]} rows */
export const compareText = (rows) => cellsText(cellsOf(rows));

/** @param {CompareRow[]} rows */
export const compareCsv = (rows) => cellsCsv(cellsOf(rows));

/** @param {CompareRow[]} rows */
export const compareMarkdown = (rows) => cellsMarkdown(cellsOf(rows));
