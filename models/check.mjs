// `node models/check.mjs`: every family file against the schema and the rules below; then, where the package is built
// (dist/) and the published configurations are present (KVFIT_SHARED or ../shared), every entry against both.
import Ajv from "ajv/dist/2020.js";
import { readdir, readFile } from "node:fs/promises";
import { isDeepStrictEqual } from "node:util";
import { gzipSync } from "node:zlib";
import { compareWithPublished } from "./compare.mjs";
import { pack, unpack } from "./pack.mjs";

const folder = new URL("./", import.meta.url);
const readJson = async (name) => JSON.parse(await readFile(new URL(name, folder), "utf8"));
const notFamilies = new Set(["schema.json", "class-rules.json", "hardware.json", "hardware.schema.json"]);

/** Largest gzip size of the packed catalogue in bytes: the page has to stay small. */
const largestGzip = 24 * 1024;

const ajv = new Ajv({ allErrors: true, allowUnionTypes: true });

/** @returns {string[]} what is wrong with this file's form */
function schemaFaults(validate, name, content) {
  if (validate(content)) return [];
  return validate.errors.map(({ instancePath, message, params }) => {
    const [, at] = /^\/models\/(\d+)/.exec(instancePath) ?? [];
    return `${name}: ${content.models?.[at]?.id ?? ""} ${instancePath} ${message} ${JSON.stringify(params)}`;
  });
}

const fileName = (family) => `${family.toLowerCase().replaceAll(" ", "-")}.json`;
const byRelease = (entry) => `${entry.released} ${entry.id}`;

/** @returns {string[]} what is wrong with the entries of one file */
function entryFaults(name, { family, models }) {
  const faults = [];
  if (fileName(family) !== name) faults.push(`${name}: family ${family} belongs into ${fileName(family)}`);
  const order = models.map(byRelease);
  if (!isDeepStrictEqual(order, order.toSorted())) faults.push(`${name}: not sorted by release and id`);
  for (const entry of models) {
    const fault = (text) => faults.push(`${name}: ${entry.id}: ${text}`);
    if (entry.released > entry.read) fault(`released ${entry.released} after it was read (${entry.read})`);
    if (entry.activeParams > entry.totalParams) fault("more active than total parameters");
  }
  return faults;
}

const names = (await readdir(folder)).filter((name) => name.endsWith(".json") && !notFamilies.has(name)).sort();
const validate = ajv.compile(await readJson("schema.json"));
const families = await Promise.all(names.map(readJson));
const entries = families.flatMap(({ models }) => models);
const ids = entries.map(({ id }) => id);
const packed = pack(families);
const bytes = gzipSync(JSON.stringify(packed), { level: 9 }).length;

const faults = [
  ...names.flatMap((name, at) => schemaFaults(validate, name, families[at])),
  ...names.flatMap((name, at) => entryFaults(name, families[at])),
  ...ids.filter((id, at) => ids.indexOf(id) !== at).map((id) => `id ${id} is used twice`),
];
if (JSON.stringify(unpack(packed)) !== JSON.stringify(families)) faults.push("packing loses or reorders something");
if (bytes > largestGzip) faults.push(`${bytes} bytes in gzip, more than ${largestGzip}`);
console.log(`${entries.length} models of ${names.length} families, ${bytes} bytes packed in gzip`);

const figures = faults.length ? { compared: 0, skipped: "the files have faults" } : await compareWithPublished(entries);
faults.push(...(figures.faults ?? []));
console.log(
  figures.skipped ? `Figures not compared: ${figures.skipped}` : `${figures.compared} compared with published files`,
);

for (const fault of faults) console.log(`FAIL ${fault}`);
console.log(`${entries.length - Math.min(entries.length, faults.length)} passed, ${faults.length} failed`);
process.exitCode = faults.length ? 1 : 0;
