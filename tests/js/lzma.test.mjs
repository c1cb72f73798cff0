// What the build packs, the page unpacks.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { lzma } from "../../www/build/lzma.mjs";
import { decodeLzma } from "../../www/lzma.mjs";

/** Numbers that look random, the same each time. @param {number} seed */
function* noise(seed) {
  for (let n = seed; ;) yield (n = (Math.imul(n, 1664525) + 1013904223) >>> 0);
}

test("every kind of text comes back byte by byte", async () => {
  const random = noise(1);
  const next = () => Number(random.next().value);
  const samples = [
    new Uint8Array(),
    Uint8Array.of(7),
    new Uint8Array(100_000),
    Uint8Array.from({ length: 50_000 }, () => next() >>> 24),
    Uint8Array.from({ length: 50_000 }, (_, i) => (i % 997) * (next() % 50 === 0 ? next() : 1)),
    new Uint8Array(await readFile(new URL("../../dist/kvfit.wasm", import.meta.url))),
    new Uint8Array(await readFile(new URL("../../package-lock.json", import.meta.url))),
  ];
  for (const sample of samples) assert.deepEqual(Buffer.from(decodeLzma(lzma(sample))), Buffer.from(sample));
});
