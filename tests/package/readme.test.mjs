// The README's code, run as it stands there with the packed tarball: script, commands and element; and its links.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { copyFile, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { root } from "../../.ci/setup.mjs";
import { launch } from "../page/browser.mjs";
import { serve } from "../../www/serve.mjs";

const readme = await readFile(join(root, "README.md"), "utf8");
/** @param {string} language */
const blocks = (language) =>
  [...readme.matchAll(new RegExp(`^\`\`\`${language}\n([^]*?)^\`\`\`$`, "gm"))].map(([, text]) => text);

let folder = "";
/** @type {Awaited<ReturnType<typeof launch>>} */
let site;
/** @type {Awaited<ReturnType<typeof serve>>} */
let host;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "kvfit-readme-"));
  const options = { cwd: folder, encoding: /** @type {const} */ ("utf8") };
  const [{ filename }] = JSON.parse(execFileSync("npm", ["pack", root, "--json", "--ignore-scripts"], options));
  await writeFile(join(folder, "package.json"), '{ "private": true, "type": "module" }\n');
  execFileSync("npm", ["install", "--offline", "--no-audit", "--no-fund", `./${filename}`], options);
});
before(async () => {
  site = await launch();
  host = await serve({ folder });
});
after(async () => {
  await site.close();
  await host.close();
  await rm(folder, { recursive: true, force: true });
});

test("the script runs, and every value that stands behind a line is what it gives", () => {
  const [script] = blocks("js");
  assert.equal(script.trim().split("\n").length, 10);
  const expected = /** @type {unknown[]} */ ([]);
  const told = script.replace(/^(kvfit\..*); \/\/ (.*)$/gm, (_, expression, said) => {
    const [value] = said.match(/^(\[.*\]|[\d.]+|true|false)/) ?? [];
    if (value === undefined) return `${expression};`;
    expected.push(JSON.parse(value));
    return `console.log(JSON.stringify(${expression}));`;
  });
  assert.ok(expected.length >= 4);
  const output = execFileSync(process.execPath, ["--input-type=module", "--eval", told], {
    cwd: folder,
    encoding: "utf8",
  });
  assert.deepEqual(
    output
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line)),
    expected,
  );
});

test("every command answers", async () => {
  const config = { num_hidden_layers: 2, hidden_size: 64, num_attention_heads: 8, num_key_value_heads: 8 };
  await writeFile(
    join(folder, "config.json"),
    JSON.stringify({ ...config, torch_dtype: "bfloat16", model_type: "llama" }),
  );
  const request = { timestamp: 0, input_length: 1024, output_length: 1, hash_ids: [1, 2] };
  await writeFile(join(folder, "requests.jsonl.gz"), gzipSync(`${JSON.stringify(request)}\n`));
  const commands = blocks("sh").flatMap((text) => text.split("\n").filter((line) => line.startsWith("npx kvfit ")));
  assert.ok(commands.length >= 4);
  for (const line of commands) {
    const inShell = line.replace("npx", "npx --no-install");
    const { status, stdout, stderr } = spawnSync(inShell, { cwd: folder, encoding: "utf8", shell: true });
    assert.ok(status === 0 || (line.includes(" fit ") && status === 1), `${line}: ${status} ${stderr}`);
    assert.ok(stdout.length > 0, line);
  }
});

test("the element answers in a page that holds what is shown, its script beside it", async () => {
  const [markup] = blocks("html");
  await writeFile(
    join(folder, "page.html"),
    `<!doctype html><html lang="en"><link rel="icon" href="data:," /><title>A page</title>${markup}</html>`,
  );
  await copyFile(join(folder, "node_modules/kvfit/dist/kvfit-element.js"), join(folder, "kvfit-element.js"));
  const page = await site.page();
  await page.goto(`${host.address}page.html`);
  assert.ok(Number(await page.locator('[data-figure="payload-bytes"]').first().getAttribute("data-value")) > 2 ** 30);
  assert.deepEqual(page.seen.errors, []);
});

test("the package answers in a browser: as it is packed, and bundled with its module beside", async () => {
  const script = (/** @type {string} */ from) => `import { loadKvFit } from "${from}";
    const kvfit = await loadKvFit();
    document.title = kvfit.size({ model: "deepseek-v4-flash", tokens: 1000000 }).payloadBytes;`;
  const stdin = { contents: script("kvfit"), resolveDir: folder };
  await build({ stdin, bundle: true, format: "esm", outfile: join(folder, "bundle.mjs"), logLevel: "silent" });
  await copyFile(join(folder, "node_modules/kvfit/dist/kvfit.wasm"), join(folder, "kvfit.wasm"));
  const scripts = {
    packed: `<script type="module">${script("./node_modules/kvfit/dist/kvfit.mjs")}</script>`,
    bundled: '<script type="module" src="bundle.mjs"></script>',
  };
  const page = await site.page();
  for (const [name, element] of Object.entries(scripts)) {
    await writeFile(join(folder, `${name}.html`), `<!doctype html><title>${name}</title>${element}`);
    await page.goto(`${host.address}${name}.html`);
    await page.waitForFunction(() => /^\d+$/.test(document.title));
    assert.equal(Number(await page.title()), 3_106_812_928, name);
  }
});

test("every file that the README or CONTRIBUTING names is there", async () => {
  const contributing = await readFile(join(root, "CONTRIBUTING.md"), "utf8");
  const links = [...`${readme}${contributing}`.matchAll(/\]\(([^):]+)\)|(?:src|srcset)="(www\/[^"]+)"/g)];
  assert.ok(links.length > 4);
  for (const [, link, image] of links) assert.ok(existsSync(join(root, link ?? image)), link ?? image);
  const folders = [...contributing.matchAll(/`((?:core|wasm|www|models|tests)\/[\w./-]*)`/g)].map(([, path]) => path);
  for (const path of folders) assert.ok(existsSync(join(root, path)), path);
});
