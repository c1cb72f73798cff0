// Runs the page tests named on the command line, or all, with one browser for all of them.
import { spawn } from "node:child_process";
import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { options } from "./browser.mjs";

const folder = dirname(fileURLToPath(import.meta.url));
const all = readdirSync(folder)
  .filter((name) => name.endsWith(".test.mjs"))
  .map((name) => join(folder, name));
const named = process.argv.slice(2);

const browser = await chromium.launchServer(options);
const args = ["--test", "--test-concurrency=2", "--test-reporter=spec", ...(named.length ? named : all)];
const env = { ...process.env, KVFIT_BROWSER: browser.wsEndpoint() };
const tests = spawn(process.execPath, args, { stdio: "inherit", env });
process.exitCode = await new Promise((resolve) => tests.on("close", resolve));
await browser.close();
