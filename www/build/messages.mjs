// The languages beside English as one packed text, and the module that opens it in place of their sources.
import { lzma } from "./lzma.mjs";

/** @typedef {import("../i18n.mjs").Messages} Messages */

/**
 * What `unpack()` of www/messages/unpack.mjs undoes.
 * @param {Messages} english
 * @param {Record<string, Messages>} others with the same keys among each other
 * @returns {import("./virtual.mjs").Module}
 */
export function messagesModule(english, others) {
  const extra = Object.keys(Object.values(others)[0]).filter((key) => !(key in english));
  const keys = [...Object.keys(english), ...extra];
  const texts = Object.fromEntries(
    Object.entries(others).map(([language, messages]) => [language, keys.map((key) => messages[key])]),
  );
  // Two bytes a letter, told apart, pack better than three.
  const contents = lzma(Buffer.from(JSON.stringify({ extra, texts }), "utf16le"), "lc=0,lp=1,pb=1");
  return { contents, loader: "base64" };
}

/** @type {import("esbuild").Plugin} */
export const packedMessages = {
  name: "packed messages",
  setup({ onResolve, resolve }) {
    onResolve({ filter: /\/messages\/others\.mjs$/ }, ({ resolveDir, kind }) =>
      resolve("./packed_messages.mjs", { resolveDir, kind }),
    );
  },
};
