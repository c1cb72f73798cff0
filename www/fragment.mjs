import { viewKeys } from "./answer.mjs";
import { longest as longestPacked, packedKeys } from "./sources/link.mjs";

/** @typedef {import("./types.js").Scenario} Scenario */
/** @typedef {import("./types.js").Problem} Problem */

/** What links are written in; older ones are brought up to it one version at a time. */
export const version = 1;

/**
 * How pairs of an older version become those of the next: `migrations[1]` turns version 1 into 2.
 * @type {Record<number, (pairs: Map<string, string>) => Map<string, string>>}
 */
const migrations = {};

const longest = 300;
const packed = new Map([...packedKeys, ...viewKeys].map((key) => [key, longestPacked]));

/**
 * A scenario as the text behind `#`. Absent keys are defaults and are not written.
 * @param {Scenario} scenario
 */
export function encode(scenario) {
  const pairs = Object.entries(scenario).map(([key, value]) => [key, String(value)]);
  return String(new URLSearchParams([["v", String(version)], ...pairs]));
}

/**
 * Reads a link. What cannot be read is named in `problems`; the rest is kept.
 * @param {string} fragment with or without `#`
 * @param {Set<string>} known keys of a scenario
 * @returns {{scenario: Scenario, problems: Problem[]}}
 */
export function decode(fragment, known) {
  /** @type {Problem[]} */
  const problems = [];
  /** @type {Map<string, string>} */
  let pairs = new Map();
  for (const [key, value] of new URLSearchParams(fragment.replace(/^#/, ""))) {
    if (pairs.has(key)) problems.push({ code: "repeated", params: { key: shown(key) } });
    else pairs.set(key, value);
  }
  const written = pairs.get("v") ?? String(version);
  pairs.delete("v");
  if (!/^[1-9]\d{0,3}$/.test(written) || Number(written) > version)
    problems.push({ code: "version", params: { version: shown(written) } });
  else for (let from = Number(written); from < version; from++) pairs = migrations[from](pairs);

  /** @type {Scenario} */
  const scenario = {};
  for (const [key, value] of pairs) {
    if (!known.has(key)) problems.push({ code: "unknown", params: { key: shown(key) } });
    else if (value.length > (packed.get(key) ?? longest)) problems.push({ code: "long", params: { key } });
    else if (value.includes("\ufffd")) problems.push({ code: "garbled", params: { key } });
    else if (value !== "") scenario[key] = value;
  }
  return { scenario, problems };
}

/** @param {string} text */
const shown = (text) => (text.length > 40 ? `${text.slice(0, 40)}…` : text);
