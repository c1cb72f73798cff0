// The page without a network: saved by its own button and by the browser's, and installed.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { addressed, example, figure, fromDisk, launch } from "./browser.mjs";

/** @type {Awaited<ReturnType<typeof launch>>} */
let site;
const folder = mkdtempSync(join(tmpdir(), "kvfit-saved-"));
before(async () => (site = await launch()));
after(() => (rmSync(folder, { recursive: true, force: true }), site.close()));

const scenario = `${example.fragment}&sequences=2&engine=vllm&view=fit&hardware=h100-sxm5-80gb&lang=ko`;

/** Opens a text as a file from disk. @param {string} name @param {string} text */
async function opened(name, text) {
  const file = join(folder, name);
  writeFileSync(file, text);
  const page = await site.page({ locale: "en-US" });
  await page.goto(pathToFileURL(file).href);
  await page.locator(".sentence").waitFor();
  return page;
}

for (const [where, address] of [
  ["a server", () => site.address],
  ["a disk", () => fromDisk],
])
  test(`the page that was saved from ${where} opens from disk with its scenario, view and language`, async () => {
    const page = await site.page();
    await page.goto(/** @type {() => string} */ (address)() + scenario);
    const { v, ...before } = await addressed(page);
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.locator("header .tools button").last().click(),
    ]);
    assert.equal(download.suggestedFilename(), "kvfit-deepseek-v4-flash.html");
    const file = join(folder, "download.html");
    await download.saveAs(file);
    const text = readFileSync(file, "utf8");
    assert.match(text, /connect-src 'none'/);

    const copy = await opened("saved.html", text);
    assert.deepEqual(await addressed(copy), { v, ...before });
    assert.equal(await copy.locator("html").getAttribute("lang"), "ko");
    assert.equal(await copy.locator("h1").count(), 1);
    assert.equal(copy.seen.requests.length, 1);
    assert.deepEqual(copy.seen.errors, []);
    await copy.context().close();
  });

test("what Ctrl+S saves works from disk: the file as it came, and the document as it stands", async () => {
  const page = await site.page();
  await page.goto(site.address + scenario);
  await addressed(page);
  const source = await (await fetch(site.address)).text();
  const first = await opened("source.html", source);
  assert.ok((await figure(first, "payload-bytes")) > 0);
  assert.deepEqual(first.seen.errors, []);

  // Chromium writes what it shows with shadow trees as templates, a note of the address and a charset of its own.
  const complete = await page.evaluate(() => {
    const { shadowRoot } = /** @type {Element} */ (document.querySelector("kv-fit"));
    const shadowRoots = shadowRoot ? [shadowRoot] : [];
    return document.documentElement.getHTML({ serializableShadowRoots: true, shadowRoots });
  });
  const charset = '<meta http-equiv="Content-Type" content="text/html; charset=UTF-8">';
  const html = complete.replace("<head>", `<head>${charset}`);
  const second = await opened(
    "complete.html",
    `<!doctype html>\n<!-- saved from url=(0022)${site.address} -->\n<html lang="ko" data-chosen>${html}</html>`,
  );
  assert.deepEqual(await addressed(second), await addressed(page));
  assert.equal(await second.locator("h1").count(), 1);
  assert.equal(await second.locator("kv-fit .views").count(), 1);
  assert.deepEqual(second.seen.errors, []);
});

test("what Ctrl+S saves as a single file still tells the answer: it holds no script that may run", async () => {
  const page = await site.page();
  await page.goto(site.address + scenario);
  await addressed(page);
  const payload = await page.locator(".verdict").innerText();
  const devtools = await page.context().newCDPSession(page);
  const { data } = await devtools.send("Page.captureSnapshot", { format: "mhtml" });
  const copy = await opened("single.mhtml", data);
  assert.equal(await copy.locator(".verdict").innerText(), payload);
  assert.equal(await copy.locator("h1").count(), 1);
  assert.ok((await copy.locator(".memory-table td").count()) > 0);
  assert.equal(await copy.locator('[name="tokens"]').inputValue(), "1,000,000");
});

test("an installed site opens without a network, and takes the newest page where there is one", async () => {
  const page = await site.page();
  await page.goto(site.address + example.fragment);
  const manifest = await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    const link = /** @type {HTMLLinkElement} */ (document.querySelector("link[rel=manifest]"));
    return (await fetch(link.href)).json();
  });
  assert.equal(manifest.start_url, "./");
  for (const { src } of manifest.icons) assert.equal((await fetch(site.address + src)).status, 200);
  await page.reload();
  await page.locator(".sentence").waitFor();

  await page.context().setOffline(true);
  await page.reload();
  assert.equal(await figure(page, "payload-bytes"), example.bytes);
  await page.goto(`${site.address}?from=elsewhere${example.fragment}`);
  assert.equal(await figure(page, "payload-bytes"), example.bytes);
  assert.deepEqual(
    page.seen.errors.filter((text) => !/ERR_INTERNET_DISCONNECTED|fetch the script|sw\.js/.test(text)),
    [],
  );
});
