import createCore from "kvfit:core";

/**
 * An instance of the core.
 * @param {Uint8Array | ArrayBuffer | WebAssembly.Module} wasm kvfit.wasm, as bytes or compiled
 */
export const start = (wasm) =>
  createCore(
    wasm instanceof WebAssembly.Module
      ? {
          instantiateWasm(imports, use) {
            WebAssembly.instantiate(wasm, imports).then(use);
            return {};
          },
        }
      : { wasmBinary: wasm },
  );
