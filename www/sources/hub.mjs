import { typesBeside, typesFile } from "../../wasm/stored_types.mjs";
import { SourceFailure } from "./failure.mjs";
import { plain, readGguf } from "./files.mjs";

/** @typedef {{hub: "huggingface" | "modelscope", id: string, file?: string}} Place */

const longest = 4 * 2 ** 20; // of a configuration
const patience = 30_000; // milliseconds

/**
 * A model's id, out of an id or of any address of its pages; a GGUF file that is named stays named.
 * @param {string} text
 * @returns {Place}
 */
export function placeOf(text) {
  const [, host, path] = /^(?:https?:\/\/)?(?:www\.)?((?:huggingface|modelscope|hf)\.[a-z]{2,3}(?=\/))?(.*)$/i.exec(
    text.trim(),
  ) ?? ["", "", ""];
  const hub = host?.toLowerCase().startsWith("modelscope") ? "modelscope" : "huggingface";
  const parts = path
    .replace(/[?#].*$/, "")
    .split("/")
    .filter(Boolean);
  if (parts[0] === "models") parts.shift();
  const gguf = parts.findIndex((part) => part.toLowerCase().endsWith(".gguf"));
  // Below owner and name stand a view, a revision and the file's path; a bare id has the path alone.
  const views = { blob: 4, resolve: 4, raw: 4, tree: 4, file: 5 }[parts[2]] ?? 2;
  const id = parts.slice(0, gguf === 1 ? 1 : 2).join("/");
  if ((!host && /^\w+:/.test(text.trim())) || !/^[\w.-]+(\/[\w.-]+)?$/.test(id)) throw new SourceFailure("not_an_id");
  return { hub, id, file: gguf >= 2 ? parts.slice(Math.min(views, gguf), gguf + 1).join("/") : undefined };
}

/** @param {Place} place */
const address = ({ hub, id, file = "config.json" }) =>
  hub === "huggingface"
    ? `https://huggingface.co/${id}/resolve/main/${file}`
    : `https://modelscope.cn/models/${id}/resolve/master/${file}`;

/** Asks for one file and tells nothing else. @param {string} url @param {string} [range] */
async function ask(url, range) {
  let response;
  try {
    response = await fetch(url, {
      credentials: "omit",
      referrerPolicy: "no-referrer",
      headers: range ? { Range: range } : {},
      signal: AbortSignal.timeout(patience),
    });
  } catch {
    throw new SourceFailure("offline");
  }
  const { status } = response;
  if (status === 401 || status === 403) throw new SourceFailure("gated", { status });
  if (status === 404) throw new SourceFailure("missing", { status });
  if (!response.ok && status !== 416) throw new SourceFailure("refused", { status });
  return response;
}

/** At most so many bytes of an answer, whatever the server sends. @param {Response} response @param {number} most */
async function body(response, most) {
  const reader = response.body?.getReader();
  /** @type {Uint8Array<ArrayBuffer>[]} */
  const pieces = [];
  let length = 0;
  try {
    for (let next = await reader?.read(); next?.value && length < most; next = await reader?.read()) {
      pieces.push(next.value);
      length += next.value.length;
    }
    await reader?.cancel();
  } catch {
    throw new SourceFailure("offline");
  }
  return new Uint8Array(await new Blob(pieces).arrayBuffer()).subarray(0, most);
}

/** @param {Place} place */
async function fetchConfig(place) {
  const bytes = await body(await ask(address(place)), longest + 1);
  if (bytes.length > longest) throw new SourceFailure("too_long");
  const text = new TextDecoder().decode(bytes);
  if (!/^\s*\{/.test(text)) throw new SourceFailure("not_json");
  const config = plain(text);
  if (!config) return { config: text };
  const beside = () => ask(address({ ...place, file: typesFile })).then((file) => body(file, longest));
  const types = await typesBeside(config, async () => new TextDecoder().decode(await beside()));
  return { config: JSON.stringify({ _name_or_path: place.id, ...config, ...types }, null, 2) };
}

/** @param {import("../types.js").KvFit} kvfit @param {Place} place */
function fetchGguf(kvfit, place) {
  const slice = async (/** @type {number} */ from, /** @type {number} */ to) => {
    const response = await ask(address(place), `bytes=${from}-${to - 1}`);
    if (response.status === 416) return new Uint8Array();
    if (response.status === 206) return body(response, to - from);
    return (await body(response, to)).subarray(from); // a server that knows no ranges sends all from the start
  };
  return readGguf(kvfit, slice, /** @type {string} */ (place.file?.split("/").pop()));
}

/**
 * A model by its name: from the hub that is named, else from Hugging Face, or ModelScope where that has it not.
 * @param {import("../types.js").KvFit} kvfit
 * @param {string} text an id or an address
 * @returns {Promise<import("./files.mjs").Given>}
 */
export async function fromHub(kvfit, text) {
  const place = placeOf(text);
  const read = (/** @type {Place} */ from) => (from.file ? fetchGguf(kvfit, from) : fetchConfig(from));
  try {
    return await read(place);
  } catch (thrown) {
    const elsewhere = thrown instanceof SourceFailure && !["not_json", "too_long"].includes(thrown.code);
    if (place.hub === "modelscope" || !elsewhere) throw thrown;
    return read({ ...place, hub: "modelscope" }).catch(() => Promise.reject(thrown));
  }
}
