/** @typedef {import("./generated/types.js").InputError} InputError */

/** Bad input: everything that is wrong with it, at once. Its own code, field and message are the first's. */
export class KvFitError extends Error {
  /** @param {Partial<InputError>[]} errors at least one */
  constructor(errors) {
    const complete = errors.map((error) => ({ ...blank, ...error }));
    super(complete[0].message);
    this.name = "KvFitError";
    this.code = complete[0].code;
    this.field = complete[0].field;
    /** @type {InputError[]} */
    this.errors = complete;
  }
}

const blank = { code: "", pointer: "", field: "", message: "", hint: "", line: 0, column: 0, params: {} };

/**
 * @param {string} code
 * @param {string} field
 * @param {string} message
 * @param {string} [hint]
 * @param {Record<string, string>} [params] the values in the message, for translation
 */
export function refusal(code, field, message, hint = "", params = {}) {
  return new KvFitError([{ code, pointer: field && `/${field}`, field, message, hint, params }]);
}
