// The packed tarball, installed in an empty folder as a user would: run, typed, linted and bundled.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { build } from "esbuild";
import { publint } from "publint";
import { root } from "../../.ci/setup.mjs";

let folder = "";
/** @param {string} command @param {string[]} args */
const run = (command, ...args) => execFileSync(command, args, { cwd: folder, encoding: "utf8" });

before(async () => {
  folder = await mkdtemp(join(tmpdir(), "kvfit-package-"));
  const [{ filename }] = JSON.parse(run("npm", "pack", root, "--json", "--ignore-scripts"));
  await writeFile(join(folder, "package.json"), '{ "private": true, "type": "module" }\n');
  run("npm", "install", "--offline", "--no-audit", "--no-fund", `./${filename}`);
});
after(() => rm(folder, { recursive: true, force: true }));

test("holds dist/ and nothing of the sources", () => {
  const [{ files }] = JSON.parse(run("npm", "pack", root, "--json", "--dry-run", "--ignore-scripts"));
  const outside = files
    .map((/** @type {{ path: string }} */ { path }) => path)
    .filter((/** @type {string} */ path) => !/^dist\//.test(path));
  assert.deepEqual(outside.sort(), ["LICENSE", "README.md", "package.json"]);
});

test("answers in Node", async () => {
  const script = `
    import { loadKvFit } from "kvfit";
    const kvfit = await loadKvFit();
    const config = { model_type: "llama", num_hidden_layers: 2, hidden_size: 64, num_attention_heads: 4,
      num_key_value_heads: 2, max_position_embeddings: 128, torch_dtype: "bfloat16" };
    console.log(kvfit.size({ config, tokens: 100, sequences: 3 }).payloadBytes);`;
  // 2 layers x K and V x 2 heads x 16 wide x 2 bytes x 100 tokens x 3 sequences
  assert.equal(run(process.execPath, "--input-type=module", "--eval", script), "76800\n");
});

test("installs the command", () => {
  const { version } = JSON.parse(run("npm", "ls", "kvfit", "--json")).dependencies.kvfit;
  assert.match(run("npx", "--no-install", "kvfit", "--version"), new RegExp(version.replaceAll(".", "\\.")));
  assert.equal(spawnSync("npx", ["--no-install", "kvfit", "size"], { cwd: folder }).status, 2);
});

test("is typed for tsc --strict", async () => {
  await writeFile(
    join(folder, "use.mts"),
    `import { KvFitError, loadKvFit } from "kvfit";
     const kvfit = await loadKvFit();
     const bytes: number = kvfit.size({ model: "any", tokens: "128K", kvDtype: "fp8" }).payloadBytes;
     const curve: Float64Array = kvfit.curve({ model: "any" }, [1, 2, 3]);
     const code = (error: unknown): string => (error instanceof KvFitError ? error.errors[0].code : "");
     // @ts-expect-error: a count of tokens is no truth value
     kvfit.size({ model: "any", tokens: true });
     export { bytes, code, curve };\n`,
  );
  const tsc = join(root, "node_modules/.bin/tsc");
  run(tsc, "--strict", "--noEmit", "--module", "nodenext", "--target", "es2022", "--lib", "es2022,dom", "use.mts");
});

test("publint finds nothing", async () => {
  const { messages } = await publint({ pkgDir: root, strict: true });
  assert.deepEqual(messages, []);
});

test("is bundled for browsers without settings", async () => {
  const stdin = { contents: 'import { loadKvFit } from "kvfit"; loadKvFit();', resolveDir: folder };
  const { warnings } = await build({ stdin, bundle: true, write: false, format: "esm", logLevel: "silent" });
  assert.deepEqual(warnings, []);
});
