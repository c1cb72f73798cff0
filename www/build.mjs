// `npm run build`: the WebAssembly module, then every file of dist/ from it, the sources and the catalogue.
import * as esbuild from "esbuild";
import { spawnSync } from "node:child_process";
import { chmod, cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { catalogueModule, catalogueText, readCatalogue } from "./build/catalogue.mjs";
import { firstAnswer } from "./build/first_answer.mjs";
import { assemble } from "./build/html.mjs";
import { lzma } from "./build/lzma.mjs";
import { messagesModule, packedMessages } from "./build/messages.mjs";
import { notices } from "./build/notices.mjs";
import { provenance, provenanceLine } from "./build/provenance.mjs";
import {
  asciiHtml,
  asciiJson,
  held,
  heldBy,
  heldText,
  json,
  styleInPage,
  styleSheet,
  styleText,
  virtualModules,
} from "./build/virtual.mjs";
import { documents } from "./documents/build.mjs";
import { weightTable } from "./build/weight.mjs";
import messages from "./messages/en.mjs";
import { others } from "./messages/others.mjs";
import { worked } from "./questions.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** @param {string} command @param {string[]} args */
function run(command, ...args) {
  const { status } = spawnSync(command, args, { cwd: root, stdio: ["ignore", "inherit", "inherit"] });
  if (status !== 0) throw new Error(`Failed: ${[command, ...args].join(" ")}`);
}

function compile() {
  run("cmake", "--preset", "wasm");
  run("cmake", "--build", "--preset", "wasm", "--target", "kvfit", "unpack");
  return Promise.all([
    readFile(join(root, "build/wasm/wasm/kvfit.wasm")),
    readFile(join(root, "build/wasm/wasm/kvfit.mjs")),
    readFile(join(root, "build/wasm/wasm/unpack.wasm")),
  ]);
}

/** The command finds the package beside it instead of holding a second copy.
 * @type {esbuild.Plugin} */
const packageBeside = {
  name: "package beside",
  setup({ onResolve }) {
    onResolve({ filter: /^\.{1,2}\/kvfit\.mjs$/ }, () => ({ path: "./kvfit.mjs", external: true }));
  },
};

/** The declarations as one file: the generated types, then the functions over them. */
async function declarations() {
  const read = (/** @type {string} */ path) => readFile(join(root, "wasm", path), "utf8");
  const functions = (await read("kvfit.d.ts")).replace(/^(import|export) [^;]*"\.\/generated\/types\.js";\n+/gm, "");
  return `${await read("generated/types.d.ts")}\n${functions}`;
}

/** A classic script as one text. @param {string} entry @param {Record<string, import("./build/virtual.mjs").Module>} [modules] */
async function classic(entry, modules = {}) {
  const { outputFiles } = await esbuild.build({
    absWorkingDir: root,
    entryPoints: [entry],
    bundle: true,
    minify: true,
    write: false,
    format: "iife",
    target: "es2022",
    plugins: [virtualModules(modules)],
  });
  return outputFiles[0].text;
}

/** A page's own words, before its script runs, are messages too. @param {string} page @param {Record<string, string>} [texts] */
const worded = (page, texts = {}) => page.replace(/\{\{([\w.]+)\}\}/g, (_, key) => texts[key] ?? String(messages[key]));

export async function build() {
  const [wasm, core, unpack] = await compile();
  const catalogue = await readCatalogue(join(root, "models"));
  const origin = await provenance(root, catalogue.date);
  const line = provenanceLine(origin);
  const glue = /** @type {const} */ ({ contents: core, loader: "js" });
  const modules = {
    catalogue: catalogueModule(JSON.stringify(catalogueText(catalogue)), root),
    provenance: json(origin),
    core: glue,
    begun: /** @type {const} */ ({ contents: "export default () => undefined;", loader: "js" }),
    worked: json(JSON.stringify(catalogue.models.find(({ id }) => id === worked.model))),
    messages: messagesModule(messages, others()),
    worker: /** @type {const} */ ({ contents: await classic("www/worker.mjs", { core: glue }), loader: "text" }),
    wasm: /** @type {const} */ ({ contents: lzma(wasm), loader: "base64" }),
    unpack: /** @type {const} */ ({ contents: unpack, loader: "base64" }),
  };
  const inBase64 = (/** @type {string | Uint8Array} */ bytes) => Buffer.from(bytes).toString("base64");
  /** Texts that the page holds beside its script. */
  const data = {
    wasm: inBase64(modules.wasm.contents),
    unpack: inBase64(unpack),
    messages: inBase64(modules.messages.contents),
    catalogue: asciiJson(catalogueText(catalogue)),
  };
  const inPage = {
    ...modules,
    ...Object.fromEntries([...Object.keys(data), "worker"].map((name) => [name, held(name)])),
    catalogue: catalogueModule(heldText("catalogue"), root),
    begun: /** @type {const} */ ({
      contents: 'export default () => document.getElementById("begin").core;',
      loader: "js",
    }),
  };

  /** One self-contained text of an entry file, with its provenance above and its notices below.
   * @param {string} entry @param {{ format?: esbuild.Format, plugins?: esbuild.Plugin[], from?: typeof modules | typeof inPage }} [options] */
  async function bundle(entry, { format = "esm", plugins = [], from = modules } = {}) {
    const { outputFiles, metafile } = await esbuild.build({
      absWorkingDir: root,
      entryPoints: [entry],
      bundle: true,
      minify: true,
      write: false,
      metafile: true,
      format,
      target: "es2022",
      external: ["node:*"],
      legalComments: "none",
      banner: { js: `/*! ${line} */` },
      plugins: [...plugins, virtualModules(from), packedMessages, styleText],
    });
    return `${outputFiles[0].text}/*\n${await notices(root, metafile)}\n*/\n`;
  }

  const dist = join(root, "dist");
  await rm(dist, { recursive: true, force: true });
  await mkdir(join(dist, "site"), { recursive: true });
  /** @param {string} name @param {string | Uint8Array} content */
  const emit = (name, content) => writeFile(join(dist, name), content);

  await emit("kvfit.wasm", wasm);
  await emit("kvfit.mjs", await bundle("wasm/kvfit.mjs"));
  await emit("cli.mjs", await bundle("wasm/cli.mjs", { plugins: [packageBeside] }));
  await chmod(join(dist, "cli.mjs"), 0o755);
  await emit("kvfit.d.ts", await declarations());

  const element = await bundle("www/define.mjs", { format: "iife" });
  await emit("kvfit-element.js", element);
  await emit("site/kvfit-element.js", element);

  const sources = {
    style: (/** @type {string} */ name) => styleSheet(join(root, "www", name)),
    script: (/** @type {string} */ name) => classic(`www/${name}`, inPage),
    module: (/** @type {string} */ name) => bundle(`www/${name}`, { plugins: [styleInPage], from: inPage }),
  };
  const { loadKvFit } = await import(pathToFileURL(join(dist, "kvfit.mjs")).href);
  const kvfit = await loadKvFit();
  const elementStyle = await sources.style("styles/element.css");
  const drawn = { style: heldBy("style", elementStyle), ...firstAnswer(kvfit, elementStyle) };
  const source = await readFile(join(root, "www/index.html"), "utf8");
  const template = worded(source, { ...drawn, worker: "", data: "" });
  const worker = heldBy("worker", modules.worker.contents);
  const texts = Object.entries(data).map(([name, text]) => heldBy(name, text));
  const page = asciiHtml(worded(source, { ...drawn, worker, data: texts.join("\n") }));
  const { online, offline } = await assemble(page, sources, line);
  await emit("site/index.html", online);
  await emit("kvfit.html", offline);
  const style = await styleSheet(join(root, "www/styles/document.css"));
  for (const { name, text } of documents(kvfit, { style, page: template, provenance: origin }))
    await emit(`site/${name}`, text);
  await cp(join(root, "www/site"), join(dist, "site"), { recursive: true });

  const { unpack: decoder, ...listed } = data; // weighed with the scripts
  const css = (await sources.style("styles/page.css")) + elementStyle; // and once more in the first answer
  console.log(weightTable(online, { html: template.replaceAll(elementStyle, ""), css, ...listed }));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await build();
