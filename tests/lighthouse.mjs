// `npm run lighthouse`: three runs over the built site in Debian's Chromium, as on a phone and as on a desk; the median of
// each category against its aim.
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { serve } from "../www/serve.mjs";
import { options } from "./page/browser.mjs";

const version = "12.8.2";
const runs = 3;
/** @type {Record<string, number>} */
const aims = { accessibility: 100, "best-practices": 100, performance: 95 };
/**
 * The first is the one that counts. It computes a phone's time from an unhindered run, and takes a document to be drawn
 * once all of it is there; the second slows the browser down for real, which draws the answer while the rest arrives.
 * @type {Record<string, string[]>}
 */
const profiles = {
  mobile: [],
  "mobile, slowed down for real": ["--throttling-method=devtools"],
  desktop: ["--preset=desktop"],
};

/** The middle one of an odd number. @param {number[]} values */
const median = (values) => values.toSorted((a, b) => a - b)[(values.length - 1) / 2];

/** @typedef {{ score: number | null, title: string, displayValue?: string }} Audit */
/** @typedef {{ categories: Record<string, { score: number, auditRefs: { id: string, weight: number }[] }>, audits: Record<string, Audit> }} Report */

/** One run in a process of its own. @param {string} address @param {string} file @param {string[]} profile @returns {Promise<Report>} */
async function report(address, file, profile) {
  const flags = [
    `--only-categories=${Object.keys(aims).join()}`,
    `--chrome-flags=--headless ${options.args.join(" ")}`,
    ...profile,
    ...["--output=json", `--output-path=${file}`, "--quiet"],
  ];
  const env = { ...process.env, CHROME_PATH: options.executablePath };
  const run = spawn("npx", ["--yes", `lighthouse@${version}`, address, ...flags], { stdio: "inherit", env });
  const status = await new Promise((resolve) => run.on("close", resolve));
  if (status !== 0) throw new Error("Lighthouse did not finish");
  return JSON.parse(readFileSync(file, "utf8"));
}

const folder = mkdtempSync(join(tmpdir(), "kvfit-lighthouse-"));
const { address, close } = await serve();

for (const [profile, flags] of Object.entries(profiles)) {
  const reports = /** @type {Report[]} */ ([]);
  for (let i = 0; i < runs; i++) reports.push(await report(address, join(folder, `${i}.json`), flags));
  console.log(`\n${profile}`);
  for (const [name, aim] of Object.entries(aims)) {
    const scores = reports.map(({ categories }) => Math.round(categories[name].score * 100));
    const score = median(scores);
    console.log(`${name.padEnd(16)}${score >= aim ? "pass" : "FAIL"} ${score} (${scores.join(", ")}; at least ${aim})`);
    if (score < aim) process.exitCode = 1;
    const [{ categories, audits }] = reports;
    for (const { id, weight } of categories[name].auditRefs) {
      const { score: part, title, displayValue = "" } = audits[id];
      if (weight > 0 && part !== null && part < 1) console.log(`  ${part} ${title} ${displayValue}`);
    }
  }
}
await close();
rmSync(folder, { recursive: true });
