#!/usr/bin/env node
// `npm run cases -- FILE... [--configs DIR]... [--json]`: acceptance cases through the built package.
import { dirname, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { runPrefixCase } from "./prefix_case.mjs";
import { isSizeCase, readCases } from "./read.mjs";
import { runSizeCase } from "./size_case.mjs";

function stop(message) {
  process.stderr.write(`${message}\n`);
  process.exit(2);
}

function readInput() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { configs: { type: "string", multiple: true }, json: { type: "boolean" } },
    });
    if (positionals.length === 0) stop("usage: npm run cases -- FILE... [--configs DIR]... [--json]");
    const files = positionals.map((file) => ({
      cases: readCases(file),
      folders: values.configs ?? [join(dirname(dirname(resolve(file))), "configs")],
    }));
    return { json: values.json, files };
  } catch (error) {
    return stop(error.message);
  }
}

function statusOf(checks) {
  const has = (status) => checks.some((check) => check.status === status);
  return has("fail") ? "fail" : has("unsupported") ? "unsupported" : "pass";
}

/** One line that tells what a person needs to know of a case. */
function line({ id, status, checks }) {
  if (status === "pass") return `pass ${id}`;
  const shown = (value) => {
    const text = JSON.stringify(value) ?? "undefined";
    return text.length > 200 ? `${text.slice(0, 200)}...` : text;
  };
  const parts = checks
    .filter((check) => check.status === status)
    .map(({ metric, expected, actual, reason }) => {
      if (status === "unsupported") return reason;
      return `${metric} expected ${shown(expected)}, actual ${shown(actual)}${reason ? ` (${reason})` : ""}`;
    });
  return `${status === "fail" ? "FAIL" : status} ${id}: ${[...new Set(parts)].join("; ")}`;
}

const { json, files } = readInput();
const { loadKvFit } = await import("kvfit");
const kvfit = await loadKvFit();

const cases = files.flatMap(({ cases: tests, folders }) =>
  tests.map((test) => {
    const checks = isSizeCase(test) ? runSizeCase(kvfit, test, folders) : runPrefixCase(kvfit, test);
    return { id: test.id, status: statusOf(checks), checks };
  }),
);
const count = (status) => cases.filter((one) => one.status === status).length;
const totals = { passed: count("pass"), failed: count("fail"), unsupported: count("unsupported") };
if (json) {
  process.stdout.write(`${JSON.stringify({ ...totals, cases })}\n`);
} else {
  for (const one of cases) console.log(line(one));
  console.log(`${totals.passed} passed, ${totals.failed} failed, ${totals.unsupported} unsupported`);
}
process.exitCode = totals.failed > 0 ? 1 : 0;
