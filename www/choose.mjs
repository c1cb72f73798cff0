/** Languages that there are messages for, by their own names. @type {Record<string, string>} */
export const languages = { en: "English", ko: "한국어", zh: "简体中文" };

/**
 * The first wanted language that there are messages for.
 * @param {readonly string[]} wanted BCP 47 tags
 */
export function choose(wanted) {
  const primary = wanted.map((tag) => tag.toLowerCase().split("-")[0]);
  return primary.find((tag) => tag in languages) ?? "en";
}
