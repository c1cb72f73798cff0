const first = 64 * 1024;
const longest = 64 * 2 ** 20; // no header is longer

/** @param {unknown} thrown how many bytes the reader asks for, or 0 */
function wanted(thrown) {
  const errors = /** @type {import("../types.js").InputError[]} */ (
    thrown instanceof Error && "errors" in thrown ? thrown.errors : []
  );
  const more = errors.find(({ code }) => code === "need_more_bytes");
  return Number(more?.params?.needed ?? 0);
}

/**
 * Reads the head of a file whose length is not known before: a little, then as much more as the reader asks for.
 * @template T
 * @param {(from: number, to: number) => Promise<Uint8Array>} slice fewer bytes than asked for where the file ends
 * @param {(bytes: Uint8Array) => T} read
 * @returns {Promise<T>}
 */
export async function readHead(slice, read) {
  let bytes = new Uint8Array();
  for (let upTo = first; ;) {
    const more = await slice(bytes.length, upTo);
    const ended = bytes.length + more.length < upTo;
    bytes = joined(bytes, more);
    try {
      return read(bytes);
    } catch (thrown) {
      const needed = wanted(thrown);
      if (needed === 0 || needed > longest || ended || upTo === longest) throw thrown;
      upTo = Math.min(longest, Math.max(needed, 4 * upTo));
    }
  }
}

/** @param {Uint8Array} a @param {Uint8Array} b */
function joined(a, b) {
  const both = new Uint8Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
}
