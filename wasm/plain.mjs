import { KvFitError, refusal } from "./error.mjs";
import { repeated } from "./repeated.mjs";

/** The longest text that any reader takes (a safetensors header); each reader's own cap lies below. */
const longest = 64 * 2 ** 20;

/**
 * Text for the core. Lone surrogates become U+FFFD.
 * @param {unknown} text
 * @param {string} field
 */
export function utf8(text, field) {
  if (typeof text !== "string") throw refusal("wrong_type", field, `${field} takes a text`);
  if (text.length > longest) throw refusal("too_large", field, `${field} is longer than 64 MiB`);
  return new TextEncoder().encode(text);
}

/**
 * Bytes of a file for the core, which reads its head alone: no header is longer than 64 MiB.
 * @param {Uint8Array | ArrayBuffer} data
 * @param {string} field
 */
export function head(data, field) {
  const bytes = data instanceof ArrayBuffer ? new Uint8Array(data) : data;
  if (!(bytes instanceof Uint8Array)) throw refusal("wrong_type", field, `${field} takes the bytes of a file`);
  return bytes.subarray(0, longest);
}

/**
 * JSON text of plain data. JSON.stringify would drop functions and turn NaN into null; here they are refused.
 * @param {unknown} value
 * @param {string} field what it is, where no key can be named
 */
export function jsonText(value, field) {
  /** @type {{ code: string, pointer: string, field: string, message: string }[]} */
  const errors = [];
  /** @param {string} key @param {unknown} member */
  const check = (key, member) => {
    if (typeof member === "string") return member.replace(/\p{Surrogate}/gu, "\ufffd");
    const odd = typeof member === "number" ? !Number.isFinite(member) : /function|symbol|bigint/.test(typeof member);
    if (!odd) return member;
    const message = `${key || field} is ${repeated(String(member))}, which is not a plain value`;
    errors.push({ code: "wrong_type", pointer: key && `/${key}`, field: key || field, message });
    return null;
  };
  let text;
  try {
    text = JSON.stringify(value, check);
  } catch (thrown) {
    throw refusal("wrong_type", field, `${field} is not plain data: ${String(thrown).split("\n")[0]}`);
  }
  if (errors.length > 0) throw new KvFitError(errors);
  if (text === undefined) throw refusal("wrong_type", field, `${field} is missing`);
  return text;
}

/**
 * @param {unknown} value
 * @param {string} field
 * @returns {Record<string, unknown>}
 */
export function plainObject(value, field) {
  if (value !== null && typeof value === "object" && !Array.isArray(value))
    return /** @type {Record<string, unknown>} */ (value);
  throw refusal("wrong_type", field, `${field} should be an object`);
}
