import packed from "kvfit:wasm";
import { openKvFit } from "../wasm/facade.mjs";

/** @type {ReturnType<typeof openKvFit> | undefined} */
let opened;

/** The calculator that all elements of a document share; its bytes travel inside this bundle, deflated. */
export const core = () => (opened ??= inflate(packed).then(openKvFit));

/** @param {Uint8Array<ArrayBuffer>} bytes */
function inflate(bytes) {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new Response(stream).arrayBuffer();
}
