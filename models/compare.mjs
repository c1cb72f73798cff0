/**
 * Entries of the catalogue against the published files that they were reduced from and against check figures that
 * were computed independently: both go through the built package, and the cache parts have to be the same.
 */
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { isDeepStrictEqual } from "node:util";

const root = new URL("../", import.meta.url);
const shared = new URL(process.env.KVFIT_SHARED ? `file://${process.env.KVFIT_SHARED}/` : "../shared/", root);
const builtPackage = new URL("dist/kvfit.mjs", root);

/** Conventions of the check figures: one sequence, bf16 cache, fp32 states, no draft layers. */
const convention = { kvDtype: "bf16", indexerDtype: "bf16", stateDtype: "fp32", convDtype: "bf16" };

/** @param {any[]} parts */
const withoutSources = (parts) => parts.map(({ sources, ...part }) => part);

/** Differences between an entry and the published file.
 * @param {any} kvfit @param {any} entry @param {string} published */
function partFaults(kvfit, entry, published) {
  const ours = kvfit.model(entry.id).architecture;
  const theirs = kvfit.readConfig(published);
  const faults = [];
  if (!isDeepStrictEqual(withoutSources(ours.parts), withoutSources(theirs.parts)))
    faults.push(`other cache parts than the published file: ${JSON.stringify(withoutSources(ours.parts))}`);
  for (const key of ["layers", "attentionHeads", "hiddenSize", "vocabSize", "draftLayers", "stateDtype"])
    if (ours[key] !== theirs[key]) faults.push(`${key} ${ours[key]}, published ${theirs[key]}`);
  if (theirs.trainedContext && ours.trainedContext !== theirs.trainedContext)
    faults.push(`context ${ours.trainedContext}, published ${theirs.trainedContext}`);
  return faults;
}

/** @param {number | null | undefined} params */
const thousands = (params) => params && Math.round(params / 1000);

/** Differences between an entry and its check figures.
 * @param {any} kvfit @param {any} entry @param {any} facts */
function figureFaults(kvfit, entry, facts) {
  const { check } = facts;
  const tokens = check.max_context ?? 32768;
  const size = kvfit.size({ ...convention, model: entry.id, tokens });
  const pairs = [
    ["marginal bytes per token", size.marginalBytesPerToken, check.marginal_bytes_per_token],
    ["fixed bytes", size.fixedBytesPerSequence, check.fixed_bytes_per_sequence],
    ["bytes at the trained context", size.totalBytes, check.total_bytes_at_max_context],
    ["trained context", kvfit.model(entry.id).architecture.trainedContext, check.max_context],
    ["total thousand parameters", thousands(entry.totalParams), thousands(facts.total_params)],
    [
      "active thousand parameters",
      thousands(entry.activeParams),
      thousands(facts.active_params && Math.min(facts.active_params, facts.total_params)),
    ],
  ];
  return pairs
    .filter(([, actual, expected]) => expected !== null && expected !== undefined && actual !== expected)
    .map(([what, actual, expected]) => `${what} ${actual}, expected ${expected}`);
}

/** @typedef {{ compared: number, faults: string[], skipped?: string }} Comparison */

/** Every entry has to be readable; those with a published file beside this repository have to agree with it.
 * @param {any[]} entries @returns {Promise<Comparison>} */
export async function compareWithPublished(entries) {
  if (!existsSync(builtPackage))
    return { compared: 0, faults: [], skipped: "the package is not built (npm run build)" };
  const { loadKvFit } = await import(builtPackage.href);
  const kvfit = await loadKvFit();
  const index = new URL("facts/models.json", shared);
  const known = new Map();
  if (existsSync(index)) for (const facts of JSON.parse(await readFile(index, "utf8"))) known.set(facts.id, facts);
  const faults = [];
  for (const entry of entries) {
    const facts = known.get(entry.id);
    try {
      kvfit.model(entry.id);
      if (!facts) continue;
      const published = await readFile(new URL(`configs/${facts.config}.json`, shared), "utf8");
      const differences = [...partFaults(kvfit, entry, published), ...figureFaults(kvfit, entry, facts)];
      faults.push(...differences.map((text) => `${entry.id}: ${text}`));
    } catch (thrown) {
      faults.push(`${entry.id}: ${/** @type {Error} */ (thrown).message}`);
    }
  }
  return known.size > 0
    ? { compared: entries.filter(({ id }) => known.has(id)).length, faults }
    : { compared: 0, faults, skipped: "no published configurations beside this repository (KVFIT_SHARED)" };
}
