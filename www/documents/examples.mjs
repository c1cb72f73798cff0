// Published models as worked examples: chosen by the parts that they have, never by name.

/** @typedef {import("../../wasm/kvfit.js").KvFit} KvFit */
/** @typedef {import("../../wasm/generated/types.js").Kind} Kind */
/** @typedef {import("../../wasm/kvfit.js").Size} Size */
/** @typedef {{ model: string, name: string, tokens: number, kinds: Set<Kind>, parts: number, released: string }} Example */
/** @typedef {{ example: Example, result?: Size, error?: import("../../wasm/generated/types.js").InputError }} Sized */

const longest = 131072;

/** Every published model: those of few parts first, of equals the longest, then the newest. @param {KvFit} kvfit @returns {Example[]} */
export function candidates(kvfit) {
  const all = kvfit.models().map(({ id, name, released }) => {
    const { parts, trainedContext } = kvfit.model(id).architecture;
    const tokens = Math.min(trainedContext || longest, longest);
    return { model: id, name, tokens, kinds: new Set(parts.map(({ kind }) => kind)), parts: parts.length, released };
  });
  return all.sort((a, b) => a.parts - b.parts || b.tokens - a.tokens || (a.released < b.released ? 1 : -1));
}

/**
 * The first example with a part of this kind that an engine takes; where it takes none, the first one's refusal.
 * @param {KvFit} kvfit
 * @param {Example[]} examples
 * @param {Kind} kind
 * @param {{ engine?: string, engineVersion?: string }} engine
 * @returns {Sized | undefined}
 */
export function exampleOf(kvfit, examples, kind, engine) {
  const fitting = examples.filter(({ kinds }) => kinds.has(kind));
  /** @type {Sized | undefined} */
  let refused;
  for (const example of fitting) {
    const sized = sizeOf(kvfit, example, engine);
    if (sized.result) return sized;
    refused ??= sized;
  }
  return refused;
}

/** @param {Example} example */
export const scenarioOf = ({ model, tokens }) => ({ model, tokens: String(tokens) });

/** Answers, which are the same in every language. @type {Map<string, Sized>} */
const known = new Map();

/** @param {KvFit} kvfit @param {Example} example @param {{ engine?: string, engineVersion?: string }} engine @returns {Sized} */
export function sizeOf(kvfit, example, engine) {
  const key = JSON.stringify([example.model, engine]);
  const sized = known.get(key) ?? ask(kvfit, example, engine);
  known.set(key, sized);
  return sized;
}

/** @param {KvFit} kvfit @param {Example} example @param {{ engine?: string, engineVersion?: string }} engine @returns {Sized} */
function ask(kvfit, example, engine) {
  try {
    return { example, result: kvfit.size({ ...scenarioOf(example), ...engine }) };
  } catch (thrown) {
    if (!(thrown instanceof Error) || !("errors" in thrown)) throw thrown;
    const [error] = /** @type {import("../../wasm/generated/types.js").InputError[]} */ (thrown.errors);
    return { example, error };
  }
}
