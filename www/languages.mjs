import { translator } from "./i18n.mjs";
import en from "./messages/en.mjs";

/** @type {Record<string, {name: string, messages: import("./i18n.mjs").Messages}>} */
export const languages = { en: { name: "English", messages: en } };

/**
 * The first wanted language that there are messages for.
 * @param {readonly string[]} wanted BCP 47 tags
 */
export function choose(wanted) {
  const primary = wanted.map((tag) => tag.toLowerCase().split("-")[0]);
  return primary.find((tag) => tag in languages) ?? "en";
}

/** @param {string} language */
export const translate = (language) => translator(language, languages[language].messages);
