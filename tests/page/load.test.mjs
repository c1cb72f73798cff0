// Requests of real lengths: what runs at once, what a rate needs, cost, every length, moving a request.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { after, before, test } from "node:test";
import { addressed, cutTexts, figure, launch, unfold } from "./browser.mjs";

/** @typedef {import("playwright-core").Page} Page */

/** @type {Awaited<ReturnType<typeof launch>>} */
let site;
before(async () => (site = await launch()));
after(() => site.close());

const start =
  "#v=1&view=load&engine=vllm&model=llama-3.1-8b-instruct&hardware=h100-sxm5-80gb&promptLengths=p50%202K,%20p99%2032K&outputLengths=p50%20300,%20p99%202K";

/** @param {string} [fragment] @param {import("playwright-core").BrowserContextOptions} [options] */
async function opened(fragment = start, options = {}) {
  const page = await site.page({ permissions: ["clipboard-read", "clipboard-write"], ...options });
  await page.goto(site.address + fragment);
  await page.locator('[data-figure="expected-concurrency"]').waitFor();
  return page;
}

test("typed percentiles answer at once, and stand in the address", async () => {
  const page = await opened();
  const before = await figure(page, "expected-concurrency");
  assert.ok(before > (await figure(page, "worst-concurrency")));
  await page.locator("#promptLengths").fill("p50 8K, p99 64K");
  const after = await figure(page, "expected-concurrency");
  assert.ok(after < 0.7 * before);
  assert.equal((await addressed(page)).promptLengths, "p50 8K, p99 64K");
  await page.locator("#promptLengths").fill("p50 8K, p99");
  await page.locator("#promptLengths-error").waitFor();
  assert.equal(await figure(page, "expected-concurrency"), after);
  assert.deepEqual(page.seen.errors, []);
});

test("a rate and a price give deployments and cost, with the price's source", async () => {
  const page = await opened();
  await page.locator("#requestsPerSecond").fill("40");
  await page.locator("#decodeTokensPerSecond").fill("30");
  const needed = await figure(page, "needed-concurrency");
  assert.ok(needed > 40 * 10);
  const price = page.getByRole("group", { name: "Published prices" }).getByRole("button").first();
  await price.press("Enter");
  const gpus = await figure(page, "deployments");
  const typed = Number(await page.locator("#pricePerGpuHour").inputValue());
  assert.ok(Math.abs((await figure(page, "cost-per-hour")) - gpus * typed) < 1e-6);
  assert.match(await page.locator("#pricePerGpuHour-remark").innerText(), /read 20\d\d-\d\d-\d\d: \S+\.\S+/);
  assert.match(await page.locator("p.second").innerText(), /40 requests a second are .* at once: \d+ such deployments/);
});

test("a file of requests stays here and fills the list", async () => {
  const page = await opened();
  const lines = Array.from({ length: 900 }, (_, i) => ({
    timestamp: i * 500,
    input_length: 100 + i,
    output_length: 50,
  }));
  const requests = page.seen.requests.length;
  await page.locator("summary", { hasText: "A list" }).click();
  await page.locator("#lengths-file").setInputFiles({
    name: "trace.jsonl",
    mimeType: "application/jsonl",
    buffer: Buffer.from(lines.map((line) => JSON.stringify(line)).join("\n")),
  });
  await page.locator("#lengths-file-remark", { hasText: "900 requests, 500 of them" }).waitFor();
  assert.equal((await page.locator("#lengths").inputValue()).trim().split("\n").length, 500);
  assert.equal(await page.locator("#requestsPerSecond").inputValue(), "2");
  assert.equal(page.seen.requests.length, requests);
  // The list travels in the link.
  await addressed(page);
  const again = await site.page();
  await again.goto(page.url());
  await again.locator('[data-figure="expected-concurrency"]').waitFor();
  assert.equal(await figure(again, "expected-concurrency"), await figure(page, "expected-concurrency"));
  await page
    .locator("#lengths-file")
    .setInputFiles({ name: "<script>.txt", mimeType: "text/plain", buffer: Buffer.from("\0\x01 none") });
  await page.locator("#lengths-file-remark.error").waitFor();
  await page.locator("#lengths").fill("1000,100\n4000,200");
  assert.equal((await figure(page, "expected-concurrency")) > 0, true);
  assert.deepEqual(page.seen.errors, []);
});

test("chart, tables and exports tell the same", async () => {
  const page = await opened();
  const cross = page.getByRole("slider", { name: "Read the chart" });
  await cross.press("End");
  assert.match((await cross.getAttribute("aria-valuetext")) ?? "", /requests? at once: .*%/);
  await page.getByRole("button", { name: "Table" }).click();
  const shares = await page
    .locator("table.running-table td")
    .evaluateAll((all) => all.map((cell) => Number(cell.getAttribute("data-value"))));
  assert.ok(Math.abs(shares.reduce((sum, one) => sum + one, 0) - 1) < 1e-9);
  const lengths = await page.locator("table.contexts tbody th").allInnerTexts();
  assert.deepEqual(lengths, ["2K", "4K", "8K", "16K", "32K", "64K", "128K"]);
  const contexts = page.locator("section", { has: page.locator("table.contexts") });
  await contexts.getByRole("button", { name: /CSV/ }).click();
  const csv = await page.evaluate(() => navigator.clipboard.readText());
  assert.match(csv, /^tokens,requestBytes,requestsThatFit,shareOf4K,works\r\n2048,/);
  const routes = await page.locator("table.transfer tbody th").allInnerTexts();
  assert.deepEqual([routes[0], routes.at(-1)], ["Another GPU, NVLink 4", "Computing again"]);
});

test("what takes long is answered beside the page, and by the page where workers are barred", async () => {
  const page = await opened();
  assert.ok(page.workers().length > 0);
  const barred = await site.page();
  await barred.addInitScript(() => {
    const barring = () => {
      throw new Error("barred");
    };
    Object.assign(globalThis, { Worker: barring });
  });
  await barred.goto(site.address + start);
  assert.equal(await figure(barred, "expected-concurrency"), await figure(page, "expected-concurrency"));
  assert.equal(barred.workers().length, 0);
  assert.deepEqual([...page.seen.errors, ...barred.seen.errors], []);
});

test("without memory the page asks for hardware; keys alone reach an answer, and it is announced", async () => {
  const page = await site.page();
  await page.goto(`${site.address}#v=1&view=load&engine=vllm&model=llama-3.1-8b-instruct`);
  await page.getByRole("button", { name: /H100/ }).first().press("Enter");
  await page.locator('[data-figure="expected-concurrency"]').waitFor();
  await page.locator("#outputLengths").focus();
  await page.keyboard.type("p50 500, p99 4K");
  await page.locator("[role=status]", { hasText: /requests run at once/ }).waitFor({ state: "attached" });
});

test("nothing is cut at 375 px, and axe finds nothing in light and dark", async () => {
  const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
  for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
    const page = await opened(`${start}&requestsPerSecond=20&pricePerGpuHour=3`, {
      colorScheme,
      viewport: { width: 375, height: 800 },
      bypassCSP: true,
    });
    await unfold(page);
    assert.deepEqual(await cutTexts(page), []);
    const found = await page.evaluate(async (source) => {
      if (!("axe" in window)) new Function(source)();
      const { violations } = await /** @type {any} */ (window).axe.run(document);
      return violations.map((/** @type {any} */ one) => `${one.id}: ${one.nodes[0].html}`);
    }, axe);
    assert.deepEqual(found, []);
  }
});
