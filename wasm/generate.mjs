// `npm run generate`: writes what is generated from core/src/api; with --check only tells whether it differs.
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import * as prettier from "prettier";

const root = fileURLToPath(new URL("../", import.meta.url));
const folder = `${root}wasm/generated`;
const check = process.argv.includes("--check");

/** @param {string} file @param {string[]} args */
const run = (file, ...args) => execFileSync(file, args, { cwd: root, maxBuffer: 2 ** 26 }).toString();

/** @param {string} path */
function contentOf(path) {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

run("cmake", "--preset", "native");
run("cmake", "--build", "--preset", "native", "--target", "kvfit_emit");
mkdirSync(folder, { recursive: true });
for (const name of ["types.d.ts", "schema.json", "reference.md"]) {
  const path = `${folder}/${name}`;
  const options = { ...(await prettier.resolveConfig(path)), filepath: path };
  const text = await prettier.format(run("build/native/core/kvfit_emit", name), options);
  if (text === contentOf(path)) continue;
  if (check) {
    console.error(`wasm/generated/${name} differs from what core/src/api describes; run npm run generate`);
    process.exitCode = 1;
  } else {
    writeFileSync(path, text);
  }
}
