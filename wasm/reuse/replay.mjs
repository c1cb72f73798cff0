import { chunksOf, isTrace } from "./source.mjs";

/** @import { ReuseResult, ReuseProgress, TraceSource } from "../kvfit.js" */
/** @import { Core } from "../core.mjs" */

/** Bytes that the core takes at once. */
const piece = 2 ** 20;
/** Milliseconds after which others get a turn. */
const slice = 25;

const turn = () => new Promise((resolve) => setTimeout(resolve));

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
 * @param {{ signal?: AbortSignal, onProgress?: (progress: ReuseProgress) => void }} options
 * @returns {Promise<ReuseResult>}
 */
export async function replayTrace(core, { architecture, settings }, source, { signal, onProgress }) {
  signal?.throwIfAborted();
  const model = architecture === "" ? 0 : core.open("architecture", architecture).handle;
  let handle = 0;
  let bytes = 0;
  let problem = "";
  let last = performance.now();
  /** @param {number} done @param {number} total @param {boolean} [now] */
  const pause = async (done, total, now = false) => {
    if (!now && performance.now() - last < slice) return;
    onProgress?.({ phase: total === 0 ? "read" : "replay", bytes, done, total });
    await turn();
    signal?.throwIfAborted();
    last = performance.now();
  };
  try {
    handle = core.open("reuse", `{"model": ${model}, "scenario": ${settings}}`).handle;
    const trace = isTrace(source) ? source : trafficLines(core, source);
    for await (const chunk of chunksOf(trace, (found) => (problem = found))) {
      for (let at = 0; at < chunk.length; at += piece) {
        const part = chunk.subarray(at, at + piece);
        core.feed(handle, part);
        bytes += part.length;
        await pause(0, 0);
      }
    }
    for (;;) {
      const { done, total, result } = core.next(handle, problem);
      if (result) return result;
      await pause(done, total, true);
    }
  } finally {
    core.close(handle);
    core.close(model);
  }
}
