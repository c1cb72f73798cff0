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

/** How a worker tells its page what went wrong. @param {unknown} error */
export const asMessage = (error) =>
  error instanceof KvFitError
    ? { errors: error.errors }
    : { failure: String(error instanceof Error ? error.message : error) };

/** What a message of asMessage tells; nothing where it is another. @param {{ errors?: InputError[], failure?: string }} message */
export const errorIn = ({ errors, failure }) =>
  errors ? new KvFitError(errors) : failure === undefined ? undefined : new Error(failure);

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
