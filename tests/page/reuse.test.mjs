// A trace or described traffic through the engine's prefix cache, in a worker of the page.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { gzipSync } from "node:zlib";
import { addressed, figure, fromDisk, launch } from "./browser.mjs";

/** @typedef {import("playwright-core").Page} Page */

/** @type {Awaited<ReturnType<typeof launch>>} */
let site;
before(async () => (site = await launch()));
after(() => site.close());

const start = "#v=1&view=reuse&engine=vllm&model=llama-3.1-8b-instruct&tokens=8192&availableKvGib=4";

/** @param {string} [query] @param {string} [address] */
async function opened(query = "", address = site.address) {
  const page = await site.page({ permissions: ["clipboard-read", "clipboard-write"] });
  await page.goto(address + start + query);
  await page.locator('[data-figure="hit-ceiling"]').waitFor();
  await done(page);
  return page;
}

/** @param {Page} page */
const done = (page) => page.locator(".answer [role=status]", { hasText: "Replayed" }).waitFor({ state: "attached" });

/** Two conversations of two turns, in blocks of 512 tokens; the second turn begins as the first. */
const lines = [
  { timestamp: 0, input_length: 1024, output_length: 1, hash_ids: [1, 2] },
  { timestamp: 1, input_length: 1024, output_length: 1, hash_ids: [1, 3] },
  { timestamp: 2, input_length: 1536, output_length: 1, hash_ids: [1, 2, 4] },
  { timestamp: 3, input_length: 1536, output_length: 1, hash_ids: [1, 3, 5] },
];
const trace = lines.map((line) => JSON.stringify(line)).join("\n");
const ceiling = (512 + 1024 + 1024) / (2 * 1024 + 2 * 1536);

for (const [where, address] of /** @type {const} */ ([
  ["from a server", undefined],
  ["from disk", fromDisk],
]))
  test(`described traffic is replayed at once, ${where}`, async () => {
    const page = await opened("", address);
    const [rate, most] = [await figure(page, "hit-rate"), await figure(page, "hit-ceiling")];
    assert.ok(rate > 0 && rate < most && most < 1);
    assert.match(
      await page.locator(".sentence").innerText(),
      /prompt tokens in .* requests, .*% are found in a cache of 4\sGiB/,
    );
    assert.equal(await page.locator("[aria-labelledby=hits-head] path.series").count(), 3);
    const cross = page.getByRole("slider", { name: "Read the chart" });
    await cross.press("End");
    assert.match((await cross.getAttribute("aria-valuetext")) ?? "", /GiB: vLLM .*%/);
    await page.getByRole("button", { name: "Table" }).first().click();
    const rates = await page
      .locator("table.hits tbody td:first-of-type")
      .evaluateAll((all) => all.map((cell) => Number(cell.getAttribute("data-value"))));
    assert.ok(rates.length > 5 && Math.max(...rates) <= most + 1e-9);
    assert.deepEqual(page.seen.errors, []);
  });

test("a trace is read plain or gzipped, picked or dropped; what could not be read is counted", async () => {
  const page = await opened("&warmupShare=0");
  const file = page.locator("#trace-file");
  for (const [name, buffer] of /** @type {[string, Buffer][]} */ ([
    ["trace.jsonl", Buffer.from(`${trace}\nnot json\n`)],
    ["trace.jsonl.gz", gzipSync(trace)],
  ])) {
    await file.setInputFiles({ name, mimeType: "", buffer });
    await page.getByText(`Replayed: ${name}`).waitFor();
    await page.locator(`[data-figure="hit-ceiling"][data-value="${ceiling}"]`).waitFor();
    const wrong = page.locator("table.trace tr", { hasText: "JSON" });
    await wrong.waitFor({ state: name.endsWith("gz") ? "detached" : "attached" });
  }
  const transfer = await page.evaluateHandle((text) => {
    const data = new DataTransfer();
    data.items.add(new File([text], "dropped.jsonl"));
    return data;
  }, trace);
  await page.locator(".sentence").dispatchEvent("drop", { dataTransfer: transfer });
  await page.getByText("Replayed: dropped.jsonl").waitFor();
  await page.getByRole("button", { name: "Back to described traffic" }).click();
  await page.locator(`[data-figure="hit-ceiling"]:not([data-value="${ceiling}"])`).waitFor();
  assert.deepEqual(
    page.seen.requests.filter((url) => !/^(blob:|http:\/\/localhost)/.test(url)),
    [],
  );
  assert.deepEqual(page.seen.errors, []);
});

test("traffic and settings are changed, the link holds them, a wrong one is told", async () => {
  const page = await opened();
  await page.locator("summary", { hasText: "Describe the traffic" }).click();
  const before = await figure(page, "hit-ceiling");
  await page.getByLabel("Turns of each, mean").fill("1");
  await page.getByLabel("Turns of each, mean").press("Enter");
  await page.locator(`[data-figure="hit-ceiling"]:not([data-value="${before}"])`).waitFor();
  assert.equal((await addressed(page)).traffic, "turns=1");
  const copy = await site.page();
  await copy.goto(page.url());
  await copy.locator(`[data-figure="hit-ceiling"][data-value="${await figure(page, "hit-ceiling")}"]`).waitFor();
  await page.locator("summary", { hasText: "How it is cached" }).click();
  await page.getByLabel("Host memory, GiB").fill("16");
  // vLLM's copies in host memory follow a rule of their own.
  await page.locator("table.tiers tr", { hasText: "Host" }).getByText("LRU, ends first").waitFor();
  await page.getByLabel("Turns of each, mean").fill("many");
  await page.getByLabel("Turns of each, mean").press("Enter");
  await page.locator(".problem", { hasText: "turns" }).waitFor();
});

test("a long replay shows its progress and is cancelled at once", async () => {
  const page = await opened();
  await page.locator("summary", { hasText: "Describe the traffic" }).click();
  await page.getByLabel("Conversations", { exact: true }).fill("400000");
  await page.getByLabel("Conversations", { exact: true }).press("Enter");
  await page.locator("progress").waitFor();
  await page.getByRole("button", { name: "Cancel" }).press("Enter");
  assert.equal(await page.locator("progress").count(), 0);
  assert.equal(await page.locator(".sentence.stale").count(), 1);
  await page.getByRole("button", { name: "Replay with these settings" }).waitFor();
});

test("curves are copied as CSV, the whole answer as JSON", async () => {
  const page = await opened();
  await page.getByRole("button", { name: "Copy as CSV" }).click();
  assert.match(
    await page.evaluate(() => navigator.clipboard.readText()),
    /^Capacity of one rank,vLLM,.*\r\n\d+,0\.\d+/,
  );
  await page.getByRole("button", { name: "Copy as JSON" }).click();
  const { ceiling } = JSON.parse(await page.evaluate(() => navigator.clipboard.readText()));
  assert.equal(ceiling.tokenRate, await figure(page, "hit-ceiling"));
});
