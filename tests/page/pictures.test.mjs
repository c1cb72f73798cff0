// Every chart as a picture of its own: SVG that needs nothing else, PNG that is the same.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { fromDisk, launch, visit } from "./browser.mjs";
import { complete, eachView, states, viewOf } from "./states.mjs";

/** @typedef {import("playwright-core").Locator} Locator */
/** @typedef {import("./browser.mjs").Page} Page */

/** @type {Awaited<ReturnType<typeof launch>>} */
let site;
before(async () => (site = await launch()));
after(() => site.close());

const pause = 120; // milliseconds; of more than ten downloads in a second Chromium drops some, and no hand is as fast

/** @param {Page} page @param {Locator} button */
async function saved(page, button) {
  await page.waitForTimeout(pause);
  const [download] = await Promise.all([page.waitForEvent("download"), button.press("Enter")]);
  return {
    name: download.suggestedFilename(),
    bytes: Buffer.concat(await (await download.createReadStream()).toArray()),
  };
}

/** @param {Page | Locator} page @param {string} form */
const buttons = (page, form) => page.locator(`button[aria-label*="${form}"]`);

/** What a file of SVG holds, as an XML parser reads it. @param {Page} page @param {string} text */
const parsed = (page, text) =>
  page.evaluate((source) => {
    const { documentElement: root } = new DOMParser().parseFromString(source, "image/svg+xml");
    const all = [root, ...root.querySelectorAll("*")];
    return {
      root: root.localName,
      size: ["width", "height"].map((name) => Number(root.getAttribute(name))),
      tags: [...new Set(all.map((one) => one.localName))],
      attributes: [...new Set(all.flatMap((one) => one.getAttributeNames()))],
      fills: [...root.querySelectorAll("text")].map((one) => one.getAttribute("fill")),
      paper: root.querySelector("rect")?.getAttribute("fill"),
      title: root.querySelector("title")?.textContent,
      description: root.querySelector("desc")?.textContent,
      font: root.getAttribute("font-family"),
    };
  }, text);

/** @param {Buffer} bytes */
function png(bytes) {
  assert.deepEqual([...bytes.subarray(0, 8)], [137, 80, 78, 71, 13, 10, 26, 10]);
  assert.equal(bytes.toString("latin1", 12, 16), "IHDR");
  return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
}

const paper = { light: "#fbfbfa", dark: "#15171a" };
const words = { en: "Save SVG", ko: "SVG 저장", zh: "保存 SVG" };

for (const [scheme, locale, where] of /** @type {const} */ ([
  ["light", "en", "server"],
  ["dark", "ko", "disk"],
  ["light", "zh", "server"],
]))
  test(`every chart is saved as SVG and as PNG: ${scheme}, ${locale}, from a ${where}`, async () => {
    const page = await site.page({ colorScheme: scheme, locale });
    let charts = 0;
    for (const state of eachView) {
      await visit(page, (where === "disk" ? fromDisk : site.address) + state);
      await complete(page, state);
      const svgs = buttons(page, "SVG");
      const count = await svgs.count();
      assert.equal(await page.locator(".answer .head:has(button)").filter({ has: svgs }).count(), count);
      assert.ok(count >= (await page.locator(".answer :is(.chart svg, section > .bar:first-of-type)").count()), state);
      charts += count;
      for (let i = 0; i < count; i++) {
        const { name, bytes } = await saved(page, svgs.nth(i));
        const text = bytes.toString();
        const picture = await parsed(page, text);
        assert.equal(await svgs.nth(i).innerText(), words[locale]);
        assert.match(name, /^kvfit-[\w.-]+\.svg$/);
        assert.equal(picture.root, "svg", text.slice(0, 300));
        assert.deepEqual(
          picture.tags.filter((tag) => !/^(svg|g|rect|line|path|circle|text|title|desc)$/.test(tag)),
          [],
        );
        assert.deepEqual(
          picture.attributes.filter((one) => /^(on|class|style|href|src)|:/.test(one)),
          [],
        );
        assert.doesNotMatch(text, /var\(|url\(|color-mix|light-dark|<!--|NaN|undefined/);
        assert.ok(picture.fills.every((fill) => /^#[0-9a-f]{6}$/.test(fill ?? "")));
        assert.equal(picture.paper, paper[scheme]);
        const label = await svgs.nth(i).getAttribute("aria-label");
        assert.ok(picture.title && label?.endsWith(picture.title), `${label}: ${picture.title}`);
        assert.ok(picture.description && picture.font);
        const image = await saved(page, buttons(page, "PNG").nth(i));
        assert.equal(image.name, name.replace(/svg$/, "png"));
        assert.deepEqual(
          png(image.bytes),
          picture.size.map((n) => 2 * n),
        );
        assert.ok(image.bytes.length > 10_000, "it is not blank");
      }
    }
    assert.ok(charts >= 8);
    assert.deepEqual(page.seen.errors, []);
    assert.deepEqual(
      page.seen.requests.filter((url) => !url.startsWith(site.address) && !/^(data|blob|file):/.test(url)),
      [],
    );
  });

test("a picture is as wide on a narrow window as on a wide one, and with the table in the chart's place", async () => {
  const page = await site.page({ viewport: { width: 320, height: 800 } });
  await page.goto(site.address + eachView[0]);
  const narrow = await saved(page, buttons(page, "SVG").first());
  await page.getByRole("button", { name: "Table", exact: true }).click();
  const table = await saved(page, buttons(page, "SVG").first());
  await page.setViewportSize({ width: 1280, height: 800 });
  const wide = await saved(page, buttons(page, "SVG").first());
  assert.ok(narrow.bytes.equals(wide.bytes) && table.bytes.equals(wide.bytes));
});

test("a hostile name is text in a picture", async () => {
  const page = await site.page();
  const name = `"><script>alert(1)</script>\u202e\u0007&amp;]]>`;
  const config = { _name_or_path: name, model_type: "llama", num_hidden_layers: 10, num_attention_heads: 16 };
  await page.goto(site.address + eachView[0]);
  await page.locator("summary", { hasText: "Your own model" }).click();
  await page.locator("#own-text").fill(JSON.stringify({ ...config, num_key_value_heads: 4, head_dim: 64 }));
  await page.locator(".sentence", { hasText: "alert(1)" }).waitFor();
  const { bytes } = await saved(page, buttons(page, "SVG").first());
  const picture = await parsed(page, bytes.toString());
  assert.equal(picture.root, "svg", bytes.toString().slice(0, 300));
  assert.ok(!picture.tags.includes("script"));
  assert.match(picture.description ?? "", /"><script>alert\(1\)<\/script>/);
  png((await saved(page, buttons(page, "PNG").first())).bytes);
  assert.deepEqual(page.seen.errors, []);
});

test("inside another page: the element saves pictures, and says so where the host's policy bars the image", async () => {
  const page = await site.page();
  const script = readFileSync(new URL("../../dist/kvfit-element.js", import.meta.url), "utf8");
  const state = new URLSearchParams(states.find((one) => viewOf(one) === "fit")?.slice(1));
  state.delete("v");
  const attributes = [...state].map(([key, value]) => `${key.replace(/[A-Z]/g, "-$&")}="${value}"`).join(" ");
  for (const images of ["data:", "'none'"]) {
    const policy = `default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src ${images}`;
    await page.route("**/host*", (route) =>
      route.request().url().endsWith(".js")
        ? route.fulfill({ contentType: "text/javascript", body: script })
        : route.fulfill({
            contentType: "text/html",
            headers: { "content-security-policy": policy },
            body: `<!doctype html><title>Host</title><kv-fit ${attributes}></kv-fit><script src="host.js"></script>`,
          }),
    );
    await page.goto(`${site.address}host.html?${images.length}`);
    const memory = page.locator("section", { has: page.locator("#memory-head") });
    const { bytes } = await saved(page, buttons(memory, "SVG"));
    assert.equal((await parsed(page, bytes.toString())).title, "Memory");
    if (images === "data:") png((await saved(page, buttons(memory, "PNG"))).bytes);
    else {
      await buttons(memory, "PNG").press("Enter");
      await memory.getByRole("status").filter({ hasText: "Save SVG works" }).waitFor();
      assert.equal(await page.getByText("Save SVG works").count(), 1);
    }
    await page.unroute("**/host*");
  }
});
