// The figures of engines: side by side, in two versions, and beside a refusal.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { addressed, figure, launch, visit } from "./browser.mjs";

/** @type {Awaited<ReturnType<typeof launch>>} */
let site;
before(async () => (site = await launch()));
after(() => site.close());

const million = "#v=1&model=deepseek-v4-flash&tokens=1048576&engine=vllm&engineVersion=0.29";
const payload = 3_257_597_952; // 3.03 GiB

/** A published figure, to its last printed digit. @param {number} bytes @param {number} gib */
const printed = (bytes, gib) => assert.equal((bytes / 2 ** 30).toFixed(2), gib.toFixed(2));

test("DeepSeek V4 at a million tokens in vLLM: all figures side by side, one sentence each", async () => {
  const page = await site.page();
  await page.goto(site.address + million);
  const cards = page.locator(".explained .figure");
  assert.equal(await figure(page, "payload-bytes"), payload);
  printed(await figure(page, "reserved-bytes"), 10.06);
  printed(await figure(page, "admission-bytes"), 10.56);
  printed(await figure(page, "live-bytes"), 3.85);
  assert.equal(Math.round((await figure(page, "dense-cached-bytes")) / 2 ** 30), 401);
  assert.ok((await figure(page, "cached-bytes")) < (await figure(page, "live-bytes")));
  const sentences = await cards.locator("p").allInnerTexts();
  assert.equal(sentences.length, await cards.count());
  assert.equal(new Set(sentences).size, sentences.length);
  for (const sentence of sentences) assert.match(sentence, /^[A-Z].{30,}\.$/);
  const tops = await cards.evaluateAll((all) => all.slice(0, 3).map((one) => one.getBoundingClientRect().top));
  assert.equal(new Set(tops).size, 1, "payload, reserved and start-up stand in one row");
});

test("the same model in two versions of vLLM: both figures, and why they differ; the link holds it", async () => {
  const page = await site.page();
  await page.goto(site.address + million);
  await page.getByLabel("Compare with").selectOption({ label: "0.16 to 0.19" });
  const row = (/** @type {string} */ name) =>
    page.locator(".versus tbody").filter({ has: page.getByRole("rowheader", { name, exact: true }) });
  const values = async (/** @type {string} */ name) =>
    (
      await row(name)
        .locator("td")
        .evaluateAll((all) => all.map((cell) => cell.getAttribute("data-value")))
    ).map(Number);
  assert.deepEqual(await values("Payload"), [payload, payload]);
  const [reserved, before] = await values("Reserved");
  assert.equal(reserved, await figure(page, "reserved-bytes"));
  assert.ok(before < reserved);
  assert.match(await row("Reserved").locator(".why").innerText(), /tokens in flight: 16,384, there 8,192/);
  assert.match(await row("Live").locator(".why").innerText(), /^layers: 21, there 22\.$/);
  await row("Kept for reuse").locator("summary").click();
  assert.equal(await row("Kept for reuse").locator("code").count(), 2);
  assert.deepEqual((await addressed(page)).with, "engine=vllm&engineVersion=0.16");

  const copy = await site.page();
  await visit(copy, page.url());
  assert.deepEqual(await copy.locator(".versus thead th").allInnerTexts(), [
    "Figure",
    "vLLM 0.29 and later",
    "vLLM 0.16 to 0.19",
  ]);
  await copy.getByLabel("Compare with").selectOption({ label: "no other version" });
  assert.equal(await copy.locator(".versus").count(), 0);
  assert.equal((await addressed(copy)).with, undefined);
  assert.deepEqual([...page.seen.errors, ...copy.seen.errors], []);
});

test("where the engine refuses, also at first, the payload is shown with the reason", async () => {
  const page = await site.page();
  await page.goto(`${site.address}#v=1&model=falcon-mamba-7b&tokens=4096&engine=vllm&engineVersion=V0`);
  assert.ok((await figure(page, "payload-bytes")) > 0);
  assert.match(
    await page.locator(".problem").innerText(),
    /^vLLM does not take this: .* The payload holds all the same\.$/,
  );
  assert.equal(await page.locator(".stale").count(), 0);
  assert.equal(await page.locator('[data-figure="reserved-bytes"]').count(), 0);
  await page.locator('[name="engineVersion"]').selectOption("");
  assert.ok((await figure(page, "reserved-bytes")) > 0);
  assert.equal(await page.locator(".problem").count(), 0);
});
