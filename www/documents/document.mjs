// A page without a script: its text in one file, with a policy that allows its own style alone.
import { createHash } from "node:crypto";
import { html } from "lit-html";
import { languages } from "../languages.mjs";
import { markup } from "./markup.mjs";

/** @typedef {import("../i18n.mjs").Translate} Translate */

/** Documents beside the calculator. */
export const names = /** @type {const} */ (["methodology", "accuracy"]);

/** @param {string} name @param {string} language */
export const fileOf = (name, language) => (language === "en" ? `${name}.html` : `${name}.${language}.html`);

/** @param {string} style */
const policyOf = (style) => {
  const hash = createHash("sha256").update(style).digest("base64");
  return `default-src 'none'; style-src 'sha256-${hash}'; img-src data:; base-uri 'none'; form-action 'none'`;
};

/** The icon that the calculator's own page names. @param {string} page */
const iconOf = (page) => page.match(/<link\s+rel="icon"[^>]*>/)?.[0] ?? "";

/**
 * @param {string} name
 * @param {Translate} t
 * @param {{ body: unknown, style: string, page: string, note: string }} content page: the calculator's, for its icon
 */
export function documentText(name, t, { body, style, page, note }) {
  const { language } = t;
  const header = html`<header>
      <a class="home" href="index.html">KVFit</a>
      <nav aria-label=${t("document.pages")}>
        ${names.map((other) => html`<a href=${fileOf(other, language)} aria-current=${other === name ? "page" : "false"}>${t(`${other}.head`)}</a> `)}
      </nav>
      <nav aria-label=${t("page.language")}>
        ${Object.entries(languages).map(
          ([code, title]) =>
            html`<a
              href=${fileOf(name, code)}
              lang=${code}
              hreflang=${code}
              aria-current=${code === language ? "page" : "false"}
              >${title}</a
            > `,
        )}
      </nav>
    </header>
    <main>${body}</main>
    <footer><p class="fine">${note}</p></footer>`;
  return `<!doctype html>
<html lang="${language}">
  <head>
    <meta charset="utf-8" />
    <meta http-equiv="Content-Security-Policy" content="${policyOf(style)}" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <meta name="description" content="${markup(t(`${name}.description`))}" />
    <title>${markup(t("document.title", { page: t(`${name}.head`) }))}</title>
    ${iconOf(page)}
    <style>${style}</style>
  </head>
  <body>${markup(header)}</body>
</html>
`;
}
