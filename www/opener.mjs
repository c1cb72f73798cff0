import { ownWorker } from "../wasm/own_worker.mjs";

/**
 * @typedef {object} Opening what the worker is told
 * @property {string} decoder the module of wasm/unpack/lzma.cpp @property {string} packed the core, both in base64
 * @property {string} entry @property {string[]} lists what the core is asked before the page does
 */

/** A worker that makes the core ready; it can be started before there is what it opens. */
export class Opener {
  #worker = ownWorker();
  /** @type {Promise<WebAssembly.Module>} */
  #module = new Promise((resolve, reject) => {
    this.#worker.onerror = this.#worker.onmessageerror = reject;
    this.#worker.onmessage = ({ data: { module, failure } }) => (module ? resolve(module) : reject(new Error(failure)));
  });

  constructor() {
    this.#module.catch(() => {}).then(() => this.#worker.terminate());
  }

  /** @param {Opening} opening */
  open(opening) {
    this.#worker.postMessage(opening);
    return this.#module;
  }
}
