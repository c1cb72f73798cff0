import { models } from "kvfit:catalogue";
import decoder from "kvfit:unpack";
import packed from "kvfit:wasm";
import { openKvFit } from "../wasm/facade.mjs";
import { ownWorker } from "../wasm/own_worker.mjs";
import { breath } from "./breath.mjs";
import { decoded } from "./decoder.mjs";
import { worked } from "./questions.mjs";

/** @typedef {{decoder: Uint8Array<ArrayBuffer>, packed: string}} Opening what the worker is told at first */
/** @typedef {{entry: string, lists: string[]}} Questions what it asks the core before the page does */

/** What the element asks the core for whatever the scenario is. */
const lists = ["engines", "settings", "dtypes"];

/** The core, decoded and compiled in a worker, so that the page stays free. @returns {Promise<WebAssembly.Module>} */
async function compiled() {
  const worker = ownWorker();
  try {
    const done = new Promise((resolve, reject) => {
      worker.onerror = worker.onmessageerror = reject;
      worker.onmessage = ({ data: { module, failure } }) => (module ? resolve(module) : reject(new Error(failure)));
    });
    done.catch(() => {}); // it is waited for below
    worker.postMessage({ decoder, packed });
    await breath();
    const entry = JSON.stringify(models().find(({ id }) => id === worked.model));
    worker.postMessage({ entry, lists });
    return await done;
  } finally {
    worker.terminate();
  }
}

/** @type {ReturnType<typeof openKvFit> | undefined} */
let opened;

/** The calculator that all elements of a document share; its bytes travel inside this bundle, packed. */
export const core = () =>
  (opened ??= compiled()
    .catch(() => decoded(packed))
    .then(openKvFit));
