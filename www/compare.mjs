import { attempt, nameOf, subjectKeys } from "./answer.mjs";
import { lengthSteps } from "./views/scenario.mjs";
import { varied } from "./variants.mjs";

/** @typedef {import("./types.js").Frame} Frame */
/** @typedef {import("./types.js").Scenario} Scenario */
/** @typedef {import("./types.js").CompareRow} CompareRow */

/**
 * One compared scenario: the first is the page's own.
 * @typedef {object} Row
 * @property {string} letter
 * @property {string} label what tells it from the others
 * @property {Scenario} scenario
 * @property {Partial<CompareRow>} answer empty where it is refused
 * @property {import("./types.js").InputError[]} errors
 * @property {number[]} lengths
 * @property {ArrayLike<number>} [curve] payload bytes at each of the lengths
 */

/** @type {WeakMap<object, Row[]>} */
const known = new WeakMap();

/** The scenario and its variants with their answers; computed once for each answer of the page. @param {Frame} frame @returns {Row[]} */
export function compared(frame) {
  const { answer } = frame;
  const rows = known.get(answer) ?? compute(frame);
  known.set(answer, rows);
  return rows;
}

/** @param {Frame} frame @returns {Row[]} */
function compute(frame) {
  const { kvfit, answer, variants } = frame;
  const base = answer.scenario;
  const scenarios = [base, ...variants.map((variant) => varied(base, variant))];
  const tokens = answer.result?.tokens ?? 0;
  const lengths = [...new Set([...lengthSteps(answer.architecture), tokens])].filter(Boolean).sort((a, b) => a - b);
  const rows = kvfit.compare(scenarios);
  const labels = labelsOf(frame, scenarios, rows);
  return scenarios.map((scenario, i) => {
    const { errors } = rows[i];
    const good = errors.length === 0;
    return {
      letter: String.fromCharCode(65 + (i % 26)),
      label: labels[i],
      scenario,
      answer: good ? rows[i] : {},
      errors,
      lengths,
      curve: good ? attempt(() => kvfit.curve(scenario, lengths)).result : undefined,
    };
  });
}

/** What tells each scenario from the others: its model, engine and settings as far as they differ. @param {Frame} frame @param {Scenario[]} scenarios @param {CompareRow[]} rows */
function labelsOf({ t, kvfit, engines, models: catalogue }, scenarios, rows) {
  const differs = (/** @type {(scenario: Scenario) => unknown} */ of) => new Set(scenarios.map(of)).size > 1;
  const models = differs((scenario) => subjectKeys.map((key) => scenario[key]).join());
  const engine = differs(({ engine, engineVersion }) => `${engine} ${engineVersion}`);
  const keys = [...new Set(scenarios.flatMap(Object.keys))].filter(
    (key) => ![...subjectKeys, "engine", "engineVersion"].includes(key) && differs((scenario) => scenario[key]),
  );
  /** A setting in a few words; a type that is not set is what it came to. @param {string} key @param {Scenario} scenario */
  const setting = (key, scenario) => {
    const value = scenario[key];
    if (key !== "kvDtype") return value === undefined ? "" : `${key} ${value}`;
    if (value !== undefined) return String(value);
    const parts = attempt(() => kvfit.size(scenario)).result?.parts ?? [];
    return [...new Set(parts.map(({ dtype }) => dtype))].join(" + ");
  };
  return scenarios.map((scenario, i) => {
    const title = engines.find(({ id }) => id === scenario.engine)?.title ?? t("engine.none");
    const named = catalogue.find(({ id }) => id === scenario.model)?.name;
    const words = [
      models ? rows[i].model || named || nameOf(scenario) || t("own.unnamed") : "",
      engine ? [title, scenario.engine ? (scenario.engineVersion ?? t("engine.newest")) : ""].join(" ").trim() : "",
      ...keys.map((key) => setting(key, scenario)),
    ];
    return words.filter(Boolean).join(", ") || t("compare.this");
  });
}
