// What the build packs, the page unpacks.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { lzma } from "../../www/build/lzma.mjs";
import { decodeLzma } from "../../www/lzma.mjs";
import { decoder } from "./decoder.mjs";

/** Numbers that look random, the same each time. @param {number} seed */
function* noise(seed) {
  for (let n = seed; ;) yield (n = (Math.imul(n, 1664525) + 1013904223) >>> 0);
}

const read = async (/** @type {string} */ path) =>
  new Uint8Array(await readFile(new URL(`../../${path}`, import.meta.url)));

test("every kind of text comes back byte by byte", async () => {
  const random = noise(1);
  const next = () => Number(random.next().value);
  const samples = [
    new Uint8Array(),
    Uint8Array.of(7),
    new Uint8Array(100_000),
    Uint8Array.from({ length: 50_000 }, () => next() >>> 24),
    Uint8Array.from({ length: 50_000 }, (_, i) => (i % 997) * (next() % 50 === 0 ? next() : 1)),
    await read("dist/kvfit.wasm"),
    await read("package-lock.json"),
  ];
  for (const sample of samples) assert.deepEqual(Buffer.from(decodeLzma(decoder, lzma(sample))), Buffer.from(sample));
});
