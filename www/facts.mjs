/** @typedef {import("./types.js").KvFit} KvFit */
/** @typedef {import("./types.js").Frame} Frame */
/** @typedef {Pick<Frame, "engines" | "dtypes" | "models" | "hardware" | "settings" | "trafficSettings" | "prices">} Facts */

/** @type {WeakMap<KvFit, Facts>} */
const known = new WeakMap();

/** @param {KvFit} kvfit @returns {Facts} */
const ask = (kvfit) => ({
  engines: kvfit.engines(),
  dtypes: kvfit.dtypes(),
  models: kvfit.models(),
  hardware: /** @type {Frame["hardware"]} */ (kvfit.hardware()),
  settings: new Map(kvfit.settings().map((setting) => [setting.key, setting])),
  prices: kvfit.prices(),
  trafficSettings: kvfit.trafficSettings(),
});

/** What the core knows whatever the scenario is; a document asks once. @param {KvFit} kvfit */
export function factsOf(kvfit) {
  const facts = known.get(kvfit) ?? ask(kvfit);
  known.set(kvfit, facts);
  return facts;
}
