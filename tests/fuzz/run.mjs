// Runs each fuzz target for some seconds, `-- SECONDS`, from first inputs and what earlier runs found; `-- SECONDS
// TARGET...` runs these alone. Reports executions and coverage.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../.ci/setup.mjs";
import { seeds } from "./seeds.mjs";

const [seconds = "10", ...asked] = process.argv.slice(2);
const targets = asked.length > 0 ? asked : Object.keys(seeds);

/** What a crash was, and the input that led to it; what the fuzzer learnt before is left out. @param {string} stderr */
function failure(stderr) {
  const report = stderr.slice(Math.max(0, stderr.search(/^==\d+==/m)));
  const file = /Test unit written to (\S+)/.exec(stderr)?.[1];
  const input = file && existsSync(file) ? readFileSync(file).toString("base64") : "none was kept";
  return `${report}\ninput in base64: ${input}`;
}

let failed = 0;
for (const target of targets) {
  const corpus = join(root, "build/fuzz", target);
  mkdirSync(corpus, { recursive: true });
  if (readdirSync(corpus).length === 0)
    for (const [index, input] of (await seeds[target]()).entries()) writeFileSync(join(corpus, `seed-${index}`), input);
  const flags = ["-max_len=8192", "-timeout=60", `-max_total_time=${seconds}`, `-artifact_prefix=${corpus}-`];
  const program = join(root, "build/sanitize/tests/fuzz", `fuzz_${target}`);
  const { status, stderr } = spawnSync(program, [...flags, corpus], { maxBuffer: 2 ** 28 });
  if (status !== 0) console.log(failure(String(stderr)));
  failed += status === 0 ? 0 : 1;
  const runs = String(stderr).match(/Done \d+ runs in \d+ second/)?.[0] ?? "failed";
  const [edges = ""] = [...String(stderr).matchAll(/cov: (\d+)/g)].map((match) => match[1]).slice(-1);
  console.log(`${target}: ${runs}, ${edges} edges covered`);
}
console.log(`${targets.length - failed} passed, ${failed} failed`);
process.exitCode = failed ? 1 : 0;
