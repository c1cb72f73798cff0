/** A message, or its plural forms chosen by `{count}`. @typedef {string | Record<string, string>} Message */
/** @typedef {Record<string, Message>} Messages */
/** @typedef {{code: string, message: string, hint?: string, params?: Record<string, string>, line?: number, column?: number}} Said an error or note of the core */

/**
 * @typedef {object} Translation
 * @property {string} language
 * @property {(key: string, fallback: string) => string} or the message, or a fallback for a word that has none
 * @property {(key: string, values: Record<string, unknown>) => unknown[]} rich text with anything in its places
 * @property {(kind: "errors" | "notes" | "warnings" | "verdicts" | "remedies" | "flags", said: Said) => string} said what the core says, in this language
 * @property {(said: Said) => string} place of what is said in a text, if it has one
 * @property {(words: string[]) => string} list
 */
/** @typedef {((key: string, params?: Record<string, string | number>) => string) & Translation} Translate */

/**
 * @param {string} language
 * @param {Messages} messages
 * @returns {Translate}
 */
export function translator(language, messages) {
  const plural = new Intl.PluralRules(language);
  const number = new Intl.NumberFormat(language);
  const list = new Intl.ListFormat(language, { type: "conjunction" });

  /** @param {string} key @param {Record<string, unknown>} values */
  const pattern = (key, values) => {
    const message = messages[key];
    if (message === undefined || typeof message === "string") return message;
    return message[plural.select(Number(values.count))] ?? message.other;
  };

  /** Literal text and places in turn. @param {string} key @param {Record<string, unknown>} values */
  const rich = (key, values) =>
    (pattern(key, values) ?? key)
      .split(/\{(\w+)\}/)
      .map((piece, i) =>
        i % 2 === 0 ? piece : typeof values[piece] === "number" ? number.format(values[piece]) : values[piece],
      );

  /** @param {string} key @param {Record<string, string | number>} [params] */
  const text = (key, params = {}) => rich(key, params).join("");

  return Object.assign(text, {
    language,
    rich,
    list: (/** @type {string[]} */ words) => list.format(words),
    or: (/** @type {string} */ key, /** @type {string} */ fallback) => (key in messages ? text(key) : fallback),
    place: (/** @type {Said} */ { line = 0, column = 0 }) => (line > 0 ? text("said.place", { line, column }) : ""),
    said(/** @type {string} */ kind, /** @type {Said} */ { code, message, hint = "", params = {} }) {
      if (`${kind}.${code}` in messages) return text(`${kind}.${code}`, { message, ...params });
      return hint ? text("said.with_hint", { message, hint }) : message;
    },
  });
}
