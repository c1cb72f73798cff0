/** Asks what takes long. While one question is under way, the last of those that came since waits. */
export class Later {
  #redraw;
  #running = false;
  /** The one whose answer counts. @type {(() => Promise<() => void>) | undefined} */
  #question;

  /** @param {() => void} redraw */
  constructor(redraw) {
    this.#redraw = redraw;
  }

  /** Whether an answer is waited for. */
  get busy() {
    return this.#question !== undefined;
  }

  /** @param {() => Promise<() => void>} question its answer takes over what was found; it is told what is wrong, and throws nothing */
  ask(question) {
    this.#question = question;
    if (!this.#running) this.#run();
  }

  /** No answer is wanted any more. */
  forget() {
    this.#question = undefined;
  }

  async #run() {
    this.#running = true;
    try {
      for (let question = this.#question; question; question = this.#question) {
        const take = await question();
        if (question !== this.#question) continue;
        this.#question = undefined;
        take();
        this.#redraw();
      }
    } finally {
      this.#running = false;
    }
  }
}
