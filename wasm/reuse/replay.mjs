import { chunksOf, isTrace } from "./source.mjs";

/** @import { ReuseResult, ReuseProgress, TraceSource } from "../kvfit.js" */
/** @import { Core } from "../core.mjs" */

/** Bytes that the core takes at once. */
const piece = 2 ** 20;
/** Milliseconds after which others get a turn, and between two reports of progress. */
const slice = 25;
const pace = 100;

/** Other tasks first. A timer that follows timers waits 4 ms, so newer browsers have a way of their own. */
const turn = () => globalThis.scheduler?.yield?.() ?? new Promise((resolve) => setTimeout(resolve));

/** The lines of described traffic, piece by piece. @param {Core} core @param {object} description */
export function trafficLines(core, description) {
  const { handle } = core.open("traffic", JSON.stringify(description));
  return (function* () {
    try {
      for (let lines = core.next(handle, ""); lines !== ""; lines = core.next(handle, "")) yield lines;
    } finally {
      core.close(handle);
    }
  })();
}

/**
 * Replays a trace in this thread, which gets a turn for other work in between.
 * @param {Core} core
 * @param {{ architecture: string, settings: string }} request as JSON; without a model the first is empty
 * @param {TraceSource | object} source
 * @param {{ signal?: AbortSignal, onProgress?: (progress: ReuseProgress) => void  }} options
 * @returns {Promise<ReuseResult>}
 */
export async function replayTrace(core, { architecture, settings }, source, { signal, onProgress }) {
  signal?.throwIfAborted();
  const model = architecture === "" ? 0 : core.open("architecture", architecture).handle;
  let handle = 0;
  let problem = "";
  /** @type {ReuseProgress} */
  let progress = { phase: "read", bytes: 0, done: 0, total: source instanceof Blob ? source.size : 0 };
  let [told, turned] = [-Infinity, performance.now()];
  const pause = async () => {
    const now = performance.now();
    if (now - told >= pace) {
      onProgress?.({ ...progress });
      told = now;
    }
    if (now - turned < slice) return;
    await turn();
    signal?.throwIfAborted();
    turned = performance.now();
  };
  try {
    handle = core.open("reuse", `{"model": ${model}, "scenario": ${settings}, "bytes": ${progress.total}}`).handle;
    const trace = isTrace(source) ? source : trafficLines(core, source);
    const taken = (/** @type {number} */ bytes) => (progress.done += bytes);
    reading: for await (const chunk of chunksOf(trace, (found) => (problem = found), taken)) {
      for (let at = 0; at < chunk.length; at += piece) {
        const part = chunk.subarray(at, at + piece);
        if (!core.feed(handle, part)) break reading;
        progress.bytes += part.length;
        await pause();
      }
    }
    for (;;) {
      const { done, total, result } = core.next(handle, problem);
      if (result) return result;
      progress = { phase: "replay", bytes: progress.bytes, done, total };
      await pause();
    }
  } finally {
    core.close(handle);
    core.close(model);
  }
}
