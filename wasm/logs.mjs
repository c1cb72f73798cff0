// What a log says, as a scenario: which model it names, and each printed figure beside ours.
import { KvFitError, refusal } from "./error.mjs";
import { modelNamed } from "./names.mjs";
import { plainObject } from "./plain.mjs";

/** @import { Core } from "./core.mjs" */
/** @import { Log, LogReading, LogRow, Scenario } from "./kvfit.js" */

/** Keys that name a model. */
const subjects = ["model", "config", "architecture"];

/** @param {LogReading} reading */
function settingsOf({ engine, engineVersion, settings }) {
  /** @type {Record<string, unknown>} */
  const out = { engine };
  if (engineVersion) out.engineVersion = engineVersion;
  for (const { key, value } of settings) out[key] = value;
  return out;
}

/** Printed figures alone, where nothing can be computed. @param {LogReading} reading @returns {LogRow[]} */
const printedRows = ({ figures }) =>
  figures.map(({ name, value, unit, line, running }) => ({
    ...{ name, printed: value, unit, line, ours: null, low: null, high: null, difference: null },
    ...{ status: "notReproduced", reason: running ? "noRule" : "inputs", rule: "", sentence: "", source: "" },
  }));

/**
 * The calls about logs.
 * @param {Core} core
 * @param {() => readonly { id: string, huggingFace: string }[]} models
 * @param {(keys: object) => object} readMetadata
 * @param {(scenario: Scenario) => { handle: number, settings: string }} resolve
 */
export function logCalls(core, models, readMetadata, resolve) {
  /** The model that the log names, as keys of a scenario. @param {LogReading} reading */
  function modelOf({ model, servedModel, metadata }) {
    const names = metadata ? [String(JSON.parse(metadata)["general.name"] ?? "")] : [servedModel ?? ""];
    const named = [model, ...names].filter(Boolean).map((name) => ({ printed: name, ...modelNamed(name, models()) }));
    const found = named.find((one) => one.sure) ?? named.find(({ id }) => id);
    // The file's own keys say more than its name.
    if (metadata)
      try {
        return {
          keys: { architecture: readMetadata(JSON.parse(metadata)) },
          id: found?.id,
          sure: true,
          printed: model,
        };
      } catch (thrown) {
        if (!(thrown instanceof KvFitError)) throw thrown;
      }
    return found ? { keys: { model: found.id }, ...found } : undefined;
  }

  /**
   * A reading with what is known besides: settings of the scenario stand before those of the log.
   * @param {LogReading} reading
   * @param {Scenario} scenario
   * @returns {Log}
   */
  function explainLog(reading, scenario = {}) {
    const lists = ["settings", "figures", "refusals", "missing", "notes"].map(
      (key) => plainObject(reading, "reading")[key],
    );
    if (!lists.every(Array.isArray)) throw refusal("wrong_type", "reading", "reading is not what readLog returned");
    const given = Object.fromEntries(
      Object.entries(plainObject(scenario, "scenario")).filter(([, value]) => value !== undefined),
    );
    const found = subjects.some((key) => key in given) ? undefined : modelOf(reading);
    const whole = /** @type {Scenario} */ ({ ...settingsOf(reading), ...found?.keys, ...given });
    const notes = [...reading.notes];
    if (found && !found.sure)
      notes.push({
        code: "model_inferred",
        message: `the printed model ${found.printed.slice(0, 120)} is taken for ${found.id}`,
        field: "model",
        params: { printed: found.printed.slice(0, 120), model: found.id ?? "" },
      });
    const log = { ...reading, notes, scenario: whole, modelId: found?.id ?? "", rows: printedRows(reading) };
    const known = subjects.some((key) => key in whole);
    const missing = reading.missing.filter(({ key }) => !(key in whole) && !(key === "model" && known));
    if (!known && !missing.some(({ key }) => key === "model")) missing.unshift({ key: "model", needed: true });
    try {
      if (!known)
        throw refusal("missing_model", "model", "the log names no known model", "give model, config or architecture");
      const { handle, settings } = resolve(whole);
      const request = `{"reading":${JSON.stringify(reading)},"scenario":${settings}}`;
      const { rows, notes: more, engineVersion } = core.call("explain", handle, request);
      return {
        ...log,
        engineVersion: reading.engineVersion || engineVersion,
        rows,
        missing,
        errors: [],
        notes: [...notes, ...more],
      };
    } catch (thrown) {
      if (!(thrown instanceof KvFitError)) throw thrown;
      return { ...log, missing, errors: thrown.errors };
    }
  }

  /** A log that comes in pieces. */
  function openLog() {
    const { handle } = core.open("log", "");
    const encoder = new TextEncoder();
    return {
      /** @param {Uint8Array | ArrayBuffer | string} piece */
      feed(piece) {
        const bytes = typeof piece === "string" ? encoder.encode(piece) : piece;
        core.feed(handle, bytes instanceof ArrayBuffer ? new Uint8Array(bytes) : bytes);
      },
      /** @returns {LogReading} */
      finish() {
        try {
          return /** @type {any} */ (core.next(handle, ""));
        } finally {
          core.close(handle);
        }
      },
      close: () => core.close(handle),
    };
  }

  /** Bytes or characters that are handed over at once. */
  const piece = 2 ** 20;

  /** @param {string | Uint8Array | ArrayBuffer} text @param {Scenario} [scenario] */
  function readLog(text, scenario) {
    const whole = text instanceof ArrayBuffer ? new Uint8Array(text) : text;
    if (typeof whole !== "string" && !(whole instanceof Uint8Array))
      throw refusal("wrong_type", "log", "a log is a text or the bytes of a file");
    const log = openLog();
    for (let at = 0; at < whole.length; at += piece) log.feed(whole.slice(at, at + piece));
    return explainLog(log.finish(), scenario);
  }

  return { openLog, readLog, explainLog };
}
