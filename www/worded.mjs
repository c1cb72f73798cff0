/** @typedef {import("./types.js").Frame["engines"]} Engines */

/**
 * The engines with the titles of their versions and the defaults of their settings in the page's language.
 * @param {Engines} engines
 * @param {import("./i18n.mjs").Translate} t
 * @returns {Engines}
 */
export const worded = (engines, t) =>
  engines.map((engine) => ({
    ...engine,
    versions: engine.versions.map((one) => ({ ...one, title: t.or(`versions.${one.title}`, one.title) })),
    settings: engine.settings.map((one) => ({ ...one, standard: t.or(`standards.${one.standard}`, one.standard) })),
  }));
