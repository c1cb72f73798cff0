import { html, nothing } from "lit-html";
import { choiceField, countInput, field } from "./field.mjs";
import { stages } from "./stages.mjs";

/** @typedef {import("../types.js").Frame} Frame */

/** Keys that these fields set. */
export const hardwareKeys = [
  "hardware",
  "hardwareCount",
  "nodes",
  "memoryBytes",
  "usedMemoryBytes",
  "memoryShare",
  "slice",
  "hardware2",
  "hardwareCount2",
  "weightsDtype",
];

/** What it runs on: kind and number of accelerators, and what is less common behind "more". @param {Frame} frame */
export function hardwareFields(frame) {
  const { t, answer } = frame;
  const hardware = frame.stage >= stages.lists ? frame.hardware : []; // a long list
  const vendors = [...new Set(hardware.map(({ vendor }) => vendor))];
  /** @param {string} key @param {string} none */
  const picker = (key, none) =>
    choiceField(frame, key, {
      label: t(`field.${key}`),
      options: [{ value: "", text: none }],
      groups: vendors.map((vendor) => ({
        label: t.or(`vendor.${vendor}`, vendor),
        options: hardware.filter((one) => one.vendor === vendor).map(({ id, name }) => ({ value: id, text: name })),
      })),
    });
  const typed = (/** @type {string} */ key, placeholder = "") =>
    field(frame, key, t(`field.${key}`), countInput(frame, key, { id: key, name: key, placeholder }));
  const second = answer.scenario.hardware2;
  return html`<div class="pair wide-first">
      ${picker("hardware", t("hardware.none"))} ${typed("hardwareCount", "1")}
    </div>
    <details class="more">
      <summary>${t("hardware.more")}</summary>
      <div class="pair">${typed("nodes", "1")} ${typed("slice", t("hardware.whole"))}</div>
      ${typed("memoryBytes", t("hardware.of_card"))} ${typed("usedMemoryBytes", "0")}
      ${typed("memoryShare", t("hardware.of_driver"))}
      <div class="pair wide-first">
        ${picker("hardware2", t("hardware.none"))} ${second ? typed("hardwareCount2", "1") : nothing}
      </div>
      ${typed("weightsDtype", t("hardware.of_model"))}
    </details>`;
}
