import { html, nothing } from "lit-html";
import { countInput, field } from "./field.mjs";

/** @typedef {import("../types.js").Frame} Frame */

const gib = 2 ** 30;

/** Figures that only a running engine knows: what was assumed, and a place for what it printed. @param {Frame} frame */
export function estimates(frame) {
  const { t, format, plan, settings } = frame;
  const result = plan?.result;
  if (!result || result.estimates.length === 0) return nothing;
  return html`<section aria-labelledby="estimates-head">
    <h2 id="estimates-head">${t("estimates.head")}</h2>
    <p class="remark">${t("estimates.text")}</p>
    <div class="estimates">
      ${result.estimates.map(({ name, key, bytes, low, high, given, source }) => {
        const inGib = settings.get(key)?.unit === "GiB";
        const placeholder = inGib ? String(Number((bytes / gib).toFixed(2))) : format.whole(bytes);
        const label = t("estimates.label", { name: t(`estimates.${name}`), unit: inGib ? "GiB" : "B" });
        const range = low < high ? t("estimates.range", { low: format.gib(low), high: format.gib(high) }) : "";
        const sources = source.split("; ").map((one) => t.or(`sources.${one}`, one));
        const remark = given ? t("estimates.given") : [format.gib(bytes), range, ...sources].filter(Boolean).join("; ");
        return field(frame, key, label, countInput(frame, key, { id: key, name: key, placeholder }), remark);
      })}
    </div>
  </section>`;
}
