import decoder from "kvfit:unpack";
import packed from "kvfit:wasm";
import entry from "kvfit:worked";
import { ownWorker } from "../wasm/own_worker.mjs";

/**
 * @typedef {object} Opening what the worker is told
 * @property {string} decoder the module of wasm/unpack/lzma.cpp @property {string} packed the core, both in base64
 * @property {string} entry @property {string[]} lists what the core is asked before the page does
 */

/** What the element asks the core for whatever the scenario is. */
const lists = ["engines", "settings", "dtypes"];

/** Decodes and compiles the core in a worker, so that the page stays free. @returns {Promise<WebAssembly.Module>} */
export async function compiled() {
  const worker = ownWorker();
  try {
    return await new Promise((resolve, reject) => {
      worker.onerror = worker.onmessageerror = reject;
      worker.onmessage = ({ data: { module, failure } }) => (module ? resolve(module) : reject(new Error(failure)));
      worker.postMessage({ decoder, packed, entry, lists });
    });
  } finally {
    worker.terminate();
  }
}
