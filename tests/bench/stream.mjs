// `npm run stream -- [GB] [millions of blocks]`: a generated trace through the page, 3 GB of it or what the arguments
// say. Prints how long the page's own thread was busy at a time, the tab's memory, and how fast a cancel is.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { launch } from "../page/browser.mjs";
import { cancelled, longestTask, peakMemory, progressed, writeTrace } from "../page/streaming.mjs";

const [gigabytes = "3", millions = "Infinity"] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), "kvfit-"));
const path = join(folder, "trace.jsonl");
const site = await launch();

/** @param {string} name @param {string} value */
const line = (name, value) => console.log(`${name.padEnd(34)}${value}`);
const ms = (/** @type {number} */ n) => `${n.toFixed(0)} ms`;
const mib = (/** @type {number} */ n) => `${(n / 2 ** 20).toFixed(0)} MiB`;

try {
  const made = await writeTrace(path, { bytes: Number(gigabytes) * 1e9, blocks: Number(millions) * 1e6, repeats: 8 });
  line("trace", `${(made.bytes / 1e9).toFixed(2)} GB, ${(made.blocks / 1e6).toFixed(1)} million blocks`);
  const page = await site.page();
  page.setDefaultTimeout(3_600_000);
  await page.goto(`${site.address}#v=1&view=reuse&engine=vllm&model=llama-3.1-8b-instruct&availableKvGib=40`);
  await page.locator(".answer [role=status]", { hasText: "Replayed" }).waitFor({ state: "attached" });
  line("memory before", mib(await peakMemory(site.browser)));

  await page.locator("#trace-file").setInputFiles(path);
  await page.waitForFunction(() => {
    const bar = document.querySelector("kv-fit")?.shadowRoot?.querySelector("progress");
    return bar && bar.position > 0.1;
  });
  const { shown, workerGone } = await cancelled(page);
  line("cancelled: progress gone", ms(shown));
  line("cancelled: worker gone", ms(workerGone));

  const started = Date.now();
  const { clock, run, parts } = await longestTask(page, async () => {
    await page.getByRole("button", { name: "Replay with these settings" }).click();
    await progressed(page, "Replaying");
    const read = Date.now() - started;
    line("read", `${ms(read)}, ${(made.bytes / 1e3 / read).toFixed(0)} MB/s`);
    line("memory after reading", mib(await peakMemory(site.browser)));
    await progressed(page);
  });
  line("read and replayed", ms(Date.now() - started));
  line("memory, most", mib(await peakMemory(site.browser)));
  line("longest task of the page, run", ms(run));
  line("the same by the clock", ms(clock));
  line("in it, ms", parts.join(", "));
  for (const problem of await page.locator("p.problem").allInnerTexts()) line("problem", problem);
  line("sentence", await page.locator("p.sentence").innerText());
} finally {
  await site.close();
  rmSync(folder, { recursive: true });
}
