import { withoutDirections } from "../wasm/repeated.mjs";
import { plain } from "./sources/files.mjs";

/** @typedef {import("./types.js").Answer} Answer */
/** @typedef {import("./types.js").KvFit} KvFit */
/** @typedef {import("./types.js").Scenario} Scenario */

/** Keys of a scenario that name its model, one of them each time. */
export const subjectKeys = ["model", "config", "architecture"];

/** Keys of a link that are not the scenario's: the open view, what it compares with, the traffic that it replays. */
export const viewKeys = ["view", "with", "traffic"];

/** @param {Scenario} scenario @param {string[]} keys @returns {Scenario} */
export const without = (scenario, keys) =>
  Object.fromEntries(Object.entries(scenario).filter(([key]) => !keys.includes(key)));

/** The part of a scenario that names its model. @param {Scenario} scenario @returns {Scenario} */
export const subject = (scenario) =>
  Object.fromEntries(subjectKeys.filter((key) => key in scenario).map((key) => [key, scenario[key]]));

/** @param {KvFit} kvfit @param {Scenario} scenario @returns {import("./types.js").Architecture} */
function architectureOf(kvfit, { model, config, architecture }) {
  if (config !== undefined) return kvfit.readConfig(String(config));
  if (architecture !== undefined) return JSON.parse(String(architecture));
  return kvfit.model(String(model)).architecture;
}

/** As much of a name as a person could have given. @param {string} name */
const shortened = (name) => {
  const text = withoutDirections(name);
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
};

/** What a configuration calls its model; few do. @param {Scenario} scenario */
export function nameOf({ config }) {
  const { _name_or_path: name, architectures, model_type: type } = plain(String(config)) ?? {};
  return shortened(String(name || architectures?.[0] || type || ""));
}

/** What the core answers, or what it finds wrong. @template T @param {() => T} question @returns {{result?: T, errors: Answer["errors"]}} */
export function attempt(question) {
  try {
    return { result: question(), errors: [] };
  } catch (thrown) {
    if (!(thrown instanceof Error) || !("errors" in thrown)) throw thrown;
    return { errors: /** @type {Answer["errors"]} */ (thrown.errors) };
  }
}

/** What the core finds wrong, or else what stopped it: a file that is gone, a lack of memory. @param {any} thrown @param {string} code @returns {Answer["errors"]} */
export const errorsOf = (thrown, code) =>
  thrown?.errors ?? [
    {
      code,
      message: String(thrown?.message ?? thrown),
      hint: "",
      field: "",
      pointer: "",
      params: {},
      line: 0,
      column: 0,
    },
  ];

/** The same of an answer that comes later. @template T @param {Promise<T>} answer @returns {Promise<{result?: T, errors: Answer["errors"]}>} */
export const attemptLater = (answer) =>
  answer.then(
    (result) => ({ result, errors: [] }),
    (thrown) =>
      attempt(() => {
        throw thrown;
      }),
  );

/**
 * Asks the core. Where the engine refuses, the payload is answered all the same, for it depends on no engine. On other
 * errors the last good result stays, so that the page has something to show beside them.
 * @param {KvFit} kvfit
 * @param {Scenario} scenario
 * @param {Answer} [before]
 * @returns {Answer}
 */
export function ask(kvfit, scenario, before) {
  const { result: whole, errors } = attempt(() => kvfit.size(scenario));
  const payload = () => kvfit.size(without(scenario, ["engine", "engineVersion"]));
  const result = whole ?? ("engine" in scenario ? attempt(payload).result : undefined);
  if (!result) return { ...before, scenario, errors, stale: true };
  const same = before?.answered && subjectKeys.every((key) => before.answered?.[key] === scenario[key]);
  const architecture = (same && before?.architecture) || architectureOf(kvfit, scenario);
  result.model = shortened(result.model) || nameOf(scenario);
  return { scenario, answered: scenario, result, architecture, errors, stale: false };
}
