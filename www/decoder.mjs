import decoder from "kvfit:unpack";
import { decodeLzma } from "./lzma.mjs";

/** What the build packed. @param {Uint8Array} packed */
export const decoded = (packed) => decodeLzma(decoder, packed);
