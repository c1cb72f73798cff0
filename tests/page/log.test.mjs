// A log that is pasted, chosen or hostile: read in the page, beside what the rules give.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { after, before, test } from "node:test";
import { launch } from "./browser.mjs";

/** @typedef {import("playwright-core").Page} Page */

/** @type {Awaited<ReturnType<typeof launch>>} */
let site;
before(async () => (site = await launch()));
after(() => site.close());

const start = "#v=1&view=log&model=qwen3-8b&tokens=4096";

/** @param {string} [query] */
async function opened(query = "") {
  const page = await site.page();
  await page.goto(site.address + start + query);
  await page.locator("#log-text").waitFor();
  return page;
}

/** @param {Page} page @param {string} name */
const row = (page, name) => page.locator(`tr[data-figure="log-${name}"]`);

const log = [
  "(EngineCore pid=72) INFO 11-28 [core.py:105] Initializing a V1 LLM engine (v0.19.0) with config: model='meta-llama/Llama-3.1-8B-Instruct', max_seq_len=131072, tensor_parallel_size=1, kv_cache_dtype=auto",
  "(EngineCore pid=72) INFO 11-28 [gpu_model_runner.py:4820] Model loading took 14.99 GiB memory and 9.41 seconds",
  "(EngineCore pid=72) INFO 11-28 [gpu_worker.py:436] Available KV cache memory: 3.97 GiB",
  "ValueError: To serve at least one request with the models's max seq len (131072), (16.0 GiB KV cache is needed, which is larger than the available KV cache memory (3.97 GiB). Based on the available memory, the estimated maximum model length is 32512.",
].join("\n");

test("a pasted log is explained, its remedies apply, and its settings become the scenario", async () => {
  const page = await opened();
  await page.locator("#log-text").fill(log);
  await row(page, "kvBytesNeeded").waitFor();
  assert.equal(await row(page, "kvBytesNeeded").getAttribute("data-status"), "explained");
  assert.equal(await row(page, "kvBytesNeeded").getAttribute("data-value"), "16");
  assert.equal(await row(page, "estimatedMaxModelLen").getAttribute("data-status"), "explained");
  assert.match(await page.locator(".sentence").innerText(), /vLLM 0\.19\.0 .*Llama-3\.1-8B-Instruct/);
  assert.match(await page.locator(".answer").innerText(), /needs more cache than there is/);
  assert.ok((await page.locator(".remedies li").count()) > 0);

  await page.getByLabel("Keep measured").uncheck();
  await page.getByRole("button", { name: "Use these settings" }).click();
  await page.waitForFunction(() => location.hash.includes("availableKvGib=3.97"));
  const link = new URLSearchParams(new URL(page.url()).hash.slice(1));
  assert.equal(link.get("model"), "llama-3.1-8b-instruct");
  assert.equal(link.get("maxModelLen"), "131072");
  assert.equal(link.get("engine"), "vllm");
  assert.equal(link.get("weightsGib"), null);
  assert.deepEqual(page.seen.errors, []);
});

test("measured overheads go into the link", async () => {
  const page = await opened();
  await page.locator("#log-text").fill(log);
  await page.getByRole("button", { name: "Use these settings" }).click();
  await page.waitForFunction(() => location.hash.includes("weightsGib=14.99"));
});

test("the example, in three languages, without a fault that axe sees", async () => {
  const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
  for (const lang of ["en", "ko", "zh"]) {
    const page = await opened(`&lang=${lang}`);
    await page.locator(".log-source button").click();
    await row(page, "kvBytesNeeded").waitFor();
    if (lang !== "en") continue;
    const violations = await page.evaluate(async (source) => {
      (0, eval)(source);
      const { violations } = await /** @type {any} */ (window).axe.run(document);
      return violations.map((/** @type {any} */ { id, nodes }) => `${id}: ${nodes[0].html}`);
    }, axe);
    assert.deepEqual(violations, []);
  }
});

test("a script tag is text, and what is no log is refused in one line", async () => {
  const page = await opened();
  await page
    .locator("#log-text")
    .fill("Starting to load model <script>alert(1)</script>...\nGPU KV cache size: 100 tokens");
  await row(page, "kvCapacityTokens").waitFor();
  assert.match(await page.locator(".sentence").innerText(), /<script>alert\(1\)<\/script>/);
  await page.locator("#log-text").fill("nginx: started");
  await page.locator(".answer .problem", { hasText: "no line of a known engine" }).waitFor();
  assert.equal(await page.locator("table.log").count(), 0);
  await page.locator("#log-file").setInputFiles({
    name: "core.bin",
    mimeType: "application/octet-stream",
    buffer: Buffer.from(Uint8Array.from({ length: 300_000 }, (_, i) => i * 7)),
  });
  await page.locator(".answer .problem", { hasText: "no line of a known engine" }).waitFor();
  assert.deepEqual(page.seen.errors, []);
});

test("a file of 50 MB is read while the page answers, and nothing leaves it", async () => {
  const page = await opened();
  const noise =
    "INFO 11-28 09:14:00 [loggers.py:257] Engine 000: Avg prompt throughput: 1234.5 tokens/s, running: 3 reqs\n";
  const text =
    log + "\n" + noise.repeat(Math.ceil((50 * 2 ** 20) / noise.length)) + "GPU KV cache size: 32,512 tokens\n";
  const before = page.seen.requests.length;
  await page.evaluate((big) => {
    const input = /** @type {HTMLInputElement} */ (
      document.querySelector("kv-fit")?.shadowRoot?.getElementById("log-file")
    );
    const files = new DataTransfer();
    files.items.add(new File([big], "server.log"));
    input.files = files.files;
    input.dispatchEvent(new Event("change"));
  }, text);
  await page.locator(".answer progress").waitFor();
  await row(page, "kvCapacityTokens").waitFor();
  assert.equal(await row(page, "kvCapacityTokens").getAttribute("data-status"), "explained");
  assert.equal(page.seen.requests.length, before);
});
