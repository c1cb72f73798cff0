// What a trace may come from, as chunks of unpacked bytes.
import { refusal } from "../error.mjs";

/** @import { TraceSource } from "../kvfit.js" */

/** A trace, and not the description of one. @param {unknown} source @returns {source is TraceSource} */
export const isTrace = (source) =>
  source !== null &&
  typeof source === "object" &&
  (Symbol.asyncIterator in source || Symbol.iterator in source || "getReader" in source || "stream" in source);

/** Chunks as bytes. Text is taken too. @param {unknown} chunk */
function bytesOf(chunk) {
  if (typeof chunk === "string") return new TextEncoder().encode(chunk);
  if (chunk instanceof ArrayBuffer) return new Uint8Array(chunk);
  if (ArrayBuffer.isView(chunk)) return new Uint8Array(chunk.buffer, chunk.byteOffset, chunk.byteLength);
  throw refusal("wrong_type", "source", "a trace comes in chunks of bytes", "give a file, a stream or Uint8Arrays");
}

/** @param {ReadableStream} stream */
async function* read(stream) {
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}

/** @param {TraceSource} source @param {(bytes: number) => void} taken @returns {AsyncGenerator<Uint8Array>} */
async function* bytes(source, taken) {
  const stream = source instanceof Blob ? source.stream() : source;
  const chunks = "getReader" in stream ? read(stream) : stream;
  for await (const chunk of chunks) {
    const all = bytesOf(chunk);
    taken(all.length);
    if (all.length > 0) yield all;
  }
}

/** Bytes that are unpacked at once: damage drops all that comes of the same piece. */
const packedPiece = 4096;

/** Lets everything that is already under way arrive. */
const settle = () => new Promise((resolve) => setTimeout(resolve, 20));

/**
 * Unpacks gzip. All that was unpacked before an early end or damage is handed on, then `report` is told.
 * @param {AsyncIterable<Uint8Array>} packed @param {(problem: string) => void} report
 */
async function* gunzip(packed, report) {
  const { readable, writable } = new DecompressionStream("gzip");
  const writer = writable.getWriter();
  let ended = false;
  const feed = async () => {
    for await (const chunk of packed)
      for (let at = 0; at < chunk.length; at += packedPiece)
        await writer.write(/** @type {Uint8Array<ArrayBuffer>} */ (chunk.subarray(at, at + packedPiece)));
    // Closing an incomplete stream drops what it holds unread; the reader takes that first.
    await settle();
    ended = true;
    await writer.close();
  };
  /** @type {unknown} */
  let failure;
  const feeding = feed().catch((error) => {
    failure = error;
    return writer.abort(error).catch(() => {});
  });
  try {
    yield* read(readable);
  } catch (error) {
    if (failure instanceof Error && failure.name === "AbortError") throw failure;
    report(ended ? "gzip_cut_short" : "gzip_damaged");
  }
  await feeding;
}

/**
 * The trace's chunks, unpacked where they begin as gzip does.
 * @param {TraceSource} source @param {(problem: string) => void} report what cut a packed trace short
 * @param {(bytes: number) => void} [taken] told of the bytes that were read, packed ones where it is packed
 */
export async function* chunksOf(source, report, taken = () => {}) {
  const chunks = bytes(source, taken);
  let first = new Uint8Array();
  while (first.length < 2) {
    const { done, value } = await chunks.next();
    if (done) break;
    const joined = new Uint8Array(first.length + value.length);
    joined.set(first);
    joined.set(value, first.length);
    first = joined;
  }
  const whole = (async function* () {
    if (first.length > 0) yield first;
    yield* chunks;
  })();
  if (first[0] === 0x1f && first[1] === 0x8b) yield* gunzip(whole, report);
  else yield* whole;
}
