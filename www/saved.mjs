/** What the page draws into its document, and draws anew when it starts. */
export const drawn = ["header", "#first", "#questions", "#about"];

/** What the policy of a page without a network says in place of the online one's. @type {Record<string, string>} */
const withoutNetwork = {
  "connect-src": "connect-src 'none'",
  "img-src": "img-src data:",
  "worker-src": "worker-src blob:",
  "manifest-src": "",
};

/** @param {string} policy */
const offline = (policy) =>
  policy
    .split("; ")
    .map((directive) => withoutNetwork[directive.split(" ")[0]] ?? directive)
    .filter(Boolean)
    .join("; ");

/** This page as one file: the document as it was built, with the scenario in the element's attributes. */
export function savedPage() {
  const inert = document.implementation.createHTMLDocument();
  const root = inert.importNode(document.documentElement, true);
  for (const part of root.querySelectorAll(drawn.join())) part.replaceChildren();
  root.querySelector("link[rel=manifest]")?.remove();
  root.removeAttribute("style");
  const policy = root.querySelector("meta[http-equiv=Content-Security-Policy]");
  policy?.setAttribute("content", offline(policy.getAttribute("content") ?? ""));
  return `<!doctype html>\n${root.outerHTML}\n`;
}
