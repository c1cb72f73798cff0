import { html, nothing } from "lit-html";
import { guard } from "lit-html/directives/guard.js";
import { live } from "lit-html/directives/live.js";
import { repeat } from "lit-html/directives/repeat.js";
import { entriesAlike, entryNamed } from "../../wasm/names.mjs";
import { describedBy, invalid } from "./field.mjs";
import { modelName } from "./sentence.mjs";
import { catalogued } from "./sources.mjs";

/** @typedef {import("../types.js").Frame} Frame */
/** @typedef {{id: string, name: string, family: string, huggingFace?: string, kind: string, marginal?: number}} Entry */

/** What a person's own model is called. @param {Frame} frame */
const ownName = (frame) => (frame.answer.result ? modelName(frame) : "");

const slice = 6; // milliseconds of work between two breaths

/**
 * A searchable list of models grouped by family: the combobox pattern of WAI-ARIA with a listbox popup
 * (w3.org/WAI/ARIA/apg/patterns/combobox). The list lies in the top layer, so that nothing clips it.
 */
export class ModelPicker {
  /** @type {Entry[]} */
  #entries = [];
  /** How often the list has learnt more of its models. */
  #read = 0;
  #query = "";
  #open = false;
  #active = 0;
  #redraw;
  #root;

  /**
   * @param {ShadowRoot} root
   * @param {() => void} redraw
   */
  constructor(root, redraw) {
    this.#root = root;
    this.#redraw = redraw;
  }

  /** The catalogue's models, once somebody turns to the list; what each of them keeps is found out between breaths. @param {Frame} frame */
  #fill({ kvfit, models }) {
    if (this.#entries.length > 0) return;
    const { compare } = new Intl.Collator("en", { numeric: true });
    this.#entries = models
      .map((model) => ({ ...model, kind: "" }))
      .sort((a, b) => compare(a.family, b.family) || compare(a.name, b.name));
    const todo = this.#entries.values();
    const step = () => {
      for (const until = performance.now() + slice; performance.now() < until;) {
        const { value: entry, done } = todo.next();
        if (done) return (this.#read++, this.#redraw());
        try {
          entry.kind = kvfit.model(entry.id).architecture.attentionKind;
          entry.marginal = kvfit.size({ model: entry.id }).marginalBytesPerToken;
        } catch {
          // A model that cannot be read stays on the list by name; choosing it tells why.
        }
      }
      setTimeout(step);
    };
    setTimeout(step);
    this.#redraw(); // while it is closed, so that it opens at once
  }

  /** @param {Frame} frame */
  template(frame) {
    const { t, answer, models } = frame;
    const { model } = answer.scenario;
    const chosen = models.find(({ id }) => id === model) ?? entryNamed(String(model ?? ""), models);
    const text = this.#open ? this.#query : (chosen?.name ?? String(model ?? ownName(frame)));
    const found = this.#open ? this.#found(frame) : [];
    const error = frame.error("model");
    return html`<div class="field picker">
      <label for="model">${t("field.model")}</label>
      <input
        id="model"
        name="model"
        type="text"
        role="combobox"
        autocomplete="off"
        spellcheck="false"
        aria-autocomplete="list"
        aria-controls="models"
        aria-expanded=${this.#open ? "true" : "false"}
        aria-activedescendant=${this.#open && found.length > 0 ? `model-${this.#active}` : nothing}
        aria-invalid=${invalid(frame, "model")}
        aria-describedby=${error ? describedBy(frame, "model") : "model-facts"}
        placeholder=${chosen?.name ?? (ownName(frame) || t("picker.placeholder"))}
        value=${text}
        .value=${live(text)}
        @pointerenter=${() => this.#fill(frame)}
        @focus=${() => (this.#fill(frame), this.#input.select())}
        @click=${() => this.#show(frame)}
        @input=${(/** @type {Event} */ { target }) => this.#search(frame, /** @type {HTMLInputElement} */ (target).value)}
        @keydown=${(/** @type {KeyboardEvent} */ event) => this.#key(event, frame, found)}
        @blur=${() => this.#settle(frame)}
      />
      ${
        error
          ? html`<p class="error" id="model-error">${t.said("errors", error)}</p>`
          : html`<p class="remark" id="model-facts">${this.#facts(frame)}</p>`
      }
      <div
        class="popup"
        id="models"
        popover="manual"
        role=${this.#open && found.length === 0 ? "status" : "listbox"}
        aria-label=${t("field.model")}
        @mousedown=${(/** @type {Event} */ event) => event.preventDefault()}
      >
        ${
          this.#open && found.length === 0
            ? html`<p class="empty">${t("picker.nothing", { query: this.#query })}</p>`
            : guard([this.#query, this.#active, this.#entries, this.#read, t, answer.scenario.model], () =>
                this.#groups(frame, this.#found(frame)),
              )
        }
      </div>
    </div>`;
  }

  /** Attention, layers and growth of the chosen model in one line. @param {Frame} frame */
  #facts({ t, format, answer: { architecture, result } }) {
    if (!architecture || !result) return nothing;
    return t("picker.facts", {
      kind: t.or(`attention.${architecture.attentionKind}`, architecture.attentionKind),
      layers: architecture.layers,
      growth: format.gib(result.marginalBytesPerToken),
    });
  }

  /** Models that hold every word; else those that a name means which is written or stored otherwise. @param {Frame} frame */
  #found({ t }) {
    const words = this.#query.toLowerCase().split(/\s+/).filter(Boolean);
    const found = this.#entries.filter(({ id, name, family, huggingFace = "", kind }) => {
      const all = `${id} ${name} ${family} ${huggingFace} ${t.or(`attention.${kind}`, kind)}`.toLowerCase();
      return words.every((word) => all.includes(word));
    });
    return found.length > 0 ? found : entriesAlike(this.#query, this.#entries);
  }

  /** @param {Frame} frame @param {Entry[]} found */
  #groups(frame, found) {
    const families = new Map();
    found.forEach((entry, i) => families.set(entry.family, [...(families.get(entry.family) ?? []), { entry, i }]));
    return repeat(
      families,
      ([family]) => family,
      ([family, members]) =>
        html`<div role="group" aria-label=${family} .style=${`--rows: ${members.length}`}>
          <p class="family" aria-hidden="true">${family}</p>
          ${members.map((/** @type {{entry: Entry, i: number}} */ { entry, i }) => this.#option(frame, entry, i))}
        </div>`,
    );
  }

  /** @param {Frame} frame @param {Entry} entry @param {number} i */
  #option(frame, { id, name, kind, marginal }, i) {
    const { t, format, answer } = frame;
    return html`<div
      role="option"
      id="model-${i}"
      class=${i === this.#active ? "active" : ""}
      aria-selected=${id === answer.scenario.model ? "true" : "false"}
      @click=${() => this.#choose(frame, id)}
    >
      <span class="name">${name}</span>
      <span class="kind">${kind ? t.or(`attention.${kind}`, kind) : ""}</span>
      <span class="growth">${marginal === undefined ? "" : t("unit.per_token", { size: format.gib(marginal) })}</span>
    </div>`;
  }

  /** @param {Frame} frame */
  #show(frame) {
    if (this.#open) return;
    this.#fill(frame);
    this.#open = true;
    this.#query = "";
    this.#active = Math.max(
      0,
      this.#entries.findIndex(({ id }) => id === frame.answer.scenario.model),
    );
    this.#redraw();
    this.#input.select();
    this.#place();
  }

  /** @param {Frame} frame @param {string} query */
  #search(frame, query) {
    this.#show(frame);
    this.#query = query;
    // An id or name that is typed in full is meant, else one that begins so, whatever else contains it.
    const typed = query.trim().toLowerCase();
    const found = this.#found(frame).map(({ id, name }) => [id, name.toLowerCase()]);
    const whole = found.findIndex((names) => names.includes(typed));
    const begun = found.findIndex((names) => names.some((name) => name.startsWith(typed)));
    this.#active = whole >= 0 ? whole : Math.max(0, begun);
    this.#redraw();
    this.#place();
  }

  /** @param {KeyboardEvent} event @param {Frame} frame @param {Entry[]} found */
  #key(event, frame, found) {
    const steps = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }[event.key];
    if (steps !== undefined) {
      event.preventDefault();
      if (!this.#open) return this.#show(frame);
      if (found.length === 0) return;
      const to = this.#active + steps;
      this.#active =
        Math.abs(steps) === 1 ? (to + found.length) % found.length : Math.min(Math.max(to, 0), found.length - 1);
      this.#redraw();
      this.#reveal("nearest");
    } else if (event.key === "Enter" && this.#open) {
      event.preventDefault();
      const entry = found[this.#active];
      if (entry) this.#choose(frame, entry.id);
    } else if (event.key === "Escape" && this.#open) {
      event.preventDefault();
      this.#close();
    }
  }

  /** @param {Frame} frame @param {string} id */
  #choose(frame, id) {
    this.#close();
    frame.set(catalogued(id));
  }

  /** Text that means one model counts when the field is left; other text is given up. @param {Frame} frame */
  #settle(frame) {
    if (!this.#open) return;
    const found = this.#found(frame);
    const entry = found.length === 1 ? found[0] : entryNamed(this.#query, this.#entries);
    if (entry) this.#choose(frame, entry.id);
    else this.#close();
  }

  #close() {
    this.#popup.hidePopover();
    this.leave();
    this.#redraw();
  }

  /** Lets go of the window, as when the element is taken out of its document. */
  leave() {
    this.#open = false;
    removeEventListener("scroll", this.#follow, true);
    removeEventListener("resize", this.#follow);
  }

  get #input() {
    return /** @type {HTMLInputElement} */ (this.#root.getElementById("model"));
  }

  get #popup() {
    return /** @type {HTMLElement} */ (this.#root.querySelector(".popup"));
  }

  /** Under the field, or above it where there is more room. */
  #follow = (/** @type {Event} */ { target }) => {
    if (target !== this.#popup) this.#place(false);
  };

  #place(first = true) {
    const popup = this.#popup;
    const box = this.#input.getBoundingClientRect();
    const height = visualViewport?.height ?? innerHeight;
    const below = height - box.bottom - 12;
    const up = below < 240 && box.top > below;
    popup.style.maxHeight = `${Math.max(120, Math.min(up ? box.top - 12 : below, 480))}px`;
    popup.style.width = `${Math.min(Math.max(box.width, 480), innerWidth - 16)}px`;
    popup.style.left = `${Math.max(8, Math.min(box.left, innerWidth - 8 - Math.min(480, innerWidth - 16)))}px`;
    popup.style.top = up ? "auto" : `${box.bottom + 4}px`;
    popup.style.bottom = up ? `${innerHeight - box.top + 4}px` : "auto";
    if (!first) return;
    if (!popup.matches(":popover-open")) {
      popup.showPopover();
      addEventListener("scroll", this.#follow, true);
      addEventListener("resize", this.#follow);
    }
    this.#reveal(this.#query === "" ? "center" : "nearest");
  }

  /** @param {"nearest" | "center"} where */
  #reveal(where) {
    const option = this.#root.getElementById(`model-${this.#active}`);
    const popup = this.#popup;
    if (!option) return;
    const top = option.offsetTop;
    const bottom = top + option.offsetHeight;
    if (where === "center") popup.scrollTop = top - popup.clientHeight / 2;
    else if (top - 32 < popup.scrollTop) popup.scrollTop = top - 32;
    else if (bottom > popup.scrollTop + popup.clientHeight) popup.scrollTop = bottom - popup.clientHeight;
  }
}
