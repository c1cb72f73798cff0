import { html } from "lit-html";

/** Keeps the text inside the list that its figure is in. @param {Event} event */
function place({ target }) {
  const text = /** @type {HTMLElement} */ (/** @type {Element} */ (target).querySelector("p"));
  const list = /** @type {Element} */ (text.closest("dl"));
  text.style.translate = "";
  const over = text.getBoundingClientRect().right - list.getBoundingClientRect().right;
  if (over > 0) text.style.translate = `${-over}px`;
}

/** @param {Event} event */
function close({ currentTarget }) {
  const details = /** @type {HTMLDetailsElement} */ (currentTarget);
  details.open = false;
}

/**
 * A sentence behind a "?", for pointer, touch and keys; one is open at a time.
 * @param {string} label
 * @param {string} text
 */
export const help = (label, text) =>
  html`<details
    class="help"
    name="help"
    @toggle=${place}
    @focusout=${close}
    @keydown=${(/** @type {KeyboardEvent} */ event) => event.key === "Escape" && close(event)}
  >
    <summary aria-label=${label}>?</summary>
    <p>${text}</p>
  </details>`;
