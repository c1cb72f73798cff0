// For everybody: by keyboard, by screen reader, in every theme and language, without motion, in forced colours, enlarged,
// on paper.
import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { languages } from "../../www/languages.mjs";
import { addressed, cutTexts, fromDisk, launch, unfold, violations, visit } from "./browser.mjs";
import { complete, eachView, states, viewOf } from "./states.mjs";

/** @typedef {import("./browser.mjs").Page} Page */

/** @type {Awaited<ReturnType<typeof launch>>} */
let site;
before(async () => (site = await launch()));
after(() => site.close());

/** Ids that more than one element has. @param {Page} page @returns {Promise<string[]>} */
const repeated = (page) =>
  page.locator("kv-fit [id]").evaluateAll((all) => {
    const ids = all.map(({ id }) => id);
    return ids.filter((id, i) => ids.indexOf(id) !== i);
  });

for (const language of Object.keys(languages))
  test(`axe finds nothing in any view, in light and in dark: ${language}`, async () => {
    const page = await site.page({ locale: language });
    for (const state of language === "en" ? states : eachView) {
      await visit(page, fromDisk + state);
      await complete(page, state);
      await unfold(page);
      for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
        await page.emulateMedia({ colorScheme });
        assert.deepEqual(await violations(page), [], `${colorScheme} ${state}`);
        assert.deepEqual(await repeated(page), [], `ids of ${state}`);
      }
    }
    await page.locator("#model").click();
    await page.locator(".popup [role=option]").first().waitFor();
    assert.deepEqual(await violations(page), [], "list of models");
  });

test("nothing scrolls sideways and no text is cut, in any language, at any width, at 200 %", async () => {
  for (const language of Object.keys(languages)) {
    const page = await site.page({ locale: language });
    for (const state of states) {
      await visit(page, site.address + state);
      await complete(page, state);
      await unfold(page);
      // 640 pixels are what a window of 1280 has at 200 %.
      for (const width of [320, 375, 640, 768, 1280]) {
        await page.setViewportSize({ width, height: 800 });
        const where = `${language} ${width} ${state}`;
        // Charts take the new width a frame later.
        const within = (/** @type {number} */ most) => document.documentElement.scrollWidth <= most;
        await page.waitForFunction(within, width).catch(() => assert.fail(`wider than the window: ${where}`));
        assert.deepEqual(await cutTexts(page), [], where);
      }
    }
    await page.context().close();
  }
});

/** What stops the Tab key, by a mark that each stop and each control gets; controls are what is meant to be reached. @param {Page} page */
const controls = (page) =>
  page.evaluate(() => {
    const roots = [document, document.querySelector("kv-fit")?.shadowRoot].filter((root) => root != null);
    const all = roots.flatMap((root) => [
      ...root.querySelectorAll("a[href], button, input, select, textarea, summary, [tabindex='0']"),
    ]);
    const meant = all.filter((one) => {
      const { tabIndex, disabled } = /** @type {HTMLInputElement} */ (one);
      return tabIndex >= 0 && !disabled && one.checkVisibility({ visibilityProperty: true });
    });
    meant.forEach((one, i) => one.setAttribute("data-stop", String(i)));
    return meant.map((one, i) => `${i} ${one.outerHTML.slice(0, 120).replace(/\s+/g, " ")}`);
  });

/** Where the focus is: its mark, and whether it shows. @param {Page} page */
const focused = (page) =>
  page.evaluate(() => {
    let one = document.activeElement;
    while (one?.shadowRoot?.activeElement) one = one.shadowRoot.activeElement;
    if (!one || one === document.body) return undefined;
    const ring = one.matches(".crosshair") ? one.closest(".chart")?.querySelector("svg") : one;
    const { outlineStyle, outlineWidth } = getComputedStyle(/** @type {Element} */ (ring));
    return { mark: one.getAttribute("data-stop"), shows: outlineStyle !== "none" && outlineWidth !== "0px" };
  });

for (const state of eachView)
  test(`the view ${viewOf(state)} is reached and left by the Tab key alone, and the focus shows`, async () => {
    const page = await site.page();
    await page.goto(site.address + eachView[0]);
    await page.locator(".views button").first().waitFor();
    if (state !== eachView[0]) {
      await page.locator(".views button").first().focus();
      for (let i = 0; i < eachView.indexOf(state); i++) await page.keyboard.press("Tab");
      await page.keyboard.press("Enter");
      assert.equal((await addressed(page)).view, viewOf(state));
      await page.goto("about:blank"); // what a view had begun with another scenario is not waited for
      await page.goto(site.address + state);
    }
    await complete(page, state);
    await page.evaluate(() => /** @type {HTMLElement} */ (document.activeElement)?.blur());
    await page.locator("h1").click();
    const expected = await controls(page);
    const reached = new Set();
    for (let i = 0; i < expected.length + 20; i++) {
      await page.keyboard.press("Tab");
      const at = await focused(page);
      if (!at) break;
      if (at.mark !== null) reached.add(Number(at.mark));
      assert.ok(at.shows, `no focus ring on ${expected[Number(at.mark)]}`);
    }
    assert.deepEqual(
      expected.filter((_, i) => !reached.has(i)),
      [],
    );
  });

/** The roles and names that a screen reader finds, without what changes with numbers. @param {Page} page */
async function skeleton(page) {
  const tree = await page.locator("body").ariaSnapshot();
  const kept =
    /^\s*- (banner|main|contentinfo|navigation|region|heading|button|textbox|combobox|slider|checkbox|link|table|group|img)\b/;
  return `${tree
    .split("\n")
    // A name with a colon is quoted.
    .map((line) => line.replace(/^(\s*- )'(.*)'(?=:|$)/, (_, dash, name) => dash + name.replaceAll("''", "'")))
    .filter((line) => kept.test(line))
    .map((line) =>
      line
        .replace(/\d[\d,.]*/g, "#")
        .replace(/("|^\s*- \w+): .*$/, "$1")
        .replace(/:$/, ""),
    )
    .join("\n")}\n`;
}

for (const state of eachView)
  test(`the accessibility tree of the view ${viewOf(state)} is as it was agreed`, async () => {
    const page = await site.page();
    await page.goto(site.address + state);
    await page.locator(".sentence").first().waitFor();
    await complete(page, state);
    const folder = new URL("trees/", import.meta.url);
    const file = new URL(`${viewOf(state)}.txt`, folder);
    const found = await skeleton(page);
    mkdirSync(folder, { recursive: true });
    if (!existsSync(file)) writeFileSync(file, found); // to be looked at, and kept
    assert.equal(found, readFileSync(file, "utf8"), "delete the file and run again where the change is meant");
  });

test("who wants less motion gets none", async () => {
  const page = await site.page({ reducedMotion: "reduce" });
  for (const state of eachView) {
    await visit(page, site.address + state);
    await complete(page, state);
    const moving = await page.evaluate(() => {
      const shadow = /** @type {ShadowRoot} */ (document.querySelector("kv-fit")?.shadowRoot);
      return [...document.querySelectorAll("*"), ...shadow.querySelectorAll("*")].filter((one) => {
        if (!one.checkVisibility()) return false;
        const { transitionDuration, animationName } = getComputedStyle(one);
        return animationName !== "none" || !/^0s(, 0s)*$/.test(transitionDuration);
      }).length;
    });
    assert.equal(moving, 0, state);
  }
});

test("in forced colours parts differ by pattern, and what is pressed differs from what is not", async () => {
  const page = await site.page({ forcedColors: "active" });
  await page.goto(`${site.address}#v=1&model=qwen3-next-80b-a3b-instruct&tokens=262144`);
  const bar = page.locator(".bar span");
  await bar.first().waitFor();
  const looks = await bar.evaluateAll((all) =>
    all.map((one) => getComputedStyle(one).backgroundImage + getComputedStyle(one).backgroundColor),
  );
  assert.ok(looks.length >= 3);
  assert.equal(new Set(looks).size, looks.length);
  const frames = await page
    .locator(".views button")
    .evaluateAll((all) => all.map((one) => getComputedStyle(one).backgroundColor));
  assert.notEqual(frames[0], frames[1]);
});

test("on paper: the scenario in a line, the answer, and nothing that only a hand could use", async () => {
  const page = await site.page({ colorScheme: "dark" });
  await page.goto(site.address);
  await page.locator('[name="theme"]').selectOption("dark");
  await page.setViewportSize({ width: 718, height: 1000 });
  await page.emulateMedia({ media: "print" });
  for (const state of eachView) {
    await visit(page, site.address + state);
    await complete(page, state);
    assert.ok(await page.locator(".setting").isVisible(), `the line of the setting: ${state}`);
    const useless = page.locator(".views, select, form, .copies button, .tools, #questions").locator("visible=true");
    assert.equal(await useless.count(), 0, state);
    const ink = await page
      .locator(".sentence")
      .first()
      .evaluate((p) => getComputedStyle(p).color);
    assert.equal(ink, "rgb(27, 28, 30)");
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 718, `width: ${state}`);
  }
  assert.ok((await page.pdf({ format: "A4" })).length > 10_000);
});
