// Turns a page that names its style sheets and scripts into one file that holds them, with its policy.
import { createHash } from "node:crypto";

/** @param {string} text */
const hashed = (text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/** The model hubs: a reader's press of the button for it sends one a model's name, and nothing else does. */
const hubs = ["https://huggingface.co", "https://*.hf.co", "https://modelscope.cn", "https://*.modelscope.cn"];

/** @param {string} template @param {RegExp} pattern with its groups
 * @param {(...groups: string[]) => Promise<string>} content */
async function inline(template, pattern, content) {
  const texts = new Map();
  for (const [element, ...groups] of template.matchAll(pattern)) texts.set(element, await content(...groups));
  return template.replace(pattern, (element) => texts.get(element));
}

/** @typedef {{ style: (name: string) => Promise<string>, script: (name: string) => Promise<string>, module: (name: string) => Promise<string> }} Sources
 * bundled texts of the files that the template names
 * @param {string} template @param {Sources} sources @param {string} note of provenance
 * @returns {Promise<{ online: string, offline: string }>} the two differ in one line */
export async function assemble(template, { style, script, module }, note) {
  /** @type {string[]} */
  const hashes = [];
  const styled = await inline(
    template,
    /<link rel="stylesheet" href="([^"]+)" \/>/g,
    async (name) => `<style>${await style(name)}</style>`,
  );
  const page = await inline(styled, /<script( type="module"| id="\w+")? src="([^"]+)"><\/script>/g, async (attribute = "", name) => {
    const text = (await (attribute.includes("module") ? module : script)(name)).replaceAll("</script", "<\\/script").replaceAll("<!--", "\\x3c!--");
    hashes.push(hashed(text));
    return `<script${attribute}>${text}</script>`;
  });

  /** @param {string} connections @param {string} [own] files of the site @param {string[]} more directives */
  const withPolicy = (connections, own = "", ...more) => {
    const policy = [
      "default-src 'none'",
      `script-src ${[...hashes, "'wasm-unsafe-eval'"].join(" ")}`,
      "style-src 'unsafe-inline'",
      `img-src data:${own}`,
      `worker-src blob:${own}`,
      `connect-src ${connections}`,
      ...more,
      "base-uri 'none'",
      "form-action 'none'",
    ].join("; ");
    const meta = `<meta http-equiv="Content-Security-Policy" content="${policy}" />`;
    return page.replace(/<meta charset="utf-8" \/>\n/, (charset) => `${charset}    ${meta}\n    <!-- ${note} -->\n`);
  };
  return {
    online: withPolicy(["'self'", ...hubs].join(" "), " 'self'", "manifest-src 'self'"),
    offline: withPolicy("'none'"),
  };
}
