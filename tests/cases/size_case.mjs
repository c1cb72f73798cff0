import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { check } from "./compare.mjs";
import { completed, roundingEnds } from "./defaults.mjs";

/** @import { KvFit } from "../../wasm/kvfit.js" */
/** @import { Check, Settings, SizeCase, Status } from "./types.js" */

/** Refusals that say what the product does not know yet, not that the input is wrong. */
const notYet = ["unknown_engine", "unknown_attention", "unsupported_compression"];

/** @param {string} snake */
const camelCase = (snake) => snake.replace(/_([a-z0-9])/g, (_, letter) => letter.toUpperCase());

/** The case's model as an Architecture.
 * @param {KvFit} kvfit @param {SizeCase["model"]} model @param {string[]} folders */
function readModel(kvfit, model, folders) {
  if (typeof model === "string") {
    const path = folders.map((folder) => join(folder, `${model}.json`)).find((candidate) => existsSync(candidate));
    if (!path) throw new Error(`no configuration ${model}.json in ${folders.join(", ")}`);
    return kvfit.readConfig(readFileSync(path, "utf8"));
  }
  if ("architecture_config" in model) return kvfit.readConfig(JSON.stringify(model.architecture_config));
  return kvfit.readGgufMetadata(model.gguf_metadata);
}

/**
 * Runs a size case.
 * @param {KvFit} kvfit
 * @param {SizeCase} test
 * @param {string[]} folders where configurations are
 * @returns {Check[]}
 */
export function runSizeCase(kvfit, test, folders) {
  try {
    const architecture = readModel(kvfit, test.model, folders);
    const given = Object.entries(test.scenario).map(([key, value]) => [camelCase(key), value]);
    const settings = completed(test.engine, Object.fromEntries(given), architecture);
    const { engine, engine_version: engineVersion } = test;
    /** @param {Settings} settings @returns {Record<string, unknown>} */
    const metricsOf = (settings) => {
      const scenario = { ...settings, engine, engineVersion: engineVersion ?? undefined, architecture };
      return { error: "none", ...kvfit.size(scenario).metrics };
    };
    return compare(test, metricsOf(settings), roundingEnds(settings).map(metricsOf));
  } catch (error) {
    return refused(test, /** @type {Error & { code?: string }} */ (error));
  }
}

/** @param {SizeCase} test @param {Record<string, unknown>} metrics @param {Record<string, unknown>[]} ends
 * @returns {Check[]} */
function compare({ engine, expect }, metrics, ends) {
  return expect.map((entry) => {
    const { metric, value } = entry;
    const name = camelCase(metric);
    if (metrics[name] !== undefined)
      return check(
        entry,
        metrics[name],
        ends.map((end) => end[name]),
      );
    const reason = `${engine} does not define ${metric}`;
    return { metric, status: "unsupported", expected: value, actual: null, reason };
  });
}

/** @param {SizeCase} test @param {Error & { code?: string }} error @returns {Check[]} */
function refused({ expect }, { code, message }) {
  /** @param {string} metric @param {unknown} value @returns {Status} */
  const status = (metric, value) => {
    if (metric === "error" && code === value) return "pass";
    return notYet.includes(code ?? "") ? "unsupported" : "fail";
  };
  return expect.map(({ metric, value }) => ({
    metric,
    status: status(metric, value),
    expected: value,
    actual: metric === "error" ? code : null,
    reason: message,
  }));
}
