import { typesFile } from "../../wasm/stored_types.mjs";
import { html, nothing } from "lit-html";
import { live } from "lit-html/directives/live.js";
import { errorsOf } from "../answer.mjs";
import { worked } from "../questions.mjs";
import { compose, kinds } from "../sources/by_hand.mjs";
import { SourceFailure } from "../sources/failure.mjs";
import { readFile } from "../sources/files.mjs";
import { fromHub } from "../sources/hub.mjs";
import { stages } from "./stages.mjs";

/** @typedef {import("../types.js").Frame} Frame */
/** @typedef {import("../types.js").View} View */
/** @typedef {import("../sources/files.mjs").Given} Given */

/** @param {Event} event */
const valueOf = ({ target }) => /** @type {HTMLInputElement} */ (target).value;

/** A model of the catalogue in a scenario's terms: it takes the place of a person's own. @param {string} model */
export const catalogued = (model) => ({ model, config: undefined, architecture: undefined });

/**
 * A person's own model: its configuration as text, a file of it, its few numbers typed by hand, or its name on a hub.
 * What is typed stays here, right or wrong; what can be read becomes the scenario's model.
 */
export class Sources {
  #redraw;
  #open = false;
  #text = "";
  #applied = "";
  #before = worked.model;
  #kind = "attention";
  /** @type {Record<string, string>} */
  #typed = {};
  #name = "";
  /** What the file or the hub came to. @type {{place: "file" | "hub", said: View} | undefined} */
  #status;
  #run = 0;
  /** What is wrong, and with which of the inputs. @type {{place: string, thrown: unknown} | undefined} */
  #failure;

  /** @param {() => void} redraw */
  constructor(redraw) {
    this.#redraw = redraw;
  }

  /** @param {Frame} frame */
  template(frame) {
    const { t, answer } = frame;
    const { model, config, architecture } = answer.scenario;
    if (model !== undefined) this.#before = String(model);
    const applied = String(config ?? "");
    if (applied !== this.#applied && applied !== "") {
      this.#text = applied; // of a link
      this.#open = true;
    }
    this.#applied = applied;
    const own = config !== undefined || architecture !== undefined;
    return html`<div class="own">
      ${own ? html`<button type="button" @click=${() => this.#leave(frame)}>${t("own.back")}</button>` : nothing}
      <details
        .open=${live(this.#open)}
        @toggle=${(/** @type {Event} */ { currentTarget }) =>
          (this.#open = /** @type {HTMLDetailsElement} */ (currentTarget).open)}
      >
        <summary @click=${() => (this.#open = !this.#open)}>${t("own.head")}</summary>
        ${
          frame.stage >= stages.folded
            ? [this.#textField(frame), this.#fileField(frame), this.#hubField(frame), this.#byHand(frame)]
            : nothing
        }
      </details>
    </div>`;
  }

  /** @param {Frame} frame */
  #textField(frame) {
    const { t } = frame;
    const waiting = this.#text.trim() !== "" && this.#text !== this.#applied && this.#failure?.place !== "text";
    return html`<div class="field">
      <label for="own-text">${t("own.text")}</label>
      <textarea
        id="own-text"
        rows="5"
        spellcheck="false"
        autocomplete="off"
        placeholder='{ "num_hidden_layers": 32, &hellip; }'
        aria-invalid=${this.#failure?.place === "text" ? "true" : nothing}
        aria-describedby=${this.#failure?.place === "text" ? "own-text-error" : nothing}
        .value=${live(this.#text)}
        @input=${(/** @type {Event} */ event) => this.#take(frame, "text", { config: valueOf(event) })}
      ></textarea>
      ${this.#wrong(frame, "text")}
      ${
        waiting
          ? html`<button type="button" @click=${() => this.#take(frame, "text", { config: this.#text })}>
              ${t("own.use")}
            </button>`
          : nothing
      }
    </div>`;
  }

  /** @param {Frame} frame */
  #fileField(frame) {
    const { t } = frame;
    return html`<div class="field">
      <label for="own-file">${t("own.file")}</label>
      <input
        id="own-file"
        type="file"
        multiple
        accept=".json,.gguf,.safetensors"
        aria-describedby="own-file-remark own-file-error"
        @change=${(/** @type {Event} */ { target }) => {
          const { files } = /** @type {HTMLInputElement} */ (target);
          this.take(frame, [...(files ?? [])]);
        }}
      />
      <p class="remark" id="own-file-remark">${t("own.file.remark")}</p>
      ${this.#wrong(frame, "file")} ${this.#said("file")}
    </div>`;
  }

  /** @param {Frame} frame */
  #hubField(frame) {
    const { t } = frame;
    // The page from disk has a policy that bars all requests.
    if (location.protocol === "file:") return html`<p class="remark">${t("own.hub.barred")}</p>`;
    const fetchIt = () => this.#work(frame, "hub", () => fromHub(frame.kvfit, this.#name));
    return html`<div class="field">
      <label for="own-hub">${t("own.hub")}</label>
      <div class="asked">
        <input
          id="own-hub"
          type="text"
          autocomplete="off"
          spellcheck="false"
          placeholder="owner/name"
          aria-invalid=${this.#failure?.place === "hub" ? "true" : nothing}
          aria-describedby="own-hub-remark own-hub-error"
          .value=${live(this.#name)}
          @input=${(/** @type {Event} */ event) => (this.#name = valueOf(event))}
          @keydown=${(/** @type {KeyboardEvent} */ event) => {
            if (event.key !== "Enter") return;
            event.preventDefault();
            fetchIt();
          }}
        />
        <button type="button" @click=${fetchIt}>${t("own.hub.fetch")}</button>
      </div>
      <p class="remark" id="own-hub-remark">${t("own.hub.remark")}</p>
      ${this.#wrong(frame, "hub")} ${this.#said("hub")}
    </div>`;
  }

  /** @param {Frame} frame */
  #byHand(frame) {
    const { t } = frame;
    return html`<details class="by-hand">
      <summary>${t("own.hand")}</summary>
      <div class="field">
        <label for="own-kind">${t("own.kind")}</label>
        <select
          id="own-kind"
          @change=${(/** @type {Event} */ event) => {
            this.#kind = valueOf(event);
            this.#redraw();
          }}
        >
          ${Object.keys(kinds).map((kind) => html`<option value=${kind} ?selected=${kind === this.#kind}>${t(`own.kind.${kind}`)}</option>`)}
        </select>
      </div>
      ${kinds[this.#kind].map(
        (key) =>
          html`<div class="field">
            <label for="own-${key}">${t(`own.key.${key}`)}</label>
            <input
              id="own-${key}"
              type="text"
              inputmode="numeric"
              autocomplete="off"
              aria-describedby="own-hand-error"
              .value=${live(this.#typed[key] ?? "")}
              @input=${(/** @type {Event} */ event) => (this.#typed[key] = valueOf(event))}
            />
          </div>`,
      )}
      <div class="field">
        <button type="button" @click=${() => this.#take(frame, "hand", { config: compose(this.#kind, this.#typed) })}>
          ${t("own.use_numbers")}
        </button>
        ${this.#wrong(frame, "hand")}
      </div>
    </details>`;
  }

  /** What is wrong with one input, beside it. @param {Frame} frame @param {string} place */
  #wrong({ t }, place) {
    const { thrown } = this.#failure?.place === place ? this.#failure : {};
    /** @type {View[]} */
    let lines = [];
    if (thrown instanceof SourceFailure) lines = [t(`own.failed.${thrown.code}`, thrown.params)];
    else if (thrown !== undefined)
      lines = errorsOf(thrown, "unreadable_file").map(
        (error) => html`<code>${error.code}</code>${t.place(error)}: ${t.said("errors", error)}`,
      );
    return html`<div id="own-${place}-error" role="alert">
      ${lines.map((line) => html`<p class="error">${line}</p>`)}
    </div>`;
  }

  /** @param {"file" | "hub"} place */
  #said(place) {
    return html`<p class="remark" role="status">${this.#status?.place === place ? this.#status.said : nothing}</p>`;
  }

  /** Files that are picked or dropped, one after the other; what the configuration comes to stays. @param {Frame} frame @param {File[]} files */
  async take(frame, files) {
    const last = (/** @type {File} */ { name }) => Number(name === "config.json");
    const read = files.filter(({ name }) => files.length === 1 || name !== typesFile);
    for (const file of read.sort((a, b) => last(a) - last(b)))
      await this.#work(frame, "file", () => readFile(frame.kvfit, file, files));
  }

  /** Waits for what a file or a hub gives; a later call makes an earlier one void.
   * @param {Frame} frame @param {"file" | "hub"} place @param {() => Promise<Given>} read */
  async #work(frame, place, read) {
    const run = ++this.#run;
    this.#open = true;
    this.#failure = undefined;
    this.#status = { place, said: frame.t("own.reading") };
    this.#redraw();
    try {
      const given = await read();
      if (run === this.#run) this.#take(frame, place, given);
    } catch (thrown) {
      if (run !== this.#run) return;
      this.#fail(place, thrown);
    }
  }

  /** @param {Frame} frame @param {"text" | "file" | "hub" | "hand"} place @param {Given} given */
  #take(frame, place, given) {
    this.#failure = undefined;
    this.#status = undefined;
    if ("weights" in given) {
      const size = frame.format.gib(given.weights.bytes);
      this.#status = { place: "file", said: frame.t("own.weights", { size }) };
      return this.#redraw();
    }
    if ("config" in given) {
      this.#text = given.config;
      if (place === "text" && this.#text.trim() === "") return this.#redraw();
      try {
        frame.kvfit.readConfig(given.config);
      } catch (thrown) {
        // A text that came by another way stands in its own field now, and so does what is wrong with it.
        return this.#fail(place === "hand" ? "hand" : "text", thrown);
      }
    }
    frame.set({ ...catalogued(""), model: undefined, ...given });
  }

  /** @param {string} place @param {unknown} thrown */
  #fail(place, thrown) {
    this.#status = undefined;
    this.#failure = { place, thrown };
    this.#redraw();
  }

  /** @param {Frame} frame */
  #leave(frame) {
    this.#failure = undefined;
    frame.set(catalogued(this.#before));
  }
}
