#!/usr/bin/env node
import { readFile } from "node:fs/promises";
import { version } from "kvfit:provenance";
import { helpText, misuse, readArguments } from "./cli/arguments.mjs";
import { architectureText, clean, modelsText, sizeText, table } from "./cli/print.mjs";
import { KvFitError, loadKvFit } from "./kvfit.mjs";
import { nearest } from "./nearest.mjs";

/** @import { KvFit, Scenario } from "./kvfit.js" */
/** @typedef {ReturnType<typeof readArguments>} Arguments */

/** Each command gives the object of --json and its text.
 * @type {Record<string, (kvfit: KvFit, given: Arguments) => Promise<{ result: object, text: () => string }>>} */
const commands = {
  async size(kvfit, { model, config, scenario, rest }) {
    if (rest.length > 0) throw misuse(`unexpected ${rest[0]}`, `did you mean --model ${rest[0]}?`);
    /** @type {Scenario} */
    const whole = { ...scenario, model, config: config && (await readText(config)) };
    const result = kvfit.size(whole);
    return { result, text: () => sizeText(result, kvfit.equations(whole)) };
  },

  async models(kvfit, { rest }) {
    const words = rest.map((word) => word.toLowerCase());
    const result = kvfit
      .models()
      .filter(({ id, name, family }) => words.every((word) => `${id} ${name} ${family}`.toLowerCase().includes(word)));
    return { result, text: () => modelsText(result.map(({ id }) => kvfit.model(id))) };
  },

  async model(kvfit, { model, config, rest }) {
    if (config !== undefined) {
      const result = kvfit.readConfig(await readText(config));
      return { result, text: () => architectureText(result) };
    }
    const id = model ?? rest[0];
    if (id === undefined) throw misuse("no model is given", "use kvfit model ID or --config FILE");
    const result = kvfit.model(id);
    const { name, huggingFace, released, source, read, architecture } = result;
    const facts = Object.entries({ name, huggingFace, released, source, read });
    return { result, text: () => `${table(facts)}\n${architectureText(architecture)}` };
  },
};

/** @param {string} file */
async function readText(file) {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    throw misuse(`${file} cannot be read: ${/** @type {Error} */ (error).message.replace(/,.*/s, "")}`);
  }
}

/** @param {string | undefined} name */
function commandNamed(name) {
  const names = Object.keys(commands);
  if (name !== undefined && Object.hasOwn(commands, name)) return commands[name];
  const all = `use ${names.join(", ")}`;
  if (name === undefined) throw misuse("no command is given", all);
  const [near] = nearest(name, names, 1);
  throw misuse(`unknown command ${name}`, near ? `did you mean ${near}?` : all);
}

/** One line for each thing that is wrong. @param {unknown} error @param {string} [file] the configuration */
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
    file = given.config;
    if (given.version) return `${version}\n`;
    if (given.help || args.length === 0) return helpText(kvfit.settings());
    const { result, text } = await commandNamed(given.command)(kvfit, given);
    return given.json ? `${JSON.stringify(result, null, 2)}\n` : text();
  } catch (error) {
    process.stderr.write(errorLines(error, file));
    process.exitCode = 2;
    return "";
  }
}

process.stdout.on("error", () => process.exit()); // the reader of a pipe has gone
process.stdout.write(await run(process.argv.slice(2)));
