// `npm run gallery`: a picture of every view, wide in light and in dark, and narrow, into www/gallery/.
import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { encode } from "../www/fragment.mjs";
import { questions, worked } from "../www/questions.mjs";
import { views } from "../www/views/tabs.mjs";
import { launch, settled } from "./page/browser.mjs";

const folder = fileURLToPath(new URL("../www/gallery/", import.meta.url));
const most = 1_000_000; // bytes of all pictures

/** @type {Record<string, import("playwright-core").BrowserContextOptions>} */
const forms = {
  light: { viewport: { width: 1280, height: 900 }, colorScheme: "light" },
  dark: { viewport: { width: 1280, height: 900 }, colorScheme: "dark" },
  narrow: { viewport: { width: 375, height: 812 }, colorScheme: "light", hasTouch: true },
};

/** A ready question that opens the view, else the worked scenario in it. @param {string} view */
const scenarioOf = (view) =>
  questions.find(({ scenario }) => (scenario.view ?? views[0]) === view)?.scenario ?? { ...worked, view };

/** The window as WebP, which is a fifth of PNG. @param {import("./page/browser.mjs").Page} page */
async function picture(page) {
  const devtools = await page.context().newCDPSession(page);
  const { data } = await devtools.send("Page.captureScreenshot", { format: "webp", quality: 70 });
  return Buffer.from(data, "base64");
}

mkdirSync(folder, { recursive: true });
for (const name of readdirSync(folder)) if (name.endsWith(".webp")) rmSync(folder + name);

const site = await launch();
let total = 0;
for (const [form, options] of Object.entries(forms)) {
  const page = await site.page({ ...options, locale: "en-US" });
  for (const view of views) {
    await page.goto("about:blank");
    await page.goto(`${site.address}#${encode(scenarioOf(view))}`);
    await page.locator(".sentence").first().waitFor();
    if (view === "reuse") await page.locator(".chart").first().waitFor();
    if (view === "log") {
      await page.getByRole("button", { name: "Show an example" }).click();
      await page.locator("table.log").waitFor();
    }
    await page.mouse.move(0, 0);
    await settled(page);
    const bytes = await picture(page);
    writeFileSync(`${folder}${view}-${form}.webp`, bytes);
    total += bytes.length;
  }
}
await site.close();
console.log(`${total.toLocaleString("en")} bytes in www/gallery/`);
if (total > most) throw new Error(`The pictures are larger than ${most.toLocaleString("en")} bytes`);
