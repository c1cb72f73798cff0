/**
 * The catalogue as the bundles carry it. The files of models/ say everything in full; packing leaves out what
 * follows from the rest of an entry, puts each source's repository, folder and commit into one table, writes objects
 * as rows under a table of their keys and lists that repeat as their period; entries stand in columns, where like
 * stands beside like. `unpack(pack(families))` gives every entry back as the files have it.
 */

/** @typedef {Record<string, any>} Entry a model as in models/<family>.json */
/** @typedef {{ family: string, models: Entry[] }} Family */
/**
 * @typedef {object} Packed
 * @property {string} read the newest reading, of every entry that names no other
 * @property {string[]} sources `owner/repository folder/@commit`
 * @property {string[][]} keys of objects
 * @property {[string, number][]} families name and number of models
 * @property {number[]} shapes which keys each entry has
 * @property {Record<string, any[]>} columns the values under a key, of all entries that have it
 */

/** @param {string} huggingFace */
const repositoryName = (huggingFace) => huggingFace.slice(huggingFace.indexOf("/") + 1);

/** What an entry has when the packed form does not say it; null there: nothing. @type {Record<string, (entry: Entry) => unknown>} */
const derived = {
  id: (entry) => repositoryName(entry.huggingFace).toLowerCase(),
  name: (entry) => repositoryName(entry.huggingFace),
  activeParams: (entry) => entry.totalParams,
  weightsDtype: () => "bf16",
  confidence: () => "copy",
};

/** Order of an entry's keys in the files. */
const entryKeys = [
  ...["id", "name", "huggingFace", "released", "totalParams", "activeParams", "weightsDtype"],
  ...["kvDtype", "indexerDtype", "stateDtype", "typeSource", "trainedContext"],
  ...["source", "checkedAgainst", "read", "confidence", "assumed", "notes", "config"],
];

/** `owner/repository folder/` and file, commit, part of the file. */
const fullSource = /^(\S+ (?:\S*\/)?)([^/\s]+)@([0-9a-f]+)( .+)?$/;
const shortSource = /^(\d+):(\S+)( .+)?$/;

/** Published names inside a path stand as `*` (owner--name) and `~` (name).
 * @type {(path: string, huggingFace: string) => string} */
const shorten = (path, huggingFace) =>
  path.replace(huggingFace.replace("/", "--"), "*").replace(repositoryName(huggingFace), "~");
/** @type {(path: string, huggingFace: string) => string} */
const lengthen = (path, huggingFace) =>
  path.replace("*", huggingFace.replace("/", "--")).replace("~", repositoryName(huggingFace));

/** What stands before the members of a list, in the place of an object's row of keys. */
const listMark = { whole: -1, repeated: -2 };

/** A list, or its length and its period where that is less than half of it. @param {unknown[]} list */
function packList(list) {
  for (let period = 1; period <= list.length / 2; period += 1)
    if (list.every((member, at) => member === list[at % period]))
      return [listMark.repeated, list.length, ...list.slice(0, period)];
  return [listMark.whole, ...list];
}

/**
 * @param {Family[]} families
 * @returns {Packed}
 */
export function pack(families) {
  const sources = /** @type {string[]} */ ([]);
  const keys = /** @type {string[][]} */ ([]);
  /** @type {<Row>(table: Row[], row: Row) => number} */
  const placeOf = (table, row) => {
    const text = JSON.stringify(row);
    const at = table.findIndex((known) => JSON.stringify(known) === text);
    return at >= 0 ? at : table.push(row) - 1;
  };
  /** @type {(source: string, huggingFace: string) => string} */
  const packSource = (source, huggingFace) => {
    const [, folder, file, commit, part = ""] = fullSource.exec(source) ?? [];
    if (!folder) return source;
    return `${placeOf(sources, `${shorten(folder, huggingFace)}@${commit}`)}:${shorten(file, huggingFace)}${part}`;
  };
  /** @type {(value: any) => any} */
  const packValue = (value) => {
    if (Array.isArray(value)) return packList(value.map(packValue));
    if (value === null || typeof value !== "object") return value;
    return [placeOf(keys, Object.keys(value)), ...Object.values(value).map(packValue)];
  };
  const read =
    families
      .flatMap(({ models }) => models.map((entry) => entry.read))
      .sort()
      .at(-1) ?? "";
  /** @type {(entry: Entry) => any} */
  const packEntry = (entry) => {
    const packed = /** @type {Entry} */ ({ ...entry });
    if (entry.read === read) delete packed.read;
    for (const [key, derive] of Object.entries(derived)) {
      if (!(key in entry)) packed[key] = null;
      else if (entry[key] === derive(entry)) delete packed[key];
    }
    packed.source = packSource(entry.source, entry.huggingFace);
    if (entry.checkedAgainst)
      packed.checkedAgainst = entry.checkedAgainst.map((/** @type {string} */ source) =>
        packSource(source, entry.huggingFace),
      );
    return packed;
  };
  const shapes = /** @type {number[]} */ ([]);
  const columns = /** @type {Record<string, any[]>} */ ({ config: [] }); // beside its keys: gzip sees them together
  for (const entry of families.flatMap(({ models }) => models.map(packEntry))) {
    shapes.push(placeOf(keys, Object.keys(entry)));
    for (const [key, value] of Object.entries(entry)) (columns[key] ??= []).push(packValue(value));
  }
  const counts = families.map(({ family, models }) => /** @type {[string, number]} */ ([family, models.length]));
  return { keys, columns, sources, shapes, families: counts, read };
}

/**
 * One family after another.
 * @param {Packed} packed
 * @returns {Generator<Family, void>}
 */
export function* unpacking({ read, sources, families, keys, shapes, columns }) {
  /** @type {(value: any) => any} */
  const unpackValue = (value) => {
    if (!Array.isArray(value)) return value;
    const [shape, ...rest] = value;
    if (shape === listMark.whole) return rest.map(unpackValue);
    if (shape === listMark.repeated) {
      const [length, ...period] = rest;
      return Array.from({ length }, (_, at) => period[at % period.length]);
    }
    return Object.fromEntries(keys[shape].map((key, at) => [key, unpackValue(rest[at])]));
  };
  /** @type {(source: string, huggingFace: string) => string} */
  const unpackSource = (source, huggingFace) => {
    const [, at, file, part = ""] = shortSource.exec(source) ?? [];
    if (!at) return source;
    const [folder, commit] = sources[Number(at)].split("@");
    return `${lengthen(folder, huggingFace)}${lengthen(file, huggingFace)}@${commit}${part}`;
  };
  const taken = /** @type {Record<string, number>} */ ({});
  const next = (/** @type {string} */ key) => columns[key][(taken[key] = (taken[key] ?? -1) + 1)];
  /** @type {(shape: number) => Entry} */
  const unpackEntry = (shape) => {
    const entry = /** @type {Entry} */ ({ read });
    for (const key of keys[shape]) entry[key] = unpackValue(next(key));
    for (const [key, derive] of Object.entries(derived)) if (!(key in entry)) entry[key] = derive(entry);
    entry.source = unpackSource(entry.source, entry.huggingFace);
    if (entry.checkedAgainst)
      entry.checkedAgainst = entry.checkedAgainst.map((/** @type {string} */ source) =>
        unpackSource(source, entry.huggingFace),
      );
    return Object.fromEntries(entryKeys.filter((key) => (entry[key] ?? null) !== null).map((key) => [key, entry[key]]));
  };
  let entry = 0;
  for (const [family, count] of families) {
    yield { family, models: shapes.slice(entry, entry + count).map(unpackEntry) };
    entry += count;
  }
}

/** All families. @param {Packed} packed */
export const unpack = (packed) => [...unpacking(packed)];
