import { html } from "lit-html";
import { encode } from "../fragment.mjs";
import { introduced } from "../questions.mjs";

/** A ready question as a link. @param {import("../i18n.mjs").Translate} t @param {import("../questions.mjs").Question} question */
export const questionLink = (t, { key, scenario }) => html`<a href=${`#${encode(scenario)}`}>${t(key)}</a>`;

/** What stands below the first answer of a first visit. @param {import("../i18n.mjs").Translate} t */
export const introduction = (t) =>
  html`<p>${t("first.surprise")}</p>
    <p class="questions">
      ${t("questions.first")} ${introduced.map((question) => html`${questionLink(t, question)} `)}
    </p>`;
