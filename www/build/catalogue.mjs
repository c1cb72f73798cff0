// The data of models/ as one module: every model with its family, the accelerators and prices, the dates of the newest facts.
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { pack } from "../../models/pack.mjs";

/** @param {{ read?: string }[]} facts */
const newest = (facts) => facts.reduce((date, { read = "" }) => (read > date ? read : date), "");

/** @param {string} folder */
export async function readCatalogue(folder) {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".json")).sort();
  const files = await Promise.all(names.map(async (name) => JSON.parse(await readFile(join(folder, name), "utf8"))));
  const families = /** @type {import("../../models/pack.mjs").Family[]} */ (files.filter(({ family }) => family));
  const models = families
    .flatMap(({ family, models }) => models.map((model) => /** @type {any} */ ({ family, ...model })))
    .sort((a, b) => (a.id < b.id ? -1 : 1));
  return {
    families,
    models,
    hardware: files.find(({ hardware }) => hardware) ?? { sources: [], hardware: [] },
    prices: files.find(({ prices }) => prices) ?? { sellers: [], prices: [] },
    date: newest(models),
    ruleDate: newest(files.flatMap(({ rules = [] }) => rules)),
  };
}

/** The catalogue as one text, packed. @param {Awaited<ReturnType<typeof readCatalogue>>} catalogue */
export const catalogueText = ({ families, hardware, prices, date, ruleDate }) =>
  JSON.stringify({ packed: pack(families), hardware, prices, date, ruleDate });

/**
 * The source of `kvfit:catalogue`: each list is unpacked when it is first asked for.
 * @param {string} text an expression that gives the catalogue's
 * @param {string} root
 * @returns {import("./virtual.mjs").Module}
 */
export const catalogueModule = (text, root) => ({
  contents: `import { unpackHardware } from "./models/hardware.mjs";
    import { unpacking } from "./models/pack.mjs";
    import { once } from "./wasm/once.mjs";
    const data = JSON.parse(${text});
    const families = [];
    const rest = unpacking(data.packed);
    export function unpackFamily() {
      const { value } = rest.next();
      if (value) families.push(value);
      return value !== undefined;
    }
    export const models = once(() => {
      while (unpackFamily());
      return families
        .flatMap(({ family, models }) => models.map((model) => ({ family, ...model })))
        .sort((a, b) => (a.id < b.id ? -1 : 1));
    });
    export const prices = once(() => {
      const { sellers, prices } = data.prices;
      return prices.map(({ seller, ...price }) => ({ ...price, seller: sellers.find(({ id }) => id === seller) }));
    });
    export const hardware = once(() => unpackHardware(data.hardware));
    export const { date, ruleDate } = data;`,
  loader: "js",
  resolveDir: root,
});
