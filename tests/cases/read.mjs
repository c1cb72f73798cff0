import { readFileSync } from "node:fs";

/** @import { PrefixCase, SizeCase } from "./types.js" */

/** @param {unknown} value */
const isObject = (value) => value !== null && typeof value === "object" && !Array.isArray(value);

/** @param {any} model */
const isModel = (model) =>
  typeof model === "string" ||
  (isObject(model) && ["architecture_config", "gguf_metadata"].includes(Object.keys(model).join()));

/** What is wrong with a case, or nothing. @param {any} test */
function fault(test) {
  if (!isObject(test) || typeof test.id !== "string") return "is not an object with an id";
  if (typeof test.engine !== "string") return "names no engine";
  if (!isSizeCase(test)) {
    const workload = Array.isArray(test.requests) || isObject(test.options);
    return workload && isObject(test.expect) ? "" : "is neither a size case nor a prefix-cache case";
  }
  if (!isModel(test.model)) return "has no model that can be looked up";
  if (!isObject(test.scenario)) return "has a scenario that is not an object";
  const metrics = Array.isArray(test.expect) && test.expect.every((/** @type {any} */ entry) => entry?.metric);
  return metrics ? "" : "has an expect that is not a list of metrics";
}

/** Prefix-cache cases have neither model nor scenario. @param {object} test @returns {test is SizeCase} */
export const isSizeCase = (test) => "scenario" in test || "model" in test;

/**
 * The cases of a file.
 * @param {string} file
 * @returns {(SizeCase | PrefixCase)[]}
 */
export function readCases(file) {
  let cases;
  try {
    cases = JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    throw new Error(`${file}: ${/** @type {Error} */ (error).message.split("\n")[0]}`);
  }
  if (!Array.isArray(cases)) throw new Error(`${file}: not a list of cases`);
  for (const [i, test] of cases.entries()) {
    const wrong = fault(test);
    if (wrong) throw new Error(`${file}: case ${i + 1} (${test?.id ?? "no id"}) ${wrong}`);
  }
  return cases;
}
