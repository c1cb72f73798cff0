import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, test } from "node:test";
import { addressed, announcements, example, figure, fromDisk, launch, settled, visit } from "./browser.mjs";

/** @type {Awaited<ReturnType<typeof launch>>} */
let site;
before(async () => (site = await launch()));
after(() => site.close());

const element = '<script src="/kvfit-element.js"></script>';

/** Opens another site's page, which may name the element's script. @param {string} body @param {Record<string, string>} [headers] */
async function hosted(body, headers = {}) {
  const page = await site.page();
  const script = await readFile(new URL("../../dist/kvfit-element.js", import.meta.url), "utf8");
  await page.route("https://host.example/**", (route) =>
    route.request().url().endsWith(".js")
      ? route.fulfill({ body: script, contentType: "text/javascript" })
      : route.fulfill({ body: `<!doctype html>${body}`, contentType: "text/html", headers }),
  );
  await page.goto("https://host.example/");
  return page;
}

test("on a narrow page the drawer opens with the scenario and says the answer", async () => {
  const page = await site.page({ viewport: { width: 375, height: 800 }, hasTouch: true });
  await visit(page, site.address + example.fragment);
  const drawer = page.getByRole("button", { name: /DeepSeek-V4-Flash.*2\.89\sGiB/ });
  assert.equal(await page.locator('[name="tokens"]').isVisible(), false);
  await drawer.tap();
  assert.equal(await drawer.getAttribute("aria-expanded"), "true");
  await page.locator('[name="sequences"]').fill("2");
  assert.equal(await figure(page, "payload-bytes"), 2 * example.bytes);
});

test("a change is announced once", async () => {
  const page = await site.page();
  await page.goto(site.address + example.fragment);
  const status = page.locator(".answer > [role=status]");
  await status.filter({ hasText: /\S/ }).waitFor({ state: "attached" });
  assert.match(await status.innerText(), /2\.89\sGiB/);
  const said = await announcements(status);
  await page.locator('[name="sequences"]').evaluate((/** @type {HTMLInputElement} */ input) => {
    for (const typed of ["2", "23"]) {
      input.value = typed;
      input.dispatchEvent(new Event("input", { bubbles: true, composed: true }));
    }
  });
  await page.waitForFunction(() => /** @type {any} */ (window).said.length);
  await settled(page);
  assert.equal((await said()).length, 1);
});

test("a sandboxed frame without an origin has the whole calculator", async () => {
  const page = await site.page();
  const html = await readFile(new URL(fromDisk), "utf8");
  await page.goto("about:blank");
  await page.evaluate((source) => {
    const frame = document.createElement("iframe");
    frame.sandbox.add("allow-scripts");
    frame.srcdoc = source;
    frame.style.cssText = "inline-size: 1200px; block-size: 900px";
    document.body.append(frame);
  }, html);
  const frame = page.frameLocator("iframe");
  await frame.locator('[name="tokens"]').fill("1M");
  assert.equal(await figure(frame, "payload-bytes"), 128 * 1024 * 2 ** 20);
  await frame.locator('[name="theme"]').selectOption("dark");
  await settled(page.frames()[1]);
  assert.deepEqual(page.seen.errors, []);

  await page.goto(`${site.address}sw.js`); // a document of this machine, without a policy
  await page.setContent(`<iframe sandbox="allow-scripts" src="${site.address}${example.fragment}"></iframe>`);
  assert.equal(await figure(page.frameLocator("iframe"), "payload-bytes"), example.bytes);
});

test("two elements on a host page are two scenarios; the host's address and styles are its own", async () => {
  const page = await hosted(`<style>p { color: rgb(1, 2, 3); letter-spacing: 9px }</style><p id="host">host</p>
    <kv-fit model="deepseek-v4-flash" tokens="1000000">fallback</kv-fit>
    <kv-fit model="llama-3.1-8b-instruct" tokens="128K" kv-dtype="fp8"></kv-fit>${element}`);
  const first = page.locator("kv-fit").nth(0);
  const second = page.locator("kv-fit").nth(1);
  assert.equal(await figure(first, "payload-bytes"), example.bytes);
  assert.equal(await figure(second, "payload-bytes"), 8 * 2 ** 30);
  const before = page.url();
  await second.locator('[name="sequences"]').fill("2");
  assert.equal(await figure(second, "payload-bytes"), 16 * 2 ** 30);
  assert.equal(await figure(first, "payload-bytes"), example.bytes);
  assert.equal(await second.getAttribute("sequences"), "2");
  await second.evaluate((element) => element.setAttribute("kv-dtype", "bf16"));
  await settled(page);
  assert.equal(await figure(second, "payload-bytes"), 32 * 2 ** 30);
  assert.equal(page.url(), before);
  assert.notEqual(await first.locator(".sentence").evaluate((p) => getComputedStyle(p).letterSpacing), "9px");
  assert.equal(await page.locator("#host").evaluate((p) => getComputedStyle(p).color), "rgb(1, 2, 3)");
});

test("an element that a host moves before it is ready becomes so once", async () => {
  const page = await hosted(`<div></div><kv-fit model="deepseek-v4-flash" tokens="1000000"></kv-fit>
    <script>var ready = 0; document.querySelector("kv-fit").addEventListener("kvfit-ready", () => (ready += 1))</script>
    ${element}<script>document.querySelector("div").append(document.querySelector("kv-fit"))</script>`);
  assert.equal(await figure(page, "payload-bytes"), example.bytes);
  await settled(page);
  assert.equal(await page.evaluate(() => /** @type {any} */ (window).ready), 1);
  assert.equal(await page.locator("kv-fit .sentence").count(), 1);
});

test("an element that is taken out and put elsewhere has what was set meanwhile, and that place's language", async () => {
  const page = await hosted(
    `<div lang="ko"></div><kv-fit model="llama-3.1-8b-instruct" tokens="128K"></kv-fit>${element}`,
  );
  assert.equal(await figure(page, "payload-bytes"), 16 * 2 ** 30);
  await page.evaluate(() => {
    const element = /** @type {HTMLElement} */ (document.querySelector("kv-fit"));
    element.remove();
    element.setAttribute("sequences", "2");
    document.querySelector("div")?.append(element);
  });
  assert.equal(await figure(page, "payload-bytes"), 32 * 2 ** 30);
  assert.equal(await page.locator(".kvfit").getAttribute("lang"), "ko");
});

test("a host whose policy bars style elements gets the styles all the same", async () => {
  const policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'";
  const body = `<kv-fit model="deepseek-v4-flash" tokens="1000000"></kv-fit>${element}`;
  const page = await hosted(body, { "content-security-policy": policy });
  assert.equal(await figure(page, "payload-bytes"), example.bytes);
  assert.equal(await page.locator(".sentence").evaluate((p) => getComputedStyle(p).fontSize), "26px");
  const barred = page.seen.errors.filter((text) => !/style-src|worker/.test(text)); // what it can do without
  assert.deepEqual(barred, []);
});

test("the page keeps its scenario in attributes, so that a saved copy opens with it", async () => {
  const page = await site.page();
  await page.goto(fromDisk + example.fragment);
  await addressed(page);
  const saved = `<!doctype html>${await page.evaluate(() => document.documentElement.getHTML({ serializableShadowRoots: true, shadowRoots: [] }))}`;
  const copy = await site.page();
  await copy.route("https://saved.example/", (route) => route.fulfill({ body: saved, contentType: "text/html" }));
  await copy.goto("https://saved.example/");
  assert.equal(await figure(copy, "payload-bytes"), example.bytes);
  assert.equal(await copy.locator("h1").count(), 1);
});

test("the theme is chosen, and kept for the next visit", async () => {
  const page = await site.page({ colorScheme: "light" });
  const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await page.goto(site.address);
  const light = await paper();
  await page.locator('[name="theme"]').selectOption("dark");
  const dark = await paper();
  assert.notEqual(dark, light);
  await page.reload();
  assert.equal(await paper(), dark);
});
