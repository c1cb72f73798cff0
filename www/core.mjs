import { models } from "kvfit:catalogue";
import decoder from "kvfit:unpack";
import packed from "kvfit:wasm";
import script from "kvfit:worker";
import { openKvFit } from "../wasm/facade.mjs";
import { decoded } from "./decoder.mjs";
import { worked } from "./questions.mjs";

/** @typedef {{decoder: Uint8Array<ArrayBuffer>, packed: string, entry: string, lists: string[]}} Opening what the worker is told */

/** What the element asks the core for whatever the scenario is. */
const lists = ["engines", "settings", "dtypes"];

/** The core, decoded and compiled in a worker, so that the page stays free. @returns {Promise<WebAssembly.Module>} */
async function compiled() {
  const address = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
  const worker = new Worker(address);
  try {
    return await new Promise((resolve, reject) => {
      worker.onerror = reject;
      worker.onmessage = ({ data: { module, failure } }) => (module ? resolve(module) : reject(new Error(failure)));
      const entry = JSON.stringify(models.find(({ id }) => id === worked.model));
      worker.postMessage({ decoder, packed, entry, lists });
    });
  } finally {
    worker.terminate();
    URL.revokeObjectURL(address);
  }
}

/** @type {ReturnType<typeof openKvFit> | undefined} */
let opened;

/** The calculator that all elements of a document share; its bytes travel inside this bundle, packed. */
export const core = () =>
  (opened ??= compiled()
    .catch(() => decoded(packed))
    .then(openKvFit));
