// The modules that only a build can write: `kvfit:catalogue`, `kvfit:provenance`, `kvfit:messages`, `kvfit:core`,
// `kvfit:unpack` and `kvfit:wasm` (wasm/virtual.d.ts), and style sheets as text for the element's shadow root.
import * as esbuild from "esbuild";

/** @typedef {{ contents: string | Uint8Array, loader: esbuild.Loader, resolveDir?: string }} Module */

/** @param {Record<string, Module>} modules by name
 * @returns {esbuild.Plugin} */
export const virtualModules = (modules) => ({
  name: "virtual modules",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^kvfit:/ }, ({ path }) => ({ path, namespace: "kvfit" }));
    onLoad({ filter: /.*/, namespace: "kvfit" }, ({ path }) => modules[path.slice("kvfit:".length)]);
  },
});

/** @param {unknown} data @returns {Module} */
export const json = (data) => ({ contents: JSON.stringify(data), loader: "json" });

/** A style sheet with its imports, minified. @param {string} path */
export async function styleSheet(path) {
  const { outputFiles } = await esbuild.build({ entryPoints: [path], bundle: true, minify: true, write: false });
  return outputFiles[0].text.trim();
}

/** The element's style sheet in the page, which carries its text. @type {esbuild.Plugin} */
export const styleInPage = {
  name: "style in the page",
  setup({ onLoad }) {
    const contents = 'export default document.getElementById("sheet").textContent;';
    onLoad({ filter: /\.css$/ }, () => ({ contents, loader: "js" }));
  },
};

/** @type {esbuild.Plugin} */
export const styleText = {
  name: "style text",
  setup({ onLoad }) {
    onLoad({ filter: /\.css$/ }, async ({ path }) => ({ contents: await styleSheet(path), loader: "text" }));
  },
};
