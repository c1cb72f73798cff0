import { breath } from "./breath.mjs";

/** @typedef {import("./types.js").KvFit} KvFit */
/** @typedef {import("./types.js").Frame} Frame */
/** @typedef {Pick<Frame, "engines" | "dtypes" | "models" | "hardware" | "settings" | "trafficSettings" | "prices">} Facts */

/** @type {{ [Name in keyof Facts]: (kvfit: KvFit) => Facts[Name] }} */
const questions = {
  engines: (kvfit) => kvfit.engines(),
  dtypes: (kvfit) => kvfit.dtypes(),
  models: (kvfit) => kvfit.models(),
  hardware: (kvfit) => kvfit.hardware(),
  settings: (kvfit) => new Map(kvfit.settings().map((setting) => [setting.key, setting])),
  prices: (kvfit) => kvfit.prices(),
  trafficSettings: (kvfit) => kvfit.trafficSettings(),
};

/** @type {WeakMap<KvFit, Partial<Facts>>} */
const known = new WeakMap();

/** @param {KvFit} kvfit */
const begun = (kvfit) => {
  const facts = known.get(kvfit) ?? {};
  known.set(kvfit, facts);
  return facts;
};

/** What the core knows whatever the scenario is; a document asks once. @param {KvFit} kvfit */
export function factsOf(kvfit) {
  const facts = /** @type {any} */ (begun(kvfit));
  for (const [name, question] of Object.entries(questions)) facts[name] ??= question(kvfit);
  return /** @type {Facts} */ (facts);
}

/** The same, asked in several breaths. @param {KvFit} kvfit */
export async function learn(kvfit) {
  const facts = /** @type {any} */ (begun(kvfit));
  for (const [name, question] of Object.entries(questions)) {
    if (name in facts) continue;
    facts[name] = question(kvfit);
    await breath();
  }
  return factsOf(kvfit);
}
