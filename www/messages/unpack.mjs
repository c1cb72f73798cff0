/** @typedef {import("../i18n.mjs").Messages} Messages */

/**
 * What www/build/messages.mjs packed: keys that English leaves to the core, and each language's texts in the order of
 * English and of these.
 * @typedef {{extra: string[], texts: Record<string, import("../i18n.mjs").Message[]>}} Packed
 */

/**
 * @param {Uint8Array} text UTF-16
 * @param {Messages} english
 * @returns {Record<string, Messages>}
 */
export function unpack(text, english) {
  /** @type {Packed} */
  const { extra, texts } = JSON.parse(new TextDecoder("utf-16le").decode(text));
  const keys = [...Object.keys(english), ...extra];
  return Object.fromEntries(
    Object.entries(texts).map(([language, all]) => [language, Object.fromEntries(keys.map((key, i) => [key, all[i]]))]),
  );
}
