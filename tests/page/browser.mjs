// A page in Debian's Chromium, from disk or from a server on this machine. tests/page/run.mjs lends all files one browser.
import { chromium } from "playwright-core";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";
import { serve } from "../../www/serve.mjs";

export const flags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

export const fromDisk = pathToFileURL(fileURLToPath(new URL("../../dist/kvfit.html", import.meta.url))).href;

/** The example whose answer is published: 2.893 GiB with fp8 cache and 4-bit index keys. */
export const example = { fragment: "#v=1&model=deepseek-v4-flash&tokens=1000000", bytes: 3_106_812_928 };

/** @typedef {import("playwright-core").Page} Page */

/** How Chromium is started: without its own windows, which take more than half of the processor's time. */
export const options = { executablePath: "/usr/bin/chromium-headless-shell", args: flags };

const lent = process.env.KVFIT_BROWSER;

export async function launch() {
  const browser = await (lent ? chromium.connect(lent) : chromium.launch(options));
  const server = await serve();
  return {
    browser,
    address: server.address,
    /** A page that fails the test on an uncaught error, and the other origins that it asked.
     * @param {import("playwright-core").BrowserContextOptions} [options] */
    async page(options) {
      const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
      const page = await context.newPage();
      page.setDefaultTimeout(60_000);
      const seen = { errors: /** @type {string[]} */ ([]), requests: /** @type {string[]} */ ([]) };
      page.on("pageerror", (error) => seen.errors.push(String(error.stack)));
      page.on("console", (message) => {
        const asked = message.location().url.endsWith("/favicon.ico"); // by the browser, for a page that names no icon
        if (message.type() === "error" && !asked) seen.errors.push(message.text());
      });
      page.on("request", (request) => {
        if (!request.url().startsWith("blob:")) seen.requests.push(request.url()); // a blob is the page's own
      });
      return Object.assign(page, { seen });
    },
    async close() {
      await browser.close();
      await server.close();
    },
  };
}

/** An element that waits for no part of its answer. */
const answering = '.kvfit:not([inert], [aria-busy="true"])';

/** @param {import("playwright-core").Page | import("playwright-core").Locator | import("playwright-core").FrameLocator} where @param {string} name */
export async function figure(where, name) {
  return Number(await where.locator(`${answering} [data-figure="${name}"]`).getAttribute("data-value"));
}

/** Until all that the page does after a pause is done, by the page's own clock, which a busy page holds back too. @param {import("playwright-core").Page | import("playwright-core").Frame} page */
export const settled = (page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 700))));

/** The answer of the element itself, not one that the build drew, once it is whole. */
export const live = `kv-fit:defined ${answering} .sentence`;

/** The scenario that stands in the address, once its debounce has brought it there. @param {Page} page */
export async function addressed(page) {
  await page.locator(live).first().waitFor();
  await page.waitForFunction(() => location.hash.length > 1);
  // More than the debounce without another address, by the page's own clock, which a busy page holds back too.
  await page.evaluate(async () => {
    for (let last; last !== location.hash;) {
      last = location.hash;
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 400)));
    }
  });
  return Object.fromEntries(new URLSearchParams(new URL(page.url()).hash.slice(1)));
}

/** Texts that are cut, or wider than what holds them. @param {Page} page */
export const cutTexts = (page) =>
  page
    .locator("kv-fit :is(p, dt, button, th, td, .pieces, .scroll:not([tabindex]))")
    .evaluateAll((all) =>
      all
        .filter((one) => one.clientWidth > 1 && one.scrollWidth > one.clientWidth + 1)
        .map((one) => `${one.className} ${one.textContent?.trim().slice(0, 60)}`),
    );

/** Opens what is folded, but not the explanations, of which one is open at a time. @param {Page} page */
export const unfold = (page) =>
  page.locator("details:not([name])").evaluateAll((all) => all.forEach((one) => one.setAttribute("open", "")));

/** From now on, what a region says to a screen reader; gives what it has said. @param {import("playwright-core").Locator} region */
export async function announcements(region) {
  await region.evaluate((node) => {
    const said = /** @type {string[]} */ ([]);
    new MutationObserver(() => said.push(String(node.textContent))).observe(node, {
      subtree: true,
      childList: true,
      characterData: true,
    });
    Object.assign(window, { said });
  });
  return () => region.evaluate(() => /** @type {string[]} */ (/** @type {any} */ (window).said));
}

/**
 * Brings a page to a state: by a load where the document is another one, else as a pressed link does.
 * @param {Page} page @param {string} url with its fragment
 */
export async function visit(page, url) {
  const [document, fragment] = url.split("#");
  if (page.url().split("#")[0] !== document) await page.goto(url);
  else
    await page.evaluate(
      (hash) =>
        new Promise((resolve) => {
          const before = location.href;
          // The page's own listener comes first, and what it begins ends before the next task.
          addEventListener("hashchange", () => setTimeout(resolve), { once: true });
          location.hash = hash;
          if (location.href === before) setTimeout(resolve);
        }),
      fragment,
    );
  await page.locator(live).first().waitFor();
}

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** What axe finds wrong. @param {Page} page @returns {Promise<string[]>} */
export const violations = (page) =>
  page.evaluate(async (source) => {
    if (!("axe" in window)) new Function(source)();
    const { violations } = await /** @type {any} */ (window).axe.run(document, { resultTypes: ["violations"] });
    return violations.map(
      (/** @type {any} */ { id, nodes }) => `${id}: ${nodes.map((/** @type {any} */ n) => n.html).join(" ")}`,
    );
  }, axe);
