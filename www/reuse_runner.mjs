import { errorsOf } from "./answer.mjs";
import { breath } from "./breath.mjs";

/** @typedef {import("./types.js").Frame} Frame */
/** @typedef {import("./types.js").Replayed} Replayed */
/** @typedef {import("./types.js").ReuseResult} ReuseResult */
/** @typedef {import("./types.js").ReuseProgress} ReuseProgress */

const patience = 300; // milliseconds without a change before a replay begins
const quick = 5000; // a replay that took longer waits for the button

/** Replays a trace or described traffic whenever the scenario changes; a later run makes an earlier one void. */
export class ReuseRunner {
  /** @type {File | undefined} */
  file;
  /** What was asked last, with its answer. @type {Replayed | undefined} */
  last;
  /** The result whose curves and tables are drawn: they follow the answer by a breath. @type {ReuseResult | undefined} */
  detailed;
  /** An earlier one, kept for comparison. @type {Replayed | undefined} */
  kept;
  /** @type {ReuseProgress | undefined} */
  progress;
  /** @type {import("./types.js").InputError[]} */
  errors = [];
  /** The result is of an earlier scenario. */
  stale = false;
  #redraw;
  /** Draws the progress alone, while it is on view. @type {(() => void) | undefined} */
  #redrawProgress;
  #asked = "";
  #took = 0;
  #timer = 0;
  /** @type {AbortController | undefined} */
  #running;

  /** @param {() => void} redraw */
  constructor(redraw) {
    this.#redraw = redraw;
  }

  /** @returns {ReuseResult | undefined} */
  get result() {
    return this.last?.result;
  }

  /** @param {Frame} frame */
  update(frame) {
    const asked = JSON.stringify([frame.answer.scenario, frame.traffic, this.file?.name, this.file?.lastModified]);
    if (asked === this.#asked) return;
    this.#asked = asked;
    this.stale = true;
    clearTimeout(this.#timer);
    if (this.#took < quick) this.#timer = Number(setTimeout(() => this.run(frame), patience));
  }

  /** What is chosen by hand is replayed however long it takes. @param {File | undefined} file none: the described traffic */
  choose(file) {
    this.file = file;
    this.#took = 0;
  }

  /** @param {Frame} frame @param {File | undefined} file */
  take(frame, file) {
    this.choose(file);
    this.update(frame);
    this.#redraw();
  }

  /** Puts the last answer beside those that follow, or takes it away. */
  keep(keep = true) {
    this.kept = keep ? this.last : undefined;
    this.#redraw();
  }

  /** @param {Frame} frame */
  async run({ kvfit, answer, traffic }) {
    this.cancel();
    const running = (this.#running = new AbortController());
    const started = performance.now();
    const mine = () => running === this.#running;
    const { scenario } = answer;
    const { file } = this;
    this.progress = { phase: "read", bytes: 0, done: 0, total: 0 };
    this.errors = [];
    this.#redraw();
    try {
      const result = await kvfit.reuse(scenario, file ?? traffic, {
        signal: running.signal,
        onProgress: (progress) => {
          if (!mine()) return;
          this.progress = progress;
          (this.#redrawProgress ?? this.#redraw)();
        },
      });
      await breath();
      if (!mine()) return;
      this.last = { scenario, traffic: file ? {} : traffic, file: file?.name, result };
      this.stale = false;
    } catch (thrown) {
      if (!mine() || running.signal.aborted) return;
      this.errors = errorsOf(thrown, "replay_failed");
    }
    this.#took = performance.now() - started;
    this.#running = undefined;
    this.progress = undefined;
    this.#redraw();
    await breath();
    this.detailed = this.result;
    this.#redraw();
  }

  /** @param {(() => void) | undefined} draw draws the progress; none: it is no longer on view */
  follow(draw) {
    this.#redrawProgress = draw;
    draw?.();
  }

  /** Whether there is something to press the button for. */
  get waits() {
    return this.stale && !this.progress && this.#took >= quick;
  }

  cancel() {
    clearTimeout(this.#timer);
    this.#running?.abort();
    this.#running = undefined;
    this.progress = undefined;
  }

  /** Stopped by hand: it goes on when the button is pressed. */
  stop() {
    this.cancel();
    this.#took = quick;
    this.#redraw();
  }
}
