import decoder from "kvfit:unpack";
import { bytesOf } from "./base64.mjs";
import { decodeLzma } from "./lzma.mjs";

/** What the build packed. @param {string} packed in base64 */
export const decoded = (packed) => decodeLzma(bytesOf(decoder), bytesOf(packed));
