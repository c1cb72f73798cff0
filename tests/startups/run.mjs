#!/usr/bin/env node
// `npm run startups -- FILE... [--configs DIR]... [--all] [--fit] [--json]`: what engines printed when they started against
// what the built package predicts without any printed figure. --fit shows every measured number of the equations beside
// what the first half of the start-ups asks for.
import { dirname, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { compare } from "./compare.mjs";
import { fitted } from "./fit.mjs";
import { modelKey, modelOf, readStartUps, settingsOf } from "./read.mjs";
import { absolute, half, percentile, table } from "./statistics.mjs";

/** @import { Comparison } from "./compare.mjs" */
/** @import { StartUp } from "./read.mjs" */

function readInput() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      configs: { type: "string", multiple: true },
      json: { type: "boolean" },
      all: { type: "boolean" },
      fit: { type: "boolean" },
    },
  });
  if (positionals.length === 0)
    throw new Error("usage: npm run startups -- FILE... [--configs DIR]... [--all] [--fit] [--json]");
  const rows = positionals.flatMap((file) => {
    const folders = values.configs ?? [
      join(dirname(dirname(resolve(file))), "configs"),
      join(dirname(resolve(file)), "configs"),
    ];
    return readStartUps(file).map((row) => ({ row, folders }));
  });
  return { rows, json: values.json, all: values.all, fit: values.fit };
}

/** @param {ReturnType<typeof readInput>} input */
async function run({ rows, json, all, fit }) {
  const built = new URL("../../dist/kvfit.mjs", import.meta.url).href;
  const { loadKvFit } = /** @type {typeof import("../../wasm/kvfit.js")} */ (await import(built));
  const kvfit = await loadKvFit();
  const catalogue = new Map(kvfit.models().map(({ id, huggingFace }) => [huggingFace.toLowerCase(), id]));
  /** @type {{ row: StartUp, comparison: Comparison }[]} */
  const compared = [];
  const skipped = new Map();
  for (const { row, folders } of rows) {
    try {
      const model = modelOf(row, folders, catalogue);
      if (!model) throw new Error("no configuration of the model");
      const scenario = JSON.parse(JSON.stringify({ ...model, ...settingsOf(row) }));
      for (const comparison of compare(row, kvfit.estimate(scenario))) compared.push({ row, comparison });
    } catch (error) {
      skipped.set(row.id, /** @type {Error} */ (error).message);
    }
  }
  if (json) {
    console.log(
      JSON.stringify(
        compared.map(({ row, comparison: { formula, ...figures } }) => ({
          id: row.id,
          engine: row.engine,
          quantization: row.quantization,
          half: half(modelKey(row)),
          ...figures,
        })),
      ),
    );
    return 0;
  }
  if (all)
    for (const { row, comparison: c } of compared)
      console.log(`${row.id} ${c.part}: printed ${c.printed} ${c.unit}, predicted ${c.predicted.toFixed(2)}`);
  for (const [id, reason] of skipped) console.log(`not compared: ${id}: ${reason}`);
  console.log(table(compared, ({ row, comparison }) => `${row.engine}, ${comparison.part}, ${row.quantization}`));
  console.log(table(compared, ({ row, comparison }) => `${row.engine}, ${comparison.part}`));
  console.log("Measured numbers were chosen on the first half of a fixed split by model; the second validates them.");
  console.log(table(compared, ({ row, comparison }) => `${comparison.part}, ${half(modelKey(row))} half`));
  if (fit)
    for (const { name, used, fitted: asked, rows } of fitted(compared, "first"))
      console.log(`${name}: ${used.toFixed(2)} used, ${asked.toFixed(2)} asked for by ${rows} rows of the first half`);
  /** @param {typeof compared} some @param {string} part @param {"GiB" | "%"} unit */
  const median = (some, part, unit) => {
    const errors = some
      .filter(({ comparison }) => comparison.part === part)
      .map(({ comparison: c }) => (unit === "%" ? absolute(c) : Math.abs(c.predicted - c.printed)));
    return errors.length > 0 ? `${percentile(errors, 0.5).toFixed(2)} ${unit}` : "none";
  };
  /** @param {typeof compared} some */
  const summary = (some) =>
    `${new Set(some.map(({ row }) => row.id)).size} start-ups: weights median ${median(some, "weights", "%")}, ` +
    `activation median ${median(some, "activation", "%")}, KV memory median ${median(some, "KV memory", "GiB")}`;
  for (const side of ["first", "second"])
    console.log(`${side} half: ${summary(compared.filter(({ row }) => half(modelKey(row)) === side))}`);
  console.log(summary(compared));
  return 0;
}

try {
  process.exitCode = await run(readInput());
} catch (error) {
  console.error(/** @type {Error} */ (error).message);
  process.exitCode = 2;
}
