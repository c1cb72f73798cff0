import { download } from "./download.mjs";

/** @typedef {import("./types.js").KvFit} KvFit */

const slice = 16; // milliseconds after which the page gets a turn

/** Writes described traffic as a trace and hands it to the browser as a file. @param {KvFit} kvfit @param {Record<string, string>} traffic */
export async function saveTraffic(kvfit, traffic) {
  /** @type {string[]} */
  const parts = [];
  let last = performance.now();
  for (const lines of kvfit.traffic(traffic)) {
    parts.push(lines);
    if (performance.now() - last < slice) continue;
    await new Promise((resolve) => setTimeout(resolve));
    last = performance.now();
  }
  download(`traffic-${traffic.seed ?? 1}.jsonl`, new Blob(parts, { type: "application/jsonl" }));
}
