// What a first visit sees before a script has run: the worked example's answer, by the views that draw it later.
import { ask } from "../answer.mjs";
import { markup } from "../documents/markup.mjs";
import { factsOf } from "../facts.mjs";
import { Format } from "../format.mjs";
import { translate } from "../languages.mjs";
import { worked } from "../questions.mjs";
import { surface } from "../surface.mjs";
import { calculator } from "../views/calculator.mjs";
import { introduction } from "../views/introduction.mjs";
import { ModelPicker } from "../views/model_picker.mjs";
import { Sources } from "../views/sources.mjs";
import { stages } from "../views/stages.mjs";

const language = "en";

/** Without what is folded, and more white space than one can see. @param {string} text */
const tight = (text) => {
  const folded = /(<\/summary>)(?:(?!<\/?details).)*(<\/details>)/gs;
  return text.replace(folded, "$1$2").replace(/[ \t\n]+/g, " ");
};

/**
 * @param {import("../types.js").KvFit} kvfit
 * @param {string} style the element's
 * @returns {Record<"answer" | "introduction", string>}
 */
export function firstAnswer(kvfit, style) {
  const t = translate(language);
  /** @type {any} */
  const nowhere = undefined;
  const parts = {
    model: [new ModelPicker(nowhere, () => {}), new Sources(() => {})],
    reuse: nowhere,
    log: nowhere,
    keys: new Set(),
    announced: "",
    openPicker: () => {},
  };
  /** @type {import("../types.js").Frame} */
  const frame = {
    kvfit,
    ...factsOf(kvfit),
    t,
    format: new Format(language),
    answer: ask(kvfit, worked),
    stage: stages.picture,
    view: "",
    variants: [],
    traffic: {},
    problems: [],
    methodology: "",
    surface,
    set: () => {},
    show: () => {},
    error: () => undefined,
  };
  const model = parts.model.map((part) => part.template(frame));
  const body = tight(markup(calculator(frame, { ...parts, model })));
  return {
    answer: `<template shadowrootmode="open"><style>${style}</style><div class="kvfit" lang="${language}" inert>${body}</div></template>`,
    introduction: tight(markup(introduction(t))),
  };
}
