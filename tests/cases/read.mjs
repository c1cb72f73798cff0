import { readFileSync } from "node:fs";

const isObject = (value) => value !== null && typeof value === "object" && !Array.isArray(value);
const isModel = (model) =>
  typeof model === "string" ||
  (isObject(model) && ["architecture_config,", "gguf_metadata,"].includes(`${Object.keys(model)},`));

/** What is wrong with a case, or nothing. */
function fault(test) {
  if (!isObject(test) || typeof test.id !== "string") return "is not an object with an id";
  if (typeof test.engine !== "string") return "names no engine";
  if (!isSizeCase(test)) {
    const prefix = isObject(test.expect) && (Array.isArray(test.requests) || isObject(test.options));
    return prefix ? undefined : "is neither a size case nor a prefix-cache case";
  }
  if (!isModel(test.model)) return "has no model that can be looked up";
  if (!isObject(test.scenario)) return "has a scenario that is not an object";
  if (!Array.isArray(test.expect) || !test.expect.every((entry) => isObject(entry) && typeof entry.metric === "string"))
    return "has an expect that is not a list of metrics";
  return undefined;
}

/** Prefix-cache cases have no scenario. */
export const isSizeCase = (test) => test.scenario !== undefined || test.model !== undefined;

/**
 * The cases of a file.
 * @param {string} file
 */
export function readCases(file) {
  let cases;
  try {
    cases = JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    throw new Error(`${file}: ${error.message.split("\n")[0]}`);
  }
  if (!Array.isArray(cases)) throw new Error(`${file}: not a list of cases`);
  for (const [i, test] of cases.entries()) {
    const wrong = fault(test);
    if (wrong) throw new Error(`${file}: case ${i + 1} (${test?.id ?? "no id"}) ${wrong}`);
  }
  return cases;
}
