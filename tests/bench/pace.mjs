// `npm run pace`: when the first answer stands, and how long the page's own thread is busy at a time while a hand
// works. Prints; asserts nothing. `-- 4` slows the processor down four times.
import { chromium } from "playwright-core";
import { serve } from "../../www/serve.mjs";
import { example, fromDisk, live, options } from "../page/browser.mjs";
import { eachView, viewOf } from "../page/states.mjs";

/** @typedef {import("playwright-core").Page} Page */

const [slowed = "1"] = process.argv.slice(2);
const runs = 5;
const long = 50; // milliseconds that no task should take

const { address, close } = await serve();
const browser = await chromium.launch(options);

/** @param {string} scheme */
async function opened(scheme = "light") {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    locale: "en-US",
    colorScheme: /** @type {"light"} */ (scheme),
  });
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: Number(slowed) });
  return page;
}

/** Notes when the answer stands, drawn by the build or by the element, and when the element is live. Runs in the page. @param {number} bytes */
function watch(bytes) {
  const root = () => document.querySelector("kv-fit")?.shadowRoot;
  const mark = (/** @type {string} */ name) =>
    performance.getEntriesByName(name).length > 0 || void performance.mark(name);
  const look = () => {
    const figure = root()?.querySelector('[data-figure="payload-bytes"]');
    if (figure?.getAttribute("data-value") === String(bytes) && figure.checkVisibility()) {
      mark("answer");
      if (!root()?.querySelector("[inert]")) return mark("live");
    }
    requestAnimationFrame(look);
  };
  look();
}

/** @param {number[]} times */
const median = (times) => times.toSorted((a, b) => a - b)[times.length >> 1];

console.log("ms from navigation to".padEnd(28), "answer".padStart(8), "live".padStart(8));
for (const [name, url, bytes] of /** @type {const} */ ([
  ["a first visit", address, 2 ** 34],
  ["a first visit, from a disk", fromDisk, 2 ** 34],
  ["a link to another scenario", address + example.fragment, example.bytes],
])) {
  const times = /** @type {number[][]} */ ([]);
  for (let i = 0; i < runs; i++) {
    const page = await opened();
    await page.addInitScript(watch, bytes);
    await page.goto(url);
    await page.waitForFunction(() => performance.getEntriesByName("live").length);
    times.push(
      await page.evaluate(() => ["answer", "live"].map((of) => performance.getEntriesByName(of)[0].startTime)),
    );
    await page.context().close();
  }
  const columns = [0, 1].map((i) =>
    median(times.map((time) => time[i]))
      .toFixed(0)
      .padStart(8),
  );
  console.log(name.padEnd(28), ...columns);
}

/**
 * The longest tasks of the page's thread while something is done. Tasks above 50 ms are seen by the browser itself.
 * @param {Page} page @param {string} name @param {() => Promise<unknown>} work
 */
async function busy(page, name, work) {
  await page.evaluate(() => {
    const tasks = /** @type {number[]} */ ([]);
    const observer = new PerformanceObserver((list) =>
      tasks.push(...list.getEntries().map(({ duration }) => duration)),
    );
    observer.observe({ type: "longtask" });
    Object.assign(window, { tasks, observer });
  });
  await work();
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 400)));
  const tasks = await page.evaluate(() => {
    const { tasks, observer } = /** @type {any} */ (window);
    tasks.push(...observer.takeRecords().map((/** @type {any} */ { duration }) => duration));
    observer.disconnect();
    return /** @type {number[]} */ (tasks);
  });
  console.log(name.padEnd(44), tasks.length === 0 ? `none above ${long} ms` : tasks.map(Math.round).join(", "));
}

/** Each step of a slider over the middle of its way. @param {import("playwright-core").Locator} slider */
async function slide(slider) {
  await slider.focus();
  for (const key of ["ArrowRight", "ArrowLeft", "PageUp", "PageDown", "ArrowRight", "ArrowLeft"])
    await slider.page().keyboard.press(key);
}

console.log("\nlong tasks, ms");
const page = await opened();
for (const state of eachView) {
  const view = viewOf(state);
  await page.goto("about:blank");
  await page.goto(address + state);
  await page.locator(live).first().waitFor();
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 1500)));
  for (const slider of ["tokens", "sequences"]) {
    const range = page.locator(`.slider:has(#${slider}) input[type=range]`);
    await busy(page, `${view}: slider of ${slider}`, () => slide(range));
  }
  await busy(page, `${view}: folded parts`, () =>
    page.locator("details:not([name])").evaluateAll((all) => all.forEach((one) => one.setAttribute("open", ""))),
  );
  await busy(page, `${view}: model list`, () => page.locator("#model").click());
  await busy(page, `${view}: another model`, async () => {
    await page.locator("#model").fill("qwen3-next-80b-a3b-instruct");
    await page.keyboard.press("Enter");
  });
  for (const language of ["ko", "en"])
    await busy(page, `${view}: language ${language}`, () => page.locator('[name="lang"]').selectOption(language));
}
await page.goto("about:blank");
await page.goto(`${address}${eachView[0]}&hardware=h100-sxm5-80gb`);
await page.locator(live).first().waitFor();
for (const tab of [1, 2, 3, 4, 5, 0])
  await busy(page, `tab of ${viewOf(eachView[tab])}`, () => page.locator(".views button").nth(tab).click());
await page.setViewportSize({ width: 375, height: 800 });
await busy(page, "drawer", () => page.locator(".toggle").click());

await browser.close();
await close();
