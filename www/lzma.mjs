/**
 * Decodes a file in the `.lzma` format whose size stands in its head.
 * @param {Uint8Array<ArrayBuffer>} decoder the module of wasm/unpack/lzma.cpp
 * @param {Uint8Array} source as the build wrote it; damage is not looked for
 * @returns {Uint8Array<ArrayBuffer>}
 */
export function decodeLzma(decoder, source) {
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(decoder));
  const { memory, decode, __heap_base } =
    /** @type {{ memory: WebAssembly.Memory, decode: (source: number, out: number, size: number) => void, __heap_base: WebAssembly.Global }} */ (
      /** @type {unknown} */ (exports)
    );
  const size = new DataView(source.buffer, source.byteOffset).getUint32(5, true);
  const start = __heap_base.value;
  const out = start + source.length;
  memory.grow(Math.ceil((out + size - memory.buffer.byteLength) / 65536));
  new Uint8Array(memory.buffer).set(source, start);
  decode(start, out, size);
  return new Uint8Array(/** @type {ArrayBuffer} */ (memory.buffer), out, size);
}
