// A large trace on disk, and what its replay costs the page.
import { once } from "node:events";
import { createWriteStream, readFileSync } from "node:fs";

/** @typedef {import("playwright-core").Page} Page */

/**
 * Writes conversations behind 64 system prompts as a trace. Each request repeats its conversation's history and adds 8
 * blocks; a conversation ends at the length that leaves one block in `repeats` new. `padding` is the length of a field in
 * each line that nobody reads.
 * @param {string} path
 * @param {{ bytes?: number, blocks?: number, repeats: number, padding?: number }} until bytes or blocks, which comes first
 * @returns {Promise<{ bytes: number, blocks: number, requests: number }>}
 */
export async function writeTrace(path, { bytes = Infinity, blocks = Infinity, repeats, padding = 0 }) {
  const file = createWriteStream(path);
  const open = Array.from({ length: 1024 }, () => /** @type {string[]} */ ([]));
  const longest = Math.max(32, 16 * repeats - 24);
  const note = padding > 0 ? `"note": "${"-".repeat(padding)}", ` : "";
  const made = { bytes: 0, blocks: 0, requests: 0 };
  let [next, state, piece] = [64 * 24, 1, ""];
  while (made.bytes < bytes && made.blocks < blocks) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    let history = open[state >>> 22];
    if (history.length === 0 || history.length > longest) {
      const first = ((state >>> 8) % 64) * 24;
      history = open[state >>> 22] = Array.from({ length: 24 }, (_, i) => String(first + i));
    }
    for (let i = 0; i < 8; i += 1) history.push(String(next++));
    const line = `{${note}"timestamp": ${made.requests * 7}, "input_length": ${history.length * 512 - 100}, "output_length": 300, "hash_ids": [${history.join(", ")}]}\n`;
    piece += line;
    made.bytes += line.length;
    made.blocks += history.length;
    made.requests += 1;
    if (piece.length < 2 ** 22) continue;
    if (!file.write(piece)) await once(file, "drain");
    piece = "";
  }
  file.end(piece);
  await once(file, "close");
  return made;
}

/**
 * The longest task of the page's own thread while `work` runs, in ms: as the clock saw it, and what of it the thread
 * really ran, which other programs on the machine do not lengthen; and what that task consisted of.
 * @param {Page} page @param {() => Promise<void>} work
 */
export async function longestTask(page, work) {
  const browser = /** @type {import("playwright-core").Browser} */ (page.context().browser());
  await browser.startTracing(page, { categories: ["toplevel", "devtools.timeline"] });
  await work();
  /** @typedef {{ name: string, ph: string, pid: number, tid: number, ts: number, dur: number, tdur?: number, args: any }} Event */
  /** @type {{ traceEvents: Event[] }} */
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString());
  const main = traceEvents.filter(({ name, args }) => name === "thread_name" && args.name === "CrRendererMain");
  const onMain = traceEvents.filter(
    ({ ph, pid, tid }) => ph === "X" && main.some((one) => one.pid === pid && one.tid === tid),
  );
  const ran = (/** @type {Event} */ { dur, tdur = dur }) => tdur / 1000;
  const tasks = onMain.filter(({ name }) => name === "ThreadControllerImpl::RunTask").sort((a, b) => ran(b) - ran(a));
  const [longest] = tasks;
  const parts = onMain
    .filter(({ pid, ts, dur }) => pid === longest.pid && ts >= longest.ts && ts + dur <= longest.ts + longest.dur)
    .filter((event) => event !== longest && ran(event) >= 1)
    .sort((a, b) => ran(b) - ran(a))
    .slice(0, 6)
    .map((event) => `${event.name} ${ran(event).toFixed(0)}`);
  const clock = tasks.reduce((most, { dur }) => Math.max(most, dur / 1000), 0);
  return { clock, run: ran(longest), parts };
}

/**
 * Until the progress says this, or is gone. The page tells it: a locator would look at every frame, and leave garbage on
 * the thread that is measured.
 * @param {Page} page @param {string} [said]
 */
export const progressed = (page, said) =>
  page.locator("kv-fit").evaluate((element, said) => {
    const root = /** @type {ShadowRoot} */ (element.shadowRoot);
    return new Promise((resolve) => {
      const look = () => {
        const label = root.querySelector("progress")?.getAttribute("aria-label");
        if (said === undefined ? label === undefined : label?.includes(said)) resolve(undefined);
      };
      const options = { subtree: true, childList: true, attributes: true, attributeFilter: ["aria-label"] };
      new MutationObserver(look).observe(root, options);
      look();
    });
  }, said);

/** Presses Cancel; milliseconds until no progress is shown and until the worker is gone. @param {Page} page */
export async function cancelled(page) {
  const [worker] = page.workers();
  const pressed = Date.now();
  const gone = worker ? new Promise((resolve) => worker.once("close", resolve)) : Promise.resolve();
  const shown = await page.getByRole("button", { name: "Cancel" }).evaluate(async (button) => {
    const root = /** @type {ShadowRoot} */ (button.getRootNode());
    const start = performance.now();
    /** @type {HTMLElement} */ (button).click();
    while (root.querySelector("progress")) await new Promise(requestAnimationFrame);
    return performance.now() - start;
  });
  await gone;
  return { shown, workerGone: Date.now() - pressed };
}

/** Most bytes of memory that a renderer of this browser has held at once. @param {import("playwright-core").Browser} browser */
export async function peakMemory(browser) {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send("SystemInfo.getProcessInfo");
  await session.detach();
  const peaks = processInfo
    .filter(({ type }) => type === "renderer")
    .map(({ id }) => Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${id}/status`, "utf8"))?.[1] ?? 0) * 1024);
  return Math.max(...peaks);
}
