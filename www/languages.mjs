import { translator } from "./i18n.mjs";
import en from "./messages/en.mjs";
import { others } from "./messages/others.mjs";

export { choose, languages } from "./choose.mjs";

/** @param {string} language */
export const translate = (language) => translator(language, language === "en" ? en : others()[language]);
