import { attempt, without } from "./answer.mjs";

/** @typedef {import("./types.js").Plan} Plan */

/**
 * Asks whether a scenario fits, where the limits lie, and what would make it fit. On errors the last good plan stays.
 * @param {import("./types.js").KvFit} kvfit
 * @param {import("./types.js").Scenario} scenario
 * @param {Plan} [before]
 * @returns {Plan}
 */
export function plan(kvfit, scenario, before) {
  const { result, errors } = attempt(() => kvfit.fit(scenario));
  if (!result) return { points: [], remedies: [], ...before, errors, stale: true };
  // Where the limits lie does not depend on the point that is asked for.
  const machine = JSON.stringify(without(scenario, ["tokens", "sequences"]));
  const known = before?.machine === machine && !before.stale ? before.points : undefined;
  return {
    machine,
    result,
    points: known ?? attempt(() => kvfit.frontier(scenario)).result?.points ?? [],
    remedies: (!result.fits && attempt(() => kvfit.remedies(scenario)).result) || [],
    errors,
    stale: false,
  };
}
