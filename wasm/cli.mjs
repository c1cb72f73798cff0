#!/usr/bin/env node
import { readFile } from "node:fs/promises";
import { version } from "kvfit:provenance";
import { KvFitError, loadKvFit } from "./kvfit.mjs";
import { kebabCase, misuse, readArguments } from "./cli/arguments.mjs";
import { architectureText, clean, count, sizeText, table } from "./cli/print.mjs";
import { nearest } from "./nearest.mjs";

/** Each command gives the object of --json and its text. */
const commands = {
  async size(kvfit, { model, config, scenario }) {
    const whole = { ...scenario, model, config: config && (await readText(config)) };
    const result = kvfit.size(whole);
    return { result, text: () => sizeText(result, kvfit.equations(whole)) };
  },

  async models(kvfit, { rest }) {
    const words = rest.map((word) => word.toLowerCase());
    const has = ({ id, name, family }) => words.every((word) => `${id} ${name} ${family}`.toLowerCase().includes(word));
    const result = kvfit.models().filter(has);
    const row = ({ id }) => {
      const { architecture } = kvfit.model(id);
      return [id, architecture.attentionKind, architecture.trainedContext, architecture.weights.totalParams];
    };
    return { result, text: () => table([["model", "attention", "context", "parameters"], ...result.map(row)]) };
  },

  async model(kvfit, { model, config, rest }) {
    const id = model ?? rest[0];
    if (config !== undefined) {
      const result = kvfit.readConfig(await readText(config));
      return { result, text: () => architectureText(result) };
    }
    if (id === undefined) throw misuse("no model is given", "use kvfit model ID or --config FILE");
    const result = kvfit.model(id);
    const facts = ["name", "huggingFace", "released", "source", "read"].map((key) => [key, result[key] ?? ""]);
    return { result, text: () => `${table(facts)}${architectureText(result.architecture)}` };
  },
};

async function readText(file) {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    throw misuse(`${file} cannot be read: ${error.message.replace(/^.*?: /, "")}`);
  }
}

function help(settings) {
  const options = settings.map(({ key, absent, doc }) => [`--${kebabCase(key)}`, `${doc} Default: ${absent}.`]);
  return `kvfit size --model ID | --config FILE [settings]   bytes of the KV cache
kvfit models [WORD]...                             the catalogue
kvfit model ID | --config FILE                     one model and its cache parts

${table(
  [
    ["--model", "Catalogue id."],
    ["--config", "A config.json or params.json."],
    ["--json", "The object that the JavaScript API returns."],
    ["--version", ""],
    ["--help", ""],
    ...options,
  ],
  "  ",
)}`;
}

/** One line for each thing that is wrong. */
function errorLines(error, file) {
  if (!(error instanceof KvFitError)) return `kvfit: ${clean(error?.message ?? error)}\n`;
  const place = ({ line, column }) => (file && line > 0 ? `${clean(file)}:${line}:${column}: ` : "");
  return error.errors
    .map((one) => `kvfit: ${place(one)}${clean(one.message)}${one.hint ? ` (${clean(one.hint)})` : ""}\n`)
    .join("");
}

async function run(args) {
  const kvfit = await loadKvFit();
  let file;
  try {
    const given = readArguments(args, kvfit.settings());
    file = given.config;
    if (given.version) return `${version}\n`;
    if (given.help || (given.command === undefined && args.length === 0)) return help(kvfit.settings());
    const names = Object.keys(commands);
    if (!Object.hasOwn(commands, given.command ?? "")) {
      const [near] = nearest(given.command ?? "", names, 1);
      throw misuse(
        given.command === undefined ? "no command is given" : `unknown command ${given.command}`,
        near ? `did you mean ${near}?` : `use ${names.join(", ")}`,
      );
    }
    if (given.command === "size" && given.rest.length > 0)
      throw misuse(`unexpected ${given.rest[0]}`, `did you mean --model ${given.rest[0]}?`);
    const { result, text } = await commands[given.command](kvfit, given);
    return given.json ? `${JSON.stringify(result, null, 2)}\n` : text();
  } catch (error) {
    process.stderr.write(errorLines(error, file));
    process.exitCode = 2;
    return "";
  }
}

process.stdout.on("error", () => process.exit()); // the reader of a pipe has gone
process.stdout.write(await run(process.argv.slice(2)));
