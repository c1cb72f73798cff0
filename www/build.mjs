// `npm run build`: the WebAssembly module, then every file of dist/ from it and the sources.
import { spawnSync } from "node:child_process";
import { copyFile, mkdir, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const dist = join(root, "dist");

/** @param {string[]} command */
function run(command) {
  const { status } = spawnSync(command[0], command.slice(1), { cwd: root, stdio: ["ignore", "inherit", "inherit"] });
  if (status !== 0) throw new Error(`Failed: ${command.join(" ")}`);
}

export async function build() {
  run(["cmake", "--preset", "wasm"]);
  run(["cmake", "--build", "--preset", "wasm", "--target", "kvfit"]);
  await rm(dist, { recursive: true, force: true });
  await mkdir(dist);
  await copyFile(join(root, "build/wasm/wasm/kvfit.wasm"), join(dist, "kvfit.wasm"));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await build();
