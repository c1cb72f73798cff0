// The pages beside the calculator: methodology and accuracy, in every language; and what a link says that has aged.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { after, before, test } from "node:test";
import { fileOf, names } from "../../www/documents/document.mjs";
import { languages } from "../../www/languages.mjs";
import { addressed, example, figure, fromDisk, launch, settled, unfold } from "./browser.mjs";

/** @type {Awaited<ReturnType<typeof launch>>} */
let site;
before(async () => (site = await launch()));
after(() => site.close());

const all = names.flatMap((name) => Object.keys(languages).map((language) => ({ name, language })));

test("axe finds nothing in a document, light and dark; in English with everything open", async () => {
  const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
  for (const [i, { name, language }] of all.entries()) {
    const page = await site.page({ colorScheme: i % 2 === 0 ? "light" : "dark" });
    await page.goto(site.address + fileOf(name, language));
    if (language === "en") await unfold(page);
    const violations = await page.evaluate(async (source) => {
      new Function(source)();
      // Colours are those of the English page, and take the longest.
      const rules = { "color-contrast": { enabled: document.documentElement.lang === "en" } };
      const { violations } = await /** @type {any} */ (window).axe.run(document, { rules });
      return violations.map((/** @type {any} */ { id, nodes }) => `${id}: ${nodes[0].html}`);
    }, axe);
    assert.deepEqual(violations, [], `${name} ${language}`);
    await page.close();
  }
});

test("a document asks for nothing, runs nothing, and does not scroll sideways", async () => {
  for (const { name, language } of all) {
    const page = await site.page();
    const address = site.address + fileOf(name, language);
    await page.goto(address);
    await unfold(page);
    assert.equal(await page.locator("html").getAttribute("lang"), language);
    for (const width of [320, 375, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(over <= 0, `${name} ${language} at ${width}: ${over} px too wide`);
    }
    const policy = await page.locator("meta[http-equiv]").getAttribute("content");
    assert.match(policy ?? "", /^default-src 'none'; style-src 'sha256-[^']+'; img-src data:; /);
    assert.equal(await page.locator("script").count(), 0);
    assert.deepEqual(page.seen, { errors: [], requests: [address] });
    await page.close();
  }
});

test("every link inside a document leads somewhere", async () => {
  const page = await site.page();
  for (const { name, language } of all) {
    await page.goto(site.address + fileOf(name, language));
    const links = await page
      .locator('a:not([href^="https:"])')
      .evaluateAll((found) => found.map((one) => one.getAttribute("href") ?? ""));
    for (const href of new Set(links.map((link) => link.split(/(?<=html)#/)[0]))) {
      if (href.startsWith("#")) assert.equal(await page.locator(`[id="${href.slice(1)}"]`).count(), 1, href);
      else assert.equal((await fetch(site.address + href)).status, 200, href);
    }
  }
});

test("an example's bytes are those of the calculator that it links to", async () => {
  const document = await site.page();
  const page = await site.page();
  await document.goto(`${site.address}methodology.html`);
  const examples = await document.locator("#parts section").evaluateAll((sections) =>
    sections.map((section) => ({
      href: section.querySelector("a")?.getAttribute("href") ?? "",
      bytes: Number(section.querySelector(".exact")?.textContent?.replace(/\D/g, "")),
    })),
  );
  assert.ok(examples.length >= 8);
  for (const { href, bytes } of examples.slice(0, 4)) {
    await page.goto("about:blank");
    await page.goto(site.address + href);
    await page.locator(".sentence").waitFor();
    const parts = await page
      .locator("kv-fit td [data-value], kv-fit td[data-value], kv-fit [title]")
      .evaluateAll((found) => found.map((one) => one.getAttribute("data-value") ?? one.getAttribute("title")));
    assert.ok(
      parts.some((value) => Number(value?.replace(/\D/g, "")) === bytes),
      `${href}: ${bytes}`,
    );
  }
});

test("the calculator leads to both documents in its language, a page on a disk to none", async () => {
  const page = await site.page();
  await page.goto(`${site.address}${example.fragment}&engine=vllm&lang=ko`);
  await page.locator(".sentence").waitFor();
  const hrefs = () => page.locator("#about a").evaluateAll((found) => found.map((one) => one.getAttribute("href")));
  assert.deepEqual(await hrefs(), ["methodology.ko.html", "accuracy.ko.html"]);
  await page.locator("details.rules").evaluate((one) => one.setAttribute("open", ""));
  assert.equal(await page.locator("details.rules a").getAttribute("href"), "methodology.ko.html#vllm");
  await page.goto(`${fromDisk}${example.fragment}&engine=vllm`);
  await page.locator(".sentence").waitFor();
  assert.deepEqual(await hrefs(), []);
  assert.equal(await page.locator("details.rules a").count(), 0);
});

test("a link whose figure has changed since says so, until a setting changes", async () => {
  const page = await site.page();
  const made = "made=2026-01-31.1073741824.";
  await page.goto(`${site.address}${example.fragment}&${made}`);
  await page.locator(".sentence").waitFor();
  const line = page.locator(".changed");
  await line.waitFor();
  assert.match(await line.innerText(), /2026-01-31.*1\sGiB then/);
  assert.match(await line.innerText(), /2\.89\sGiB/);
  assert.equal((await addressed(page)).made, "2026-01-31.1073741824.");
  await page.locator('[name="lang"]').selectOption("zh");
  assert.match(await line.innerText(), /当时 1\sGiB，现在 2\.89\sGiB/);
  await page.locator('kv-fit [name="sequences"]').first().fill("2");
  await page.keyboard.press("Enter");
  await line.waitFor({ state: "detached" });
  assert.equal((await addressed(page)).made, undefined);
});

test("a link of today says nothing, and a copied one carries its figures", async () => {
  const page = await site.page({ permissions: ["clipboard-read", "clipboard-write"] });
  await page.goto(site.address + example.fragment);
  await page.locator(".sentence").waitFor();
  await page.locator(".tools button").first().click();
  await page.locator(".tools button").first().getByText("copied").waitFor();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  assert.match(copied, new RegExp(`&made=\\d{4}-\\d\\d-\\d\\d\\.${example.bytes}\\.$`));
  await page.goto("about:blank");
  await page.goto(copied);
  assert.equal(await figure(page, "payload-bytes"), example.bytes);
  await settled(page);
  assert.equal(await page.locator(".changed, .problem").count(), 0);
});
