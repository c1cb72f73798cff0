import ko from "./ko.mjs";
import zh from "./zh.mjs";

/**
 * Messages of the languages beside English. In a bundle `packed_messages.mjs` takes the place of this module.
 * @returns {Record<string, import("../i18n.mjs").Messages>}
 */
export const others = () => ({ ko, zh });
