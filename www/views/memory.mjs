import { html, nothing } from "lit-html";
import { barsChart } from "../charts/bars.mjs";
import { pictureButtons } from "./picture.mjs";

/** @typedef {import("../types.js").Frame} Frame */
/** @typedef {{name: string, title: string, total: number, usable: number, pieces: [string, number][], missing: number}} Device */

/** Devices as bars: of llama.cpp each of its own, else the fullest GPU. @param {Frame} frame @param {NonNullable<import("../types.js").Plan["result"]>} result @returns {Device[]} */
function devicesOf({ t }, { memory, devices }) {
  /** @param {string} name @param {string} title @param {number} total @param {number} usable @param {number} free @param {[string, number][]} used */
  const device = (name, title, total, usable, free, used) => {
    const outside = Math.max(0, total - usable);
    const pieces = /** @type {[string, number][]} */ ([
      ...used,
      ["free", Math.max(0, free)],
      ["outside", free < 0 ? 0 : outside],
    ]);
    return { name, title, total, usable, pieces: pieces.filter(([, bytes]) => bytes > 0), missing: Math.max(0, -free) };
  };
  if (devices.length === 0)
    return [
      device("gpu", t("memory.gpu"), memory.total, memory.usable, memory.free, [
        ["weights", memory.weights],
        ["overhead", memory.overhead],
        ["kv", memory.kv],
      ]),
    ];
  return devices.map(({ name, layers, total, usable, weights, kv, compute, free }) =>
    device(name, t("memory.device", { name: t.or(`memory.${name}`, name), count: layers }), total, usable, free, [
      ["weights", weights],
      ["overhead", compute],
      ["kv", kv],
    ]),
  );
}

/** What lies in the memory of each device, as bars and as a table. @param {Frame} frame */
export function memorySection(frame) {
  const { t, format, plan } = frame;
  if (!plan?.result) return nothing;
  const devices = devicesOf(frame, plan.result);
  const limit = (/** @type {Device} */ { pieces, usable }) =>
    (100 * usable) / pieces.reduce((sum, [, bytes]) => sum + bytes, 0);
  const share = (/** @type {Device} */ { total, usable }, /** @type {number} */ bytes) =>
    format.percent(bytes / (total || usable || 1));
  const title = t("memory.head");
  const draw = (/** @type {Frame} */ within) =>
    barsChart(
      within,
      devices.map((device) => ({
        title: device.title,
        limit: device.missing > 0 ? device.usable : undefined,
        remark: device.missing > 0 ? t("memory.missing", { size: format.gib(device.missing) }) : "",
        pieces: device.pieces.map(([piece, bytes]) => ({
          look: `memory memory-${piece}`,
          bytes,
          words: [t(`memory.${piece}`), format.gib(bytes, 2 ** 30), share(device, bytes)],
        })),
      })),
    );
  return html`<section aria-labelledby="memory-head" class=${plan.stale ? "stale" : ""}>
    <div class="head">
      <h2 id="memory-head">${title}</h2>
      <div class="copies">${pictureButtons(frame, { name: "memory", title, draw })}</div>
    </div>
    ${devices.map((device) => {
      const { title, pieces, missing } = device;
      return html`<h3>${title}</h3>
        <div part="bar" class="bar" aria-hidden="true">
          ${pieces.map(
            ([piece, bytes]) => html`<span class="memory memory-${piece}" .style=${`flex-grow: ${bytes}`}></span>`,
          )}
          ${missing > 0 ? html`<i class="limit" .style=${`inset-inline-start: ${limit(device)}%`}></i>` : nothing}
        </div>
        ${missing > 0 ? html`<p class="bad"><strong>${t("memory.missing", { size: format.gib(missing) })}</strong></p>` : nothing}
        <div class="scroll" tabindex="0" role="group" aria-label=${title}>
          <table part="table" class="memory-table">
            <tbody>
              ${pieces.map(
                ([piece, bytes]) =>
                  html`<tr>
                    <th scope="row"><span class="swatch memory memory-${piece}"></span>${t(`memory.${piece}`)}</th>
                    <td class="number" data-value=${String(bytes)} title=${format.exact(bytes)}>
                      ${format.gib(bytes, 2 ** 30)}
                    </td>
                    <td class="number">${share(device, bytes)}</td>
                  </tr>`,
              )}
            </tbody>
          </table>
        </div>`;
    })}
  </section>`;
}
