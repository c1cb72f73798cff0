import { attempt, nameOf, subjectKeys } from "./answer.mjs";
import { lengthSteps } from "./views/scenario.mjs";
import { varied } from "./variants.mjs";

/** @typedef {import("./types.js").Frame} Frame */
/** @typedef {import("./types.js").Scenario} Scenario */
/** @typedef {import("./types.js").SizeResult} SizeResult */

/**
 * One compared scenario: the first is the page's own.
 * @typedef {object} Row
 * @property {string} letter
 * @property {string} label what tells it from the others
 * @property {Scenario} scenario
 * @property {Partial<SizeResult> & {reservedBytes?: number}} answer empty where it is refused
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
  const answers = scenarios.map((scenario) => attempt(() => kvfit.size(scenario)));
  const labels = labelsOf(frame, scenarios, answers);
  return scenarios.map((scenario, i) => {
    const { result, errors } = answers[i];
    return {
      letter: String.fromCharCode(65 + (i % 26)),
      label: labels[i],
      scenario,
      answer: result ?? {},
      errors,
      lengths,
      curve: result && attempt(() => kvfit.curve(scenario, lengths)).result,
    };
  });
}

/** What tells each scenario from the others: its model, engine and settings as far as they differ. @param {Frame} frame @param {Scenario[]} scenarios @param {{result?: SizeResult}[]} answers */
function labelsOf({ t, engines, models: catalogue }, scenarios, answers) {
  const differs = (/** @type {(scenario: Scenario) => unknown} */ of) => new Set(scenarios.map(of)).size > 1;
  const models = differs((scenario) => subjectKeys.map((key) => scenario[key]).join());
  const engine = differs(({ engine, engineVersion }) => `${engine} ${engineVersion}`);
  const keys = [...new Set(scenarios.flatMap(Object.keys))].filter(
    (key) => ![...subjectKeys, "engine", "engineVersion"].includes(key) && differs((scenario) => scenario[key]),
  );
  return scenarios.map((scenario, i) => {
    const { result } = answers[i];
    const title = engines.find(({ id }) => id === scenario.engine)?.title ?? t("engine.none");
    const words = [
      models
        ? result?.model ||
          catalogue.find(({ id }) => id === scenario.model)?.name ||
          nameOf(scenario) ||
          t("own.unnamed")
        : "",
      engine ? [title, scenario.engine ? (scenario.engineVersion ?? t("engine.newest")) : ""].join(" ").trim() : "",
      ...keys.map((key) => setting(key, scenario[key], result)),
    ];
    return words.filter(Boolean).join(", ") || t("compare.this");
  });
}

/** A setting in a few words; a type that is not set is what it came to. @param {string} key @param {unknown} value @param {SizeResult | undefined} result */
function setting(key, value, result) {
  if (key === "kvDtype")
    return value ? String(value) : [...new Set(result?.parts.map(({ dtype }) => dtype))].join(" + ");
  return value === undefined ? "" : `${key} ${value}`;
}
