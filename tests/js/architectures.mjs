// Architectures for tests: one of each common shape by hand, and seeded random ones.

/** @import { Architecture, CachePart, Kind, Role } from "../../wasm/kvfit.js" */
/** @typedef {Partial<Omit<Architecture, "parts">> & { parts: Partial<CachePart>[] }} Sketch what readers may leave out is left out */

/** A reproducible sequence of numbers below 1. @param {number} seed */
export function random(seed) {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** @param {() => number} next */
export const dice = (next) => ({
  /** @param {number} low @param {number} high */
  whole: (low, high) => low + Math.floor(next() * (high - low + 1)),
  /** @template T @param {readonly T[]} items @returns {T} */
  one: (items) => items[Math.floor(next() * items.length)],
});

/** @param {number} first @param {number} count */
export const layers = (first, count) => Array.from({ length: count }, (_, i) => first + i);

/** Sixty-four layers of eight KV heads of 128: 256 KiB a token in 16 bit.
 * @type {Sketch} */
export const grouped = {
  name: "Grouped",
  layers: 64,
  attentionHeads: 64,
  parts: [{ kind: "full", role: "kv", layers: layers(0, 64), heads: 8, keyWidth: 128, valueWidth: 128 }],
};

/** @type {Record<Kind, (roll: ReturnType<typeof dice>) => Partial<CachePart>>} */
const geometry = {
  full: ({ one, whole }) => ({ heads: one([1, 2, 4, 8, 16]), keyWidth: whole(1, 300), valueWidth: one([0, 64, 129]) }),
  window: ({ one, whole }) => ({ heads: one([1, 2, 8]), keyWidth: 128, valueWidth: 96, window: whole(1, 9000) }),
  chunked: ({ one, whole }) => ({ heads: one([1, 8]), keyWidth: 128, valueWidth: 128, window: whole(1, 9000) }),
  cross: ({ one, whole }) => ({ heads: one([2, 16]), keyWidth: 64, valueWidth: 64, window: whole(1, 4000) }),
  latent: ({ one }) => ({ keyWidth: one([256, 512]), ropeWidth: one([0, 32, 64]) }),
  window_latent: ({ whole }) => ({ keyWidth: 448, ropeWidth: 64, window: whole(1, 9000) }),
  compressed: ({ one }) => ({ keyWidth: 448, ropeWidth: 64, ratio: one([4, 128]) }),
  indexer: ({ one }) => ({ keyWidth: one([64, 128]), ratio: one([1, 4]) }),
  recurrent: ({ one, whole }) => ({ heads: one([16, 32, 48]), keyWidth: whole(1, 256), valueWidth: 128 }),
  conv: ({ one, whole }) => ({ channels: one([4096, 8192]), kernel: whole(1, 5) }),
};

/** @type {Partial<Record<Kind, Role>>} */
const roles = {
  cross: "cross",
  latent: "latent",
  window_latent: "latent",
  compressed: "latent",
  indexer: "indexer",
  recurrent: "recurrent",
  conv: "conv",
};

/** A random list of parts; layers own disjoint ones. @param {() => number} next @returns {Sketch} */
export function randomArchitecture(next) {
  const roll = dice(next);
  let first = 0;
  const parts = Array.from({ length: roll.whole(1, 6) }, () => {
    const kind = roll.one(/** @type {Kind[]} */ (Object.keys(geometry)));
    const count = roll.whole(1, 40);
    const part = { kind, role: roles[kind] ?? "kv", layers: layers(first, count), ...geometry[kind](roll) };
    first += count;
    return part;
  });
  return { name: "Random", layers: first, attentionHeads: 64, parts };
}
