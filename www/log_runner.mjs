import { attempt, errorsOf, subjectKeys, without } from "./answer.mjs";

/** @typedef {import("./types.js").Frame} Frame */
/** @typedef {import("./types.js").Log} Log */
/** @typedef {import("./types.js").LogReading} LogReading */

const piece = 2 ** 20; // bytes between two breaths of the page
const patience = 300; // milliseconds without a key before what is pasted is read

/** Settings that only a running engine knows; kept, they replace our estimates in the scenario and its link. */
export const measuredKeys = ["weightsGib", "activationGib", "nonTorchGib", "cudaGraphBytes", "computeBufferMib"];

/** Settings as a scenario of the page holds them: documents as text. @param {Record<string, unknown>} scenario */
const asText = (scenario) =>
  /** @type {import("./types.js").Scenario} */ (
    Object.fromEntries(
      Object.entries(scenario).map(([key, value]) => [key, typeof value === "object" ? JSON.stringify(value) : value]),
    )
  );

/** Reads a pasted or chosen log and explains it; a later one makes an earlier one void. */
export class LogRunner {
  text = "";
  /** @type {File | undefined} */
  file;
  /** @type {Log | undefined} */
  log;
  /** @type {import("./types.js").Remedy[]} */
  remedies = [];
  /** @type {import("./types.js").InputError[]} */
  errors = [];
  /** Share of the file that has been read, while it is. @type {number | undefined} */
  progress;
  /** The page's scenario is the log's: what is changed there shows here. */
  adopted = false;
  keepMeasured = true;
  #redraw;
  /** @type {LogReading | undefined} */
  #reading;
  /** @type {object | undefined} */
  #running;
  #timer = 0;
  #asked = "";

  /** @param {() => void} redraw */
  constructor(redraw) {
    this.#redraw = redraw;
  }

  /** What is typed is read when it rests. @param {Frame} frame @param {string} text @param {boolean} [atOnce] */
  paste(frame, text, atOnce = false) {
    this.text = text;
    this.file = undefined;
    clearTimeout(this.#timer);
    const read = () => this.#read(frame, new Blob([text]));
    if (atOnce) read();
    else this.#timer = Number(setTimeout(read, patience));
  }

  /** @param {Frame} frame @param {File | undefined} file */
  take(frame, file) {
    if (!file) return;
    clearTimeout(this.#timer);
    this.text = "";
    this.file = file;
    this.#read(frame, file);
  }

  /** @param {Frame} frame @param {Blob} source */
  async #read(frame, source) {
    const running = (this.#running = {});
    const mine = () => running === this.#running;
    this.#forget();
    if (source.size === 0 && source !== this.file) return this.#redraw();
    const open = frame.kvfit.openLog();
    let reading;
    try {
      for (let at = 0; at < source.size; at += piece) {
        if (source.size > piece) {
          this.progress = at / source.size;
          this.#redraw();
        }
        const bytes = await source.slice(at, at + piece).arrayBuffer();
        await new Promise((rested) => setTimeout(rested));
        if (!mine()) return open.close();
        open.feed(bytes);
      }
      const { result, errors } = attempt(() => open.finish());
      reading = result;
      this.errors = errors;
    } catch (thrown) {
      open.close();
      if (!mine()) return;
      this.errors = errorsOf(thrown, "unreadable_file");
    }
    this.progress = undefined;
    this.#reading = reading;
    this.#explain(frame);
    this.#redraw();
  }

  #forget() {
    this.#reading = undefined;
    this.log = undefined;
    this.remedies = [];
    this.errors = [];
    this.progress = undefined;
    this.adopted = false;
  }

  /** @param {Frame} frame */
  #explain({ kvfit, answer }) {
    const reading = this.#reading;
    if (!reading) return;
    this.#asked = JSON.stringify(answer.scenario);
    const log = kvfit.explainLog(reading, this.adopted ? answer.scenario : {});
    this.log = log;
    const refused = log.refusals.length > 0 && log.errors.length === 0;
    this.remedies = (refused && attempt(() => kvfit.remedies(log.scenario)).result) || [];
  }

  /** A change of the scenario, once it is the log's. @param {Frame} frame */
  update(frame) {
    if (this.adopted && JSON.stringify(frame.answer.scenario) !== this.#asked) this.#explain(frame);
  }

  /** Makes the log's settings the page's scenario; a model that it does not name stays. @param {Frame} frame @param {Record<string, unknown>} [changes] */
  adopt(frame, changes = {}) {
    if (!this.log) return;
    const settings = asText({ ...this.log.scenario, ...changes });
    const chosen = subjectKeys.some((key) => key in settings);
    const before = Object.keys(without(frame.answer.scenario, chosen ? [] : subjectKeys));
    const kept = this.keepMeasured ? settings : without(settings, measuredKeys);
    this.adopted = true;
    frame.set({ ...Object.fromEntries(before.map((key) => [key, undefined])), ...kept });
  }

  cancel() {
    clearTimeout(this.#timer);
    this.#running = undefined;
  }
}
