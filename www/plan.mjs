import { attempt, attemptLater, without } from "./answer.mjs";

/** @typedef {import("./types.js").Plan} Plan */
/** @typedef {import("./types.js").KvFit} KvFit */
/** @typedef {import("./types.js").Scenario} Scenario */

/**
 * Asks whether a scenario fits. Limits and remedies are those before until they are asked for; that there is none is
 * not known before. On errors the last good plan stays.
 * @param {KvFit} kvfit
 * @param {Scenario} scenario
 * @param {Plan} [before]
 * @returns {Plan}
 */
export function plan(kvfit, scenario, before = { points: [], errors: [], stale: true }) {
  const { result, errors } = attempt(() => kvfit.fit(scenario));
  if (!result) return { ...before, errors, stale: true };
  const remedies = result.fits || !before.remedies?.length ? undefined : before.remedies;
  return { ...before, result, remedies, errors, stale: false };
}

/** All of the scenario that the limits depend on; where they lie does not depend on the point that is asked for. @param {Scenario} scenario */
const machineOf = (scenario) => JSON.stringify(without(scenario, ["tokens", "sequences"]));

/** Whether all of a plan is known: its limits are this scenario's, and it needs no remedy. @param {Scenario} scenario @param {Plan} plan */
export const isWhole = (scenario, plan) => plan.machine === machineOf(scenario) && plan.result?.fits === true;

/**
 * What of a plan takes long: where the limits lie, and what would make it fit.
 * @param {KvFit} kvfit @param {Scenario} scenario @param {Plan} plan
 * @returns {Promise<Plan>}
 */
export async function completed(kvfit, scenario, plan) {
  const machine = machineOf(scenario);
  const [frontier, remedies] = await Promise.all([
    plan.machine === machine ? { result: plan } : attemptLater(kvfit.later("frontier", scenario)),
    plan.result?.fits ? { result: [] } : attemptLater(kvfit.later("remedies", scenario)),
  ]);
  return { ...plan, machine, points: frontier.result?.points ?? [], remedies: remedies.result ?? [] };
}
