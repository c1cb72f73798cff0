// The copyright notices that every output must carry: KVFit's, those of the C++ code inside the WebAssembly
// module, and those of the npm packages that a bundle took in.
import { readFile } from "node:fs/promises";
import { join } from "node:path";

// Each is under the MIT license; /usr/share/doc/{nlohmann-json3-dev,emscripten}/copyright name them.
const inWasm = [
  "nlohmann/json: Copyright 2013-2022 Niels Lohmann, 2009 Florian Loitsch, 2008-2009 Bjoern Hoehrmann",
  "Emscripten: Copyright 2010-2014 Emscripten authors",
  "musl: Copyright 2005-2020 Rich Felker, et al.",
];

/** Texts that say the same under several copyright lines are printed once.
 * @param {string} root @param {import("esbuild").Metafile} metafile @returns {Promise<string>} */
export async function notices(root, metafile) {
  const bundled = Object.keys(metafile.inputs).flatMap((path) => path.match(/node_modules\/((?:@[^/]+\/)?[^/]+)/)?.[1] ?? []);
  const [, own, terms] = splitLicense(await readFile(join(root, "LICENSE"), "utf8"));
  const texts = new Map([[terms, [`KVFit: ${own}`, ...inWasm]]]);
  for (const name of new Set(bundled.sort())) {
    const [, copyright, text] = splitLicense(await readFile(join(root, "node_modules", name, "LICENSE"), "utf8"));
    texts.set(text, [...(texts.get(text) ?? []), `${name}: ${copyright}`]);
  }
  return [...texts].map(([text, holders]) => `${holders.join("\n")}\n\n${text}`).join("\n\n");
}

/** The copyright line and what follows it. @param {string} license */
const splitLicense = (license) => license.trim().match(/^(?:MIT License\s+)?(Copyright[^\n]*)\s+([^]*)$/) ?? ["", "", license];
