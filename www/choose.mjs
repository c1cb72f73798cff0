/** Languages that there are messages for, by their own names. @type {Record<string, string>} */
export const languages = { en: "English", ko: "한국어", zh: "简体中文" };

/**
 * The language that was chosen, by hand or in a saved page; empty for what the browser prefers.
 * @param {HTMLElement} root the document's element @param {string} [kept] of the last visit
 */
export const chosenOf = (root, kept = "") => (root.hasAttribute("data-chosen") ? root.lang : kept);

/**
 * The first wanted language that there are messages for.
 * @param {readonly string[]} wanted BCP 47 tags
 */
export function choose(wanted) {
  const primary = wanted.map((tag) => tag.toLowerCase().split("-")[0]);
  return primary.find((tag) => tag in languages) ?? "en";
}
