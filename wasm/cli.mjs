#!/usr/bin/env node
import { once } from "node:events";
import { createReadStream } from "node:fs";
import { open, readFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { buffer } from "node:stream/consumers";
import { version } from "kvfit:provenance";
import { helpText, misuse, readArguments } from "./cli/arguments.mjs";
import { architectureText, clean, hardwareText, modelsText, sizeText, table } from "./cli/print.mjs";
import { cellsCsv, cellsMarkdown, cellsText, engineTable, scenarioTable } from "./cli/print_compare.mjs";
import { contextCsv, contextMarkdown, contextText, loadText, transferText } from "./cli/print_load.mjs";
import { logText } from "./cli/print_log.mjs";
import { fitText, solveText } from "./cli/print_plan.mjs";
import { reuseCsv, reuseTables, reuseText } from "./cli/print_reuse.mjs";
import { decoded } from "./decoded.mjs";
import { KvFitError, loadKvFit } from "./kvfit.mjs";
import { nearest } from "./nearest.mjs";
import { typesBeside, typesFile } from "./stored_types.mjs";

/** @import { KvFit, Log, Scenario, Traffic } from "./kvfit.js" */
/** @import { Cell } from "./cli/print_compare.mjs" */
/** @typedef {ReturnType<typeof readArguments>} Arguments */

/** Each command gives the object of --json, its text, and the exit status where that is not 0.
 * @type {Record<string, (kvfit: KvFit, given: Arguments) => Promise<{ result: object, text: () => string, status?: number }>>} */
const commands = {
  async size(kvfit, given) {
    const [word] = given.rest;
    if (word !== undefined) throw unexpected(word, given);
    /** @type {Scenario} */
    const whole = { ...given.scenario, ...(await modelOf(kvfit, given)) };
    const result = kvfit.size(whole);
    return { result, text: () => sizeText(result, kvfit.equations(whole)) };
  },

  async fit(kvfit, given) {
    const [word] = given.rest;
    if (word !== undefined) throw unexpected(word, given);
    const whole = { ...given.scenario, ...(await modelOf(kvfit, given)) };
    const result = kvfit.fit(whole);
    return { result, text: () => fitText(result, kvfit.remedies(whole)), status: result.fits ? 0 : 1 };
  },

  async solve(kvfit, given) {
    const [key, ...more] = given.rest;
    if (key === undefined || more.length > 0) throw misuse("solve takes one setting", "e.g. kvfit solve tokens ...");
    const camel = key.replace(/-[a-z]/g, (letter) => letter[1].toUpperCase());
    const result = kvfit.solve({ ...given.scenario, ...(await modelOf(kvfit, given)) }, camel);
    return { result, text: () => solveText(result), status: result.value === null ? 1 : 0 };
  },

  async compare(kvfit, given) {
    const { head, rows, result } = given.engines
      ? engineTable(kvfit.compareEngines(await oneScenario(kvfit, given)))
      : scenarioTable(kvfit.compare(await comparedScenarios(kvfit, given)));
    const order = sorted(head, rows, given.sort);
    const text = given.csv ? cellsCsv : given.markdown ? cellsMarkdown : cellsText;
    return {
      result: order.map((i) => result[i]),
      text: () => text([head, ...order.map((i) => rows[i])]),
      status: result.every(({ errors }) => errors.length > 0) ? 2 : 0,
    };
  },

  async load(kvfit, given) {
    const [word] = given.rest;
    if (word !== undefined) throw unexpected(word, given);
    const whole = { ...(await lengthsOf(kvfit, given)), ...given.scenario, ...(await modelOf(kvfit, given)) };
    const result = kvfit.load(whole);
    return { result, text: () => loadText(result), status: result.concurrency.expected > 0 ? 0 : 1 };
  },

  async transfer(kvfit, given) {
    const result = kvfit.transfer({ ...given.scenario, ...(await modelOf(kvfit, given)) });
    return { result, text: () => transferText(result) };
  },

  async table(kvfit, given) {
    const result = kvfit.table({ ...given.scenario, ...(await modelOf(kvfit, given)) });
    const text = given.csv ? contextCsv : given.markdown ? contextMarkdown : contextText;
    return { result, text: () => text(result) };
  },

  async models(kvfit, { rest }) {
    const result = kvfit.models().filter(({ id, name, family }) => saysAll(`${id} ${name} ${family}`, rest));
    return { result, text: () => modelsText(result.map(({ id }) => kvfit.model(id))) };
  },

  async hardware(kvfit, { rest }) {
    const result = kvfit.hardware().filter(({ id, name, vendor }) => saysAll(`${id} ${name} ${vendor}`, rest));
    return { result, text: () => hardwareText(result) };
  },

  async model(kvfit, given) {
    const { model = given.rest[0], config, architecture } = await modelOf(kvfit, given);
    if (model === undefined) {
      if (config === undefined && architecture === undefined) throw misuse("no model is given", "use kvfit model ID");
      const result = architecture ?? kvfit.readConfig(config ?? "");
      return { result, text: () => architectureText(result) };
    }
    const result = kvfit.model(model);
    const { name, huggingFace, released, source, read } = result;
    const facts = Object.entries({ name, huggingFace, released, source, read });
    return { result, text: () => `${table(facts)}\n${architectureText(result.architecture)}` };
  },

  async reuse(kvfit, given) {
    const scenario = { ...given.scenario, ...(await modelOf(kvfit, given)) };
    if (given.table !== undefined && !reuseTables.includes(given.table))
      throw misuse(`there is no table ${given.table}`, `use one of ${reuseTables.join(", ")}`);
    const result = await kvfit.reuse(scenario, await requestsOf(given));
    return { result, text: () => (given.csv ? reuseCsv(result, given.table) : reuseText(result)) };
  },

  async "read-log"(kvfit, given) {
    const [file, ...more] = given.rest;
    if (file === undefined || more.length > 0) throw misuse("read-log takes one file", "- is standard input");
    const log = kvfit.openLog();
    try {
      for await (const piece of bytesOf(file)) log.feed(piece);
    } catch (error) {
      log.close();
      throw error;
    }
    const model = Object.entries(await modelOf(kvfit, given)).filter(([, value]) => value !== undefined);
    const result = kvfit.explainLog(log.finish(), { ...given.scenario, ...Object.fromEntries(model) });
    return { result, text: () => logText(result, logRemedies(kvfit, result)) };
  },

  async traffic(kvfit, { traffic }) {
    if (traffic === undefined) throw misuse("give --traffic FILE");
    const pieces = kvfit.traffic(await jsonOf(traffic));
    for (const piece of pieces) if (!process.stdout.write(piece)) await once(process.stdout, "drain");
    return { result: {}, text: () => "" };
  },
};

/** @param {string} word @param {Arguments} given */
const unexpected = (word, { model, config, gguf }) =>
  misuse(`unexpected ${word}`, (model ?? config ?? gguf) ? "" : `did you mean --model ${word}?`);

/** Whether a text has every word, in letters of either case. @param {string} text @param {string[]} words */
const saysAll = (text, words) => words.every((word) => text.toLowerCase().includes(word.toLowerCase()));

/** The one scenario of a comparison of engines, with the memory that the cache has where hardware is named.
 * @param {KvFit} kvfit @param {Arguments} given @returns {Promise<Scenario>} */
async function oneScenario(kvfit, given) {
  const [scenario, ...more] = await comparedScenarios(kvfit, given);
  if (more.length > 0) throw misuse("--engines compares one model and setting", "leave one of them");
  if (!scenario.hardware || "availableKvBytes" in scenario || "availableKvGib" in scenario) return scenario;
  return { ...scenario, availableKvBytes: kvfit.fit(scenario).kvAvailableBytes };
}

/** The order of rows by a column: numbers by size, words by letter, what is missing last.
 * @param {string[]} head @param {Cell[][]} rows @param {string} [by] */
function sorted(head, rows, by) {
  const order = rows.map((_, i) => i);
  if (by === undefined) return order;
  const [name, direction = "asc"] = by.split(":");
  const column = head.indexOf(name);
  if (column < 0 || !/^(asc|desc)$/.test(direction))
    throw misuse(`--sort ${by} is no column of this table`, `use one of ${head.join(", ")}, perhaps with :desc`);
  const sign = direction === "asc" ? 1 : -1;
  /** @param {number} a @param {number} b */
  const compared = (a, b) => {
    const [x, y] = [rows[a][column], rows[b][column]];
    if (x === "" || y === "") return Number(x === "") - Number(y === "");
    return sign * (typeof x === "number" && typeof y === "number" ? x - y : String(x).localeCompare(String(y), "en"));
  };
  return order.sort(compared);
}

/** Bytes of a file, or of the standard input. @param {string} file @returns {AsyncGenerator<Uint8Array>} */
async function* bytesOf(file) {
  const stream = file === "-" ? process.stdin : createReadStream(file, { highWaterMark: 2 ** 20 });
  try {
    yield* stream;
  } catch (error) {
    throw unreadable(file, error);
  }
}

/** The text of a file, or of the standard input. @param {string} file */
const textOf = async (file) => decoded(await reading(file, file === "-" ? buffer(process.stdin) : readFile(file)));

/** What a file of JSON holds. @param {string} file */
async function jsonOf(file) {
  const text = await textOf(file);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw misuse(`${file} is not JSON: ${/** @type {Error} */ (error).message}`);
  }
}

/** What would let a refused start fit, where the memory is known. @param {KvFit} kvfit @param {Log} log */
function logRemedies(kvfit, { refusals, errors, scenario }) {
  if (refusals.length === 0 || errors.length > 0) return [];
  try {
    return kvfit.remedies(scenario);
  } catch (error) {
    if (!(error instanceof KvFitError)) throw error;
    return [];
  }
}

/** The scenarios of a file, or every model with every combination of the settings.
 * @param {KvFit} kvfit @param {Arguments} given
 * @returns {Promise<Scenario[]>} */
async function comparedScenarios(kvfit, given) {
  if (given.scenarios !== undefined) return jsonOf(given.scenarios);
  const names = [...given.models, ...given.rest];
  /** @type {Scenario[]} */
  let all = names.map((model) => ({ model }));
  if (given.config !== undefined || given.gguf !== undefined)
    all.push(await modelOf(kvfit, { ...given, model: undefined }));
  if (all.length === 0) throw misuse("no model is given", "use kvfit compare MODEL MODEL...");
  for (const [key, values] of Object.entries(given.choices))
    all = all.flatMap((scenario) => values.map((value) => ({ ...scenario, [key]: value })));
  return all;
}

/** Lengths of a file, in place of those of the settings. @param {KvFit} kvfit @param {Arguments} given */
async function lengthsOf(kvfit, { trace }) {
  if (trace === undefined) return {};
  const { text, requestsPerSecond } = await kvfit.readLengths(bytesOf(trace));
  return { lengths: text, ...(requestsPerSecond > 0 ? { requestsPerSecond } : {}) };
}

/** Where a replay reads its requests. @param {Arguments} given */
async function requestsOf({ trace, traffic }) {
  if ((trace === undefined) === (traffic === undefined)) throw misuse("give --trace FILE or --traffic FILE");
  if (traffic !== undefined) return jsonOf(traffic);
  return bytesOf(/** @type {string} */ (trace));
}

/** What the command line says of the model, as keys of a scenario.
 * @param {KvFit} kvfit @param {Arguments} given
 * @returns {Promise<Pick<Scenario, "model" | "config" | "architecture">>} */
async function modelOf(kvfit, { model, config, gguf }) {
  return {
    model,
    config: config && (await configIn(config)),
    architecture: gguf === undefined ? undefined : await readGgufFile(kvfit, gguf),
  };
}

/** A configuration, with the stored types that a file beside it has. @param {string} file */
async function configIn(file) {
  const text = await textOf(file);
  if (basename(file) !== "config.json") return text;
  try {
    const config = JSON.parse(text);
    const types = await typesBeside(config, () => readFile(join(dirname(file), typesFile), "utf8"));
    return types.quantization ? JSON.stringify({ ...config, ...types }) : text;
  } catch {
    return text; // the core's own reader says what is wrong with it
  }
}

/** As much of a GGUF file's head as the reader asks for. @param {KvFit} kvfit @param {string} file */
async function readGgufFile(kvfit, file) {
  const handle = await reading(file, open(file));
  try {
    for (let length = 2 ** 20; ;) {
      const { bytesRead, buffer } = await reading(file, handle.read(new Uint8Array(length), 0, length, 0));
      try {
        return kvfit.readGguf(buffer.subarray(0, bytesRead));
      } catch (error) {
        const needed = error instanceof KvFitError ? Number(error.errors[0].params.needed) : 0;
        if (bytesRead < length || !(needed > length)) throw error;
        length = Math.max(needed, 2 * length);
      }
    }
  } finally {
    await handle.close();
  }
}

/** @template T @param {string} file @param {Promise<T>} done */
async function reading(file, done) {
  try {
    return await done;
  } catch (error) {
    throw unreadable(file, error);
  }
}

/** @param {string} file @param {unknown} error */
const unreadable = (file, error) =>
  misuse(`${file} cannot be read: ${/** @type {Error} */ (error).message.replace(/,.*/s, "")}`);

/** @param {string | undefined} name */
function commandNamed(name) {
  const names = Object.keys(commands);
  if (name !== undefined && Object.hasOwn(commands, name)) return commands[name];
  const all = `use ${names.join(", ")}`;
  if (name === undefined) throw misuse("no command is given", all);
  const [near] = nearest(name, names, 1);
  throw misuse(`unknown command ${name}`, near ? `did you mean ${near}?` : all);
}

/** One line for each thing that is wrong. @param {unknown} error @param {string} [file] the model's */
function errorLines(error, file) {
  if (!(error instanceof KvFitError)) return `kvfit: ${clean(error)}\n`;
  return error.errors
    .map(({ message, hint, line, column }) => {
      const place = file && line > 0 ? `${clean(file)}:${line}:${column}: ` : "";
      return `kvfit: ${place}${clean(message)}${hint && ` (${clean(hint)})`}\n`;
    })
    .join("");
}

/** @param {string[]} args */
async function run(args) {
  /** @type {string | undefined} */
  let file;
  try {
    const kvfit = await loadKvFit();
    const given = readArguments(args, kvfit.settings());
    file = given.config ?? given.gguf;
    if (given.version) return `${version}\n`;
    if (given.help || args.length === 0) return helpText(kvfit.settings());
    const { result, text, status = 0 } = await commandNamed(given.command)(kvfit, given);
    process.exitCode = status;
    return given.json ? `${JSON.stringify(result, null, 2)}\n` : text();
  } catch (error) {
    process.stderr.write(errorLines(error, file));
    process.exitCode = 2;
    return "";
  }
}

process.stdout.on("error", () => process.exit()); // the reader of a pipe has gone
process.stdout.write(await run(process.argv.slice(2)));
