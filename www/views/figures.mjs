import { html, nothing } from "lit-html";
import { copyText } from "../clipboard.mjs";
import { help } from "./help.mjs";

/** @typedef {import("../types.js").Frame} Frame */

/**
 * A figure with its exact value: GiB in view, GB beneath, the integer on hover and focus; a press copies it.
 * @param {Frame} frame
 * @param {{name: string, label: string, text: string, bytes: number, perToken?: boolean}} figure text: what the figure means
 */
export function figure(frame, { name, label, text, bytes, perToken = false }) {
  const { t, format, surface } = frame;
  const { number, unit } = format.binary(bytes);
  const per = (/** @type {string} */ size) => (perToken ? t("unit.per_token", { size }) : size);
  const copy = async () => frame.show({ copied: (await copyText(String(bytes))) ? name : undefined });
  return html`<div class="figure">
    <dt>${label} ${help(t("figure.about", { label }), text)}</dt>
    <dd>
      <button
        type="button"
        class="value"
        data-figure=${name}
        data-value=${String(bytes)}
        title=${t("figure.copy")}
        @click=${copy}
        @pointerleave=${() => surface.copied === name && frame.show({ copied: undefined })}
      >
        <span class="main">${number}<span class="unit">${per(`\u202f${unit}`)}</span></span>
        <span class="other"
          ><span class="decimal">${per(format.gb(bytes))}</span
          ><span class="exact">${surface.copied === name ? t("figure.copied") : per(format.exact(bytes))}</span></span
        >
      </button>
    </dd>
  </div>`;
}

/** The payload's figures. @param {Frame} frame */
export function payloadFigures(frame) {
  const { t, answer } = frame;
  const { result } = answer;
  if (!result) return nothing;
  const one = (/** @type {string} */ name, /** @type {number} */ bytes, perToken = false) =>
    figure(frame, { name, label: t(`figure.${name}`), text: t(`figure.${name}.help`), bytes, perToken });
  return html`<dl class="figures ${answer.errors.length > 0 ? "stale" : ""}">
    ${one("payload-bytes", result.payloadBytes)} ${one("bytes-per-sequence", result.bytesPerSequence)}
    ${one("fixed-bytes-per-sequence", result.fixedBytesPerSequence)}
    ${one("bytes-per-token", result.marginalBytesPerToken, true)} ${one("bytes-per-rank", result.bytesPerRank)}
  </dl>`;
}

/** Figures of an engine in the order in which they are read. */
const engineFigureNames = {
  reservedBytes: "reserved-bytes",
  admissionBytes: "admission-bytes",
  liveBytes: "live-bytes",
  cachedBytes: "cached-bytes",
  paddingBytes: "padding-bytes",
};

/** The versions that a rule holds for, and where it was read. @param {{versions: string, source: string} | undefined} rule */
const originOf = (rule) => rule && [rule.versions, rule.source].filter(Boolean).join(" · ");

/** The engine's own figures, each with its rule, the versions it holds for, and where it was read. @param {Frame} frame */
export function engineFigures(frame) {
  const { t, engines, answer } = frame;
  const { result } = answer;
  const shown = Object.entries(engineFigureNames).filter(([key]) => result?.figures[key]);
  if (!result || shown.length === 0) return nothing;
  const profile = engines.find(({ id }) => id === result.engine);
  const version = profile?.versions.find(({ id }) => id === result.engineVersion);
  return html`<section aria-labelledby="engine-head">
    <h2 id="engine-head">
      ${t("engine.head", { engine: profile?.title ?? result.engine, version: version?.title ?? result.engineVersion })}
    </h2>
    <dl class="figures ${answer.errors.length > 0 ? "stale" : ""}">
      ${shown.map(([key, name]) =>
        figure(frame, {
          name,
          label: t(`figure.${name}`),
          text: t(`figure.${name}.help`, { granule: profile?.granule ?? "" }),
          bytes: result.figures[key].bytes,
        }),
      )}
    </dl>
    <ul class="rules">
      ${shown.map(([key, name], i) => {
        const { rule, sentence } = result.figures[key];
        const [origin, next] = [i, i + 1].map((at) => originOf(result.figures[shown[at]?.[0]]));
        return html`<li>
          <strong>${t(`figure.${name}`)}</strong>: ${t.or(`rules.${rule}`, sentence)}
          ${origin === next ? nothing : html`<small>${origin}</small>`}
        </li>`;
      })}
    </ul>
    ${version?.read ? html`<p class="remark">${t("engine.read", { read: version.read })}</p>` : nothing}
  </section>`;
}
