/** Why a source of a model gave none: a code with a message of its own, `own.failed.<code>`. */
export class SourceFailure extends Error {
  /** @param {string} code @param {Record<string, string | number>} [params] */
  constructor(code, params = {}) {
    super(code);
    this.code = code;
    this.params = params;
  }
}
