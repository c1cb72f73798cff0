import { html, nothing } from "lit-html";
import { choiceField, countInput, field } from "./field.mjs";

/** @typedef {import("../types.js").Frame} Frame */

/**
 * Engine, version and the engine's own settings, as its profile lists them; nothing while there is no engine.
 * @param {Frame} frame
 * @returns {{fields: import("../types.js").View, keys: Set<string>}}
 */
export function enginePart(frame) {
  const { t, kvfit, answer } = frame;
  const engines = kvfit.engines();
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
      { value: "", text: t("engine.newest", { version: profile.versions.at(-1)?.title ?? "" }) },
      ...profile.versions.map(({ id, title }) => ({ value: id, text: title })).reverse(),
    ],
  });
  const settings = profile.settings.map(({ key, flag, standard }) =>
    field(
      frame,
      key,
      html`<code>${flag}</code>`,
      countInput(frame, key, { id: key, name: key, placeholder: standard }),
    ),
  );
  return {
    keys: new Set(profile.settings.map(({ key }) => key)),
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
