/** Models held by the core under handles, the least recently used closed first. */
export class Held {
  #core;
  #kind;
  #limit;
  /** @type {Map<string, { handle: number, architecture: any }>} */
  #models = new Map();
  #generation = 0;

  /**
   * @param {import("./core.mjs").Core} core
   * @param {"catalogue" | "config" | "architecture"} kind
   * @param {number} limit
   */
  constructor(core, kind, limit) {
    this.#core = core;
    this.#kind = kind;
    this.#limit = limit;
  }

  /**
   * The model under this key, opened if need be.
   * @param {string} key the model's text, or a short name for it
   * @param {() => string} [text]
   */
  get(key, text = () => key) {
    if (this.#generation !== this.#core.generation) this.#models.clear();
    this.#generation = this.#core.generation;
    const model = this.#models.get(key) ?? this.#core.open(this.#kind, text());
    this.#models.delete(key);
    this.#models.set(key, model);
    if (this.#models.size > this.#limit) {
      const [[oldest, { handle }]] = this.#models;
      this.#models.delete(oldest);
      this.#core.close(handle);
    }
    return model;
  }
}
