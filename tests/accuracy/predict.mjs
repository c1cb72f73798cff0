// What the package predicts for a log, beside what the log printed.
import { bytesOf, within } from "../cases/compare.mjs";
import { bothEnds } from "../cases/defaults.mjs";
import { compareDevices, compareRank } from "../startups/compare.mjs";

/** @import { KvFit, Scenario } from "../../wasm/kvfit.js" */
/** @import { Compared, Figure, Log, Logs, Printed } from "./types.js" */

/** @param {Printed} text */
function readPrinted(text) {
  const [number, unit = ""] = text.split(" ");
  const decimals = number.split(".")[1]?.length ?? 0;
  return { value: Number(number), unit, decimals };
}

/** Half a unit of the last decimal; a count without decimals is exact.
 * @param {{ decimals: number, unit: string }} printed */
const half = ({ decimals, unit }) => (decimals > 0 || unit !== "" ? 0.5 * 10 ** -decimals : 0);

/** The settings with their printed numbers read, and how far each may be off. @param {Log["given"]} given */
function readGiven(given) {
  const rounded = Object.entries(given).flatMap(([figure, text]) => {
    if (typeof text !== "string" || !/^\d+\.\d+$/.test(text)) return [];
    const printed = readPrinted(text);
    return { figure, value: printed.value, half: half({ ...printed, unit: "GiB" }) };
  });
  const values = Object.fromEntries(rounded.map(({ figure, value }) => [figure, value]));
  return { settings: { ...given, ...values }, rounded };
}

/** @param {KvFit} kvfit @param {Log} log @returns {Scenario} */
function subjectOf(kvfit, { model, config, gguf }) {
  if (gguf) return { architecture: kvfit.readGgufMetadata(gguf) };
  return config ? { config } : { model };
}

/** What the package makes of a log that it refuses is a miss, not an end. @template T @param {() => T} question */
function answered(question) {
  try {
    return question();
  } catch (error) {
    if (error instanceof Error && "errors" in error) return undefined;
    throw error;
  }
}

/** A printed number against the predictions at the ends of what was rounded.
 * @param {string} figure @param {Log} log @param {number} predicted @param {number[]} ends @returns {Figure} */
function figureOf(figure, { printed, miss }, predicted, ends) {
  const { value, unit, decimals } = readPrinted(printed[figure]);
  const [low, high] = [Math.min(predicted, ...ends), Math.max(predicted, ...ends)];
  const nearest = Math.min(Math.max(value, low), high);
  const explained = within(nearest, value, half({ decimals, unit }));
  return { figure, printed: value, unit, decimals, predicted, low, high, explained, miss: miss?.[figure] };
}

/** Figures of the cache. @param {KvFit} kvfit @param {string} engine @param {Log} log @returns {Compared} */
function predictCache(kvfit, engine, log) {
  const { settings, rounded } = readGiven(log.given);
  const subject = subjectOf(kvfit, log);
  /** @type {Scenario} */
  const scenario = { ...subject, ...settings, engine, engineVersion: log.version };
  const size = (/** @type {Scenario} */ one) => answered(() => kvfit.size(one));
  const result = size(scenario);
  const ends = bothEnds(scenario, rounded).map(size);
  const figures = Object.keys(log.printed).map((figure) => {
    const bytes = bytesOf[readPrinted(log.printed[figure]).unit] ?? 1;
    const [predicted, ...atEnds] = [result, ...ends].map((one) => Number(one?.metrics[figure]) / bytes);
    return figureOf(figure, log, predicted, atEnds);
  });
  return { engine, version: result?.engineVersion ?? "", model: nameOf(log), scenario, log, figures };
}

/** What a model is called in a table. @param {Log} log */
const nameOf = ({ model, name, config, gguf }) =>
  String(model ?? name ?? /** @type {any} */ (config)?.model_type ?? gguf?.["general.architecture"] ?? "");

/** Parts of a start-up. @param {KvFit} kvfit @param {string} engine @param {Log} log @returns {Compared} */
function predictStartUp(kvfit, engine, log) {
  const { settings } = readGiven(log.given);
  /** @type {Scenario} */
  const scenario = { ...subjectOf(kvfit, log), ...settings, engineVersion: log.version };
  const estimate = answered(() => kvfit.estimate(engine === "tensorrt-llm" ? scenario : { ...scenario, engine }));
  const printed = Object.fromEntries(
    Object.entries(log.printed).map(([part, text]) => [part, readPrinted(text).value]),
  );
  const share = Number(log.given.gpuMemoryUtilization);
  const budget = Number(log.given.gpuTotalGib) * share;
  const parts = !estimate
    ? []
    : "computeBuffer" in printed || "fileSize" in printed
      ? compareDevices(printed, estimate)
      : compareRank(printed, estimate, { budget, version: log.version });
  const figures = Object.keys(printed).map((part) => {
    const found = parts.find((one) => one.part === part);
    return figureOf(part, log, found?.predicted ?? NaN, found ? [found.low, found.high] : []);
  });
  return { engine, version: log.version ?? "", model: nameOf(log), scenario, log, figures };
}

/** Every log with its figures: caches, and what engines hold when they start.
 * @param {KvFit} kvfit @param {Logs[]} all */
export const predict = (kvfit, all) => ({
  caches: all.flatMap(({ engine, caches }) => caches.map((log) => predictCache(kvfit, engine, log))),
  startUps: all.flatMap(({ engine, startUps }) => startUps.map((log) => predictStartUp(kvfit, engine, log))),
});
