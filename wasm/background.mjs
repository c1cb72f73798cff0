// In a page, calls that take long are answered by a core of their own in a worker: no hand waits for them.
import { errorIn } from "./error.mjs";
import { ownWorker } from "./own_worker.mjs";

/** Starts the worker at the first call and keeps it. */
export class Background {
  #wasm;
  /** @type {Worker | undefined} */
  #worker;
  /** @type {Map<number, { resolve: (result: any) => void, reject: (reason: unknown) => void }>} */
  #waiting = new Map();
  #calls = 0;

  /** @param {Uint8Array | ArrayBuffer | WebAssembly.Module} wasm */
  constructor(wasm) {
    this.#wasm = wasm;
  }

  /**
   * @param {string} name of the core's call
   * @param {string} architecture @param {string} settings both as JSON
   * @returns {Promise<any>} rejects with a KvFitError, or with another error where workers are barred
   */
  call(name, architecture, settings) {
    return new Promise((resolve, reject) => {
      this.#worker ??= this.#start();
      this.#waiting.set(++this.#calls, { resolve, reject });
      this.#worker.postMessage({ id: this.#calls, name, architecture, settings });
    });
  }

  #start() {
    const worker = ownWorker();
    worker.onmessage = ({ data }) => {
      const call = this.#waiting.get(data.id);
      this.#waiting.delete(data.id);
      const error = errorIn(data);
      if (error) call?.reject(error);
      else call?.resolve(data.result);
    };
    worker.onerror = () => {
      for (const { reject } of this.#waiting.values()) reject(new Error("the worker did not start"));
      this.#waiting.clear();
    };
    worker.postMessage({ asks: this.#wasm });
    return worker;
  }
}
