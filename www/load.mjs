import { attemptLater, errorsOf, without } from "./answer.mjs";

/** @typedef {import("./types.js").Load} Load */
/** @typedef {import("./types.js").Frame} Frame */

/** Settings of the requests, the arrivals and the cost. */
export const loadKeys = [
  "lengths",
  "promptLengths",
  "outputLengths",
  "sharedPrefixTokens",
  "samples",
  "requestsPerSecond",
  "decodeTokensPerSecond",
  "prefillTokensPerSecond",
  "pricePerGpuHour",
  "networkGbPerSecond",
  "hostGbPerSecond",
  "ssdGbPerSecond",
  "seed",
];

/** Keys on which the table of lengths does not depend. */
const notOfTable = ["tokens", ...loadKeys.filter((key) => key !== "pricePerGpuHour")];

/**
 * What the Load view asks: requests of real lengths, every length by itself, and moving a request. On errors the last
 * good answer stays.
 * @param {import("./types.js").KvFit} kvfit
 * @param {import("./types.js").Scenario} scenario
 * @param {Load} [before]
 * @returns {Promise<Load>}
 */
export async function load(kvfit, scenario, before) {
  const asked = JSON.stringify(without(scenario, notOfTable));
  const [{ result, errors }, table, transfer] = await Promise.all([
    attemptLater(kvfit.later("load", scenario)),
    before?.asked === asked ? { result: before.rows } : attemptLater(kvfit.later("table", scenario)),
    attemptLater(kvfit.later("transfer", scenario)),
  ]);
  return {
    asked,
    result: result ?? before?.result,
    rows: table.result ?? [],
    transfer: transfer.result,
    errors,
    stale: !result,
  };
}

/** Takes the lengths of a file, which stays in the browser. @param {Frame} frame @param {File | undefined} file */
export async function takeLengths(frame, file) {
  if (!file) return;
  try {
    const { text, requests, kept, badLines, requestsPerSecond } = await frame.kvfit.readLengths(file);
    const rate = requestsPerSecond > 0 ? { requestsPerSecond: Number(requestsPerSecond.toPrecision(3)) } : {};
    frame.set(
      { lengths: text, promptLengths: undefined, outputLengths: undefined, ...rate },
      { lengthsFile: { name: file.name, requests, kept, badLines } },
    );
  } catch (thrown) {
    frame.show({ lengthsFile: { name: file.name, error: errorsOf(thrown, "unreadable_file")[0] } });
  }
}
