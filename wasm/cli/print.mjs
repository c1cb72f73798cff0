// Results as text for a terminal.

/** Text of others without control and direction characters, which a terminal would obey. @param {unknown} text */
export const clean = (text) => String(text).replace(/[\p{Cc}\p{Cf}]/gu, "");

const whole = new Intl.NumberFormat("en", { maximumFractionDigits: 4 });
const short = new Intl.NumberFormat("en", { maximumSignificantDigits: 4 });

/** @param {number} n */
export const count = (n) => whole.format(n);

/** @param {number} bytes */
const gib = (bytes) => `${short.format(bytes / 2 ** 30)} GiB`;

/** @param {number} bytes */
const gb = (bytes) => `${short.format(bytes / 1e9)} GB`;

/**
 * Rows in columns: text to the left, numbers to the right.
 * @param {(string | number)[][]} rows
 * @param {string} [indent]
 */
export function table(rows, indent = "") {
  const cells = rows.map((row) => row.map((cell) => (typeof cell === "number" ? count(cell) : clean(cell))));
  const width = (column) => Math.max(...cells.map((row) => (row[column] ?? "").length));
  const right = (column) => rows.some((row) => typeof row[column] === "number" || / (B|GiB|GB|%)$/.test(row[column]));
  const line = (row) =>
    row
      .map((cell, i) => (right(i) ? cell.padStart(width(i)) : cell.padEnd(width(i))))
      .join("  ")
      .trimEnd();
  return cells.map((row) => `${indent}${line(row)}\n`).join("");
}

/** @param {string} title @param {{message: string}[]} notes */
const list = (title, notes) =>
  notes.length === 0 ? "" : `\n${title}\n${notes.map(({ message }) => `  ${clean(message)}\n`).join("")}`;

const figureNames = /** @type {const} */ ([
  ["payload", "payloadBytes"],
  ["  per sequence", "bytesPerSequence"],
  ["  fixed per sequence", "fixedBytesPerSequence"],
  ["  per rank", "bytesPerRank"],
  ["reserved", "reservedBytes"],
  ["admission", "admissionBytes"],
  ["live", "liveBytes"],
  ["cached", "cachedBytes"],
  ["padding", "paddingBytes"],
]);

/**
 * The answer sentence, the figures, the parts, the equations, what to know.
 * @param {any} result of size()
 * @param {Record<string, string>} equations
 */
export function sizeText(result, equations) {
  const { tokens, sequences, parts, figures, warnings, notes } = result;
  const many = sequences === 1 ? "one sequence" : `${count(sequences)} sequences`;
  const sentence = `${clean(result.model || "This model")} keeps ${gib(result.payloadBytes)} for ${many} of ${count(tokens)} tokens.`;
  const shown = figureNames.filter(([, key]) => result[key] !== undefined);
  const version = [result.engine, result.engineVersion].filter(Boolean).join(" ");
  const sizes = table([
    ...shown.map(([name, key]) => [name, gib(result[key]), gb(result[key]), `${count(result[key])} B`]),
    ["one further token", "", "", `${count(result.marginalBytesPerToken)} B`],
  ]);
  const breakdown = table([
    ["part", "role", "layers", "type", "share", "bytes"],
    ...parts.map((part) => [
      part.draft ? `${part.name} (draft)` : part.name,
      part.role,
      part.layers,
      part.dtype,
      `${short.format(result.payloadBytes ? (100 * part.bytes) / result.payloadBytes : 0)} %`,
      part.bytes,
    ]),
  ]);
  const explained = Object.keys(equations).filter((key) => key === "payloadBytes" || figures[key]);
  const formulas = explained
    .map((key) => `${key}\n  = ${clean(equations[key])}\n  = ${count(result[key])} B\n`)
    .join("");
  const rules = Object.entries(figures).map(([key, { sentence, source, versions }]) => ({
    message: `${key}: ${sentence} (${[versions, source].filter(Boolean).join("; ")})`,
  }));
  const engine = result.engine === "payload" ? "" : `Engine: ${clean(version)}\n`;
  return `${sentence}\n${engine}\n${sizes}\n${breakdown}\n${formulas}${list("Rules", rules)}${list("Warnings", warnings)}${list("Notes", notes)}`;
}

/** @param {any} architecture */
export function architectureText(architecture) {
  const { parts, notes, typeSources, weights } = architecture;
  const facts = [
    ["attention", architecture.attentionKind],
    ["layers", architecture.layers],
    ["query heads", architecture.attentionHeads],
    ["trained context", architecture.trainedContext],
    ["draft layers", architecture.draftLayers],
    ["parameters", weights.totalParams],
    ["active parameters", weights.activeParams],
    ...["modelDtype", "kvDtype", "indexerDtype", "stateDtype"].map((key) => [
      key,
      [architecture[key], typeSources[key] && `(${typeSources[key]})`].filter(Boolean).join(" "),
    ]),
  ].filter(([, value]) => value !== "" && value !== 0);
  const geometry = ["heads", "keyWidth", "valueWidth", "ropeWidth", "window", "ratio", "channels", "kernel"];
  const cells = parts.map((part) => [
    part.draft ? `${part.kind} (draft)` : part.kind,
    part.role,
    part.layers.length,
    geometry
      .filter((key) => part[key] > (key === "ratio" ? 1 : 0))
      .map((key) => `${key} ${count(part[key])}`)
      .join(", "),
  ]);
  return `${table(facts.map(([name, value]) => [name, typeof value === "number" ? count(value) : value]))}\n${table([
    ["part", "role", "layers", "geometry"],
    ...cells,
  ])}${list("Notes", notes)}`;
}
