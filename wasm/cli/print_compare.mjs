// Comparisons as tables: as text for a terminal, as CSV and as Markdown.
import { clean, table } from "./print.mjs";

/** @import { CompareRow, EngineRow } from "../kvfit.js" */
/** @typedef {string | number | boolean} Cell */

/** What a row without an answer has nothing in. @param {(row: CompareRow) => Cell | null} value @returns {(row: CompareRow) => Cell | null} */
const answered = (value) => (row) => (row.errors.length > 0 ? null : value(row));

/** @type {[string, (row: CompareRow) => Cell | null][]} */
const columns = [
  ["model", (row) => row.model],
  ["engine", (row) => [row.engine, row.engineVersion].filter(Boolean).join(" ")],
  ["tokens", answered((row) => row.tokens)],
  ["sequences", answered((row) => row.sequences)],
  ["payload_bytes", answered((row) => row.payloadBytes)],
  ["bytes_per_sequence", answered((row) => row.bytesPerSequence)],
  ["marginal_bytes_per_token", answered((row) => row.marginalBytesPerToken)],
  ["kv_bytes_per_gpu", (row) => row.kvBytes],
  ["kv_available_bytes", (row) => row.kvAvailableBytes],
  ["memory_share", (row) => row.memoryShare],
  ["gpus", answered((row) => row.gpus)],
  ["capacity_tokens", (row) => row.capacityTokens],
  ["requests_that_fit", (row) => row.requestsThatFit],
  ["max_tokens", (row) => row.maxTokens],
  ["fits", (row) => row.fits],
  ["error", (row) => row.errors.map(({ message }) => message).join("; ")],
];

/** @type {[string, (row: EngineRow) => Cell | null][]} */
const engineColumns = [
  ["engine", (row) => row.title],
  ["payload_bytes", (row) => (row.errors.length > 0 ? null : row.payloadBytes)],
  ["reserved_bytes", (row) => (row.errors.length > 0 || row.engine === "payload" ? null : row.reservedBytes)],
  ["capacity_tokens", (row) => (row.hasCapacity ? row.capacityTokens : null)],
  ["max_concurrency", (row) => (row.hasCapacity ? row.maxConcurrency : null)],
  ["why", (row) => row.reasons.map(({ message }) => message).join("; ")],
  ["error", (row) => row.errors.map(({ message }) => message).join("; ")],
];

/** Columns in which any row has something. @template Row @param {Row[]} result @param {[string, (row: Row) => Cell | null][]} all */
function tableOf(result, all) {
  const used = all.filter(([, value]) => result.some((row) => value(row) !== null && value(row) !== ""));
  return {
    result,
    head: used.map(([name]) => name),
    rows: result.map((row) => used.map(([, value]) => value(row) ?? "")),
  };
}

/** @param {CompareRow[]} result */
export const scenarioTable = (result) => tableOf(result, columns);
/** @param {EngineRow[]} result */
export const engineTable = (result) => tableOf(result, engineColumns);

/** @param {Cell[][]} cells the head first */
export const cellsText = (cells) =>
  table(cells.map((row) => row.map((cell) => (typeof cell === "boolean" ? String(cell) : cell))));

/** RFC 4180. A text that a spreadsheet would take for a formula is quoted by an apostrophe. @param {Cell[][]} cells */
export function cellsCsv(cells) {
  /** @param {Cell} cell */
  const field = (cell) => {
    const text = typeof cell === "string" ? clean(cell).replace(/^[=+\-@]/, "'$&") : String(cell);
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  return cells.map((row) => `${row.map(field).join(",")}\r\n`).join("");
}

/** @param {Cell[][]} cells */
export function cellsMarkdown([head, ...body]) {
  /** @param {Cell[]} row */
  const line = (row) => `| ${row.map((cell) => clean(cell).replaceAll("|", "\\|")).join(" | ")} |\n`;
  const rule = head.map((_, i) => (body.some((row) => typeof row[i] === "number") ? "---:" : "---"));
  return [line(head), line(rule), ...body.map(line)].join("");
}
