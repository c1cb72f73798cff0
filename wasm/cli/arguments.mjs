import { parseArgs } from "node:util";
import { KvFitError } from "../kvfit.mjs";
import { nearest } from "../nearest.mjs";

/** @typedef {{key: string, type: string, unit: string, absent: string, doc: string}} Setting */

/** @param {string} key in camelCase */
export const kebabCase = (key) => key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** Options beside the keys of a scenario. */
const options = /** @type {const} */ ({
  model: { type: "string" },
  config: { type: "string" },
  json: { type: "boolean" },
  help: { type: "boolean", short: "h" },
  version: { type: "boolean" },
});

/** A flag may stand alone, be negated, or be given a value: `--swa-full`, `--no-swa-full`, `--swa-full false`.
 * @param {string[]} args @param {Set<string>} flags */
function withFlagValues(args, flags) {
  return args.flatMap((arg, i) => {
    const positive = arg.replace(/^--no-/, "--");
    if (arg !== positive && flags.has(positive)) return `${positive}=false`;
    if (!flags.has(arg) || /^(true|false)$/.test(args[i + 1])) return arg;
    return `${arg}=true`;
  });
}

/** @param {string} message @param {string} [hint] */
export const misuse = (message, hint) => new KvFitError([{ code: "usage", message, hint }]);

/**
 * Reads a command line: command, scenario, options. What cannot be read is a KvFitError.
 * @param {string[]} args
 * @param {Setting[]} settings
 */
export function readArguments(args, settings) {
  const keys = new Map(settings.map(({ key }) => [kebabCase(key), key]));
  const flags = settings.filter(({ type }) => type === "flag").map(({ key }) => `--${kebabCase(key)}`);
  const known = { ...options, ...Object.fromEntries([...keys.keys()].map((key) => [key, { type: "string" }])) };
  const { tokens } = parseArgs({
    args: withFlagValues(args, new Set(flags)),
    options: /** @type {any} */ (known),
    allowPositionals: true,
    strict: false,
    tokens: true,
  });

  const errors = [];
  const values = /** @type {Record<string, any>} */ ({});
  for (const token of tokens) {
    if (token.kind !== "option") continue;
    const { name, rawName, value } = token;
    if (!Object.hasOwn(known, name)) {
      const [near] = nearest(name, Object.keys(known), 1);
      errors.push({ message: `unknown option ${rawName}`, hint: near ? `did you mean --${near}?` : "see --help" });
    } else if (known[name].type === "string" && (value === undefined || value === "")) {
      errors.push({ message: `${rawName} needs a value` });
    } else if (known[name].type === "boolean" && value !== undefined) {
      errors.push({ message: `${rawName} takes no value` });
    } else {
      values[name] = value ?? true;
    }
  }
  if (errors.length > 0) throw new KvFitError(errors.map((error) => ({ code: "usage", ...error })));

  const scenario = Object.fromEntries(
    [...keys].filter(([kebab]) => kebab in values).map(([kebab, key]) => [key, values[kebab]]),
  );
  const [command, ...rest] = tokens.flatMap((token) => (token.kind === "positional" ? [token.value] : []));
  const { model, config, json, help, version } = values;
  return { command, rest, scenario, model, config, json, help, version };
}
