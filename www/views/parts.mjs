import { html, nothing } from "lit-html";
import { barsChart } from "../charts/bars.mjs";
import { pictureButtons } from "./picture.mjs";

/** @typedef {import("../types.js").Frame} Frame */
/** @typedef {import("../types.js").Term} Term */
/** @typedef {import("../types.js").SizeResult["parts"][number]} Part */

/** The first leaf of an equation with this symbol. @param {Term | undefined} term @param {string} symbol @returns {number | undefined} */
function leafValue(term, symbol) {
  if (!term) return undefined;
  if (!("args" in term)) return term.symbol === symbol ? term.value : undefined;
  for (const arg of term.args ?? []) {
    const value = leafValue(arg, symbol);
    if (value !== undefined) return value;
  }
  return undefined;
}

/** Classes for the colour of a part: its kind, and a lighter shade for a second part of the same kind. @param {Part[]} parts @param {number} i */
export function shade(parts, i) {
  const twin = parts.slice(0, i).filter(({ name }) => name === parts[i].name).length;
  return `part part-${parts[i].name} ${twin % 2 === 1 ? "twin" : ""}`;
}

/** The part's name, and what tells it from others of its kind. @param {Frame} frame @param {Part} part */
function named({ t }, part) {
  const window = leafValue(part.formula, "window");
  const ratio = leafValue(part.formula, "ratio");
  const detail = [
    window === undefined ? "" : t("part.window_detail", { window }),
    ratio === undefined ? "" : t("part.ratio_detail", { ratio }),
    part.draft ? t("part.draft_detail") : "",
  ].filter(Boolean);
  return { name: t.or(`part.${part.name}`, part.name), detail: detail.join(", ") };
}

/** @param {Frame} frame @param {Part} part */
export function partName(frame, part) {
  const { name, detail } = named(frame, part);
  return html`${name}${detail ? html` <small>${detail}</small>` : nothing}`;
}

/** @param {Frame} frame @param {Part} part */
function partWords(frame, part) {
  const { name, detail } = named(frame, part);
  return [name, detail].filter(Boolean).join(", ");
}

/** Where a type comes from. @param {Frame} frame @param {string} source */
function typeSource({ t, answer }, source) {
  if (source in answer.scenario || source === "") return t("type.from_setting");
  return source.startsWith("/") ? t("type.from_config", { pointer: source }) : t.or(`type.from_${source}`, source);
}

/** Cache parts as a bar and as a table. @param {Frame} frame */
export function partsSection(frame) {
  const { t, format, answer } = frame;
  const { result } = answer;
  if (!result) return nothing;
  const { parts, payloadBytes } = result;
  const unit = Math.min(payloadBytes, 2 ** 30); // one unit for all rows, at most GiB
  const share = (/** @type {Part} */ { bytes }) => (payloadBytes > 0 ? format.percent(bytes / payloadBytes) : "");
  const title = t("parts.head");
  const pieces = parts.map((part, i) => ({
    look: shade(parts, i),
    bytes: part.bytes,
    words: [partWords(frame, part), part.dtype, format.gib(part.bytes, unit), share(part)],
  }));
  const draw = (/** @type {Frame} */ within) => barsChart(within, [{ title: "", pieces }]);
  return html`<section aria-labelledby="parts-head" class=${answer.stale ? "stale" : ""}>
    <div class="head">
      <h2 id="parts-head">${title}</h2>
      <div class="copies">${pictureButtons(frame, { name: "parts", title, draw })}</div>
    </div>
    <div part="bar" class="bar" aria-hidden="true">
      ${parts.map((part, i) => html`<span class=${shade(parts, i)} .style=${`flex-grow: ${part.bytes}`}></span>`)}
    </div>
    <div class="scroll">
      <table part="table">
        <thead>
          <tr>
            <th scope="col">${t("parts.part")}</th>
            <th scope="col" class="number wide">${t("parts.layers")}</th>
            <th scope="col" class="wide">${t("parts.type")}</th>
            <th scope="col" class="number">${t("parts.size")}</th>
            <th scope="col" class="number">${t("parts.share")}</th>
          </tr>
        </thead>
        <tbody>
          ${parts.map(
            (part, i) =>
              html`<tr>
                <th scope="row">
                  <span class="swatch ${shade(parts, i)}"></span>${partName(frame, part)}
                  <small class="compact">${t("parts.compact", { count: part.layers, type: part.dtype })}</small>
                </th>
                <td class="number wide">${format.whole(part.layers)}</td>
                <td class="wide"><span title=${typeSource(frame, part.dtypeSource)}>${part.dtype}</span></td>
                <td class="number" title=${format.exact(part.bytes)}>${format.gib(part.bytes, unit)}</td>
                <td class="number">${share(part)}</td>
              </tr>`,
          )}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">${t("parts.total")}</th>
            <td class="wide"></td>
            <td class="wide"></td>
            <td class="number" title=${format.exact(payloadBytes)}>${format.gib(payloadBytes, unit)}</td>
            <td></td>
          </tr>
        </tfoot>
      </table>
    </div>
  </section>`;
}
