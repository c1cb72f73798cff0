import { html, nothing } from "lit-html";
import { choiceField, countInput, field } from "./field.mjs";

/** @typedef {import("../types.js").Frame} Frame */

/**
 * Engine, version and the engine's own settings, as its profile lists them; nothing while there is no engine.
 * @param {Frame} frame
 * @param {Set<string>} placed keys that have a field elsewhere
 * @returns {{fields: import("../types.js").View, keys: Set<string>}}
 */
export function enginePart(frame, placed) {
  const { t, engines, settings: known, answer } = frame;
  const profile = engines.find(({ id }) => id === answer.scenario.engine);
  if (engines.length === 0) return { fields: nothing, keys: new Set() };
  const choice = choiceField(frame, "engine", {
    label: t("field.engine"),
    options: [{ value: "", text: t("engine.none") }, ...engines.map(({ id, title }) => ({ value: id, text: title }))],
  });
  if (!profile) return { fields: choice, keys: new Set() };
  const version = choiceField(frame, "engineVersion", {
    label: t("field.engineVersion"),
    options: [
      { value: "", text: t("engine.newest") },
      ...profile.versions.map(({ id, title }) => ({ value: id, text: title })).reverse(),
    ],
  });
  const own = profile.settings.filter(({ key }) => !placed.has(key));
  const settings = own.map(({ key, flag, standard }) => {
    const { type = "", doc = "" } = known.get(key) ?? {};
    const label = html`<code>${flag || key}</code>`;
    const remark = t.or(`settings.${key}`, doc);
    if (type !== "flag") {
      return field(frame, key, label, countInput(frame, key, { id: key, name: key, placeholder: standard }), remark);
    }
    const options = [
      { value: "", text: t("engine.default", { standard }) },
      { value: "true", text: t("engine.on") },
      { value: "false", text: t("engine.off") },
    ];
    return choiceField(frame, key, { label, options, remark });
  });
  return {
    keys: new Set(own.map(({ key }) => key)),
    fields: html`<div class="pair">${choice}${version}</div>
      ${
        settings.length > 0
          ? html`<details class="more">
              <summary>${t("engine.settings", { engine: profile.title })}</summary>
              ${settings}
            </details>`
          : nothing
      }`,
  };
}
