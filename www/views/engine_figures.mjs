import { html, nothing } from "lit-html";
import { attempt } from "../answer.mjs";
import { isEngineAlone, varied, writeVariants } from "../variants.mjs";
import { differing } from "../terms.mjs";
import { figure } from "./figures.mjs";

/** @typedef {import("../types.js").Frame} Frame */
/** @typedef {import("../types.js").Scenario} Scenario */
/** @typedef {import("../types.js").SizeResult} SizeResult */

/** Figures of an engine in the order in which they are read. */
const names = {
  reservedBytes: "reserved-bytes",
  admissionBytes: "admission-bytes",
  liveBytes: "live-bytes",
  cachedBytes: "cached-bytes",
  denseCachedBytes: "dense-cached-bytes",
  paddingBytes: "padding-bytes",
};

/** The versions that a rule holds for. @param {Frame} frame @param {{versions: string}} rule */
const versionsOf = ({ t }, { versions }) => t.or(`versions.${versions}`, versions);

/** These and where the rule was read. @param {Frame} frame @param {{versions: string, source: string} | undefined} rule */
const originOf = (frame, rule) => rule && [versionsOf(frame, rule), rule.source].filter(Boolean).join(" · ");

/** Engine and version of a result in their own words. @param {Frame} frame @param {SizeResult} result */
export function engineTitle({ t, engines }, { engine, engineVersion }) {
  const profile = engines.find(({ id }) => id === engine);
  const version = profile?.versions.find(({ id }) => id === engineVersion)?.title ?? engineVersion;
  return t("engine.title", { engine: profile?.title ?? engine, version });
}

/** Whether this stands in a frame, which a document would fill in place of the calculator. */
const framed = () => window.parent !== window;

/** The engine's own figures beside the payload, one sentence each; then their rules, and what another version makes of it. @param {Frame} frame */
export function engineFigures(frame) {
  const { t, engines, answer, methodology } = frame;
  const { result, stale, answered } = answer;
  const shown = Object.entries(names).filter(([key]) => result?.figures[key]);
  if (!result || shown.length === 0) return nothing;
  const profile = engines.find(({ id }) => id === result.engine);
  const read = profile?.versions.find(({ id }) => id === result.engineVersion)?.read;
  const ranks = String(answered?.tp ?? 1) !== "1";
  const granule = profile?.granule ?? "";
  /** @param {string} name @param {number} bytes @param {boolean} perRank */
  const card = (name, bytes, perRank) => {
    const label = t(`figure.${name}`);
    const text = t(`figure.${name}.help`, { granule });
    return figure(frame, { name, label: perRank ? t("figure.on_rank", { label }) : label, text, bytes, open: true });
  };
  return html`<section aria-labelledby="engine-head" class=${stale ? "stale" : ""}>
    <div class="head">
      <h2 id="engine-head">${t("engine.head", { engine: engineTitle(frame, result) })}</h2>
      ${comparedWith(frame, result)}
    </div>
    <dl part="figures" class="figures explained">
      ${card("payload-bytes", result.payloadBytes, false)}
      ${shown.map(([key, name]) => card(name, result.figures[key].bytes, ranks))}
    </dl>
    ${beside(frame, result)}
    <details class="rules">
      <summary>${t("engine.rules")}</summary>
      <ul>
        ${shown.map(([key, name], i) => {
          const { rule, sentence } = result.figures[key];
          const [origin, next] = [i, i + 1].map((at) => originOf(frame, result.figures[shown[at]?.[0]]));
          return html`<li>
            <strong>${t(`figure.${name}`)}</strong>: ${t.or(`rules.${rule}`, sentence)}
            ${origin === next ? nothing : html`<small>${origin}</small>`}
          </li>`;
        })}
      </ul>
      ${read ? html`<p class="remark">${t("engine.read", { read })}</p>` : nothing}
      ${methodology ? html`<p><a href=${`${methodology}#${result.engine}`} target=${framed() ? "_blank" : nothing} rel="noopener">${t("page.methodology")}</a></p>` : nothing}
    </details>
  </section>`;
}

/** Another engine or version to stand beside this one. @param {Frame} frame @param {SizeResult} result */
function comparedWith(frame, result) {
  const { t, engines, variants } = frame;
  const others = variants.filter((variant) => !isEngineAlone(variant));
  const chosen = writeVariants(variants.filter(isEngineAlone).slice(0, 1)) ?? "";
  const option = (/** @type {string} */ engine, /** @type {string} */ id, /** @type {string} */ title) => {
    const value = writeVariants([{ engine, engineVersion: id }]) ?? "";
    const own = engine === result.engine && id === result.engineVersion;
    return own ? nothing : html`<option value=${value} ?selected=${value === chosen}>${title}</option>`;
  };
  /** @param {Event} event */
  const choose = ({ target }) => {
    const { value } = /** @type {HTMLSelectElement} */ (target);
    frame.set({ with: [writeVariants(others), value].filter(Boolean).join("~") || undefined });
  };
  return html`<label class="inline">
    <span>${t("versus.label")}</span>
    <select name="with" @change=${choose}>
      <option value="">${t("versus.none")}</option>
      ${engines.map(
        ({ id, title, versions }) =>
          html`<optgroup label=${title}>${versions.map((version) => option(id, version.id, version.title))}</optgroup>`,
      )}
    </select>
  </label>`;
}

/** The same scenario in the engines and versions that it is compared with: figures side by side, and why they differ. @param {Frame} frame @param {SizeResult} result */
function beside(frame, result) {
  const { t, format, kvfit, answer, variants } = frame;
  const scenario = answer.answered ?? answer.scenario;
  const tried = variants.filter(isEngineAlone).map((variant) => {
    const asked = varied(scenario, variant);
    return { asked, ...attempt(() => kvfit.size(asked)) };
  });
  if (tried.length === 0) return nothing;
  const others = tried.flatMap(({ asked, result }) => (result ? [{ asked, result }] : []));
  const all = [result, ...others.map((other) => other.result)];
  const rows = Object.entries(names).filter(([key]) => all.some(({ figures }) => figures[key]));
  const cell = (/** @type {number | undefined} */ bytes) =>
    bytes === undefined
      ? html`<td class="number">&ndash;</td>`
      : html`<td class="number" title=${format.exact(bytes)} data-value=${String(bytes)}>${format.gib(bytes)}</td>`;
  return html`<div class="scroll" tabindex="0" role="group" aria-label=${t("versus.head")}>
      <table part="table" class="versus">
        <thead>
          <tr>
            <th scope="col">${t("versus.figure")}</th>
            ${all.map((one) => html`<th scope="col" class="number">${engineTitle(frame, one)}</th>`)}
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">${t("figure.payload-bytes")}</th>
            ${all.map(({ payloadBytes }) => cell(payloadBytes))}
          </tr>
        </tbody>
        ${rows.map(
          ([key, name]) =>
            html`<tbody>
              <tr>
                <th scope="row">${t(`figure.${name}`)}</th>
                ${all.map(({ figures }) => cell(figures[key]?.bytes))}
              </tr>
              <tr class="why">
                <td colspan=${all.length + 1}>
                  ${others.map((other) => html`<small>${why(frame, key, scenario, result, other)}</small>`)}
                </td>
              </tr>
            </tbody>`,
        )}
      </table>
    </div>
    ${tried.map(({ errors }) => errors.map((error) => html`<p class="problem">${t("versus.refused", { reason: t.said("errors", error) })}</p>`))}`;
}

/**
 * Why a figure differs: the numbers of the same equation, else the two rules and equations.
 * @param {Frame} frame @param {string} key @param {Scenario} scenario @param {SizeResult} result
 * @param {{asked: Scenario, result: SizeResult}} other
 */
function why(frame, key, scenario, result, other) {
  const { t, kvfit, format } = frame;
  const [here, there] = [result.figures[key], other.result.figures[key]];
  if (!here || !there) return t("versus.missing");
  if (here.bytes === there.bytes) return t("versus.same");
  const numbers = differing(here.formula, there.formula);
  if (numbers)
    return numbers
      .map(({ symbol, values: [first, second] }) =>
        t("versus.number", {
          symbol: symbol.replaceAll("_", " "),
          first: format.whole(first),
          second: format.whole(second),
        }),
      )
      .join(" ");
  const [first, second] = [here, there].map((rule) => versionsOf(frame, rule));
  const said = first === second ? nothing : t("versus.rules", { first, second });
  return html`${said}
    <details>
      <summary>${t("versus.equations")}</summary>
      <code>${kvfit.equations(scenario)[key]}</code>
      <code>${kvfit.equations(other.asked)[key]}</code>
    </details>`;
}
