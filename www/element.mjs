import { html, nothing, render } from "lit-html";
import { ask, subjectKeys, viewKeys, without } from "./answer.mjs";
import { breath, sight } from "./breath.mjs";
import { core } from "./core.mjs";
import { factsOf, learn } from "./facts.mjs";
import { Format } from "./format.mjs";
import { choose, translate } from "./languages.mjs";
import { Later } from "./later.mjs";
import { load, takeLengths } from "./load.mjs";
import css from "./styles/element.css";
import { LogRunner } from "./log_runner.mjs";
import { completed, isWhole, plan } from "./plan.mjs";
import { surface } from "./surface.mjs";
import { announcement } from "./views/announcement.mjs";
import { brief } from "./views/brief.mjs";
import { calculator } from "./views/calculator.mjs";
import { ModelPicker } from "./views/model_picker.mjs";
import { ReuseRunner } from "./reuse_runner.mjs";
import { Sources } from "./views/sources.mjs";
import { stages } from "./views/stages.mjs";
import { openView } from "./views/tabs.mjs";
import { readVariants } from "./variants.mjs";
import { worded } from "./worded.mjs";

/** @typedef {import("./types.js").Answer} Answer */
/** @typedef {import("./types.js").Frame} Frame */
/** @typedef {import("./types.js").Problem} Problem */
/** @typedef {import("./types.js").Scenario} Scenario */
/** @typedef {import("./types.js").Surface} Surface */

const kebab = (/** @type {string} */ key) => key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
/** What is set. @param {Record<string, string | number | boolean | undefined>} state @returns {Scenario} */
const given = (state) =>
  /** @type {Scenario} */ (Object.fromEntries(Object.entries(state).filter(([, value]) => value !== undefined)));

const quiet = 500; // milliseconds without a change before the answer is announced

/**
 * `<kv-fit>`: a scenario, and the size of its cache. One loop: a change of the scenario, a question to the core,
 * its answer, one rendering.
 *
 * Attributes are the scenario's keys in kebab-case (`model`, `tokens`, `kv-dtype` ...) and mirror it both ways;
 * `config` holds a configuration's text in place of `model`. `compact` leaves one answer and one slider. It speaks the
 * language of the nearest `lang`. A file can be dropped anywhere on it. www/embed/README.md tells hosts all of this.
 * @property {Scenario} scenario the same as an object
 * @fires kvfit-change `detail: {scenario, result, errors}` after every change, bubbling and composed
 * @slot default shown until the calculator is ready, and where WebAssembly is barred
 * @slot start below the answer
 */
export class KvFitElement extends /** @type {typeof HTMLElement} */ (globalThis.HTMLElement ?? class {}) {
  /** The scenario, and the keys of the view. @type {Scenario} */
  #state = {};
  /** @type {Answer} */
  #answer = { scenario: {}, errors: [], stale: true };
  /** @type {import("./types.js").Plan | undefined} */
  #plan;
  /** @type {import("./types.js").Load | undefined} */
  #load;
  /** @type {Problem[]} */
  #problems = [];
  #methodology = "";
  /** @type {Surface} */
  #surface = surface;
  #stage = stages.whole;
  /** @type {import("./types.js").KvFit | undefined} */
  #kvfit;
  /** @type {Set<string>} */
  #keys = new Set([...subjectKeys, ...viewKeys]);
  #failure = "";
  #announced = "";
  #timer = 0;
  #language = "";
  /** @type {import("./types.js").Translate} */
  #t = translate("en");
  #format = new Format("en");
  #root = this.shadowRoot ?? this.attachShadow({ mode: "open" });
  /** Where everything is drawn; a part of the root once it is mounted. */
  #drawing = new DocumentFragment();
  #picker = new ModelPicker(this.#root, () => this.#render());
  #sources = new Sources(() => this.#render());
  #attributes = new MutationObserver((records) => {
    const changed = new Set(records.map(({ attributeName }) => attributeName));
    if (changed.has("lang")) this.relabel();
    if (changed.has("compact")) this.#render();
    this.#readAttributes();
  });
  #later = new Later(() => {
    this.#render();
    this.#announceSoon();
  });
  #reuse = new ReuseRunner(() => this.#render());
  #log = new LogRunner(() => this.#render());
  #width = new ResizeObserver(([{ contentRect }]) => {
    const width = Math.round(contentRect.width);
    if (width > 0 && width !== this.#surface.chartWidth) this.#show({ chartWidth: width });
  });

  async connectedCallback() {
    this.#attributes.observe(this, { attributes: true });
    if (this.#kvfit) {
      // What was set while it stood nowhere, and what was under way.
      this.#readAttributes();
      return this.relabel();
    }
    this.#speak();
    if (!this.#root.hasChildNodes()) {
      // else there is an answer that the build or a saved page drew
      this.#render();
      this.#mount();
    }
    try {
      const kvfit = await core();
      await this.#begin(kvfit);
    } catch (thrown) {
      this.#failure = String(/** @type {Error} */ (thrown)?.message ?? thrown);
      this.#render();
      this.#mount();
    }
  }

  /** From the core to a whole drawing in several breaths; what stood in its place stands until then. @param {import("./types.js").KvFit} kvfit */
  async #begin(kvfit) {
    const { settings } = await learn(kvfit);
    if (this.#kvfit) return; // begun meanwhile: an element can be moved before it is ready
    this.#kvfit = kvfit;
    this.#keys = new Set([...subjectKeys, ...viewKeys, ...settings.keys()]);
    this.#stage = stages.answer;
    this.#measure();
    if (Object.keys(this.#state).length === 0) this.#readAttributes();
    else this.#settle();
    if (!this.#drawing.hasChildNodes()) await sight(); // the answer, where none stood
    while (this.#stage < stages.whole) {
      await breath();
      this.#stage += 1;
      this.#render();
    }
    await breath();
    this.#mount();
    this.dispatchEvent(new CustomEvent("kvfit-ready"));
  }

  /** The chart is drawn as wide as the one in its place, so that it need not be drawn twice. */
  #measure() {
    const width = this.#root.querySelector(".chart")?.clientWidth ?? 0;
    if (width > 0) this.#surface = { ...this.#surface, chartWidth: width };
  }

  /** The drawing takes the place of what the root holds, unless it has it. */
  #mount() {
    if (!this.#drawing.hasChildNodes()) return;
    this.#root.replaceChildren(this.#drawing);
    this.#dress();
    this.#observe();
  }

  disconnectedCallback() {
    this.#attributes.disconnect();
    this.#width.disconnect();
    this.#picker.leave();
    this.#later.forget();
    this.#reuse.cancel();
    this.#log.cancel();
    clearTimeout(this.#timer);
  }

  get scenario() {
    return without(this.#state, viewKeys);
  }

  set scenario(scenario) {
    const kept = Object.entries(this.#state).filter(([key]) => viewKeys.includes(key));
    this.state = { ...Object.fromEntries(kept), ...scenario };
  }

  /** The scenario with the keys of its view: `view`, and `with` for what it is compared with. */
  get state() {
    return { ...this.#state };
  }

  set state(state) {
    this.#state = { ...state };
    this.#settle();
  }

  /** The last good answer. */
  get result() {
    return this.#answer.result;
  }

  /** What there is to say of the link that the scenario came from, until a setting changes. */
  get problems() {
    return this.#problems;
  }

  set problems(problems) {
    this.#problems = problems;
    this.#render();
  }

  /** Where it is told how everything is computed: rules link to it. @param {string} address */
  set methodology(address) {
    this.#methodology = address;
    this.#render();
  }

  /** Speaks the language of the page anew, after `lang` has changed; what was named with the answer is asked again. */
  relabel() {
    this.#speak();
    if (this.#kvfit) this.#settle();
    else this.#render();
  }

  /** Where a host's policy bars style elements, the sheet is adopted instead. */
  #dress() {
    if (this.#root.querySelector("style")?.sheet) return;
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    this.#root.adoptedStyleSheets = [sheet];
  }

  #speak() {
    const said = this.closest("[lang]")?.getAttribute("lang");
    const language = choose(said ? [said] : (globalThis.navigator?.languages ?? []));
    if (language === this.#language) return;
    this.#language = language;
    this.#t = translate(language);
    this.#format = new Format(language);
  }

  #readAttributes() {
    if (!this.#kvfit) return;
    /** @type {Scenario} */
    const state = {};
    for (const key of this.#keys) {
      const value = this.getAttribute(kebab(key));
      if (value !== null) state[key] = value;
    }
    const same = (/** @type {Scenario} */ a, /** @type {Scenario} */ b) =>
      Object.entries(a).every(([key, value]) => String(b[key]) === String(value));
    if (same(state, this.#state) && same(this.#state, state) && this.#answer.result) return;
    this.state = state;
  }

  #mirror() {
    for (const key of this.#keys) {
      const value = this.#state[key];
      if (value === undefined) this.removeAttribute(kebab(key));
      else if (this.getAttribute(kebab(key)) !== String(value)) this.setAttribute(kebab(key), String(value));
    }
  }

  /** @param {Record<string, string | number | boolean | undefined>} changes @param {Partial<Surface>} surface that changes with them */
  #set(changes, surface = {}) {
    this.#surface = { ...this.#surface, ...surface };
    this.#problems = [];
    this.state = given({ ...this.#state, ...changes });
  }

  /** @param {Partial<Surface>} changes */
  #show(changes) {
    this.#surface = { ...this.#surface, ...changes };
    this.#render();
  }

  /** Scenario to question to answer to page. */
  #settle() {
    if (!this.#kvfit) return;
    this.#answer = ask(this.#kvfit, this.scenario, this.#answer);
    this.#plan = this.#state.view === "fit" ? plan(this.#kvfit, this.scenario, this.#plan) : undefined;
    if (this.#state.view !== "load") this.#load = undefined;
    this.#askLater(this.#kvfit);
    this.#mirror();
    if (this.#state.view === "reuse") this.#reuse.update(this.#frame(this.#kvfit));
    if (this.#state.view === "log") this.#log.update(this.#frame(this.#kvfit));
    this.#render();
    const { result, errors } = this.#answer;
    this.dispatchEvent(
      new CustomEvent("kvfit-change", {
        detail: { scenario: this.scenario, result, errors },
        bubbles: true,
        composed: true,
      }),
    );
    this.#announceSoon();
  }

  /** What takes long is asked beside the page. @param {import("./types.js").KvFit} kvfit */
  #askLater(kvfit) {
    const { scenario } = this;
    const [planned, loaded] = [this.#plan, this.#load];
    this.#later.forget();
    if (planned && !planned.stale && !isWhole(scenario, planned))
      this.#later.ask(async () => {
        const whole = await completed(kvfit, scenario, planned);
        return () => (this.#plan = whole);
      });
    if (this.#state.view === "load")
      this.#later.ask(async () => {
        const answer = await load(kvfit, scenario, loaded);
        return () => (this.#load = answer);
      });
  }

  #announceSoon() {
    clearTimeout(this.#timer);
    if (!this.#later.busy) this.#timer = Number(setTimeout(() => this.#announce(), quiet));
  }

  /** Says the answer once after the last of several changes, in a region that is always there. */
  #announce() {
    const quietly = ["reuse", "log"].includes(String(this.#state.view)); // these announce their own
    const said = announcement({
      t: this.#t,
      format: this.#format,
      answer: this.#answer,
      plan: this.#plan,
      load: this.#load,
      quietly,
    });
    if (said === this.#announced) return;
    this.#announced = said;
    this.#render();
  }

  #render() {
    render(this.#template(), this.#drawing);
    this.#observe();
  }

  #observe() {
    if (this.#drawing.hasChildNodes()) return; // not mounted
    const chart = this.#root.querySelector(".chart");
    if (chart) this.#width.observe(chart);
  }

  #template() {
    const t = this.#t;
    const body = this.#failure
      ? html`<p class="problem">${t("load.failed", { reason: this.#failure })}</p>
          <slot></slot>`
      : this.#kvfit
        ? this.#calculator(this.#kvfit)
        : html`<slot><p class="waiting">${t("load.waiting")}</p></slot>`;
    return html`<style>
        ${css}
      </style>
      <div
        class=${this.hasAttribute("compact") ? "kvfit small" : "kvfit"}
        aria-busy=${this.#later.busy || this.#stage < stages.whole ? "true" : nothing}
        lang=${this.#language}
        @dragover=${(/** @type {DragEvent} */ event) => this.#drag(event)}
        @dragleave=${(/** @type {DragEvent} */ event) => this.#drag(event)}
        @drop=${(/** @type {DragEvent} */ event) => this.#drag(event)}
      >
        ${body}
      </div>`;
  }

  /** A model's file is taken wherever on the element it is dropped. @param {DragEvent} event */
  #drag(event) {
    const { type, dataTransfer, currentTarget } = event;
    if (this.hasAttribute("compact") || !this.#kvfit || !dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    /** @type {Element} */ (currentTarget).classList.toggle("dropping", type === "dragover");
    if (type !== "drop") return;
    const frame = this.#frame(this.#kvfit);
    if (openView(frame) === "reuse") return this.#reuse.take(frame, dataTransfer.files[0]);
    if (openView(frame) === "load") return void takeLengths(frame, dataTransfer.files[0]);
    if (openView(frame) === "log") return this.#log.take(frame, dataTransfer.files[0]);
    this.#show({ drawer: true });
    this.#sources.take(frame, [...dataTransfer.files]);
  }

  /** @param {import("./types.js").KvFit} kvfit @returns {Frame} */
  #frame(kvfit) {
    const facts = factsOf(kvfit);
    return {
      kvfit,
      ...facts,
      engines: worded(facts.engines, this.#t),
      t: this.#t,
      format: this.#format,
      answer: this.#answer,
      stage: this.#stage,
      plan: this.#plan,
      load: this.#load,
      view: String(this.#state.view ?? ""),
      variants: readVariants(this.#state.with),
      traffic: Object.fromEntries(new URLSearchParams(String(this.#state.traffic ?? ""))),
      problems: this.#problems,
      methodology: this.#methodology,
      surface: this.#surface,
      set: (changes, surface) => this.#set(changes, surface),
      show: (changes) => this.#show(changes),
      // Without memory nothing is wrong yet: the answer asks for it.
      error: (key) =>
        [...this.#answer.errors, ...((this.#plan ?? this.#load)?.errors ?? [])].find(
          ({ code, field }) => field === key && code !== "missing_memory",
        ),
    };
  }

  /** @param {import("./types.js").KvFit} kvfit */
  #calculator(kvfit) {
    const frame = this.#frame(kvfit);
    if (this.hasAttribute("compact")) return brief(frame, this.#announced);
    return calculator(frame, {
      model: html`${this.#picker.template(frame)}${this.#sources.template(frame)}`,
      reuse: this.#reuse,
      log: this.#log,
      keys: this.#keys,
      announced: this.#announced,
      openPicker: () => {
        this.#show({ drawer: true });
        this.#root.getElementById("model")?.focus();
        this.#root.getElementById("model")?.click();
      },
    });
  }
}
