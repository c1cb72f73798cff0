import { readVariants, writeVariants } from "../variants.mjs";
import { plain } from "./files.mjs";

/** @typedef {import("../types.js").Scenario} Scenario */
/** @typedef {import("../types.js").Problem} Problem */

/** The longest model that a link carries, in characters: programs that pass links on cut longer ones. */
export const longest = 8000;

/** Keys whose value is a text of its own: a model's, or a list of requests. */
export const packedKeys = ["config", "architecture", "lengths"];

/** @param {Uint8Array<ArrayBuffer>} bytes @param {CompressionStream | DecompressionStream} stream */
const through = async (bytes, stream) =>
  new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());

/** @param {string} text */
async function packed(text) {
  const value = plain(text);
  const bytes = new TextEncoder().encode(value ? JSON.stringify(value) : text);
  const deflated = await through(bytes, new CompressionStream("deflate-raw"));
  const binary = Array.from(deflated, (byte) => String.fromCharCode(byte)).join("");
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** @param {string} text */
async function unpacked(text) {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
  const inflated = await through(bytes, new DecompressionStream("deflate-raw"));
  const json = new TextDecoder("utf-8", { fatal: true }).decode(inflated);
  return JSON.stringify(plain(json), null, 2) ?? json;
}

/**
 * The scenario as a link holds it: a model's own text deflated, or left out where that is too long.
 * @param {Scenario} scenario
 * @returns {Promise<{scenario: Scenario, tooLong: boolean}>}
 */
export async function pack(scenario) {
  const result = { scenario: { ...scenario }, tooLong: false };
  for (const key of packedKeys.filter((key) => key in scenario)) {
    result.scenario[key] = await packed(String(scenario[key]));
    if (String(result.scenario[key]).length <= longest) continue;
    delete result.scenario[key];
    result.tooLong = true;
  }
  if (!("with" in scenario)) return result;
  const variants = await Promise.all(readVariants(scenario.with).map(pack));
  const short = variants.filter(({ tooLong }) => !tooLong);
  const { with: _, ...rest } = result.scenario;
  const text = writeVariants(short.map(({ scenario }) => scenario));
  const fits = text !== undefined && text.length <= longest;
  return {
    scenario: fits ? { ...rest, with: text } : rest,
    tooLong: result.tooLong || short.length < variants.length || !fits,
  };
}

/**
 * The reverse. What cannot be unpacked is a problem, and the rest is kept.
 * @template {{scenario: Scenario, problems: Problem[]}} T
 * @param {T} link
 * @returns {Promise<T>}
 */
export async function unpack(link) {
  const scenario = { ...link.scenario };
  const problems = [...link.problems];
  for (const key of packedKeys.filter((key) => key in scenario))
    try {
      scenario[key] = await unpacked(String(scenario[key]));
    } catch {
      delete scenario[key];
      problems.push({ code: "packed", params: { key } });
    }
  if ("with" in scenario) {
    const variants = await Promise.all(
      readVariants(scenario.with).map((variant) => unpack({ scenario: variant, problems: [] })),
    );
    problems.push(...variants.flatMap(({ problems }) => problems));
    scenario.with = writeVariants(variants.map(({ scenario }) => scenario)) ?? "";
  }
  return { ...link, scenario, problems };
}
