import packed from "kvfit:messages";
import { decodeLzma } from "./lzma.mjs";
import en from "./messages/en.mjs";

/** @typedef {import("./i18n.mjs").Messages} Messages */

/** @type {Record<string, Messages> | undefined} */
let opened;

/** Keys that English leaves to the core, and each language's texts in the order of English and of these. */
function open() {
  /** @type {{extra: string[], texts: Record<string, import("./i18n.mjs").Message[]>}} */
  const { extra, texts } = JSON.parse(new TextDecoder().decode(decodeLzma(packed)));
  const keys = [...Object.keys(en), ...extra];
  return Object.fromEntries(
    Object.entries(texts).map(([language, all]) => [language, Object.fromEntries(keys.map((key, i) => [key, all[i]]))]),
  );
}

/** Messages of the languages beside English, unpacked when one of them is first spoken: 10 KB less of the page. */
export const others = () => (opened ??= open());
