import provenance from "kvfit:provenance";
import { html, nothing, render } from "lit-html";
import { subject, subjectKeys, viewKeys, without } from "./answer.mjs";
import { copyText } from "./clipboard.mjs";
import { breath } from "./breath.mjs";
import { core } from "./core.mjs";
import { download, fileName } from "./download.mjs";
import { KvFitElement } from "./element.mjs";
import { framed, frameKeys, tellHeight } from "./embedded.mjs";
import { learn } from "./facts.mjs";
import { decode, encode } from "./fragment.mjs";
import { chosenOf } from "./choose.mjs";
import { choose, languages, translate } from "./languages.mjs";
import { isSite, keepOffline } from "./offline.mjs";
import { questions, worked } from "./questions.mjs";
import { changesSince, record, recordKey } from "./record.mjs";
import { drawn, savedPage } from "./saved.mjs";
import { pack, unpack } from "./sources/link.mjs";
import { storage, tab } from "./storage.mjs";
import { introduction, questionLink } from "./views/introduction.mjs";

/** @typedef {import("./types.js").Scenario} Scenario */

/** Keys of a link that are the page's own. */
const pageKeys = ["lang", recordKey, ...frameKeys];

const settled = 250; // milliseconds without a change before the address is rewritten

const calculator = /** @type {KvFitElement} */ (document.querySelector("kv-fit"));
const part = (/** @type {string} */ name) => /** @type {HTMLElement} */ (document.querySelector(name));
const { embedded, compact, theme: framedTheme } = framed(location.hash);
const root = document.documentElement;
/** The language that was chosen, by hand, by the link or in a saved page; empty for what the browser prefers. */
let chosen = chosenOf(root, storage.get("language"));
/** @type {import("./types.js").Translate} */
let t;
/** Whether this is a first visit; open until there is a scenario. @type {boolean | undefined} */
let first;
/** The state that a link gave, as text, and what it says of its figures: both hold until a setting changes. */
let linked = { state: "", made: "" };
/** The answer to the state that stands. @type {import("./types.js").SizeResult | undefined} */
let answered;
/** How many languages are named to choose from: their letters' fonts take a browser long to find, one after another. */
let named = 0;
let copied = false;
let tooLong = false;
let timer = 0;

const theme = () => framedTheme || (storage.get("theme") ?? "");

/** @param {string} scheme `light`, `dark`, or empty for what the system prefers */
function applyTheme(scheme) {
  root.style.colorScheme = scheme;
}

/** @param {Event} event */
function chooseTheme({ target }) {
  const { value } = /** @type {HTMLSelectElement} */ (target);
  storage.set("theme", value);
  applyTheme(value);
}

/** The language that a link was made in, else the chosen one. @param {string} hash */
function languageOf(hash) {
  const linked = new URLSearchParams(hash.slice(1)).get("lang") ?? "";
  return linked in languages ? linked : chosen;
}

/** The page in a language; empty means the browser's. @param {string} language */
function speak(language) {
  chosen = language in languages ? language : "";
  t = translate(choose([chosen, ...navigator.languages]));
  root.lang = t.language;
  root.toggleAttribute("data-chosen", chosen !== "");
  document.title = t("page.title");
  renderChrome();
  renderQuestions();
  if (!calculator.relabel) return; // not defined yet
  calculator.methodology = documentAt("methodology");
  calculator.relabel();
}

/** @param {Event} event */
function chooseLanguage({ target }) {
  const { value } = /** @type {HTMLSelectElement} */ (target);
  storage.set("language", value);
  speak(value);
  writeAddress();
}

/** The link says what its figures were, so that they can be compared where it is opened. */
async function copyLink() {
  await writeAddress();
  const { hash, href } = location;
  const carried = new URLSearchParams(hash.slice(1)).has(recordKey);
  const made = answered && !carried ? `&${recordKey}=${record(answered, provenance.date)}` : "";
  copied = await copyText(href + made);
  renderChrome();
  setTimeout(() => ((copied = false), renderChrome()), 2000);
}

/** A page beside this one; a saved page has none. @param {string} name */
const documentAt = (name) => (isSite() ? `${name}${t.language === "en" ? "" : `.${t.language}`}.html` : "");

/** The page as a file, named after its model. */
function save() {
  const file = fileName(String(calculator.scenario.model ?? "own"), "html");
  download(file, new Blob([savedPage()], { type: "text/html" }));
}

function renderChrome() {
  if (embedded) return renderFoot();
  render(
    html`<h1>KVFit</h1>
      <p>${t("page.tagline")}</p>
      <div class="tools">
        <label>
          <span>${t("page.language")}</span>
          <select name="lang" @change=${chooseLanguage}>
            ${["", ...Object.keys(languages).filter((language, i) => i < named || language === chosen)].map(
              (language) =>
                html`<option value=${language} lang=${language || nothing} ?selected=${language === chosen}>
                  ${languages[language] ?? t("language.browser")}
                </option>`,
            )}
          </select>
        </label>
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
        <button type="button" @click=${save}>${t("page.save")}</button>
      </div>
      ${tooLong ? html`<p class="too-long" role="status">${t("link.too_long")}</p>` : nothing}`,
    part("header"),
  );
  render(
    html`<h2>${t("about.head")}</h2>
      <p>${t("about.text")}</p>
      ${
        documentAt("methodology")
          ? html`<p>
              <a href=${documentAt("methodology")}>${t("page.methodology")}</a> &middot;
              <a href=${documentAt("accuracy")}>${t("page.accuracy")}</a>
            </p>`
          : nothing
      }
      <p class="fine">${t("page.private")} ${t("page.provenance", { ...provenance })}</p>`,
    part("#about"),
  );
}

/** The way from an embedded calculator to the whole page, with the same scenario: within the compact one, below the other. */
function renderFoot() {
  const open = (/** @type {Event} */ { currentTarget }) => {
    /** @type {HTMLAnchorElement} */ (currentTarget).hash = encode(calculator.state);
  };
  render(
    html`<p class="fine">
      <a href=${location.pathname} target="_blank" rel="noopener" @click=${open}>${t("embed.open")}</a>
    </p>`,
    part(compact ? "#first" : "#about"),
  );
}

/** Ready questions: all at the foot, some of them below the first answer of a first visit. */
function renderQuestions() {
  if (first === undefined || embedded) return;
  render(first ? introduction(t) : nothing, part("#first"));
  render(
    html`<h2>${t("questions.head")}</h2>
      <ul class="questions">
        ${questions.map((question) => html`<li>${questionLink(t, question)}</li>`)}
      </ul>`,
    part("#questions"),
  );
}

/** The whole of a state that this tab's address is too short for. @returns {ReturnType<typeof decode> | undefined} */
function kept() {
  const { fragment, state } = JSON.parse(tab.get("long") ?? "{}");
  return state && `#${fragment}` === location.hash ? { scenario: state, problems: [] } : undefined;
}

/** @param {Scenario} scenario */
const nonEmpty = (scenario) => Object.keys(scenario).length > 0;

/**
 * The scenario to begin with: the link's, else what a saved page carries, else the last visit's, else the worked one.
 * @param {Set<string>} known keys
 */
async function begin(known) {
  const link = kept() ?? (await readLink(location.hash, known));
  const carried = subjectKeys.some((key) => calculator.hasAttribute(key));
  if (nonEmpty(link.scenario) || link.problems.length > 0) return { ...link, first: false };
  if (carried) return { scenario: undefined, problems: [], first: false };
  const last = embedded ? {} : (await unpack(decode(storage.get("scenario") ?? "", known))).scenario;
  if (nonEmpty(subject(last))) return { scenario: last, problems: [], first: false };
  return { scenario: worked, problems: [], first: true };
}

/** The scenario of a link; its language is the page's. @param {string} hash @param {Set<string>} known */
async function readLink(hash, known) {
  const { scenario, problems } = decode(hash, new Set([...known, ...pageKeys]));
  const state = without(scenario, pageKeys);
  linked = { state: encode(state), made: String(scenario[recordKey] ?? "") };
  return unpack({ scenario: state, problems });
}

/** Says once what has changed since the link was made, while the state is still the link's. @param {import("./types.js").SizeResult} result */
async function compareWithLink(result) {
  const { date, changes } = changesSince(linked.made, result);
  if (changes.length === 0 || encode((await pack(calculator.state)).scenario) !== linked.state) return;
  if (calculator.problems.some(({ code }) => code === "changed")) return;
  calculator.problems = [
    ...calculator.problems,
    { code: "changed", params: { date, today: provenance.date }, changes },
  ];
}

/** A link without a model shows the worked one, and says so. @param {ReturnType<typeof decode>} link */
function complete({ scenario, problems }) {
  if (nonEmpty(subject(scenario))) return { scenario, problems };
  const { model } = worked;
  return { scenario: { model, ...scenario }, problems: [...problems, { code: "no_model", params: { model } }] };
}

async function writeAddress() {
  clearTimeout(timer);
  const packed = await pack(calculator.state);
  if (packed.tooLong !== tooLong) {
    tooLong = packed.tooLong;
    renderChrome();
  }
  /** @type {Scenario} */
  const beside = chosen ? { lang: chosen } : {};
  if (linked.made && encode(packed.scenario) === linked.state) beside[recordKey] = linked.made;
  const fragment = encode({ ...packed.scenario, ...beside });
  tab.set("long", JSON.stringify(packed.tooLong ? { fragment, state: calculator.state } : {}));
  try {
    const view = (/** @type {string} */ text) => new URLSearchParams(text).get("view");
    const turned = location.hash !== "" && view(fragment) !== view(location.hash.slice(1));
    if (turned) history.pushState(null, "", `#${fragment}`);
    else if (location.hash !== `#${fragment}`) history.replaceState(null, "", `#${fragment}`);
  } catch {
    // A frame without an origin has no address of its own.
  }
}

/** Inside another page: nothing but the calculator. */
function embed() {
  root.classList.add("embedded");
  calculator.toggleAttribute("compact", compact);
  tellHeight();
}

async function start() {
  await breath();
  applyTheme(theme());
  // What the build or a saved page has drawn; the answer stands until the element can give its own.
  const answers = calculator.shadowRoot?.hasChildNodes();
  for (const name of drawn) if (name !== "#first" || !answers) part(name).replaceChildren();
  if (embedded) embed();
  speak(languageOf(location.hash));
  const kvfit = await core().catch(() => undefined);
  await breath();
  const known = new Set([...subjectKeys, ...viewKeys, ...(kvfit ? (await learn(kvfit)).settings.keys() : [])]);
  const begun = await begin(known);
  const shown = begun.scenario && complete({ scenario: begun.scenario, problems: begun.problems });
  first = begun.first;
  if (answers) part("#first").replaceChildren();
  renderQuestions();
  const ready = kvfit && new Promise((resolve) => calculator.addEventListener("kvfit-ready", resolve, { once: true }));
  customElements.define("kv-fit", KvFitElement);
  calculator.methodology = documentAt("methodology");
  if (shown) {
    calculator.state = shown.scenario;
    calculator.problems = shown.problems;
  }
  calculator.addEventListener("kvfit-change", async (event) => {
    const { errors, result } = /** @type {CustomEvent} */ (event).detail;
    answered = errors.length === 0 ? result : undefined;
    clearTimeout(timer);
    if (embedded) return;
    if (first && calculator.state.model !== worked.model) {
      first = false; // its words are about the worked model
      renderQuestions();
    }
    timer = Number(setTimeout(writeAddress, settled));
    if (!answered) return;
    storage.set("scenario", encode((await pack(calculator.state)).scenario));
    compareWithLink(result);
  });
  addEventListener("hashchange", async ({ newURL }) => {
    const { hash } = new URL(newURL);
    const link = complete(await readLink(hash, known));
    if (languageOf(hash) !== chosen) speak(languageOf(hash));
    if (encode((await pack(link.scenario)).scenario) !== encode((await pack(calculator.state)).scenario))
      calculator.state = link.scenario;
    calculator.problems = link.problems;
    if (answered) compareWithLink(answered);
  });
  await ready;
  if (!embedded) keepOffline();
  while (named < Object.keys(languages).length) {
    await new Promise((resolve) => setTimeout(resolve, settled));
    named += 1;
    renderChrome();
  }
}

start();
