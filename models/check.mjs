// `npm run models`: every family file against the schema and the rules below, then, where the package is built (dist/)
// and the published configurations are present (KVFIT_SHARED or ../shared), every entry against both; the accelerators.
import Ajv from "ajv/dist/2020.js";
import { readdir, readFile } from "node:fs/promises";
import { isDeepStrictEqual } from "node:util";
import { gzipSync } from "node:zlib";
import { compareWithPublished } from "./compare.mjs";
import { unpackHardware } from "./hardware.mjs";
import { pack, unpack } from "./pack.mjs";

const folder = new URL("./", import.meta.url);
/** @param {string} name */
const readJson = async (name) => JSON.parse(await readFile(new URL(name, folder), "utf8"));

/** What else models/ holds. */
const otherFile = /(^|\.)schema\.json$|-rules\.json$|^(hardware|prices)\.json$/;

/** Largest sizes in gzip, in bytes: the page has to stay small. */
const largest = { models: 20 * 1024, hardware: 10 * 1024 };
/** @param {unknown} content */
const gzipBytes = (content) => gzipSync(JSON.stringify(content), { level: 9 }).length;

const ajv = new Ajv.default({ allErrors: true, allowUnionTypes: true });

/** What is wrong with the form of a file; an entry's fault carries its id.
 * @param {object} schema @param {string} name @param {any} content */
function schemaFaults(schema, name, content) {
  const validate = ajv.compile(schema);
  if (validate(content)) return [];
  return (validate.errors ?? []).map(({ instancePath, message, params }) => {
    const [, list = "", at = 0] = /^\/(\w+)\/(\d+)/.exec(instancePath) ?? [];
    const id = content[list]?.[Number(at)]?.id ?? "";
    return `${name}: ${id} ${instancePath} ${message} ${JSON.stringify(params)}`;
  });
}

/** @param {string[]} ids */
const twice = (ids) => ids.filter((id, at) => ids.indexOf(id) !== at).map((id) => `id ${id} is used twice`);

/** What is wrong with the entries of one family file.
 * @param {string} name @param {import("./pack.mjs").Family} family */
function familyFaults(name, { family, models }) {
  const expectedName = `${family.toLowerCase().replaceAll(" ", "-")}.json`;
  const order = models.map(({ released, id }) => `${released} ${id}`);
  return [
    ...(expectedName === name ? [] : [`${name}: family ${family} belongs into ${expectedName}`]),
    ...(isDeepStrictEqual(order, order.toSorted()) ? [] : [`${name}: not sorted by release and id`]),
    ...models.filter((m) => m.released > m.read).map(({ id }) => `${name}: ${id}: read before it was released`),
    ...models.filter((m) => m.activeParams > m.totalParams).map(({ id }) => `${name}: ${id}: more active than total`),
  ];
}

async function checkModels() {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".json") && !otherFile.test(name)).sort();
  const families = /** @type {import("./pack.mjs").Family[]} */ (await Promise.all(names.map(readJson)));
  const entries = families.flatMap(({ models }) => models);
  const schema = await readJson("schema.json");
  const packed = pack(families);
  const bytes = gzipBytes(packed);
  const faults = [
    ...names.flatMap((name, at) => schemaFaults({ ...schema, $id: name }, name, families[at])),
    ...names.flatMap((name, at) => familyFaults(name, families[at])),
    ...twice(entries.map(({ id }) => id)),
    ...(JSON.stringify(unpack(packed)) === JSON.stringify(families) ? [] : ["packing loses or reorders something"]),
    ...(bytes > largest.models ? [`models: ${bytes} bytes in gzip, more than ${largest.models}`] : []),
  ];
  console.log(`${entries.length} models of ${names.length} families, ${bytes} bytes packed in gzip`);
  if (faults.length) return { count: entries.length, faults };
  const { compared, skipped, faults: differences } = await compareWithPublished(entries);
  console.log(skipped ? `Figures not compared: ${skipped}` : `${compared} compared with published files`);
  return { count: entries.length, faults: differences };
}

async function checkHardware() {
  const file = await readJson("hardware.json");
  const accelerators = unpackHardware(file);
  const bytes = gzipBytes(file);
  const order = file.hardware.map((/** @type {any} */ { id }) => id);
  const faults = [
    ...schemaFaults(await readJson("hardware.schema.json"), "hardware.json", file),
    ...twice(order),
    ...(bytes > largest.hardware ? [`hardware: ${bytes} bytes in gzip, more than ${largest.hardware}`] : []),
  ];
  for (const { id, ...accelerator } of accelerators) {
    const figures = Object.entries(accelerator).filter(([, figure]) => figure?.value !== undefined);
    for (const [key, { source }] of figures) if (!source) faults.push(`${id}: ${key} has no source`);
    const { soldGb, usableGib, bf16Tflops, fp8Tflops } = accelerator;
    if (usableGib?.value > 1.01 * soldGb.value) faults.push(`${id}: more usable than sold memory`);
    if (bf16Tflops?.value > fp8Tflops?.value) faults.push(`${id}: slower in fp8 than in bf16`);
  }
  console.log(`${accelerators.length} accelerators, ${file.sources.length} sources, ${bytes} bytes in gzip`);
  return { count: accelerators.length, faults };
}

async function checkPrices() {
  const file = await readJson("prices.json");
  const ids = new Set((await readJson("hardware.json")).hardware.map((/** @type {any} */ { id }) => id));
  const sellers = new Set(file.sellers.map((/** @type {any} */ { id }) => id));
  const names = file.prices.map((/** @type {any} */ { hardware, seller }) => `${hardware} ${seller}`);
  const faults = [
    ...schemaFaults(await readJson("prices.schema.json"), "prices.json", file),
    ...twice(names),
    ...(isDeepStrictEqual(names, names.toSorted()) ? [] : ["prices.json: not sorted by accelerator and seller"]),
  ];
  for (const { hardware, seller } of file.prices) {
    if (!ids.has(hardware)) faults.push(`prices.json: ${hardware} is no accelerator`);
    if (!sellers.has(seller)) faults.push(`prices.json: ${seller} is no seller`);
  }
  console.log(`${file.prices.length} prices of ${sellers.size} sellers`);
  return { count: file.prices.length, faults };
}

const results = [await checkModels(), await checkHardware(), await checkPrices()];
const faults = results.flatMap((result) => result.faults);
for (const fault of faults) console.log(`FAIL ${fault}`);
const count = results.reduce((sum, result) => sum + result.count, 0);
console.log(`${Math.max(0, count - faults.length)} passed, ${faults.length} failed`);
process.exitCode = faults.length ? 1 : 0;
