// Runs each fuzz target for some seconds, `-- SECONDS`, from the catalogue's configurations and what earlier runs found.
import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../.ci/setup.mjs";
import { readCatalogue } from "../../www/build/catalogue.mjs";

const seconds = Number(process.argv[2] ?? 10);

/** @type {Record<string, () => Promise<string[]>>} first inputs of each target */
const seeds = {
  config: async () => (await readCatalogue(join(root, "models"))).models.map(({ config }) => JSON.stringify(config)),
  scenario: async () => ['{"tokens":"128K","sequences":8,"kvDtype":"fp8","tp":4,"engine":"vllm","maxModelLen":131072}'],
};

let failed = 0;
for (const [target, first] of Object.entries(seeds)) {
  const corpus = join(root, "build/fuzz", target);
  mkdirSync(corpus, { recursive: true });
  if (readdirSync(corpus).length === 0)
    for (const [index, text] of (await first()).entries()) writeFileSync(join(corpus, `seed-${index}`), text);
  const flags = ["-max_len=8192", "-timeout=10", `-max_total_time=${seconds}`, `-artifact_prefix=${corpus}-`];
  const { status, stderr } = spawnSync(join(root, "build/sanitize/tests/fuzz", `fuzz_${target}`), [...flags, corpus]);
  if (status !== 0) console.log(`${stderr}`);
  failed += status === 0 ? 0 : 1;
  console.log(`${target}: ${String(stderr).match(/Done \d+ runs in \d+ second/)?.[0] ?? "failed"}`);
}
console.log(`${Object.keys(seeds).length - failed} passed, ${failed} failed`);
process.exitCode = failed ? 1 : 0;
