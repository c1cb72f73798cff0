// What the worker that replayInWorker starts does: a core of its own, one replay.
import { Core } from "../core.mjs";
import { asMessage } from "../error.mjs";
import { start } from "../start.mjs";
import { replayTrace } from "./replay.mjs";

/** @type {(message: object) => void} */
export const post = (message) => globalThis.postMessage(message);

/** The next message from the page. @returns {Promise<any>} */
export const message = () => new Promise((resolve) => (globalThis.onmessage = ({ data }) => resolve(data)));

/** Chunks that the page reads, one at a time. */
async function* asked() {
  for (;;) {
    const next = message();
    post({ more: true });
    const { chunk, end } = await next;
    if (end) return;
    yield chunk;
  }
}

/** @param {any} first message */
async function run({ wasm, request, source = asked() }) {
  const core = new Core(() => start(wasm));
  await core.ready;
  return replayTrace(core, request, source, { onProgress: (progress) => post({ progress }) });
}

/** @param {object} first message */
export const replay = (first) =>
  run(first).then(
    (result) => post({ result }),
    (error) => post(asMessage(error)),
  );
