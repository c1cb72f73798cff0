// The data of models/ as one module: every model with its family, the accelerators, the dates of the newest facts.
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

/** @param {{ read?: string }[]} facts */
const newest = (facts) => facts.reduce((date, { read = "" }) => (read > date ? read : date), "");

/** @param {string} folder */
export async function readCatalogue(folder) {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".json")).sort();
  const files = await Promise.all(names.map(async (name) => JSON.parse(await readFile(join(folder, name), "utf8"))));
  const models = files
    .flatMap(({ family, models = [] }) => models.map((/** @type {object} */ model) => ({ family, ...model })))
    .sort((a, b) => (a.id < b.id ? -1 : 1));
  return {
    models,
    hardware: files.flatMap(({ hardware = [] }) => hardware),
    date: newest(models),
    ruleDate: newest(files.flatMap(({ rules = [] }) => rules)),
  };
}
