/** The text of a file. What Windows writes begins with the mark of UTF-16; anything else is UTF-8. @param {Uint8Array} bytes */
export function decoded(bytes) {
  const mark = (bytes[0] << 8) | bytes[1];
  return new TextDecoder(mark === 0xfffe ? "utf-16le" : mark === 0xfeff ? "utf-16be" : "utf-8").decode(bytes);
}
