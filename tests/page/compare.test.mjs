// Several models, types and settings in one chart and one table.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { addressed, figure, launch } from "./browser.mjs";

/** @typedef {import("playwright-core").Page} Page */

/** @type {Awaited<ReturnType<typeof launch>>} */
let site;
before(async () => (site = await launch()));
after(() => site.close());

const start = "#v=1&model=llama-3.1-8b-instruct&tokens=131072";

/** @param {string} [query] @param {string} [options] what `with` holds */
async function opened(query = "", options = "") {
  const page = await site.page({ permissions: ["clipboard-read", "clipboard-write"] });
  await page.goto(`${site.address}${start}${query}&view=compare&with=${encodeURIComponent(options)}`);
  await page.locator("table.compare").waitFor();
  return page;
}

/** Exact payloads of the table from top to bottom. @param {Page} page */
const payloads = async (page) =>
  (
    await page
      .locator("table.compare tbody td:nth-of-type(1)[data-value]")
      .evaluateAll((all) => all.map((cell) => cell.getAttribute("data-value")))
  ).map(Number);

test("models and types stand in one chart and one table, each as it is alone", async () => {
  const page = await opened("", "model=qwen3-32b~kvDtype=fp8~model=deepseek-v3.2&kvDtype=fp8");
  assert.equal(await page.locator(".chart path.series").count(), 4);
  const values = await payloads(page);
  assert.equal(values.length, 4);
  assert.equal(values[2] * 2, values[0]);
  assert.match(await page.locator(".sentence").innerText(), /^Of 4 settings, DeepSeek-V3\.2, fp8 keeps least/);
  const alone = await site.page();
  await alone.goto(`${site.address}#v=1&model=deepseek-v3.2&kvDtype=fp8&tokens=131072`);
  assert.equal(await figure(alone, "payload-bytes"), values[3]);
  await page.locator('[name="tokens"]').fill("65536");
  await page
    .locator(`table.compare td[data-value="${values[0] / 2}"]`)
    .first()
    .waitFor();
  assert.deepEqual(page.seen.errors, []);
});

test("the table is sorted by any column, both ways, by keyboard", async () => {
  const page = await opened("", "kvDtype=int4~kvDtype=fp8");
  const given = await payloads(page);
  const header = page.getByRole("columnheader", { name: "Payload" });
  await header.getByRole("button").press("Enter");
  assert.equal(await header.getAttribute("aria-sort"), "ascending");
  assert.deepEqual(
    await payloads(page),
    given.toSorted((a, b) => a - b),
  );
  await header.getByRole("button").press("Enter");
  assert.equal(await header.getAttribute("aria-sort"), "descending");
  assert.deepEqual(
    await payloads(page),
    given.toSorted((a, b) => b - a),
  );
});

test("a setting is added, changed, refused and removed; the link holds it; back leaves the view", async () => {
  const page = await site.page();
  await page.goto(site.address + start);
  await page.locator(".sentence").waitFor();
  await addressed(page);
  await page.getByRole("navigation", { name: "Views" }).getByRole("button", { name: "Compare" }).press("Enter");
  await page.getByRole("button", { name: "Add a setting" }).press("Enter");
  const fields = page.getByRole("group", { name: /^What B/ });
  await fields.getByLabel("Model").fill("qwen3-32b");
  await fields.getByLabel("Model").press("Enter");
  await page.locator(".sentence", { hasText: "Qwen3-32B" }).waitFor();
  await fields.getByLabel("Other settings").pressSequentially("tp=3");
  await page.locator("table.compare .error", { hasText: "“Tensor-parallel ranks” is 3" }).waitFor();
  await fields.getByLabel("Other settings").fill("tp=2");
  await fields.getByLabel("KV type").selectOption("fp8");
  assert.equal((await addressed(page)).with, "model=qwen3-32b&tp=2&kvDtype=fp8");
  const copy = await site.page();
  await copy.goto(page.url());
  await copy.locator("table.compare").waitFor();
  assert.deepEqual(await payloads(copy), await payloads(page));
  await fields.getByRole("button", { name: "Remove" }).click();
  assert.equal((await payloads(page)).length, 1);
  assert.equal((await addressed(page)).view, "compare");
  await page.goBack();
  await page.locator('[data-figure="payload-bytes"]').waitFor();
  assert.deepEqual([...page.seen.errors, ...copy.seen.errors], []);
});

test("several models of one's own stand in one table: each is kept before the next is pasted", async () => {
  const page = await opened();
  await page.locator("summary", { hasText: "Your own model" }).click();
  const config = { model_type: "llama", num_attention_heads: 16, num_key_value_heads: 4, head_dim: 64 };
  for (const num_hidden_layers of [10, 20]) {
    await page.locator("#own-text").fill(JSON.stringify({ ...config, num_hidden_layers }));
    await page
      .locator(`table.compare td[data-value="${131_072 * 2 * 4 * 64 * 2 * num_hidden_layers}"]`)
      .first()
      .waitFor();
    if (num_hidden_layers === 10) await page.getByRole("button", { name: "Keep this model" }).click();
  }
  const values = await payloads(page);
  assert.deepEqual(values, [2 * values[1], values[1]]);
  assert.match((await addressed(page)).with, /config/);
  const copy = await site.page();
  await copy.goto(page.url());
  await copy.locator("table.compare").waitFor();
  assert.deepEqual(await payloads(copy), values);
});

test("with hardware the table tells memory, requests and lengths, and is sorted by them", async () => {
  const page = await opened("&engine=vllm&hardware=h100-sxm5-80gb", "kvDtype=fp8~sequences=64");
  const column = async (/** @type {string} */ name) => {
    const heads = await page.locator("table.compare thead th").allInnerTexts();
    const i = heads.findIndex((text) => text.startsWith(name));
    assert.ok(i > 0, `${name} in ${heads}`);
    const cells = page.locator(`table.compare tbody td:nth-of-type(${i})`);
    return cells.evaluateAll((all) => all.map((cell) => cell.getAttribute("data-value")));
  };
  const requests = (await column("Requests at once")).map(Number);
  assert.equal(requests[0], requests[2]);
  assert.ok(requests[1] >= 2 * requests[0] && requests[0] > 0);
  assert.deepEqual(await column("Fits"), ["true", "true", String(64 <= requests[0])]);
  assert.ok((await column("Share of memory")).every((share) => Number(share) > 0));
  await page.getByRole("button", { name: "Requests at once" }).click();
  assert.deepEqual(
    (await column("Requests at once")).map(Number),
    requests.toSorted((a, b) => a - b),
  );
});

test("the table is copied with exact numbers, or as it is read", async () => {
  const page = await opened("", "kvDtype=fp8");
  const copied = async (/** @type {string} */ name) => {
    await page.getByRole("button", { name }).click();
    return page.evaluate(() => navigator.clipboard.readText());
  };
  assert.match(await copied("Copy as CSV"), /^setting,payloadBytes,.*\r\nbf16,17179869184,.*\r\nfp8,8589934592,/);
  assert.match(await copied("Copy as Markdown"), /\| B fp8 \| 8\sGiB \|/);
});

test("the same memory in every engine: what fits, why it differs, and the setting that changes it", async () => {
  const page = await site.page();
  await page.goto(`${site.address}#v=1&model=gpt-oss-120b&tokens=131072&availableKvGib=40&view=compare`);
  await page.getByRole("button", { name: "Show all engines" }).click();
  const row = (/** @type {string} */ engine) => page.locator(`tr[data-engine^="${engine} "]`).last();
  assert.equal(await row("vllm").locator("td").last().getAttribute("data-value"), "1034609");
  assert.equal(await row("sglang").locator("td").last().getAttribute("data-value"), "647269");
  assert.match(await row("sglang").locator("th").innerText(), /--swa-full-tokens-ratio/);
});
