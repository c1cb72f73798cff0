// Payload bytes of an Architecture, written from the definitions of its fields alone, in big integers and without
// sharing. What the core answers is compared with this.

/** @import { CachePart } from "../../wasm/kvfit.js" */
/** @typedef {{ tokens: number, sequences?: number, tp?: number, stateCheckpointInterval?: number, includeState?: boolean, kvDtype?: string, kDtype?: string, vDtype?: string, indexerDtype?: string, stateDtype?: string, convDtype?: string }} Question */

/** Elements and bytes of a block of each type. @type {Record<string, [bigint, bigint]>} */
const blocks = {
  bf16: [1n, 2n],
  fp16: [1n, 2n],
  fp32: [1n, 4n],
  fp8: [1n, 1n],
  int8: [1n, 1n],
  int4: [2n, 1n],
  q8_0: [32n, 34n],
  q4_0: [32n, 18n],
};

/** The number in this field, 0 where it is left out.
 * @param {Partial<CachePart>} part
 * @param {"heads" | "keyWidth" | "valueWidth" | "ropeWidth" | "window" | "ratio" | "channels" | "kernel"} field */
const at = (part, field) => BigInt(part[field] ?? 0);

/** @param {bigint} a @param {bigint} b */
const ceil = (a, b) => (a + b - 1n) / b;

/** @param {bigint} elements @param {string} dtype */
function stored(elements, dtype) {
  const [size, bytes] = blocks[dtype];
  return ceil(elements, size) * bytes;
}

/** Slots of a layer for n tokens. @param {Partial<CachePart>} part @param {bigint} n @param {bigint} interval */
function slots(part, n, interval) {
  switch (part.kind) {
    case "full":
    case "latent":
      return n;
    case "window":
    case "window_latent":
    case "chunked":
      return n < at(part, "window") ? n : at(part, "window");
    case "cross":
      return at(part, "window");
    case "compressed":
    case "indexer":
      return n / (at(part, "ratio") || 1n);
    default:
      return interval ? ceil(n, interval) : 1n;
  }
}

/** Bytes of a slot on one of `ranks`. @param {Partial<CachePart>} part @param {Question} q @param {bigint} ranks */
function slotBytes(part, q, ranks) {
  const { kvDtype = "bf16", kDtype = kvDtype, vDtype = kvDtype } = q;
  const { indexerDtype = "bf16", stateDtype = "fp32", convDtype = "bf16" } = q;
  const own = (/** @type {bigint} */ units) => (units / ranks > 0n ? units / ranks : 1n);
  const heads = own(at(part, "heads"));
  switch (part.role) {
    case "latent":
      return stored(at(part, "keyWidth") + at(part, "ropeWidth"), kvDtype);
    case "indexer":
      return stored(at(part, "keyWidth"), indexerDtype);
    case "recurrent":
      return stored(heads * at(part, "keyWidth") * at(part, "valueWidth"), stateDtype);
    case "conv":
      return stored(own(at(part, "channels")) * (at(part, "kernel") - 1n), convDtype);
    default:
      return stored(heads * at(part, "keyWidth"), kDtype) + stored(heads * at(part, "valueWidth"), vDtype);
  }
}

/**
 * Bytes of all sequences: whole, or on one rank.
 * @param {Partial<CachePart>[]} parts
 * @param {Question} question
 * @param {number} [ranks]
 */
export function payload(parts, question, ranks = 1) {
  const { tokens, sequences = 1, stateCheckpointInterval = 0, includeState = true } = question;
  let bytes = 0n;
  for (const part of parts) {
    if (!includeState && (part.role === "recurrent" || part.role === "conv")) continue;
    const count = slots(part, BigInt(tokens), BigInt(stateCheckpointInterval));
    bytes += BigInt(part.layers?.length ?? 0) * count * slotBytes(part, question, BigInt(ranks));
  }
  return Number(bytes * BigInt(sequences));
}
