// The answer that the build puts into the page for a first visit, and how the element takes its place.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { example, launch, live } from "./browser.mjs";

/** @type {Awaited<ReturnType<typeof launch>>} */
let site;
before(async () => (site = await launch()));
after(() => site.close());

/** A page as it stands before its module has run. @param {import("playwright-core").BrowserContextOptions} [options] */
async function still(options) {
  const page = await site.page({ locale: "en-US", ...options });
  await page.route(site.address, async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace('<script type="module">', '<script type="text/plain">');
    await route.fulfill({ response, body });
  });
  return page;
}

/** What is said in each of these places. @param {import("playwright-core").Page} page */
const said = (page) =>
  page.evaluate(() => {
    const { shadowRoot } = /** @type {Element} */ (document.querySelector("kv-fit"));
    const places =
      ".views, #form > .field > label, .setting, .sentence, .figures dt, .value, .notes, #curve-head, .reading";
    const text = (/** @type {HTMLElement} */ one) =>
      [one.innerText.replace(/\s+/g, " "), ...[...one.querySelectorAll("input")].map(({ value }) => value)].join(" ");
    const all = [
      ...(shadowRoot?.querySelectorAll(places) ?? []),
      ...document.querySelectorAll("h1, #first p, #first a"),
    ];
    return /** @type {HTMLElement[]} */ (all).map(text);
  });

test("the answer of the build is what the page says itself", async () => {
  const page = await still();
  await page.goto(site.address);
  assert.ok(await page.locator(".sentence").isVisible());
  const early = await said(page);
  assert.ok(early.length > 20);
  await page.unroute(site.address);
  await page.reload();
  await page.locator(live).waitFor();
  const late = await said(page);
  assert.deepEqual(early, late);
});

for (const viewport of [
  { width: 1280, height: 900 },
  { width: 375, height: 800 },
])
  test(`nothing moves when the element takes the place of the answer: ${viewport.width} pixels`, async () => {
    const page = await site.page({ locale: "en-US", viewport });
    await page.addInitScript(() => {
      const moved = /** @type {string[]} */ ([]);
      Object.assign(window, { moved });
      new PerformanceObserver((list) => {
        for (const entry of /** @type {any[]} */ (list.getEntries()))
          moved.push(
            ...entry.sources.map((/** @type {any} */ { node }) => String(node?.outerHTML ?? "").slice(0, 100)),
          );
      }).observe({ type: "layout-shift", buffered: true });
    });
    await page.goto(site.address);
    await page.locator(live).waitFor();
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    assert.deepEqual(await page.evaluate(() => /** @type {any} */ (window).moved), []);
  });

test("where another answer is wanted, that of the build is not shown", async () => {
  const page = await still();
  await page.goto(site.address + example.fragment);
  assert.equal(await page.locator(".sentence, #first *").count(), 0);
  await page.evaluate(() => localStorage.setItem("kvfit.scenario", "v=1&model=deepseek-v4-flash"));
  await page.goto("about:blank");
  await page.goto(site.address);
  assert.equal(await page.locator(".sentence, #first *").count(), 0);
  await page.evaluate(() => localStorage.clear());
  await page.reload();
  assert.ok(await page.locator(".sentence").isVisible());
  const korean = await still({ locale: "ko-KR" });
  await korean.goto(site.address);
  assert.equal(await korean.locator(".sentence, #first *").count(), 0);
});
