// What a log says, as a scenario: which model it names, and each printed figure beside ours.
import { KvFitError, refusal } from "./error.mjs";
import { plainObject } from "./plain.mjs";

/** @import { Core } from "./core.mjs" */
/** @import { Log, LogReading, LogRow, Scenario } from "./kvfit.js" */

/** Keys that name a model. */
const subjects = ["model", "config", "architecture"];

/** What publishers append to a model's name when they store it in another type. */
const stored =
  /[-_.](?:awq|gptq|gguf|exl2|mlx|bnb|hf|fp8|fp16|bf16|f16|f32|int[48]|nvfp4|mxfp4|[48]-?bit|w\d+a\d+(?:-\w+)?|dynamic|block|kv|i?q\d(?:_[a-z0-9]+)*|i1|qat|ud|unsloth|g128|a?sym|marlin|autoround|quantized)$/;

/** Directories and file endings away: the names that a printed name or path may mean, the likeliest first.
 * @param {string} printed */
function* namesIn(printed) {
  const cached = /models--([^/]+?)--([^/]+)/.exec(printed);
  if (cached) yield `${cached[1]}/${cached[2]}`;
  const parts = printed.replaceAll("\\", "/").replace(/\/+$/, "").split("/");
  if (parts.length > 1) yield parts.slice(-2).join("/");
  yield parts[parts.length - 1];
  // A version, a variant or `snapshots` may stand behind the name.
  yield* parts.slice(-4, -1).reverse();
}

/** @param {string} name without its owner, as it is compared */
const bare = (name) =>
  name
    .toLowerCase()
    .replace(/.*\//, "")
    .replace(/(?:-\d{5}-of-\d{5})?\.gguf$/, "")
    .replaceAll(/[\s_]+/g, "-")
    .replaceAll(".", "-");

/** A published name as it is written elsewhere: publishers put their own before it. @param {string} huggingFace */
const spellings = (huggingFace) => {
  const name = bare(huggingFace);
  return [name, `${huggingFace.toLowerCase().split(/[-/]/)[0]}-${name}`];
};

/**
 * The catalogue entry that a printed name means. `sure` is false where the name says a stored type or no owner.
 * @param {string} printed
 * @param {readonly { id: string, huggingFace: string }[]} catalogue
 */
export function modelNamed(printed, catalogue) {
  for (const name of namesIn(printed)) {
    const whole = name.toLowerCase();
    const exact = catalogue.find(({ huggingFace }) => huggingFace.toLowerCase() === whole);
    if (exact) return { id: exact.id, sure: true };
  }
  for (const name of namesIn(printed)) {
    for (let short = name.toLowerCase().replace(/\.gguf$/, ""), before = ""; short !== before;) {
      const alike = catalogue.find(({ huggingFace }) => spellings(huggingFace).includes(bare(short)));
      if (alike) return { id: alike.id, sure: false };
      before = short;
      short = short.replace(stored, "");
    }
  }
  return undefined;
}

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
  function modelOf({ model, metadata }) {
    const names = metadata ? [String(JSON.parse(metadata)["general.name"] ?? "")] : [];
    const named = [model, ...names].filter(Boolean).map((name) => modelNamed(name, models()));
    const found = named.find((one) => one?.sure) ?? named.find(Boolean);
    // The file's own keys say more than its name.
    if (metadata)
      try {
        return { keys: { architecture: readMetadata(JSON.parse(metadata)) }, id: found?.id, sure: true };
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
        message: `the printed model ${reading.model.slice(0, 120)} is taken for ${found.id}`,
        field: "model",
        params: { printed: reading.model.slice(0, 120), model: found.id ?? "" },
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
