import { parseArgs } from "node:util";
import { KvFitError } from "../kvfit.mjs";
import { nearest } from "../nearest.mjs";
import { table } from "./print.mjs";
import { reuseTables } from "./print_reuse.mjs";

/** @import { Setting } from "../kvfit.js" */

/** @param {string} key in camelCase */
const kebabCase = (key) => key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** Options beside the keys of a scenario.
 * @type {Record<string, { type: "string" | "boolean", short?: string }>} */
const options = {
  model: { type: "string" },
  config: { type: "string" },
  gguf: { type: "string" },
  scenarios: { type: "string" },
  trace: { type: "string" },
  traffic: { type: "string" },
  table: { type: "string" },
  json: { type: "boolean" },
  csv: { type: "boolean" },
  markdown: { type: "boolean" },
  engines: { type: "boolean" },
  sort: { type: "string" },
  help: { type: "boolean", short: "h" },
  version: { type: "boolean" },
};

/** @param {string} message @param {string} [hint] */
export const misuse = (message, hint = "") => new KvFitError([{ code: "usage", message, hint }]);

/** A flag may stand alone, be negated, or be given a value: `--swa-full`, `--no-swa-full`, `--swa-full false`.
 * @param {string[]} args @param {Set<string>} flags */
function withFlagValues(args, flags) {
  return args.map((arg, i) => {
    const positive = arg.replace(/^--no-/, "--");
    if (arg !== positive && flags.has(positive)) return `${positive}=false`;
    return flags.has(arg) && !/^(true|false)$/.test(args[i + 1]) ? `${arg}=true` : arg;
  });
}

/**
 * Reads a command line: command, words, scenario, options. What cannot be read is a KvFitError.
 * @param {string[]} args
 * @param {Setting[]} settings
 */
export function readArguments(args, settings) {
  const keys = new Map(settings.map(({ key }) => [kebabCase(key), key]));
  const flags = settings.filter(({ type }) => type === "flag").map(({ key }) => `--${kebabCase(key)}`);
  const { tokens } = parseArgs({
    args: withFlagValues(args, new Set(flags)),
    options: { ...options, ...Object.fromEntries([...keys.keys()].map((key) => [key, { type: "string" }])) },
    allowPositionals: true,
    strict: false,
    tokens: true,
  });

  /** @type {{ code: string, message: string, hint: string }[]} */
  const errors = [];
  /** @param {string} message @param {string} [hint] */
  const wrong = (message, hint = "") => errors.push({ code: "usage", message, hint });
  /** Every value of each option, in order.
   * @type {Record<string, string[]>} */
  const texts = {};
  const switches = new Set();
  for (const token of tokens) {
    if (token.kind !== "option") continue;
    const { name, rawName, value } = token;
    const isSwitch = Object.hasOwn(options, name) && options[name].type === "boolean";
    if (!keys.has(name) && !Object.hasOwn(options, name)) {
      const [near] = nearest(name, [...Object.keys(options), ...keys.keys()], 1);
      wrong(`unknown option ${rawName}`, near ? `did you mean --${near}?` : "see kvfit --help");
    } else if (isSwitch) {
      if (value !== undefined) wrong(`${rawName} takes no value`);
      switches.add(name);
    } else {
      if (!value) wrong(`${rawName} needs a value`);
      (texts[name] ??= []).push(value ?? "");
    }
  }
  const [command, ...rest] = tokens.flatMap((token) => (token.kind === "positional" ? [token.value] : []));
  if (command !== "compare")
    for (const [name, values] of Object.entries(texts)) if (values.length > 1) wrong(`--${name} is given twice`);
  if (errors.length > 0) throw new KvFitError(errors);

  const given = [...keys].filter(([kebab]) => kebab in texts);
  const scenario = Object.fromEntries(given.map(([kebab, key]) => [key, texts[kebab].at(-1)]));
  const choices = Object.fromEntries(given.map(([kebab, key]) => [key, texts[kebab]]));
  const [json, csv, markdown, engines, help, version] = ["json", "csv", "markdown", "engines", "help", "version"].map(
    (name) => switches.has(name),
  );
  /** @param {string} name */
  const last = (name) => texts[name]?.at(-1);
  return {
    command: /** @type {string | undefined} */ (command),
    rest,
    scenario,
    /** Every value of each key, for a comparison. */
    choices,
    models: texts.model ?? [],
    model: last("model"),
    config: last("config"),
    gguf: last("gguf"),
    scenarios: last("scenarios"),
    trace: last("trace"),
    traffic: last("traffic"),
    sort: last("sort"),
    table: last("table"),
    json,
    csv,
    markdown,
    engines,
    help,
    version,
  };
}

/** @param {Setting[]} settings */
export function helpText(settings) {
  return `kvfit size --model MODEL [settings]   bytes of the KV cache
kvfit fit --model MODEL --hardware ID [settings]
                                   whether it fits, what does, and the flags; status 1 when it does not
kvfit solve KEY --model MODEL --hardware ID [settings]
                                   the value of one setting with which it fits: tokens, sequences, hardware-count...
kvfit load --model MODEL --hardware ID [--trace FILE] [settings]
                                   requests of real lengths: concurrency, replicas, cost
kvfit transfer --model MODEL --hardware ID [settings]
                                   moving the cache of one request against computing it again
kvfit table --model MODEL --hardware ID [settings]
                                   every length: bytes of a request, requests that fit, cost
kvfit compare MODEL... [settings]  side by side; an option given twice is compared in both values
kvfit compare MODEL --engines [settings]
                                   the same model and memory in every engine and version
kvfit models [WORD]...             the catalogue
kvfit hardware [WORD]...           the accelerators that --hardware knows
kvfit model MODEL                  one model and its cache parts
kvfit reuse --trace FILE [settings] a request trace through the engine's prefix cache
kvfit read-log FILE [settings]     an engine's start-up log: what it printed beside ours, and why; - is standard input
kvfit traffic --traffic FILE       described traffic as such a trace

${table(
  [
    ["--model ID", "Model of the catalogue."],
    ["--config FILE", "Model of a config.json or params.json; - is standard input."],
    ["--gguf FILE", "Model of a GGUF file; only its head is read."],
    ["--scenarios FILE", "compare: a JSON list of scenarios."],
    ["--trace FILE", "reuse, load: request trace, JSON lines, perhaps gzipped; load: or a table; - is standard input."],
    ["--traffic FILE", "reuse, traffic: a description of traffic as JSON."],
    ["--engines", "compare: the same in every engine and version, with the reasons."],
    ["--sort COLUMN", "compare: rows by a column, smallest first; COLUMN:desc largest first."],
    ["--csv", "compare, reuse, table: as CSV."],
    ["--table NAME", `reuse --csv: ${reuseTables.join(", ")}. Default: curves.`],
    ["--markdown", "compare, table: as a Markdown table."],
    ["--json", "The object that the JavaScript API returns."],
    ["--version", "Version of KVFit."],
    ["--help", "This text."],
    ...settings.map(({ key, absent, doc }) => [`--${kebabCase(key)}`, `${doc} Default: ${absent}.`]),
  ],
  "  ",
)}`;
}
