// Runs before the page is first drawn: takes the answer out that the build or a saved page has drawn, where another is wanted.
import { choose, chosenOf } from "./choose.mjs";
import { storage } from "./storage.mjs";

const root = document.documentElement;
const calculator = /** @type {Element} */ (document.querySelector("kv-fit"));
const spoken = choose([chosenOf(root, storage.get("language")), ...navigator.languages]);
const returning = !calculator.hasAttributes() && storage.get("scenario") !== undefined;
if (location.hash.length > 1 || returning || spoken !== root.lang) {
  calculator.shadowRoot?.replaceChildren();
  calculator.querySelector("#first")?.replaceChildren();
}
root.style.colorScheme = storage.get("theme") ?? "";
