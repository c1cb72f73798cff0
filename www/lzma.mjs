/**
 * Decodes a file in the `.lzma` format whose size stands in its head, as the specification of the LZMA SDK 9.35 has it
 * (public domain). A fifth smaller than what DecompressionStream can undo, which for the calculator is 45 KB.
 * @param {Uint8Array} source as the build wrote it; damage is not looked for
 * @returns {Uint8Array<ArrayBuffer>}
 */
export function decodeLzma(source) {
  const head = new DataView(source.buffer, source.byteOffset);
  const [lc, lp, pb] = [source[0] % 9, Math.floor(source[0] / 9) % 5, Math.floor(source[0] / 45)];
  const out = new Uint8Array(head.getUint32(5, true));

  // Adaptive probabilities of all decisions in one table, by where each kind begins.
  const [isMatch, isRep, isRep0, isRep1, isRep2, isShort] = [0, 192, 204, 216, 228, 240];
  const [slots, special, align, length, repLength, literals] = [432, 688, 803, 819, 1333, 1847];
  const odds = new Uint16Array(literals + (0x300 << (lc + lp))).fill(1024);

  let at = 14; // behind the head and the coder's first byte, which is 0
  let range = 0xffffffff;
  let code = 0;
  for (let i = 0; i < 4; i++) code = (code << 8) | source[at++];
  code >>>= 0;

  const normalize = () => {
    if (range >= 0x1000000) return;
    range = (range << 8) >>> 0;
    code = ((code << 8) | source[at++]) >>> 0;
  };
  /** @param {number} i */
  const bit = (i) => {
    const odd = odds[i];
    const bound = (range >>> 11) * odd;
    const one = code >= bound;
    if (one) {
      range -= bound;
      code -= bound;
      odds[i] = odd - (odd >>> 5);
    } else {
      range = bound;
      odds[i] = odd + ((2048 - odd) >>> 5);
    }
    normalize();
    return one ? 1 : 0;
  };
  /** @param {number} base @param {number} bits */
  const tree = (base, bits) => {
    let m = 1;
    for (let i = 0; i < bits; i++) m = (m << 1) | bit(base + m);
    return m - (1 << bits);
  };
  /** Lowest bit first. @param {number} base @param {number} bits */
  const reverseTree = (base, bits) => {
    let m = 1;
    let symbol = 0;
    for (let i = 0; i < bits; i++) {
      const b = bit(base + m);
      m = (m << 1) | b;
      symbol |= b << i;
    }
    return symbol;
  };
  /** Bits of even odds. @param {number} bits */
  const direct = (bits) => {
    let value = 0;
    for (let i = 0; i < bits; i++) {
      range >>>= 1;
      const one = code >= range;
      if (one) code -= range;
      value = (value << 1) | (one ? 1 : 0);
      normalize();
    }
    return value;
  };
  /** @param {number} base @param {number} place */
  const lengthAt = (base, place) => {
    if (!bit(base)) return 2 + tree(base + 2 + (place << 3), 3);
    if (!bit(base + 1)) return 10 + tree(base + 130 + (place << 3), 3);
    return 18 + tree(base + 258, 8);
  };
  /** @param {number} slot */
  const distanceOf = (slot) => {
    if (slot < 4) return slot;
    const bits = (slot >> 1) - 1;
    const start = (2 | (slot & 1)) << bits;
    if (slot < 14) return start + reverseTree(special + start - slot, bits);
    return start + (direct(bits - 4) << 4) + reverseTree(align, 4);
  };

  let state = 0;
  let [rep0, rep1, rep2, rep3] = [0, 0, 0, 0];
  for (let n = 0; n < out.length;) {
    const place = n & ((1 << pb) - 1);
    if (!bit(isMatch + (state << 4) + place)) {
      const before = n > 0 ? out[n - 1] : 0;
      const base = literals + 0x300 * (((n & ((1 << lp) - 1)) << lc) + (before >> (8 - lc)));
      let symbol = 1;
      if (state >= 7)
        for (let match = out[n - rep0 - 1] << 1; symbol < 0x100; match <<= 1) {
          const hint = (match >> 8) & 1;
          const b = bit(base + ((1 + hint) << 8) + symbol);
          symbol = (symbol << 1) | b;
          if (hint !== b) break;
        }
      while (symbol < 0x100) symbol = (symbol << 1) | bit(base + symbol);
      out[n++] = symbol;
      state = state < 4 ? 0 : state < 10 ? state - 3 : state - 6;
      continue;
    }
    let count;
    if (bit(isRep + state)) {
      if (!bit(isRep0 + state)) {
        if (!bit(isShort + (state << 4) + place)) {
          out[n] = out[n - rep0 - 1];
          n++;
          state = state < 7 ? 9 : 11;
          continue;
        }
      } else if (!bit(isRep1 + state)) [rep0, rep1] = [rep1, rep0];
      else if (!bit(isRep2 + state)) [rep0, rep1, rep2] = [rep2, rep0, rep1];
      else [rep0, rep1, rep2, rep3] = [rep3, rep0, rep1, rep2];
      count = lengthAt(repLength, place);
      state = state < 7 ? 8 : 11;
    } else {
      [rep1, rep2, rep3] = [rep0, rep1, rep2];
      count = lengthAt(length, place);
      state = state < 7 ? 7 : 10;
      rep0 = distanceOf(tree(slots + (Math.min(count - 2, 3) << 6), 6));
    }
    for (const end = n + count; n < end; n++) out[n] = out[n - rep0 - 1];
  }
  return out;
}
