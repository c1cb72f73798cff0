// Which entry of a catalogue a name means, as people, publishers and logs write names.

/** @typedef {{ id: string, name?: string, huggingFace?: string }} Entry */

/** What publishers append to a model's name when they store it in another type. */
const stored =
  /[-_.](?:awq|gptq|gguf|exl2|mlx|bnb|hf|fp8|fp16|bf16|f16|f32|int[48]|nvfp4|mxfp4|[48]-?bit|w\d+a\d+(?:-\w+)?|dynamic|block|kv|i?q\d(?:_[a-z0-9]+)*|i1|qat|ud|unsloth|g128|a?sym|marlin|autoround|quantized)$/;

/** Directories and file endings away: the names that a printed name or path may mean, the likeliest first.
 * @param {string} printed */
function* namesIn(printed) {
  const cached = /models--([^/]+?)--([^/]+)/.exec(printed);
  if (cached) yield `${cached[1]}/${cached[2]}`;
  const parts = printed.replaceAll("\\", "/").replace(/\/+$/, "").split("/");
  if (parts.length > 1) yield parts.slice(-2).join("/");
  yield parts[parts.length - 1];
  // A version, a variant or `snapshots` may stand behind the name.
  yield* parts.slice(-4, -1).reverse();
}

/** @param {string} name without its owner, as it is compared */
const bare = (name) =>
  name
    .toLowerCase()
    .replace(/.*\//, "")
    .replace(/(?:-\d{5}-of-\d{5})?\.gguf$/, "")
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "");

/** A published name as it is written elsewhere: publishers put their own before it. @param {string} huggingFace */
const spellings = (huggingFace) => {
  const name = bare(huggingFace);
  return [name, `${huggingFace.toLowerCase().split(/[-/]/)[0]}-${name}`];
};

/** Letters that a name is looked up by; no name is as long. */
const most = 200;

/** A name, and what is left of it without one stored type after the other. @param {string} name */
function* shortened(name) {
  for (let short = name.toLowerCase().replace(/\.gguf$/, ""), before = ""; short !== before;) {
    yield bare(short);
    before = short;
    short = short.replace(stored, "");
  }
}

/** A name without its case and punctuation; its owner stays. @param {string} name */
const plainly = (name) =>
  name
    .trim()
    .toLowerCase()
    .replaceAll(/[^a-z0-9/]+/g, "-");

/** The one entry whose id or name this is, but for case and punctuation. @template {Entry} E @param {string} name @param {readonly E[]} catalogue */
export function entryNamed(name, catalogue) {
  const typed = plainly(name.slice(0, most));
  const alike = catalogue.filter(({ id, name, huggingFace = id }) =>
    [id, name ?? id, huggingFace].some((known) => plainly(known) === typed),
  );
  return alike.length === 1 ? alike[0] : undefined;
}

/**
 * The entries that have every word of a name, or of what is left of it without its stored types; else those that it is
 * a part of, punctuation aside: `llama3`.
 * @template {Entry} E @param {string} name @param {readonly E[]} catalogue @returns {E[]}
 */
export function entriesAlike(name, catalogue) {
  const shorts = [...shortened(name.trim().slice(0, most).replaceAll(/\s+/g, "-"))].filter(Boolean);
  const first = (/** @type {(id: string, short: string) => boolean} */ means) =>
    shorts.map((short) => catalogue.filter(({ id }) => means(bare(id), short))).find(({ length }) => length > 0);
  const joined = (/** @type {string} */ text) => text.replaceAll("-", "");
  const hasWords = (/** @type {string} */ id, /** @type {string} */ short) => {
    const known = id.split("-");
    return short.split("-").every((word) => known.includes(word));
  };
  const hasPart = (/** @type {string} */ id, /** @type {string} */ short) =>
    short.length > 2 && joined(id).includes(joined(short));
  return first(hasWords) ?? first(hasPart) ?? [];
}

/** A name up to the size of its model; nothing where it says none. @param {string} name */
const sized = (name) => /^.*?(?:^|-)\d+(?:-\d+)?[bm](?=-|$)/.exec(bare(name))?.[0];

/**
 * The catalogue entry that a printed name means. `sure` is false where the name says a stored type or no owner, or
 * leaves out what stands behind the size.
 * @param {string} printed
 * @param {readonly { id: string, huggingFace: string }[]} catalogue
 */
export function modelNamed(printed, catalogue) {
  const names = [...namesIn(printed.slice(-2 * most))];
  for (const name of names) {
    const whole = name.toLowerCase();
    const exact = catalogue.find(({ huggingFace }) => huggingFace.toLowerCase() === whole);
    if (exact) return { id: exact.id, sure: true };
  }
  for (const name of names)
    for (const short of shortened(name)) {
      const alike = catalogue.find(({ huggingFace }) => spellings(huggingFace).includes(short));
      if (alike) return { id: alike.id, sure: false };
    }
  for (const name of names) {
    const begin = sized(name);
    const [alike, ...more] = begin ? entriesAlike(name, catalogue) : [];
    if (alike && more.length === 0 && `${bare(alike.id)}-`.startsWith(`${begin}-`))
      return { id: alike.id, sure: false };
  }
  return undefined;
}
