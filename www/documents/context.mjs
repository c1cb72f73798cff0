import { predict } from "../../tests/accuracy/predict.mjs";
import { readLogs } from "../../tests/accuracy/read.mjs";
import { Format } from "../format.mjs";
import { translator } from "../i18n.mjs";
import { languages } from "../languages.mjs";
import english from "../messages/en.mjs";
import { others } from "../messages/others.mjs";
import { candidates } from "./examples.mjs";
import en from "./messages/en.mjs";
import ko from "./messages/ko.mjs";
import zh from "./messages/zh.mjs";

/** @typedef {import("../../wasm/kvfit.js").KvFit} KvFit */

/**
 * What a document is made from: the package with its answers, and a language's words and numbers.
 * @typedef {object} Context
 * @property {KvFit} kvfit
 * @property {ReturnType<KvFit["engines"]>} engines
 * @property {import("./examples.mjs").Example[]} examples
 * @property {ReturnType<typeof predict>} compared what logs printed with what is predicted
 * @property {string} read the day of the newest log
 * @property {import("../i18n.mjs").Translate} t the calculator's messages and those of the documents
 * @property {Format} format
 */

/** Messages of the documents alone; they are in no bundle. @type {Record<string, import("../i18n.mjs").Messages>} */
export const own = { en, ko, zh };

/** One for each language. @param {KvFit} kvfit @returns {Context[]} */
export function contexts(kvfit) {
  const logs = readLogs();
  const facts = {
    kvfit,
    engines: kvfit.engines(),
    examples: candidates(kvfit),
    compared: predict(kvfit, logs),
    read:
      logs
        .map(({ read }) => read)
        .sort()
        .at(-1) ?? "",
  };
  return Object.keys(languages).map((language) => {
    const calculator = language === "en" ? english : others()[language];
    return { ...facts, t: translator(language, { ...calculator, ...own[language] }), format: new Format(language) };
  });
}
