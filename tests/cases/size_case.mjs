import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { check } from "./compare.mjs";
import { completed, roundingEnds } from "./defaults.mjs";

/** Refusals that say what the product cannot do yet, not that the input is wrong. */
const notYet = ["unsupported", "unknown_engine"];

const camelCase = (snake) => snake.replace(/_([a-z0-9])/g, (_, letter) => letter.toUpperCase());

/** The case's model as an Architecture. */
function readModel(kvfit, model, folders) {
  if (typeof model === "string") {
    const path = folders.map((folder) => join(folder, `${model}.json`)).find((candidate) => existsSync(candidate));
    if (!path) throw new Error(`no configuration ${model}.json in ${folders.join(", ")}`);
    return kvfit.readConfig(readFileSync(path, "utf8"));
  }
  const [[kind, object]] = Object.entries(model);
  if (kind === "architecture_config") return kvfit.readConfig(JSON.stringify(object));
  if (kvfit.readGgufMetadata) return kvfit.readGgufMetadata(object);
  throw Object.assign(new Error("GGUF metadata cannot be read yet"), { code: "unsupported" });
}

/** Metrics of the scenario, or the error in their place. */
function answer(kvfit, scenario) {
  try {
    return { metrics: { ...kvfit.size(scenario).metrics, error: "none" } };
  } catch (error) {
    return { error };
  }
}

/**
 * Runs a size case.
 * @param {import("../../wasm/kvfit.js").KvFit} kvfit
 * @param {any} test
 * @param {string[]} folders where configurations are
 */
export function runSizeCase(kvfit, test, folders) {
  const every = (status, reason) =>
    test.expect.map(({ metric, value }) => ({ metric, status, expected: value, actual: null, reason }));
  const refused = (error) => {
    if (notYet.includes(error.code)) return every("unsupported", error.message);
    return test.expect.map(({ metric, value }) =>
      metric === "error"
        ? { metric, status: error.code === value ? "pass" : "fail", expected: value, actual: error.code, reason: "" }
        : { metric, status: "fail", expected: value, actual: null, reason: error.message },
    );
  };

  let architecture;
  try {
    architecture = readModel(kvfit, test.model, folders);
  } catch (error) {
    return refused(error);
  }
  const given = Object.entries(test.scenario).map(([key, value]) => [camelCase(key), value]);
  const scenario = {
    ...completed(test.engine, Object.fromEntries(given), architecture),
    engine: test.engine,
    engineVersion: test.engine_version ?? undefined,
    architecture,
  };
  const { metrics, error } = answer(kvfit, scenario);
  if (error) return refused(error);
  const ends = roundingEnds(scenario).map((end) => answer(kvfit, end).metrics ?? {});
  return test.expect.map((entry) => {
    const name = camelCase(entry.metric);
    if (metrics[name] === undefined) {
      const reason = `${test.engine} does not define ${entry.metric}`;
      return { metric: entry.metric, status: "unsupported", expected: entry.value, actual: null, reason };
    }
    return check(
      entry,
      metrics[name],
      ends.map((end) => end[name]),
    );
  });
}
