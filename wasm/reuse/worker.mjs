// The script of the worker that replayInWorker starts: a core of its own, one replay.
import createCore from "kvfit:core";
import { Core } from "../core.mjs";
import { KvFitError } from "../error.mjs";
import { replayTrace } from "./replay.mjs";

/** @type {(message: object) => void} */
const post = (message) => globalThis.postMessage(message);

/** The next message from the page. @returns {Promise<any>} */
const message = () => new Promise((resolve) => (globalThis.onmessage = ({ data }) => resolve(data)));

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

async function run() {
  const { wasm, request, source = asked() } = await message();
  const core = new Core(() => createCore({ wasmBinary: wasm }));
  await core.ready;
  return replayTrace(core, request, source, { onProgress: (progress) => post({ progress }) });
}

run().then(
  (result) => post({ result }),
  (error) => {
    if (error instanceof KvFitError) post({ errors: error.errors });
    else post({ failure: String(error instanceof Error ? error.message : error) });
  },
);
