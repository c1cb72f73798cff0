import { date, hardware, models, prices } from "kvfit:catalogue";
import { Background } from "./background.mjs";
import { Core } from "./core.mjs";
import { KvFitError, refusal } from "./error.mjs";
import { Held } from "./held.mjs";
import { logCalls } from "./logs.mjs";
import { entriesAlike, entryNamed } from "./names.mjs";
import { nearest } from "./nearest.mjs";
import { once } from "./once.mjs";
import { jsonText, plainObject } from "./plain.mjs";
import { lengths } from "./range.mjs";
import { repeated } from "./repeated.mjs";
import { inWorker, replayInWorker } from "./reuse/host.mjs";
import { replayTrace, trafficLines } from "./reuse/replay.mjs";
import { chunksOf, isTrace } from "./reuse/source.mjs";
import { start } from "./start.mjs";

/** @import { KvFit, Scenario } from "./kvfit.js" */

/** Figures whose bytes stand in the result under their own name too. */
const figureNames = /** @type {const} */ ([
  "reservedBytes",
  "admissionBytes",
  "liveBytes",
  "cachedBytes",
  "paddingBytes",
]);

/** Calls that can take so long that a hand would notice. */
const laterCalls = ["frontier", "remedies", "table", "load", "transfer"];

/** Ids of what someone may have meant: those that have every word, else those spelt alike.
 * @param {string} name @param {readonly { id: string }[]} entries */
function idsNear(name, entries) {
  const ids = entriesAlike(name, entries).map(({ id }) => id);
  return ids.length > 0
    ? ids.sort((a, b) => a.length - b.length).slice(0, 5)
    : nearest(
        name,
        entries.map(({ id }) => id),
      );
}

/** The facts of an accelerator. @param {unknown} id @param {string} field */
function acceleratorOf(id, field) {
  if (typeof id !== "string") throw refusal("wrong_type", field, `${field} takes an id of hardware()`);
  const accelerator = hardware().find((one) => one.id === id) ?? entryNamed(id, hardware());
  if (accelerator) return accelerator;
  const near = idsNear(id, hardware());
  const hint = near.length > 0 ? `did you mean ${near.join(", ")}?` : "hardware(), or kvfit hardware, lists the ids";
  const value = repeated(id);
  throw refusal("unknown_hardware", field, `${field} "${value}" is not a known accelerator`, hint, {
    value,
    near: near.join(", "),
  });
}

/** The scenario with the facts of the accelerators that it names. @param {Scenario} scenario @returns {Scenario} */
function withAccelerators(scenario) {
  const { hardware: first, hardware2: second } = plainObject(scenario, "scenario");
  return {
    ...(first === undefined || first === "" ? {} : { accelerator: acceleratorOf(first, "hardware") }),
    ...(second === undefined || second === "" ? {} : { accelerator2: acceleratorOf(second, "hardware2") }),
    ...scenario,
  };
}

/** Each figure's bytes under its own name too. @template {import("./kvfit.js").SizeResult} R @param {R} result */
function flattened(result) {
  const flat = /** @type {R & import("./kvfit.js").Figures} */ (result);
  for (const name of figureNames) if (result.figures[name]) flat[name] = result.figures[name].bytes;
  return flat;
}

/**
 * The calculator over kvfit.wasm, as bytes or compiled. Everything it returns is a plain object of the caller's own.
 * @param {Uint8Array | ArrayBuffer | WebAssembly.Module} wasm
 * @returns {Promise<KvFit>}
 */
export async function openKvFit(wasm) {
  const core = new Core(() => start(wasm));
  await core.ready;
  const byId = once(() => new Map(models().map((entry) => [entry.id, entry])));
  const held = {
    catalogue: new Held(core, "catalogue", 512),
    config: new Held(core, "config", 16),
    architecture: new Held(core, "architecture", 16),
  };

  /** The entry of an id, or of its name however it is written. @param {unknown} id */
  const entryOf = (id) => {
    if (typeof id !== "string") throw refusal("wrong_type", "model", "model takes a catalogue id");
    const entry = byId().get(id) ?? entryNamed(id, models());
    if (entry) return entry;
    const near = idsNear(id, models());
    const hint = near.length > 0 ? `did you mean ${near.join(", ")}?` : "models(), or kvfit models, lists the ids";
    const value = repeated(id);
    throw refusal("unknown_model", "model", `model "${value}" is not in the catalogue`, hint, {
      value,
      near: near.join(", "),
    });
  };
  /** @param {unknown} id */
  const entryModel = (id) => {
    const entry = entryOf(id);
    return held.catalogue.get(entry.id, () => JSON.stringify(entry));
  };
  /** @param {unknown} config */
  const configModel = (config) => held.config.get(typeof config === "string" ? config : jsonText(config, "config"));
  /** @type {Record<string, (given: unknown) => { handle: number, architecture: any }>} */
  const readers = {
    model: entryModel,
    config: configModel,
    architecture: (value) =>
      held.architecture.get(
        typeof value === "string" ? value : jsonText(plainObject(value, "architecture"), "architecture"),
      ),
  };

  /** The one model that a scenario names, and the scenario's settings as JSON. @param {Scenario} scenario */
  const resolve = (scenario) => {
    const { model, config, architecture, ...rest } = plainObject(scenario, "scenario");
    const settings = jsonText(rest, "scenario");
    const given = Object.entries({ model, config, architecture }).filter(([, value]) => value !== undefined);
    try {
      if (given.length === 0)
        throw refusal("missing_model", "model", "no model is given", "give model, config or architecture");
      if (given.length > 1)
        throw refusal(
          "ambiguous_model",
          given[1][0],
          `${given.map(([key]) => key).join(" and ")} are given together`,
          "give one of them",
        );
      const [[key, value]] = given;
      const { handle, architecture: read } = readers[key](value);
      return { handle, architecture: read, settings };
    } catch (thrown) {
      throw thrown instanceof KvFitError ? withErrorsOf(thrown, settings) : thrown;
    }
  };

  /** Model and settings can be wrong at once; the core finds fault with the settings without a model too.
   * @param {KvFitError} error @param {string} settings */
  const withErrorsOf = (error, settings) => {
    try {
      core.call("size", 0, settings);
    } catch (other) {
      if (!(other instanceof KvFitError)) throw other;
      return new KvFitError([...error.errors, ...other.errors.filter(({ code }) => code !== "missing_model")]);
    }
    return error;
  };

  /** Reads a file's head; the caller keeps the architecture, the core nothing.
   * @param {string} kind @param {string | Uint8Array | ArrayBuffer} source */
  const readOnce = (kind, source) => {
    const { handle, architecture } = core.open(kind, source);
    core.close(handle);
    return architecture;
  };

  /** @param {object} keys */
  const readGgufMetadata = (keys) => readOnce("ggufMetadata", jsonText(plainObject(keys, "metadata"), "metadata"));

  /** @param {string} name @param {Scenario} scenario */
  const planned = (name, scenario) => {
    const { handle, settings } = resolve(withAccelerators(scenario));
    return core.call(name, handle, settings);
  };

  /** @type {Background | undefined} */
  let background = inWorker() ? new Background(wasm) : undefined;

  /** @type {KvFit} */
  const kvfit = {
    /** Date at which the newest catalogue fact was read. */
    catalogueDate: date,

    models: () => models().map(({ config, ...facts }) => structuredClone(facts)),

    model(id) {
      const { architecture } = entryModel(id);
      return structuredClone({ ...entryOf(id), architecture });
    },

    hardware: () => structuredClone(hardware()),
    prices: () => structuredClone(prices()),
    engines: () => core.describe("engines"),
    kinds: () => core.describe("kinds"),
    settings: () => core.describe("settings"),
    dtypes: () => core.describe("dtypes"),

    readConfig: (config) => structuredClone(configModel(config).architecture),

    readGguf: (bytes) => readOnce("gguf", bytes),
    readGgufMetadata,
    readSafetensors: (source) => readOnce("safetensors", source),

    size(scenario) {
      const { handle, settings } = resolve(scenario);
      return flattened(core.call("size", handle, settings));
    },

    /** A model of the catalogue is started from where it is published. @param {Scenario} scenario */
    fit(scenario) {
      const result = flattened(planned("fit", scenario));
      const { huggingFace = "" } = scenario.model === undefined ? {} : entryOf(scenario.model);
      if (huggingFace) result.command = result.command.replace("ORGANIZATION/MODEL", huggingFace);
      return result;
    },
    frontier: (scenario) => planned("frontier", scenario),
    remedies: (scenario) => planned("remedies", scenario),
    table: (scenario) => planned("table", scenario),
    load: (scenario) => planned("load", scenario),
    transfer: (scenario) => planned("transfer", scenario),

    async later(name, scenario) {
      if (!laterCalls.includes(name)) throw refusal("unknown_call", "name", `later takes ${laterCalls.join(", ")}`);
      const { architecture, settings } = resolve(withAccelerators(scenario));
      try {
        if (background) return await background.call(name, JSON.stringify(architecture), settings);
      } catch (error) {
        if (error instanceof KvFitError) throw error;
        background = undefined; // workers are barred here
      }
      return planned(name, scenario);
    },

    async readLengths(source) {
      if (!isTrace(source)) throw refusal("wrong_type", "source", "readLengths takes a file, a stream or chunks");
      const { handle } = core.open("lengths", "");
      try {
        let problem = "";
        for await (const chunk of chunksOf(source, (found) => (problem = found))) core.feed(handle, chunk);
        return core.next(handle, problem);
      } finally {
        core.close(handle);
      }
    },

    solve(scenario, key) {
      if (typeof key !== "string") throw refusal("wrong_type", "key", "solve takes the name of a setting");
      return planned(`solve ${repeated(key)}`, scenario);
    },

    compare(scenarios) {
      if (!Array.isArray(scenarios)) throw refusal("wrong_type", "scenarios", "compare takes a list of scenarios");
      /** What is wrong with a row stands in it. @param {Scenario} scenario */
      const request = (scenario) => {
        try {
          const { handle, settings } = resolve(withAccelerators(scenario));
          return { text: `{"handle":${handle},"scenario":${settings}}` };
        } catch (thrown) {
          if (!(thrown instanceof KvFitError)) throw thrown;
          return { text: "{}", errors: thrown.errors };
        }
      };
      const requests = scenarios.map(request);
      /** @type {import("./kvfit.js").CompareRow[]} */
      const rows = core.call("compare", 0, `[${requests.map(({ text }) => text).join(",")}]`);
      return rows.map((row, i) => ({ ...row, errors: requests[i].errors ?? row.errors }));
    },

    equations(scenario) {
      const { handle, settings } = resolve(scenario);
      return core.call("equations", handle, settings);
    },

    /** Bytes of the weights, whole and on each rank. @param {Scenario} scenario */
    weights(scenario) {
      const { handle, settings } = resolve(scenario);
      return core.call("weights", handle, settings);
    },

    /** What each rank holds beside the cache: given, counted or estimated. @param {Scenario} scenario */
    estimate(scenario) {
      const { handle, settings } = resolve(scenario);
      return core.call("estimate", handle, settings);
    },

    /** The same in every engine and version. @param {Scenario} scenario */
    compareEngines(scenario) {
      const { handle, settings } = resolve(scenario);
      return core.call("engines", handle, settings);
    },

    /** Replays one prefix-cache workload; needs no model. The answer's keys are spelt as the workload's. */
    replay: (workload) => core.call("replay", 0, jsonText(plainObject(workload, "workload"), "workload")),

    async reuse(scenario, source, options = {}) {
      const { model, config, architecture, ...rest } = plainObject(scenario, "scenario");
      const settings = jsonText(withAccelerators(rest), "scenario");
      const none = [model, config, architecture].every((given) => given === undefined);
      const request = { architecture: none ? "" : JSON.stringify(resolve(scenario).architecture), settings };
      const given = isTrace(source) ? source : plainObject(source, "source");
      return inWorker() ? replayInWorker(wasm, request, given, options) : replayTrace(core, request, given, options);
    },

    traffic: (description) => trafficLines(core, plainObject(description, "traffic")),
    trafficSettings: () => core.describe("traffic"),

    ...logCalls(core, models, readGgufMetadata, resolve),

    lengths,

    curve(scenario, range) {
      const { handle, settings } = resolve(scenario);
      return core.curve(handle, settings, lengths(range));
    },
  };
  return Object.freeze(kvfit);
}
