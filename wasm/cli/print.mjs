// Results as text for a terminal.
/** @import { Accelerator, Architecture, CatalogueModel, Size } from "../kvfit.js" */

/** Text of others without control and direction characters, which a terminal would obey. @param {unknown} text */
export const clean = (text) => String(text).replace(/[\p{Cc}\p{Cf}]/gu, "");

export const whole = new Intl.NumberFormat("en", { maximumFractionDigits: 4 });
const short = new Intl.NumberFormat("en", { maximumSignificantDigits: 4 });

/** @param {number} bytes */
export const gib = (bytes) => `${short.format(bytes / 2 ** 30)} GiB`;

/** @param {number} bytes */
const gb = (bytes) => `${short.format(bytes / 1e9)} GB`;

/** @param {number} bytes */
export const exact = (bytes) => `${whole.format(bytes)} B`;

/**
 * Rows in columns: text to the left, numbers to the right.
 * @param {(string | number)[][]} rows
 * @param {string} [indent]
 */
export function table(rows, indent = "") {
  const cells = rows.map((row) => row.map((cell) => clean(typeof cell === "number" ? whole.format(cell) : cell)));
  const columns = (rows[0] ?? []).map((_, i) => ({
    width: Math.max(...cells.map((row) => row[i]?.length ?? 0)),
    right: rows.some((row) => typeof row[i] === "number" || /^[\d.,]+ (B|GiB|GB|GB\/s|TFLOPS|%)$/.test(row[i])),
  }));
  return cells
    .map((row) => {
      const padded = row.map((cell, i) => cell[columns[i].right ? "padStart" : "padEnd"](columns[i].width));
      return `${indent}${padded.join("  ").trimEnd()}\n`;
    })
    .join("");
}

/** @param {string} title @param {string[]} lines */
export const list = (title, lines) =>
  lines.length > 0 ? `\n${title}\n${lines.map((line) => `  ${clean(line)}\n`).join("")}` : "";

/** @param {{ message: string }[]} notes */
export const messages = (notes) => notes.map(({ message }) => message);

/** @type {[string, keyof Size][]} */
const byteFigures = [
  ["payload", "payloadBytes"],
  ["  of one sequence", "bytesPerSequence"],
  ["  fixed, of one sequence", "fixedBytesPerSequence"],
  ["  on the fullest rank", "bytesPerRank"],
  ["reserved", "reservedBytes"],
  ["admission", "admissionBytes"],
  ["live", "liveBytes"],
  ["cached", "cachedBytes"],
  ["padding", "paddingBytes"],
];

/**
 * The answer sentence, the figures, the parts, the equations, what to know.
 * @param {Size} result
 * @param {Record<string, string>} equations
 */
export function sizeText(result, equations) {
  const { model, engine, engineVersion, tokens, sequences, payloadBytes, parts, figures, warnings, notes } = result;
  const many = sequences === 1 ? "one sequence" : `${whole.format(sequences)} sequences`;
  const sentence = `${model || "This model"} keeps ${gib(payloadBytes)} of cache for ${many} of ${whole.format(tokens)} ${tokens === 1 ? "token" : "tokens"}.`;

  const bytes = byteFigures.flatMap(([name, key]) => {
    const value = result[key];
    return typeof value === "number" ? [[name, gib(value), gb(value), exact(value)]] : [];
  });
  const rates = [
    ["one further token", "", "", exact(result.marginalBytesPerToken)],
    ["one further token at this length", "", "", exact(result.growthBytesPerToken)],
  ];
  const breakdown = parts.map((part) => [
    part.draft ? `${part.name} (draft)` : part.name,
    part.role,
    part.layers,
    part.dtype,
    `${short.format(payloadBytes > 0 ? (100 * part.bytes) / payloadBytes : 0)}%`,
    exact(part.bytes),
  ]);
  const equation = (/** @type {string} */ key, /** @type {number} */ value) =>
    equations[key] ? `${key} = ${equations[key]} = ${exact(value)}` : "";
  const explained = Object.entries(figures).map(([key, figure]) => equation(key, figure.bytes));
  const rules = Object.entries(figures).map(
    ([key, figure]) => `${key}: ${figure.sentence} (${[figure.versions, figure.source].filter(Boolean).join("; ")})`,
  );
  return [
    `${clean(sentence)}\n`,
    engine === "payload" ? "" : `Engine: ${clean(`${engine} ${engineVersion}`).trim()}\n`,
    `\n${table([...bytes, ...rates])}`,
    `\n${table([["part", "role", "layers", "type", "share", "bytes"], ...breakdown])}`,
    list("Equation", [equation("payloadBytes", payloadBytes), ...explained].filter(Boolean)),
    list("Rules", rules),
    list("Warnings", messages(warnings)),
    list("Notes", messages(notes)),
  ].join("");
}

/** @param {CatalogueModel[]} models */
export function modelsText(models) {
  return table([
    ["model", "attention", "context", "parameters"],
    ...models.map(({ id, architecture: { attentionKind, trainedContext, weights } }) => [
      id,
      attentionKind,
      trainedContext || "",
      weights.totalParams || "",
    ]),
  ]);
}

/** @param {Accelerator[]} accelerators */
export function hardwareText(accelerators) {
  /** @param {{ value: number } | undefined} figure @param {string} unit */
  const cell = (figure, unit) => (figure ? `${short.format(figure.value)} ${unit}` : "");
  return table([
    ["hardware", "sold", "usable", "bandwidth", "bf16"],
    ...accelerators.map(({ id, soldGb, usableGib, bandwidthGbS, bf16Tflops }) => [
      id,
      cell(soldGb, "GB"),
      cell(usableGib, "GiB"),
      cell(bandwidthGbS, "GB/s"),
      cell(bf16Tflops, "TFLOPS"),
    ]),
  ]);
}

/** @param {Architecture} architecture */
export function architectureText(architecture) {
  const { weights, typeSources } = architecture;
  const types = /** @type {const} */ (["modelDtype", "kvDtype", "indexerDtype", "stateDtype"]).map((key) => [
    key,
    [architecture[key], typeSources[key] && `(${typeSources[key]})`].filter(Boolean).join(" "),
  ]);
  const counts = Object.entries({
    layers: architecture.layers,
    "query heads": architecture.attentionHeads,
    "trained context": architecture.trainedContext,
    "draft layers": architecture.draftLayers,
    parameters: weights.totalParams,
    "active parameters": weights.activeParams,
  }).map(([name, count]) => [name, count > 0 ? whole.format(count) : ""]);
  const facts = [["attention", architecture.attentionKind], ...counts, ...types].filter(([, value]) => value !== "");

  const geometry = /** @type {const} */ ([
    "heads",
    "keyWidth",
    "valueWidth",
    "ropeWidth",
    "window",
    "channels",
    "kernel",
  ]);
  const parts = architecture.parts.map((part) => [
    part.draft ? `${part.kind} (draft)` : part.kind,
    part.role,
    part.layers.length,
    [...geometry.filter((key) => part[key] > 0), ...(part.ratio > 1 ? /** @type {const} */ (["ratio"]) : [])]
      .map((key) => `${key} ${whole.format(part[key])}`)
      .join(", "),
  ]);
  return [
    table(facts),
    `\n${table([["part", "role", "layers", "geometry"], ...parts])}`,
    list("Notes", messages(architecture.notes)),
  ].join("");
}
