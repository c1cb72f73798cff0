import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { addressed, example, figure, launch, visit } from "./browser.mjs";

/** @type {Awaited<ReturnType<typeof launch>>} */
let site;
before(async () => (site = await launch()));
after(() => site.close());

test("each wrong value is told beside its input, and the last answer stays", async () => {
  const page = await site.page();
  await page.goto(site.address + example.fragment);
  await page.locator("summary", { hasText: "More" }).click();
  for (const [name, value] of [
    ["tokens", "0"],
    ["tokens", "-5"],
    ["tokens", "1.5"],
    ["tokens", "1e30"],
    ["tokens", "a lot"],
    ["tokens", "9007199254740991"],
    ["sequences", "0"],
    ["tp", "7"],
  ]) {
    const input = page.locator(`[name="${name}"]`);
    const good = await input.inputValue();
    await input.fill(value);
    const error = page.locator(`#${name}-error`);
    assert.ok((await error.innerText()).length > 10, `${name}=${value}`);
    assert.equal(await input.getAttribute("aria-invalid"), "true");
    assert.equal(await input.getAttribute("aria-describedby"), `${name}-error`);
    assert.equal(await figure(page, "payload-bytes"), example.bytes);
    assert.equal(await page.locator("p.stale").first().isVisible(), true);
    await input.fill(good);
    assert.equal(await page.locator(".error").count(), 0);
  }
  await page.locator('[name="tp"]').fill("two");
  assert.match(await page.locator("#tp-error").innerText(), /^“Tensor-parallel ranks” is "two", .* such as 8$/);
  assert.deepEqual(page.seen.errors, []);
});

test("what a link gets wrong is named; the rest is kept", async () => {
  const page = await site.page();
  const lines = {
    "#v=1&model=nosuch&tokens=64K": ["#model-error", /nosuch/],
    "#v=1&model=deepseek-v4-flash&kvDtype=fp7": ["#kvDtype-error", /fp7/],
    "#v=1&model=deepseek-v4-flash&tokens=64K&bogus=1": [".problem", /“bogus” is not a setting/],
    "#v=99&model=deepseek-v4-flash&tokens=64K": [".problem", /version 99/],
    "#v=1&tokens=64K": [".problem", /names no model/],
    "#%E0%A4&&&=;model=": [".problem", /Not all of this link could be read/],
    "#v=1&model=deepseek-v4-flash&tokens=%FF%FE": [".problem", /“tokens” is damaged/],
    "#v=1&model=deepseek-v4-flash&tokens=64K&tokens=1": [".problem", /given twice/],
  };
  for (const [fragment, [place, expected]] of Object.entries(lines)) {
    await visit(page, site.address + fragment);
    const lines = page.locator(/** @type {string} */ (place)).locator("visible=true");
    assert.match(await lines.first().innerText(), /** @type {RegExp} */ (expected));
    assert.equal(await lines.count(), 1, fragment);
    if (fragment.includes("tokens=64K"))
      assert.match(await page.locator('[name="tokens"]').inputValue(), /^(64K|65,536)$/);
  }
  assert.deepEqual(page.seen.errors, []);
});

test("hostile text is shown as text", async () => {
  const page = await site.page();
  const hostile = '<img src=x onerror="document.title=1"><script>document.title=1</script>\u202e"\'';
  for (const key of ["model", "tokens", "kvDtype", "engine", hostile]) {
    await visit(page, `${site.address}#${new URLSearchParams({ v: "1", model: "deepseek-v4-flash", [key]: hostile })}`);
    await page.locator(".problem, .error").first().waitFor({ state: "attached" });
    assert.equal(await page.locator("kv-fit img, kv-fit script").count(), 0);
    assert.notEqual(await page.title(), "1");
  }
  await visit(page, `${site.address}#v=1&model=deepseek-v4-flash`);
  await page.evaluate(() => (location.hash = `v=1&model=${"a".repeat(2 ** 20)}`));
  assert.match(await page.locator(".problem").first().innerText(), /“model” is too long/);
  assert.ok((await figure(page, "payload-bytes")) > 0);
});

test("a change after a broken link writes a whole one", async () => {
  const page = await site.page();
  await page.goto(`${site.address}#v=1&model=deepseek-v4-flash&tokens=0&sequences=2`);
  await page.locator('[name="tokens"]').fill("1000000");
  assert.equal(await figure(page, "payload-bytes"), 2 * example.bytes);
  assert.deepEqual(await addressed(page), { v: "1", model: "deepseek-v4-flash", tokens: "1000000", sequences: "2" });
});
