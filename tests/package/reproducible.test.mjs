// The WebAssembly module depends on the sources alone: neither on the folder of the build nor on its date.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cp, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { root } from "../../.ci/setup.mjs";

const wasm = join("build", "wasm", "wasm", "kvfit.wasm");

test("a build in another folder gives the same bytes", async () => {
  const folder = await mkdtemp(join(tmpdir(), "kvfit-elsewhere-"));
  for (const name of ["CMakeLists.txt", "CMakePresets.json", "core", "models", "tests", "wasm"])
    await cp(join(root, name), join(folder, name), { recursive: true });
  const options = { cwd: folder, env: { ...process.env, CMAKE_CXX_COMPILER_LAUNCHER: undefined } };
  execFileSync("cmake", ["--preset", "wasm"], options);
  execFileSync("cmake", ["--build", "--preset", "wasm", "--target", "kvfit"], options);
  assert.ok((await readFile(join(folder, wasm))).equals(await readFile(join(root, wasm))));
  await rm(folder, { recursive: true });
});

test("it names no folder of this machine", async () => {
  const text = await readFile(join(root, wasm), "latin1");
  for (const place of [root, "/usr/", "/tmp/", "/home/"]) assert.ok(!text.includes(place), place);
});
