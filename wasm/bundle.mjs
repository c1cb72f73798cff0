// The package's files of dist/: one module each for the library and the command, with the catalogue inside.
import { build } from "esbuild";
import { copyFile, mkdir, readdir, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

const root = new URL("../", import.meta.url);

/** `kvfit:catalogue`: the models of models/<family>.json, the accelerators, the date of the newest fact. */
export const catalogue = {
  name: "catalogue",
  setup(bundler) {
    bundler.onResolve({ filter: /^kvfit:catalogue$/ }, ({ path }) => ({ path, namespace: "catalogue" }));
    bundler.onLoad({ filter: /.*/, namespace: "catalogue" }, async () => {
      const folder = new URL("models/", root);
      const names = (await readdir(folder)).filter((name) => name.endsWith(".json")).sort();
      const files = await Promise.all(names.map(async (name) => JSON.parse(await readFile(new URL(name, folder)))));
      const models = files.flatMap(({ family, models = [] }) => models.map((model) => ({ family, ...model })));
      const date = models.reduce((newest, { read }) => (read > newest ? read : newest), "");
      const hardware = files.flatMap(({ hardware = [] }) => hardware);
      return { contents: JSON.stringify({ models, hardware, date }), loader: "json" };
    });
  },
};

/** @param {string} out folder */
export async function bundlePackage(out) {
  await copyFile(new URL("build/wasm/wasm/kvfit.wasm", root), `${out}/kvfit.wasm`);
  await build({
    entryPoints: [fileURLToPath(new URL("wasm/kvfit.mjs", root))],
    outdir: out,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    format: "esm",
    target: "es2022",
    external: ["node:*"],
    plugins: [catalogue],
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await mkdir("dist", { recursive: true });
  await bundlePackage("dist");
}
