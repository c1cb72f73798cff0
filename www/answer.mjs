/** @typedef {import("./types.js").Answer} Answer */
/** @typedef {import("./types.js").KvFit} KvFit */
/** @typedef {import("./types.js").Scenario} Scenario */

/**
 * Asks the core. On errors the last good result stays, so that the page has something to show beside them.
 * @param {KvFit} kvfit
 * @param {Scenario} scenario
 * @param {Answer} [before]
 * @returns {Answer}
 */
export function ask(kvfit, scenario, before) {
  try {
    const result = kvfit.size(scenario);
    const same = before?.answered?.model === scenario.model;
    const architecture = same ? before?.architecture : kvfit.model(String(scenario.model)).architecture;
    return { scenario, answered: scenario, result, architecture, errors: [] };
  } catch (thrown) {
    if (!(thrown instanceof Error) || !("errors" in thrown)) throw thrown;
    const errors = /** @type {Answer["errors"]} */ (thrown.errors);
    return { ...before, scenario, errors };
  }
}
