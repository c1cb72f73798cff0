import { html, nothing } from "lit-html";
import { ref } from "lit-html/directives/ref.js";
import { withEscapes } from "../escapes.mjs";
import { plain } from "../sources/files.mjs";

/** @typedef {import("../types.js").Frame} Frame */
/** @typedef {{ pointer: string, text: string }} Line a line of JSON and what stands on it */

const escaped = (/** @type {string} */ key) => key.replaceAll("~", "~0").replaceAll("/", "~1");

/** A value as JSON; marks of writing direction, which would turn the line around, as escapes. @param {unknown} value */
const literal = (value) => withEscapes(JSON.stringify(value), /\p{Bidi_Control}/gu);
const isObject = (/** @type {unknown} */ value) => value !== null && typeof value === "object";

/**
 * The lines of a value as JSON, a key on each; a list of plain values stands on one line.
 * @param {unknown} value @param {string} pointer @param {string} before what opens the line @param {string} after a comma
 * @returns {Line[]}
 */
function linesOf(value, pointer, before = "", after = "") {
  const indent = /^ */.exec(before)?.[0] ?? "";
  const list = Array.isArray(value);
  if (!isObject(value) || (list && !value.some(isObject))) return [{ pointer, text: before + literal(value) + after }];
  const entries = Object.entries(/** @type {object} */ (value));
  const inner = entries.flatMap(([key, member], i) => {
    const opening = `${indent}  ${list ? "" : `${literal(key)}: `}`;
    return linesOf(member, `${pointer}/${escaped(key)}`, opening, i < entries.length - 1 ? "," : "");
  });
  const [open, close] = list ? "[]" : "{}";
  return [{ pointer, text: before + open }, ...inner, { pointer: "", text: indent + close + after }];
}

/** Scrolls the text, and not the page, to the line. @param {Element | undefined} line */
function centre(line) {
  const text = line?.parentElement;
  if (!(line instanceof HTMLElement) || !text) return;
  text.scrollTop = line.offsetTop - text.offsetTop - text.clientHeight / 2;
}

/** The configuration that the scenario's model was read from, as its pointers name it. @param {Frame} frame */
function document({ kvfit, answer }) {
  const { model, config, architecture } = answer.answered ?? {};
  if (config !== undefined) return { value: plain(String(config)), pointer: "" };
  if (architecture !== undefined || model === undefined) return {};
  return { value: kvfit.model(String(model)).config, pointer: "/config" };
}

/**
 * The configuration, its line lit that `source` points to: the one itself, or the nearest around it.
 * @param {Frame} frame @param {string} [source] a JSON Pointer
 */
export function originSection(frame, source = "") {
  const { value, pointer } = document(frame);
  if (!value) return nothing;
  const lines = linesOf(value, pointer ?? "");
  let lit = -1;
  for (let at = source; lit < 0 && at.startsWith("/"); at = at.slice(0, at.lastIndexOf("/")))
    lit = lines.findIndex((line) => line.pointer === at);
  return html`<details class="origin">
    <summary>${frame.t("origin.head")}</summary>
    <pre tabindex="0" aria-label=${frame.t("origin.head")}>
${lines.map(
        ({ text }, i) =>
          html`<span class=${i === lit ? "lit" : ""} ${i === lit ? ref(centre) : nothing}>${text}</span>`,
      )}</pre>
  </details>`;
}
