// Plans as text for a terminal.
import { clean, exact, gib, list, messages, table, whole } from "./print.mjs";

/** @import { Fit, FrontierResult, Remedy, SolveResult } from "../kvfit.js" */

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
