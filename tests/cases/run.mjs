#!/usr/bin/env node
// `npm run cases -- FILE... [--configs DIR]... [--json]`: acceptance cases through the built package.
import { dirname, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { runPrefixCase } from "./prefix_case.mjs";
import { isSizeCase, readCases } from "./read.mjs";
import { runSizeCase } from "./size_case.mjs";

/** @import { Check, Status } from "./types.js" */

function readInput() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { configs: { type: "string", multiple: true }, json: { type: "boolean" } },
  });
  if (positionals.length === 0) throw new Error("usage: npm run cases -- FILE... [--configs DIR]... [--json]");
  const files = positionals.map((file) => ({
    tests: readCases(file),
    folders: values.configs ?? [join(dirname(dirname(resolve(file))), "configs")],
  }));
  return { json: values.json, files };
}

/** @param {Check[]} checks @returns {Status} */
function statusOf(checks) {
  const worst = /** @type {const} */ (["fail", "unsupported"]);
  return worst.find((status) => checks.some((check) => check.status === status)) ?? "pass";
}

/** @param {unknown} value */
function shown(value) {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > 200 ? `${text.slice(0, 200)}...` : text;
}

/** One line that tells what a person needs to know of a case.
 * @param {{ id: string, status: Status, checks: Check[] }} one */
function line({ id, status, checks }) {
  if (status === "pass") return `pass ${id}`;
  const parts = checks
    .filter((check) => check.status === status)
    .map(({ metric, expected, actual, reason }) =>
      status === "unsupported"
        ? reason
        : `${metric} expected ${shown(expected)}, actual ${shown(actual)}${reason ? ` (${reason})` : ""}`,
    );
  return `${status === "fail" ? "FAIL" : status} ${id}: ${[...new Set(parts)].join("; ")}`;
}

/** @param {ReturnType<typeof readInput>} input */
async function run({ json, files }) {
  const built = new URL("../../dist/kvfit.mjs", import.meta.url).href;
  const { loadKvFit } = /** @type {typeof import("../../wasm/kvfit.js")} */ (await import(built));
  const kvfit = await loadKvFit();
  const cases = files.flatMap(({ tests, folders }) =>
    tests.map((test) => {
      const checks = isSizeCase(test) ? runSizeCase(kvfit, test, folders) : runPrefixCase(kvfit, test);
      return { id: test.id, status: statusOf(checks), checks };
    }),
  );
  /** @param {Status} status */
  const count = (status) => cases.filter((one) => one.status === status).length;
  const totals = { passed: count("pass"), failed: count("fail"), unsupported: count("unsupported") };
  if (json) console.log(JSON.stringify({ ...totals, cases }));
  else {
    for (const one of cases) console.log(line(one));
    console.log(`${totals.passed} passed, ${totals.failed} failed, ${totals.unsupported} unsupported`);
  }
  return totals.failed > 0 ? 1 : 0;
}

try {
  process.exitCode = await run(readInput());
} catch (error) {
  console.error(/** @type {Error} */ (error).message);
  process.exitCode = 2;
}
