import provenance from "kvfit:provenance";
import { html, nothing, render } from "lit-html";
import { copyText } from "./clipboard.mjs";
import { core } from "./core.mjs";
import { KvFitElement } from "./element.mjs";
import { decode, encode } from "./fragment.mjs";
import { choose, translate } from "./languages.mjs";
import { questions, worked } from "./questions.mjs";
import { storage } from "./storage.mjs";

/** @typedef {import("./types.js").Scenario} Scenario */

const settled = 250; // milliseconds without a change before the address is rewritten

const calculator = /** @type {KvFitElement} */ (document.querySelector("kv-fit"));
const part = (/** @type {string} */ name) => /** @type {HTMLElement} */ (document.querySelector(name));
const language = choose(navigator.languages);
const t = translate(language);
let copied = false;
let timer = 0;

const theme = () => storage.get("theme") ?? "";

/** @param {string} scheme `light`, `dark`, or empty for what the system prefers */
function applyTheme(scheme) {
  document.documentElement.style.colorScheme = scheme;
}

/** @param {Event} event */
function chooseTheme({ target }) {
  const { value } = /** @type {HTMLSelectElement} */ (target);
  storage.set("theme", value);
  applyTheme(value);
}

async function copyLink() {
  writeAddress();
  copied = await copyText(location.href);
  renderChrome();
  setTimeout(() => ((copied = false), renderChrome()), 2000);
}

function renderChrome() {
  render(
    html`<h1>KVFit</h1>
      <p>${t("page.tagline")}</p>
      <div class="tools">
        <label>
          <span>${t("page.theme")}</span>
          <select name="theme" @change=${chooseTheme}>
            ${["", "light", "dark"].map(
              (scheme) =>
                html`<option value=${scheme} ?selected=${scheme === theme()}>
                  ${t(`theme.${scheme || "system"}`)}
                </option>`,
            )}
          </select>
        </label>
        <button type="button" @click=${copyLink}>${t(copied ? "page.link_copied" : "page.copy_link")}</button>
      </div>`,
    part("header"),
  );
  render(
    html`<h2>${t("about.head")}</h2>
      <p>${t("about.text")}</p>
      <p class="fine">${t("page.private")} ${t("page.provenance", { ...provenance })}</p>`,
    part("#about"),
  );
}

/** Ready questions: below the first answer of a first visit, else at the foot. @param {boolean} first */
function renderQuestions(first) {
  const links = html`<p class="questions">
    ${t("questions.head")}
    ${questions.map(({ key, scenario }) => html`<a href=${`#${encode(scenario)}`}>${t(key)}</a> `)}
  </p>`;
  render(
    first
      ? html`<p>${t("first.surprise")}</p>
          ${links}`
      : nothing,
    part("#first"),
  );
  render(first ? nothing : links, part("#questions"));
}

/** @param {Scenario} scenario */
const nonEmpty = (scenario) => Object.keys(scenario).length > 0;

/**
 * The scenario to begin with: the link's, else what a saved page carries, else the last visit's, else the worked one.
 * @param {Set<string>} known keys
 */
function begin(known) {
  const link = decode(location.hash, known);
  const carried = calculator.hasAttribute("model");
  if (nonEmpty(link.scenario) || link.problems.length > 0) return { ...link, first: false };
  if (carried) return { scenario: undefined, problems: [], first: false };
  const last = decode(storage.get("scenario") ?? "", known).scenario;
  if (last.model) return { scenario: last, problems: [], first: false };
  return { scenario: worked, problems: [], first: true };
}

/** A link without a model shows the worked one, and says so. @param {ReturnType<typeof decode>} link */
function complete({ scenario, problems }) {
  if (scenario.model) return { scenario, problems };
  return {
    scenario: { model: worked.model, ...scenario },
    problems: [...problems, { code: "no_model", params: { model: worked.model } }],
  };
}

function writeAddress() {
  clearTimeout(timer);
  const fragment = encode(calculator.scenario);
  try {
    if (location.hash !== `#${fragment}`) history.replaceState(null, "", `#${fragment}`);
  } catch {
    // A frame without an origin has no address of its own.
  }
}

async function start() {
  document.documentElement.lang = language;
  document.title = t("page.title");
  applyTheme(theme());
  for (const name of ["header", "#first", "#questions", "#about"]) part(name).replaceChildren(); // of a saved page
  renderChrome();
  const kvfit = await core().catch(() => undefined);
  const known = new Set(["model", ...(kvfit?.settings() ?? []).map(({ key }) => key)]);
  const { scenario, problems, first } = begin(known);
  const shown = scenario && complete({ scenario, problems });
  renderQuestions(first);
  customElements.define("kv-fit", KvFitElement);
  if (shown) {
    calculator.scenario = shown.scenario;
    calculator.problems = shown.problems;
  }
  calculator.addEventListener("kvfit-change", (event) => {
    const { errors } = /** @type {CustomEvent} */ (event).detail;
    if (errors.length === 0) storage.set("scenario", encode(calculator.scenario));
    clearTimeout(timer);
    timer = Number(setTimeout(writeAddress, settled));
  });
  addEventListener("hashchange", () => {
    const link = complete(decode(location.hash, known));
    if (encode(link.scenario) === encode(calculator.scenario)) return;
    calculator.scenario = link.scenario;
    calculator.problems = link.problems;
  });
}

start();
