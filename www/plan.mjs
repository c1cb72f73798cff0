import { attempt, attemptLater, without } from "./answer.mjs";

/** @typedef {import("./types.js").Plan} Plan */
/** @typedef {import("./types.js").KvFit} KvFit */
/** @typedef {import("./types.js").Scenario} Scenario */

/**
 * Asks whether a scenario fits. Limits and remedies are those before until they are asked for. On errors the last good
 * plan stays.
 * @param {KvFit} kvfit
 * @param {Scenario} scenario
 * @param {Plan} [before]
 * @returns {Plan}
 */
export function plan(kvfit, scenario, before = { points: [], remedies: [], errors: [], stale: true }) {
  const { result, errors } = attempt(() => kvfit.fit(scenario));
  if (!result) return { ...before, errors, stale: true };
  return { ...before, result, remedies: result.fits ? [] : before.remedies, errors, stale: false };
}

/**
 * What of a plan takes long: where the limits lie, and what would make it fit.
 * @param {KvFit} kvfit @param {Scenario} scenario @param {Plan} plan
 * @returns {Promise<Plan>}
 */
export async function completed(kvfit, scenario, plan) {
  // Where the limits lie does not depend on the point that is asked for.
  const machine = JSON.stringify(without(scenario, ["tokens", "sequences"]));
  const [frontier, remedies] = await Promise.all([
    plan.machine === machine ? { result: plan } : attemptLater(kvfit.later("frontier", scenario)),
    plan.result?.fits ? { result: [] } : attemptLater(kvfit.later("remedies", scenario)),
  ]);
  return { ...plan, machine, points: frontier.result?.points ?? [], remedies: remedies.result ?? [] };
}
