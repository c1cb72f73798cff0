// `npm test`: installs what is missing and runs every check; `-- --quick` for daily use, `-- NAME...`
// for single steps. Ends with a table of steps and one line that counts the tests of all runners.
import { spawn } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { root, setup } from "../.ci/setup.mjs";

/** @typedef {{ name: string, quick?: boolean, commands: string[] }} Step */

/** @param {number} atOnce files @param {string} files */
const nodeTests = (atOnce, files) => `node --test --test-concurrency=${atOnce} --test-reporter=spec ${files}`;

/** @param {string} name @param {string} program */
const coreTests = (name, program) => [
  `cmake --preset ${name}`,
  `cmake --build --preset ${name}`,
  `${program} build/${name}/tests/kvfit_tests`.trim(),
];

/** The acceptance cases stand beside the repository, or where KVFIT_SHARED says. */
function cases() {
  const folder = join(process.env.KVFIT_SHARED ?? join(root, "../shared"), "cases");
  if (!existsSync(folder)) return `echo "skipped: there are no acceptance cases in ${folder}"`;
  const files = readdirSync(folder).filter((name) => name.endsWith(".json"));
  return `node tests/cases/run.mjs ${files.map((name) => `"${join(folder, name)}"`).join(" ")}`;
}

/** Steps need the outputs of those above them.
 * @type {Step[]} */
const inTurn = [
  { name: "format", quick: true, commands: ["node .ci/format.mjs"] },
  { name: "native", quick: true, commands: coreTests("native", "") },
  { name: "generated", quick: true, commands: ["node wasm/generate.mjs --check"] },
  { name: "build", quick: true, commands: ["node www/build.mjs"] },
  { name: "models", quick: true, commands: ["node models/check.mjs"] },
  { name: "types", quick: true, commands: ["node_modules/.bin/tsc -p ."] },
  { name: "js", quick: true, commands: [nodeTests(2, "tests/js/*.test.mjs")] },
  { name: "cases", quick: true, commands: [cases()] },
  { name: "page", commands: ["node tests/page/run.mjs"] },
];

/** Lanes that run at once, in folders of their own: most of their steps keep one processor busy.
 * @type {Step[][]} */
const lanes = [
  [
    { name: "wasm", commands: coreTests("wasm", "node").map((command) => command.replace(/tests$/, "tests.cjs")) },
    { name: "package", commands: [nodeTests(1, "tests/package/*.test.mjs")] }, // one of them builds what others read
  ],
  [
    { name: "sanitize", commands: coreTests("sanitize", "") },
    { name: "fuzz", commands: ["node tests/fuzz/run.mjs"] },
  ],
];

// The closing lines of doctest, of node:test and of the case runner.
const closingLines = [
  /^\[doctest\] test cases: +\d+ \| +(?<passed>\d+) passed \| +(?<failed>\d+) failed.*$/gm,
  /^ℹ pass (?<passed>\d+)$/gm,
  /^ℹ fail (?<failed>\d+)$/gm,
  /^(?<passed>\d+) passed, (?<failed>\d+) failed.*$/gm,
  /^skipped: .*$/gm,
];

/** Sums what the runners in this output counted, and keeps their closing lines.
 * @param {string} output */
function count(output) {
  const sum = { passed: 0, failed: 0, lines: /** @type {string[]} */ ([]) };
  for (const { 0: line, groups } of closingLines.flatMap((pattern) => [...output.matchAll(pattern)])) {
    sum.passed += Number(groups?.passed ?? 0);
    sum.failed += Number(groups?.failed ?? 0);
    sum.lines.push(line);
  }
  return sum;
}

/** Runs one command line; its output is shown only where it failed.
 * @param {string} command @returns {Promise<{ ok: boolean, output: string }>} */
function run(command) {
  return new Promise((resolve) => {
    const child = spawn(command, { cwd: root, shell: true, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    child.stdout.on("data", (data) => (output += data));
    child.stderr.on("data", (data) => (output += data));
    child.on("close", (status) => {
      if (status !== 0) console.log(`${output}\nFailed (status ${status}): ${command}`);
      resolve({ ok: status === 0, output });
    });
  });
}

/** @param {Step} step */
async function runStep({ name, commands }) {
  console.log(`${name} begins`);
  const started = Date.now();
  const total = { name, ok: true, passed: 0, failed: 0, seconds: 0, said: "" };
  for (const command of commands) {
    const { ok, output } = await run(command);
    const { passed, failed, lines } = count(output);
    if (lines.length) console.log([`\n== ${name}`, ...lines, ""].join("\n"));
    total.passed += passed;
    total.failed += failed;
    total.ok &&= ok;
    if (ok) continue;
    total.said = output.trimEnd().split("\n").slice(-40).join("\n").slice(-6000);
    break;
  }
  // A check without tests of its own, or a runner that died, counts as one failure.
  if (!total.ok && total.failed === 0) total.failed = 1;
  total.seconds = (Date.now() - started) / 1000;
  return total;
}

const args = process.argv.slice(2);
const names = args.filter((arg) => !arg.startsWith("--"));
const known = [inTurn, ...lanes].flat().map((step) => step.name);
const unknown = names.filter((name) => !known.includes(name));
if (unknown.length) {
  console.error(`No step ${unknown.join(", ")}; there are: ${known.join(", ")}`);
  process.exit(2);
}

/** Runs those of these steps that were asked for, one after the other. @param {Step[]} steps */
async function runInTurn(steps) {
  const results = [];
  for (const step of steps)
    if (names.length ? names.includes(step.name) : step.quick || !args.includes("--quick"))
      results.push(await runStep(step));
  return results;
}

setup({ tests: true });
const results = await runInTurn(inTurn);
results.push(...(await Promise.all(lanes.map(runInTurn))).flat());

// Once more at the end, where a log that was cut still has them: the failures' own words.
for (const { name, said } of results) if (said) console.log(`\n== ${name} failed; its last lines:\n${said}`);

console.log(`\n${"step".padEnd(12)}${"result".padEnd(8)}${"passed".padStart(8)}${"failed".padStart(8)}     time`);
for (const { name, ok, passed, failed, seconds } of results) {
  const result = ok ? "pass" : "FAIL";
  const time = `${seconds.toFixed(1)} s`.padStart(9);
  console.log(`${name.padEnd(12)}${result.padEnd(8)}${String(passed).padStart(8)}${String(failed).padStart(8)}${time}`);
}
const sum = (/** @type {"passed" | "failed"} */ key) => results.reduce((total, result) => total + result[key], 0);
console.log(`\n${sum("passed")} passed, ${sum("failed")} failed`);
process.exitCode = results.every(({ ok }) => ok) ? 0 : 1;
