import { openKvFit } from "./facade.mjs";

export { KvFitError } from "./error.mjs";

/** One calculator for each set of bytes, and one for the file beside this module. */
const opened = new WeakMap();
let standard;

/**
 * @param {{bytes?: Uint8Array | ArrayBuffer}} [options] bytes: kvfit.wasm, where the caller has it already
 * @returns {Promise<import("./kvfit.js").KvFit>}
 */
export function loadKvFit({ bytes } = {}) {
  if (bytes === undefined) {
    standard ??= bytesBeside().then(openKvFit);
    standard.catch(() => (standard = undefined));
    return standard;
  }
  if (!(bytes instanceof Uint8Array || bytes instanceof ArrayBuffer))
    throw new TypeError("bytes are those of kvfit.wasm");
  if (!opened.has(bytes)) opened.set(bytes, openKvFit(bytes));
  return opened.get(bytes);
}

async function bytesBeside() {
  const url = new URL("./kvfit.wasm", import.meta.url);
  // Asked for by name, so that bundlers for browsers need not know of Node's modules.
  const files = url.protocol === "file:" && globalThis.process?.getBuiltinModule?.("node:fs/promises");
  if (files) return files.readFile(url);
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  return response.arrayBuffer();
}
