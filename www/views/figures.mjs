import { html, nothing } from "lit-html";
import { copy } from "./copy.mjs";
import { help } from "./help.mjs";

/** @typedef {import("../types.js").Frame} Frame */

/**
 * @typedef {object} Shown a figure
 * @property {string} name
 * @property {string} label
 * @property {string} text what the figure means
 * @property {number} bytes
 * @property {boolean} [perToken]
 * @property {boolean} [open] the meaning stands below, not behind a "?"
 */

/**
 * A figure with its exact value: GiB in view, GB beneath, the integer on hover and focus; a press copies it.
 * @param {Frame} frame
 * @param {Shown} shown
 */
export function figure(frame, { name, label, text, bytes, perToken = false, open = false }) {
  const { t, format, surface } = frame;
  const { number, unit } = format.binary(bytes);
  const per = (/** @type {string} */ size) => (perToken ? t("unit.per_token", { size }) : size);
  return html`<div class="figure">
    <dt>${label} ${open ? nothing : help(t("figure.about", { label }), text)}</dt>
    <dd>
      <button
        type="button"
        class="value"
        data-figure=${name}
        data-value=${String(bytes)}
        title=${t("figure.copy")}
        @click=${() => copy(frame, String(bytes), name)}
      >
        <span class="main">${number}<span class="unit">${per(`\u202f${unit}`)}</span></span>
        <span class="other"
          ><span class="decimal">${per(format.gb(bytes))}</span
          ><span class="exact">${surface.copied === name ? t("figure.copied") : per(format.exact(bytes))}</span></span
        >
      </button>
      ${open ? html`<p>${text}</p>` : nothing}
    </dd>
  </div>`;
}

/** The payload's figures; the payload itself stands with the engine's where there is one. @param {Frame} frame */
export function payloadFigures(frame) {
  const { t, answer } = frame;
  const { result } = answer;
  if (!result) return nothing;
  const one = (/** @type {string} */ name, /** @type {number} */ bytes, perToken = false) =>
    figure(frame, { name, label: t(`figure.${name}`), text: t(`figure.${name}.help`), bytes, perToken });
  return html`<dl part="figures" class="figures ${answer.stale ? "stale" : ""}">
    ${Object.keys(result.figures).length > 0 ? nothing : one("payload-bytes", result.payloadBytes)}
    ${one("bytes-per-sequence", result.bytesPerSequence)}
    ${one("fixed-bytes-per-sequence", result.fixedBytesPerSequence)}
    ${one("bytes-per-token", result.marginalBytesPerToken, true)} ${one("bytes-per-rank", result.bytesPerRank)}
  </dl>`;
}
