import { decoded } from "../../wasm/decoded.mjs";
import { typesBeside, typesFile } from "../../wasm/stored_types.mjs";
import { SourceFailure } from "./failure.mjs";
import { readHead } from "./head.mjs";

/** @typedef {import("../types.js").KvFit} KvFit */
/** @typedef {import("../types.js").Architecture} Architecture */
/**
 * What a source gives: keys of a scenario, or weights alone.
 * @typedef {{config: string} | {architecture: string} | {weights: Architecture["weights"]}} Given
 */

const longestText = 16 * 2 ** 20; // a list of all tensors of the largest models has two

/**
 * Reads a file by what it holds, whatever it is called; of the large kinds the head alone.
 * @param {KvFit} kvfit
 * @param {File} file
 * @param {File[]} [beside] files that came with it
 * @returns {Promise<Given>}
 */
export async function readFile(kvfit, file, beside = []) {
  const slice = async (/** @type {number} */ from, /** @type {number} */ to) =>
    new Uint8Array(await file.slice(from, to).arrayBuffer());
  const start = await slice(0, 9);
  if (new TextDecoder().decode(start.subarray(0, 4)) === "GGUF") return readGguf(kvfit, slice, file.name);
  // A safetensors file begins with the length of its header in eight bytes, then the header's brace.
  if (start.length === 9 && start[7] === 0 && start[8] === 0x7b)
    return { weights: (await readHead(slice, kvfit.readSafetensors)).weights };
  if (file.size > longestText) throw new SourceFailure("kind", { name: file.name });
  const text = decoded(await slice(0, file.size));
  const config = plain(text);
  if (config?.weight_map) return { weights: kvfit.readSafetensors(text).weights };
  const types =
    config && (await typesBeside(config, async () => beside.find(({ name }) => name === typesFile)?.text() ?? ""));
  const named = !config || config._name_or_path || config.architectures || config.model_type;
  if (named && !types?.quantization) return { config: text };
  return { config: JSON.stringify({ _name_or_path: file.name, ...config, ...types }, null, 2) }; // the file's name says more than none
}

/**
 * @param {KvFit} kvfit
 * @param {(from: number, to: number) => Promise<Uint8Array>} slice
 * @param {string} name used where the file gives none
 */
export async function readGguf(kvfit, slice, name) {
  const architecture = await readHead(slice, kvfit.readGguf);
  return { architecture: JSON.stringify({ ...architecture, name: architecture.name || name }) };
}

/** The object that a JSON text is, if it is one. @param {string} text @returns {Record<string, any> | undefined} */
export function plain(text) {
  try {
    const value = JSON.parse(text);
    return value !== null && typeof value === "object" && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined; // the core's own reader says what is wrong with it
  }
}
