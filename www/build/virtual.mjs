// The modules that only a build can write: `kvfit:catalogue`, `kvfit:provenance`, `kvfit:messages`, `kvfit:core`,
// `kvfit:unpack` and `kvfit:wasm` (wasm/virtual.d.ts), and style sheets as text for the element's shadow root.
import * as esbuild from "esbuild";
import { withEscapes } from "../escapes.mjs";

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

/** Where the page holds a text: no script is parsed for it, and the policy's hash leaves it out. @param {string} name */
export const heldText = (name) => `document.getElementById("data-${name}").textContent`;

/** A browser reads text without other letters twice as fast. @param {string} json */
export const asciiJson = (json) => withEscapes(json, /[\u0080-\uffff]/g);

/** @param {string} html without a script or a style of other letters */
export const asciiHtml = (html) => html.replace(/[^\0-\x7f]/gu, (letter) => `&#${letter.codePointAt(0)};`);

/** An element that holds a text. @param {string} name @param {string} text without a "<", or a script */
export const heldBy = (name, text) =>
  `<script type="text/plain" id="data-${name}">${text.replaceAll("</script", "<\\/script").replaceAll("<!--", "\\u003c!--")}</script>`;

/** A text that the page holds. @param {string} name @returns {Module} */
export const held = (name) => ({ contents: `export default ${heldText(name)};`, loader: "js" });

/** The element's style sheet in the page. @type {esbuild.Plugin} */
export const styleInPage = {
  name: "style in the page",
  setup({ onLoad }) {
    onLoad({ filter: /\.css$/ }, () => held("style"));
  },
};

/** @type {esbuild.Plugin} */
export const styleText = {
  name: "style text",
  setup({ onLoad }) {
    onLoad({ filter: /\.css$/ }, async ({ path }) => ({ contents: await styleSheet(path), loader: "text" }));
  },
};
