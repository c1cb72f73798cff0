// What is declared is what is returned.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { grouped } from "./architectures.mjs";
import { asked, kvfit } from "./kvfit.mjs";

const root = fileURLToPath(new URL("../../", import.meta.url));
const { $defs: defs } = JSON.parse(readFileSync(`${root}wasm/generated/schema.json`, "utf8"));

/** What in a value differs from a schema of ours; only the words that the schema uses.
 * @param {any} value @param {any} schema @param {string} at @returns {string[]} */
function differences(value, schema, at) {
  if (schema.$ref) return differences(value, defs[schema.$ref.replace("#/$defs/", "")], at);
  if (schema.anyOf) {
    const each = schema.anyOf.map((/** @type {any} */ one) => differences(value, one, at));
    return each.some((/** @type {string[]} */ found) => found.length === 0) ? [] : each.flat();
  }
  if (schema.enum) return schema.enum.includes(value) ? [] : [`${at}: ${value}`];
  const actual = Array.isArray(value) ? "array" : Number.isInteger(value) ? "integer" : typeof value;
  const allowed = [schema.type].flat();
  if (!allowed.includes(actual) && !(actual === "integer" && allowed.includes("number"))) return [`${at}: ${actual}`];
  if (actual === "array")
    return value.flatMap((/** @type {any} */ item, /** @type {number} */ i) =>
      differences(item, schema.items, `${at}/${i}`),
    );
  if (actual !== "object") return [];
  const missing = (schema.required ?? []).filter((/** @type {string} */ key) => !(key in value));
  return [
    ...missing.map((/** @type {string} */ key) => `${at}/${key} is missing`),
    ...Object.entries(value).flatMap(([key, member]) => {
      const own = schema.properties?.[key] ?? schema.additionalProperties;
      return own ? differences(member, own, `${at}/${key}`) : [`${at}/${key} is not declared`];
    }),
  ];
}

test("results have exactly the declared keys", () => {
  const scenario = asked({ ...grouped, trainedContext: 10 }, { tokens: 1000, sequences: 2, tp: 2 });
  const result = kvfit.size(scenario);
  assert.deepEqual(differences(result, defs.SizeResult, ""), []);
  assert.equal(result.warnings.length, 1);
  for (const setting of kvfit.settings()) assert.deepEqual(differences(setting, defs.Setting, setting.key), []);
  for (const dtype of kvfit.dtypes()) assert.deepEqual(differences(dtype, defs.Dtype, dtype.name), []);
});

test("an engine's figures stand in the result under their own names too", () => {
  for (const engine of kvfit.engines()) {
    assert.deepEqual(differences(engine, defs.EngineProfile, engine.id), []);
    const result = kvfit.size(asked({ ...grouped, trainedContext: 10_000 }, { tokens: 1000, engine: engine.id }));
    const { reservedBytes, admissionBytes, liveBytes, cachedBytes, paddingBytes, ...rest } = result;
    assert.deepEqual(differences(rest, defs.SizeResult, engine.id), []);
    const named = { reservedBytes, admissionBytes, liveBytes, cachedBytes, paddingBytes };
    for (const [name, bytes] of Object.entries(named)) assert.equal(bytes, result.figures[name]?.bytes, name);
    assert.ok(Number(reservedBytes) >= result.payloadBytes, engine.id);
  }
});

test("rows of the comparison of engines have exactly the declared keys", () => {
  const rows = kvfit.compareEngines(
    asked({ ...grouped, trainedContext: 10_000 }, { tokens: 1000, tp: 2, kvDtype: "int8" }),
  );
  for (const row of rows) assert.deepEqual(differences(row, defs.EngineRow, row.title), []);
  assert.ok(rows.some(({ errors }) => errors.length > 0));
  assert.ok(rows.some(({ reasons }) => reasons.length > 0));
});

test("architectures of the catalogue have exactly the declared keys", () => {
  for (const { id } of kvfit.models())
    assert.deepEqual(differences(kvfit.model(id).architecture, defs.Architecture, id), []);
});

test("errors have exactly the declared keys", () => {
  assert.throws(
    () => kvfit.size(asked(grouped, { tokens: 0 })),
    (/** @type {any} */ error) => {
      assert.deepEqual(differences(error.errors[0], defs.InputError, ""), []);
      return true;
    },
  );
});

test("the scenario's keys are the settings", () => {
  const declared = Object.keys(defs.Scenario.properties).sort();
  const known = kvfit.settings().map(({ key }) => key);
  assert.deepEqual(declared, [...known, "model", "config", "architecture"].sort());
});

test("the package's declarations hold for strict TypeScript", () => {
  const folder = mkdtempSync(join(tmpdir(), "kvfit-types-"));
  try {
    writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
    writeFileSync(join(folder, "kvfit.d.ts"), readFileSync(`${root}dist/kvfit.d.ts`));
    writeFileSync(
      join(folder, "sample.ts"),
      `import { KvFitError, loadKvFit, type Scenario, type Term } from "./kvfit.js";
       const kvfit = await loadKvFit();
       const scenario: Scenario = { model: "x", tokens: "128K", tp: 2, prefixCaching: false, draftLayers: true };
       const { payloadBytes, reservedBytes, parts, figures, metrics } = kvfit.size(scenario);
       const total: number = payloadBytes + (reservedBytes ?? 0) + parts[0].bytes + figures.reservedBytes.bytes;
       const leaves = (term: Term): number => (term.op === undefined ? 1 : term.args.map(leaves).length);
       const curve: Float64Array = kvfit.curve(scenario, { from: 1, to: 10, scale: "log" });
       // @ts-expect-error a key that does not exist
       kvfit.size({ model: "x", token: 1 });
       // @ts-expect-error a flag takes no number
       kvfit.size({ model: "x", prefixCaching: 1 });
       try { kvfit.readConfig("{}"); } catch (error) {
         if (error instanceof KvFitError) console.log(error.errors[0].hint, total, leaves, curve, metrics.fits);
       }
       export {};`,
    );
    const options = ["--strict", "--noEmit", "--target", "es2022", "--module", "nodenext", "--lib", "es2022,dom"];
    execFileSync(`${root}node_modules/.bin/tsc`, [...options, "--types", "", "sample.ts"], {
      cwd: folder, // away from the project's own tsconfig.json
      stdio: "pipe",
    });
  } catch (error) {
    assert.fail(String(/** @type {any} */ (error).stdout ?? error));
  } finally {
    rmSync(folder, { recursive: true });
  }
});
