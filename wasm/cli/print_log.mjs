// What a log says, as text for a terminal.
import { list, messages, table } from "./print.mjs";

/** @import { Log, Remedy } from "../kvfit.js" */

const number = new Intl.NumberFormat("en", { maximumFractionDigits: 4 });
const signed = new Intl.NumberFormat("en", { maximumFractionDigits: 4, signDisplay: "exceptZero" });

/** @param {Log} log @param {Remedy[]} remedies */
export function logText(log, remedies) {
  const { engine, engineVersion, model, modelId, lines, settings, rows, refusals, missing, notes, errors } = log;
  const head = [
    ["engine", [engine, engineVersion].filter(Boolean).join(" ")],
    ["model", [model, modelId && `(${modelId})`].filter(Boolean).join(" ") || "not printed"],
    ["lines", number.format(lines)],
  ];
  const shown = rows.map(({ name, printed, unit, ours, difference, status, reason, line }) => [
    name,
    `${number.format(printed)} ${unit}`,
    ours === null ? "-" : number.format(ours),
    difference === null ? "-" : signed.format(difference),
    reason ? `${status}: ${reason}` : status,
    `line ${line}`,
  ]);
  const rules = new Map(rows.filter(({ rule }) => rule).map((row) => [row.rule, `${row.sentence} ${row.source}`]));
  return [
    table(head),
    list(
      "Settings in the log",
      settings.map(({ key, value, line }) => `${key} = ${value} (line ${line})`),
    ),
    shown.length > 0
      ? `\nPrinted and ours\n${table([["figure", "printed", "ours", "difference", "", ""], ...shown], "  ")}`
      : "",
    list("Rules", [...rules.values()]),
    list(
      "Refused",
      refusals.map(({ message, line, text }) => `line ${line}: ${message} ${text}`),
    ),
    list("Remedies", messages(remedies)),
    list(
      "Not in the log",
      missing.map(({ key, needed }) => (needed ? `${key}: needed` : `${key}: its default is used`)),
    ),
    list("Notes", messages(notes)),
    list("Not computed", messages(errors)),
  ].join("");
}
