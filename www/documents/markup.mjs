import { nothing } from "lit-html";

/** @param {unknown} value */
const escaped = (value) =>
  String(value).replace(/[&<>"]/g, (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;" })[sign] ?? "&quot;");

/** An attribute that a value completes: `name=`, `?name=` where it is switched, `@name=` for an event, `.name=` for a property. */
const attribute = /\s([?@.]?)([\w-]+)=$/;

/**
 * The text of a lit template, for pages without a script. Attributes stand in quotes there, or are a place as a whole.
 * @param {unknown} value
 * @returns {string}
 */
export function markup(value) {
  if (value === nothing || value === undefined || value === null) return "";
  if (Array.isArray(value)) return value.map(markup).join("");
  if (typeof value !== "object") return escaped(value);
  if (!("strings" in value)) return ""; // a list that grows with what is looked for
  const { strings, values } = /** @type {{ strings: readonly string[], values: unknown[] }} */ (value);
  return strings.map((text, i) => (i < values.length ? joined(text, values[i]) : text)).join("");
}

/** A template's text with the value that follows it. @param {string} text @param {unknown} value */
function joined(text, value) {
  const [whole, kind, name] = text.match(attribute) ?? [];
  if (whole === undefined) return text + markup(value);
  const before = text.slice(0, -whole.length);
  const shown = kind === "." ? name === "style" && value !== "" : kind !== "@";
  if (!shown || value === nothing || value === false) return before;
  return `${before} ${name}${kind === "?" ? "" : `="${escaped(value)}"`}`;
}
