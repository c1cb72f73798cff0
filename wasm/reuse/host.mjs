// A page hands the replay to a worker, so that the page stays responsive and cancelling takes effect at once.
import { errorIn } from "../error.mjs";
import { ownWorker } from "../own_worker.mjs";
import { isTrace } from "./source.mjs";

/** @import { ReuseProgress, ReuseResult, TraceSource } from "../kvfit.js" */

/** Whether this is a page that may start workers. */
export const inWorker = () => "document" in globalThis && typeof Worker === "function";

/**
 * @param {Uint8Array | ArrayBuffer | WebAssembly.Module} wasm
 * @param {{ architecture: string, settings: string }} request
 * @param {TraceSource | object} source a Blob and a description go over as they are; other chunks one by one
 * @param {{ signal?: AbortSignal, onProgress?: (progress: ReuseProgress) => void }} options
 * @returns {Promise<ReuseResult>}
 */
export async function replayInWorker(wasm, request, source, { signal, onProgress }) {
  signal?.throwIfAborted();
  const worker = ownWorker();
  const whole = source instanceof Blob || !isTrace(source);
  const chunks = whole ? undefined : iterate(source);
  /** @type {() => void} */
  let stop = () => {};
  try {
    return await new Promise((resolve, reject) => {
      stop = () => reject(signal?.reason);
      signal?.addEventListener("abort", stop);
      worker.onerror = ({ message }) => reject(new Error(message || "the worker did not start"));
      worker.onmessage = async ({ data }) => {
        const { progress, result, more } = data;
        const error = errorIn(data);
        if (progress) onProgress?.(progress);
        if (result) resolve(result);
        if (error) reject(error);
        if (!more || !chunks) return;
        try {
          const { done, value } = await chunks.next();
          worker.postMessage(done ? { end: true } : { chunk: value });
        } catch (error) {
          reject(error);
        }
      };
      worker.postMessage({ wasm, request, source: whole ? source : undefined });
    });
  } finally {
    signal?.removeEventListener("abort", stop);
    worker.terminate();
    chunks?.return?.()?.catch(() => {});
  }
}

/** @param {TraceSource} source @returns {AsyncIterator<unknown>} */
function iterate(source) {
  if ("getReader" in source) {
    const reader = source.getReader();
    const done = async () => (await reader.cancel(), { done: /** @type {const} */ (true), value: undefined });
    return { next: () => reader.read(), return: done };
  }
  return (async function* () {
    yield* /** @type {AsyncIterable<unknown>} */ (source);
  })();
}
