// KVFit inside other pages: the element and the frame, the examples of www/embed/ as they stand there.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { serve } from "../../www/serve.mjs";
import { example, figure, launch, live, settled } from "./browser.mjs";

/** @typedef {import("playwright-core").Page} Page */

/** @type {Awaited<ReturnType<typeof launch>>} */
let site;
before(async () => (site = await launch()));
after(() => site.close());

const root = fileURLToPath(new URL("../../", import.meta.url));
const dist = join(root, "dist");
const examples = join(root, "www/embed");
const shown = 40 * 2 ** 30; // what the examples' model keeps for 131,072 tokens in bf16

/** Opens a folder as a site, with what it needs copied into it, and takes it down afterwards.
 * @param {string} folder @param {(page: Page, address: string) => Promise<void>} look */
async function served(folder, look) {
  const { address, close } = await serve({ folder });
  const page = await site.page();
  try {
    await page.goto(address);
    await look(page, address);
    const elsewhere = page.seen.requests.filter((url) => !url.startsWith(address));
    assert.deepEqual(elsewhere, [], "requests to other origins");
    assert.deepEqual(page.seen.errors, []);
  } finally {
    await page.context().close();
    await close();
  }
}

/** @param {(folder: string) => Promise<void>} use */
async function temporary(use) {
  const folder = mkdtempSync(join(tmpdir(), "kvfit-embed-"));
  await use(folder).finally(() => rmSync(folder, { recursive: true, force: true }));
}

/** One answer and one slider that moves it. @param {Page | import("playwright-core").FrameLocator} page @param {Page} keys */
async function compactWorks(page, keys) {
  assert.equal(await figure(page, "payload-bytes"), shown);
  assert.match(await page.locator(".sentence").innerText(), /Llama-3\.3-70B-Instruct needs 40\sGiB/);
  const slider = page.getByRole("slider");
  assert.equal(await slider.count(), 1);
  await slider.focus();
  await keys.keyboard.press("Home");
  assert.equal(await figure(page, "payload-bytes"), shown / 128);
}

test("plain HTML: the number, the theme and the event of the example", () =>
  temporary(async (folder) => {
    cpSync(join(examples, "plain"), folder, { recursive: true });
    cpSync(join(dist, "kvfit-element.js"), join(folder, "kvfit-element.js"));
    await served(folder, async (page) => {
      await page.locator("kv-fit .sentence").waitFor();
      assert.equal(await page.locator("#bytes").innerText(), shown.toLocaleString("en"));
      const style = (/** @type {string} */ part, /** @type {"color" | "fontFamily"} */ property) =>
        page.locator(`kv-fit ${part}`).evaluate((node, name) => getComputedStyle(node)[name], property);
      assert.equal(await style(".sentence input >> nth=0", "color"), "rgb(122, 62, 0)");
      assert.match(await style(".sentence", "fontFamily"), /Georgia/);
      await compactWorks(page, page);
      assert.equal(await page.locator("#bytes").innerText(), (shown / 128).toLocaleString("en"));
    });
  }));

test("the frame: sandboxed, as high as its content, with a way to the whole page", () =>
  temporary(async (folder) => {
    cpSync(join(examples, "frame"), folder, { recursive: true });
    cpSync(join(dist, "kvfit.html"), join(folder, "kvfit.html"));
    await served(folder, async (page, address) => {
      const frame = page.frameLocator("iframe");
      await compactWorks(frame, page);
      const content = () => frame.locator("html").evaluate((html) => Math.ceil(html.getBoundingClientRect().height));
      const height = () => page.locator("iframe").evaluate((one) => /** @type {HTMLIFrameElement} */ (one).height);
      await page.waitForFunction(() => document.querySelector("iframe")?.height !== "220");
      const wide = await height();
      assert.equal(Number(wide), await content());
      await page.setViewportSize({ width: 320, height: 800 });
      await page.waitForFunction((before) => document.querySelector("iframe")?.height !== before, wide);
      assert.equal(Number(await height()), await content());
      assert.equal(page.url(), address);

      const [whole] = await Promise.all([page.waitForEvent("popup"), frame.getByRole("link").click()]);
      await whole.locator(".sentence").waitFor();
      assert.equal(await figure(whole, "payload-bytes"), shown / 128);
      assert.equal(await whole.locator("h1").count(), 1);
    });
  }));

test("a frame in full has every view, its language and its theme, and no chrome", async () => {
  const page = await site.page();
  await page.goto(`${site.address}${example.fragment}&embed=full&theme=dark&lang=ko`);
  assert.equal(await figure(page, "payload-bytes"), example.bytes);
  assert.equal(await page.locator("header > *").count(), 0);
  assert.equal(await page.locator("html").getAttribute("lang"), "ko");
  assert.equal(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme), "dark");
  await page.locator(".views button").nth(1).click();
  await page.locator('kv-fit[view="fit"]').waitFor();
  await settled(page);
  assert.match(page.url(), /embed=full/);
  assert.equal(await page.evaluate(() => localStorage.length), 0);
});

test("in a frame, how it is computed opens beside the host's page", async () => {
  const page = await site.page();
  await page.goto(`${site.address}sw.js`);
  const address = `${site.address}${example.fragment}&engine=vllm&embed=full`;
  await page.setContent(`<iframe src="${address}" width="1000" height="900"></iframe>`);
  const frame = page.frameLocator("iframe");
  await frame.locator(".rules summary").first().click();
  const [methodology] = await Promise.all([
    page.waitForEvent("popup"),
    frame.getByRole("link", { name: "How this is computed" }).click(),
  ]);
  assert.match(methodology.url(), /methodology\.html#vllm$/);
  await methodology.locator("h1").waitFor();
  assert.ok(await frame.locator(".sentence").isVisible());
});

/** Where each generator wants the script, and how it builds. @type {Record<string, {script: string, build: (from: string, to: string) => string[]}>} */
const generators = {
  mkdocs: { script: "docs", build: (from, to) => ["mkdocs", "build", "-q", "-f", join(from, "mkdocs.yml"), "-d", to] },
  sphinx: { script: "_static", build: (from, to) => ["sphinx-build", "-q", from, to] },
  hugo: { script: "static", build: (from, to) => ["hugo", "--quiet", "-s", from, "-d", to] },
};

for (const [name, { script, build }] of Object.entries(generators)) {
  const missing = spawnSync("which", build("", "").slice(0, 1)).status !== 0;
  test(`${name} builds its example, and the answer stands in it`, { skip: missing && `${name} is not installed` }, () =>
    temporary(async (folder) => {
      const [from, to] = [join(folder, "source"), join(folder, "built")];
      cpSync(join(examples, name), from, { recursive: true });
      cpSync(join(dist, "kvfit-element.js"), join(from, script, "kvfit-element.js"));
      const [command, ...args] = build(from, to);
      const { status, stderr } = spawnSync(command, args, { encoding: "utf8" });
      assert.equal(status, 0, stderr);
      await served(to, (page) => compactWorks(page, page));
    }),
  );
}

test("what the guide for hosts names is what there is", () => {
  const guide = readFileSync(join(examples, "README.md"), "utf8");
  const sources = (/** @type {string} */ folder) =>
    readdirSync(join(root, "www", folder))
      .map((name) => readFileSync(join(root, "www", folder, name), "utf8"))
      .join("\n");
  const found = (/** @type {string} */ text, /** @type {RegExp} */ pattern) =>
    [...new Set([...text.matchAll(pattern)].map(([, name]) => name))].sort();
  assert.deepEqual(found(guide, /`(--kvfit-[a-z-]+)`/g), found(sources("styles"), /var\((--kvfit-[a-z-]+)/g));
  const parts = guide.slice(guide.indexOf("- parts"), guide.indexOf("- the slot"));
  assert.deepEqual(found(parts, /`([a-z]+)`/g), found(sources("views") + sources("charts"), /\bpart="([a-z]+)"/g));
});

test("the element lets no style in or out, and leaves no name behind", async () => {
  const page = await site.page();
  await page.goto("about:blank");
  const script = readFileSync(join(dist, "kvfit-element.js"), "utf8");
  const host = `<style>
      body { letter-spacing: 9px; text-transform: uppercase; text-indent: 50px; line-height: 3; word-spacing: 9px;
        text-align: right; font: italic 700 40px serif; white-space: pre; cursor: help }
      button, input, p, table { border: 9px solid red !important; margin: 90px !important; display: none !important }
    </style>`;
  /** Every computed style within the element, as one text. @param {string} head */
  const dressed = async (head) => {
    await page.setContent(`${head}<kv-fit model="deepseek-v4-flash" tokens="1000000"></kv-fit>`);
    const names = await page.evaluate(() => Object.keys(window));
    await page.addScriptTag({ content: script });
    await page.locator(live).waitFor();
    const left = await page.evaluate(() => Object.keys(window));
    const known = [...names, "litHtmlVersions"]; // where copies of that library on one page find each other
    assert.deepEqual(
      left.filter((name) => !known.includes(name)),
      [],
    );
    return page.locator("kv-fit .answer, kv-fit .answer *").evaluateAll((all) =>
      all.map((one) => {
        const style = getComputedStyle(one);
        const keys = ["letterSpacing", "textTransform", "textIndent", "lineHeight", "wordSpacing", "textAlign"];
        const more = ["fontSize", "fontStyle", "fontWeight", "whiteSpace", "borderTopWidth", "marginTop", "display"];
        return [one.tagName, ...[...keys, ...more].map((key) => style[/** @type {any} */ (key)])].join(" ");
      }),
    );
  };
  assert.deepEqual(await dressed(host), await dressed(""));
});
