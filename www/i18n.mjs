import { once } from "../wasm/once.mjs";
import { withoutDirections } from "../wasm/repeated.mjs";
import { Format } from "./format.mjs";

/**
 * A message; or its plural forms, chosen by `{count}`; or texts of which the first counts whose places all have a value.
 * @typedef {string | string[] | Record<string, string>} Message
 */
/** @typedef {Record<string, Message>} Messages */
/** @typedef {{code: string, message: string, hint?: string, field?: string, pointer?: string, params?: Record<string, string>, line?: number, column?: number}} Said an error or note of the core */

/**
 * @typedef {object} Translation
 * @property {string} language
 * @property {(key: string, fallback: string) => string} or the message, or a fallback for a word that has none
 * @property {(key: string, values: Record<string, unknown>) => unknown[]} rich text with anything in its places
 * @property {(kind: "errors" | "notes" | "warnings" | "verdicts" | "remedies" | "refusals" | "flags", said: Said) => string} said what the core says, in this language
 * @property {(said: Said) => string} place of what is said in a text, if it has one
 * @property {(words: string[]) => string} list
 * @property {string} gap between two sentences; full-width punctuation has its own
 */
/** @typedef {((key: string, params?: Record<string, string | number>) => string) & Translation} Translate */

/** Names of the places of a text. @param {string} text */
const placesOf = (text) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);

/**
 * @param {string} language
 * @param {Messages} messages
 * @returns {Translate}
 */
export function translator(language, messages) {
  const plural = once(() => new Intl.PluralRules(language));
  const number = once(() => new Intl.NumberFormat(language));
  const list = once(() => new Intl.ListFormat(language, { type: "conjunction" }));
  const format = new Format(language);

  /** @param {string} text @param {Record<string, unknown>} values */
  const complete = (text, values) => placesOf(text).every((name) => (values[name] ?? "") !== "");

  /** @param {string} key @param {Record<string, unknown>} values */
  const pattern = (key, values) => {
    const message = messages[key];
    if (Array.isArray(message)) return message.find((text) => complete(text, values));
    if (typeof message === "object") return message[plural().select(Number(values.count))] ?? message.other;
    return message;
  };

  /** @param {unknown} value */
  const shown = (value) =>
    typeof value === "number" ? number().format(value) : typeof value === "string" ? withoutDirections(value) : value;

  /** Literal text and places in turn. @param {string} pattern @param {Record<string, unknown>} values */
  const pieces = (pattern, values) =>
    pattern.split(/\{(\w+)\}/).map((piece, i) => (i % 2 === 0 ? piece : shown(values[piece])));

  /** @param {string} key @param {Record<string, unknown>} values */
  const rich = (key, values) => pieces(pattern(key, values) ?? key, values);

  /** @param {string} key @param {Record<string, string | number>} [params] */
  const text = (key, params = {}) => rich(key, params).join("");

  /** Whole numbers of the core as this language writes them, and as bytes: `{needed}`, `{neededGib}`. @param {Record<string, string>} params */
  const spelled = (params) =>
    Object.fromEntries(
      Object.entries(params).flatMap(([name, value]) =>
        /^\d+$/.test(value)
          ? [
              [name, number().format(Number(value))],
              [`${name}Gib`, format.gib(Number(value))],
            ]
          : [[name, value]],
      ),
    );

  return Object.assign(text, {
    language,
    gap: language === "zh" ? "" : " ",
    rich,
    list: (/** @type {string[]} */ words) => list().format(words),
    or: (/** @type {string} */ key, /** @type {string} */ fallback) => (key in messages ? text(key) : fallback),
    place: (/** @type {Said} */ { line = 0, column = 0 }) => (line > 0 ? text("said.place", { line, column }) : ""),
    said(/** @type {string} */ kind, /** @type {Said} */ { code, message, hint, params = {}, ...where }) {
      const { field = "", pointer } = where;
      const labelled = field !== "" && `field.${field}` in messages;
      const name = labelled ? text("said.field", { label: text(`field.${field}`) }) : field;
      // The core's English names a setting by its key.
      const named = labelled && message.startsWith(`${field} is `) ? name + message.slice(field.length) : message;
      const values = { message: named, field: name, pointer, ...spelled(params) };
      const own = pattern(`${kind}.${code}`, values);
      if (own !== undefined && complete(own, values)) return pieces(own, values).join("");
      return hint ? text("said.with_hint", { message: named, hint }) : named;
    },
  });
}
