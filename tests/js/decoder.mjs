import { readFile } from "node:fs/promises";

/** The module that opens what the build packs. */
export const decoder = new Uint8Array(await readFile(new URL("../../build/wasm/wasm/unpack.wasm", import.meta.url)));
