// `npm run bench`: prints what a sizing, a call, a step of a slider and a download cost. It asserts nothing. When the
// first answer stands is what `npm run pace` prints.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { chromium } from "playwright-core";
import { root, setup } from "../../.ci/setup.mjs";
import { readCatalogue } from "../../www/build/catalogue.mjs";
import { serve } from "../../www/serve.mjs";
import { options } from "../page/browser.mjs";

const models = ["llama-3.3-70b-instruct", "deepseek-v4-flash", "qwen3.5-397b-a17b"];

/** @param {string} command @param {string[]} args */
const run = (command, ...args) => execFileSync(command, args, { cwd: root, encoding: "utf8" });

/** @param {(string | number)[][]} rows */
function print(rows) {
  const text = rows.map((row) => row.map((cell) => (typeof cell === "number" ? cell.toLocaleString("en") : cell)));
  const widths = text[0].map((_, column) => Math.max(...text.map((row) => row[column].length)));
  const pad = (/** @type {string} */ cell, /** @type {number} */ column) =>
    column === 0 ? cell.padEnd(widths[0]) : cell.padStart(widths[column]);
  console.log(`\n${text.map((row) => row.map(pad).join("  ")).join("\n")}`);
}

/** Median of repeated runs in microseconds. @param {() => unknown} work */
function microseconds(work) {
  const times = Array.from({ length: 2000 }, () => {
    const start = process.hrtime.bigint();
    work();
    return Number(process.hrtime.bigint() - start) / 1000;
  });
  return times.sort((a, b) => a - b)[times.length / 2];
}

async function nativeAndWasm() {
  for (const name of ["native", "wasm"]) {
    run("cmake", "--preset", name);
    run("cmake", "--build", "--preset", name, "--target", "kvfit_bench");
  }
  const { families } = await readCatalogue(join(root, "models"));
  const entries = families.flatMap(({ models }) => models);
  const rows = models.map((id) => {
    const entry = JSON.stringify(entries.find((entry) => entry.id === id));
    const native = JSON.parse(run("build/native/tests/bench/kvfit_bench", entry));
    const wasm = JSON.parse(run(process.execPath, "build/wasm/tests/bench/kvfit_bench.cjs", entry));
    const sizing = [id, native.size, wasm.size, wasm.size / native.size, native.curvePoint, wasm.curvePoint];
    return {
      sizing,
      engine: [id, native.engine, wasm.engine, native.fit, wasm.fit, native.compareRow, wasm.compareRow],
      load: [id, native.load / 1e6, wasm.load / 1e6, wasm.load / native.load, wasm.load / wasm.fit],
    };
  });
  print([["ns", "sizing native", "wasm", "ratio", "curve point native", "wasm"], ...rows.map(({ sizing }) => sizing)]);
  const columns = ["ns", "one start of vLLM, native", "wasm", "plan, native", "wasm", "row, native", "wasm"];
  print([columns, ...rows.map(({ engine }) => engine)]);
  print([["ms", "load, native", "wasm", "ratio", "in plans"], ...rows.map(({ load }) => load)]);
}

/** A generated trace of 40 million blocks, many of them different or few: read, curve and bound, in ratios of one run. */
function reuse() {
  for (const name of ["native", "wasm"]) run("cmake", "--build", "--preset", name, "--target", "kvfit_reuse_bench");
  const rows = [5, 0.3].flatMap((distinct) => {
    const native = JSON.parse(run("build/native/tests/bench/kvfit_reuse_bench", "40", String(distinct)));
    const wasm = JSON.parse(
      run(process.execPath, "build/wasm/tests/bench/kvfit_reuse_bench.cjs", "40", String(distinct)),
    );
    return Object.entries({ native, wasm }).map(([name, r]) => [
      `${distinct} million different, ${name}`,
      r.readMBps,
      r.saxMBps,
      r.curveInReplays,
      r.fifteenInOptimals,
      r.bytesPerBlock,
      r.replayNsPerBlock,
      r.vllmInReplays,
      r.sglangInReplays,
      r.trtllmInReplays,
    ]);
  });
  print([
    [
      "reuse",
      "read MB/s",
      "nlohmann MB/s",
      "curve / replay",
      "15 optimal / 1",
      "bytes a block",
      "replay ns a block",
      "vLLM / replay",
      "SGLang / replay",
      "TensorRT-LLM / replay",
    ],
    ...rows,
  ]);
}

/** A log of 50 MB, in scans of the same bytes for their line feeds. */
function logs() {
  for (const name of ["native", "wasm"]) run("cmake", "--build", "--preset", name, "--target", "kvfit_logs_bench");
  const results = {
    native: JSON.parse(run("build/native/tests/bench/kvfit_logs_bench")),
    wasm: JSON.parse(run(process.execPath, "build/wasm/tests/bench/kvfit_logs_bench.cjs")),
  };
  print([
    ["a log", "MB", "in scans for line feeds", "ms"],
    ...Object.entries(results).map(([name, r]) => [name, r.megabytes, r.scans, Math.round(r.seconds * 1000)]),
  ]);
}

async function boundary() {
  const { loadKvFit } = await import("kvfit");
  const kvfit = await loadKvFit();
  const lengths = Array.from({ length: 1000 }, (_, index) => (index + 1) * 1000);
  const rows = models.map((model) => [
    model,
    microseconds(() => kvfit.size({ model, tokens: 131072 })),
    microseconds(() => kvfit.curve({ model }, lengths)),
  ]);
  print([["µs through the boundary", "size()", "curve() of 1,000 points"], ...rows]);
}

/** From an input of the fit view to the paint of its answer: each step of the length's slider. */
async function inputToPaint() {
  const server = await serve();
  const browser = await chromium.launch(options);
  const page = await browser.newPage();
  await page.goto(
    `${server.address}#v=1&view=fit&engine=vllm&model=llama-3.1-8b-instruct&tokens=8192&hardware=h100-sxm5-80gb`,
  );
  await page.locator(".verdict").waitFor();
  const times = await page.evaluate(async () => {
    const root = /** @type {ShadowRoot} */ (document.querySelector("kv-fit")?.shadowRoot);
    const slider = /** @type {HTMLInputElement} */ (root.querySelector(".slider input[type=range]"));
    const times = [];
    for (let i = 0; i < 60; i++) {
      await new Promise(requestAnimationFrame);
      const started = performance.now();
      slider.value = String(Number(slider.value) + (i % 2 === 0 ? 1 : -1));
      slider.dispatchEvent(new Event("input", { bubbles: true }));
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
      times.push(performance.now() - started);
    }
    return times.sort((a, b) => a - b);
  });
  await browser.close();
  await server.close();
  print([
    ["ms from input to paint", "best", "median", "worst"],
    ["fit view", ...[0, times.length >> 1, times.length - 1].map((i) => Math.round(times[i]))],
  ]);
}

function sizes() {
  const names = ["kvfit.wasm", "kvfit.mjs", "cli.mjs", "kvfit-element.js", "kvfit.html", "site/index.html"];
  const rows = names.map((name) => {
    const bytes = readFileSync(join(root, "dist", name));
    return [name, bytes.length, gzipSync(bytes, { level: 9 }).length, brotliCompressSync(bytes).length];
  });
  print([["bytes", "raw", "gzip", "brotli"], ...rows]);
}

setup({ tests: true });
run(process.execPath, "www/build.mjs");
await nativeAndWasm();
reuse();
logs();
await boundary();
await inputToPaint();
sizes();
