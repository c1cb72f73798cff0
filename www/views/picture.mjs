import { html, nothing, render, svg } from "lit-html";
import { breadth } from "../charts/scales.mjs";
import { download, fileName } from "../download.mjs";
import { raster, standalone } from "../picture.mjs";
import { summary } from "./sentence.mjs";

/** @typedef {import("../types.js").Frame} Frame */
/** @typedef {{name: string, title: string, draw: (frame: Frame) => unknown}} Picture `draw` gives a template with one SVG, and what it reads in `.reading` */

const width = 860; // whatever the window's
const margin = 20;

/** Lines of a text, broken at spaces that may break and after the stops of Han text. @param {string} text */
function lines(text) {
  /** @type {string[]} */
  const all = [];
  for (const piece of text.split(/(?<=[ \u3001\uff0c\u3002\uff1b\uff1a])/)) {
    const longer = (all[all.length - 1] ?? "") + piece;
    if (all.length > 0 && breadth(longer) <= width) all[all.length - 1] = longer;
    else all.push(piece);
  }
  return all;
}

/** The scenario in a few words, with the engine and the hardware that are set. @param {Frame} frame */
function setting(frame) {
  const { engines, hardware, answer, t } = frame;
  const { engine, engineVersion, hardware: id, hardwareCount = 1 } = answer.scenario;
  const named = engines.find((one) => one.id === engine)?.title;
  const card = hardware.find((one) => one.id === id)?.name;
  return [
    summary(frame),
    named && [named, engineVersion].filter(Boolean).join(" "),
    card && t("fit.machine", { count: String(hardwareCount), name: card }),
  ]
    .filter(Boolean)
    .join(", ");
}

/** Draws a chart in its full width, with a head that tells what it shows. @param {Frame} frame @param {Picture} picture @param {Element} place within the element, which has the styles @returns {string} */
function drawn(frame, { title, draw }, place) {
  const holder = document.createElement("div");
  holder.className = "chart picture";
  holder.hidden = true;
  place.append(holder);
  render(draw({ ...frame, surface: { ...frame.surface, chartWidth: width, reading: undefined } }), holder);
  const chart = /** @type {SVGSVGElement} */ (holder.querySelector("svg"));
  const whole = (/** @type {Element} */ one) => String(one.textContent).trim().replace(/\s+/g, "\u00a0");
  const read = [...holder.querySelectorAll(".reading > *")].map(whole).join(" · ");
  const told = [setting(frame), read].filter(Boolean);
  const head = told.flatMap(lines);
  const top = margin + 28 + 20 * head.length;
  const height = top + chart.viewBox.baseVal.height + margin;
  const size = { width: width + 2 * margin, height };
  render(
    html`<svg viewBox="0 0 ${size.width} ${size.height}" width=${size.width} height=${size.height}>
      <rect class="paper" width=${size.width} height=${size.height} />
      <text class="title" x=${margin} y=${margin + 16}>${title}</text>
      ${head.map((line, i) => svg`<text x=${margin} y=${margin + 40 + 20 * i}>${line.trim()}</text>`)}
      <g transform="translate(${margin} ${top})">${[...chart.childNodes]}</g>
    </svg>`,
    holder,
  );
  try {
    return standalone(/** @type {SVGSVGElement} */ (holder.querySelector("svg")), title, told.join("\n"));
  } finally {
    holder.remove();
  }
}

/** Buttons that save a chart as a file. @param {Frame} frame @param {Picture} picture */
export function pictureButtons(frame, picture) {
  const { t, surface, answer } = frame;
  const { name, title } = picture;
  /** @param {Event} event @param {string} form */
  const save = async ({ currentTarget }, form) => {
    const place = /** @type {Element} */ (/** @type {Element} */ (currentTarget).closest(".answer"));
    const text = drawn(frame, picture, place);
    const file = fileName(`${answer.scenario.model ?? ""}-${name}`, form);
    if (form === "svg") return download(file, new Blob([text], { type: "image/svg+xml" }));
    const image = await raster(text).catch(() => undefined);
    if (image) download(file, image);
    if (image ? surface.undrawn : surface.undrawn !== name) frame.show({ undrawn: image ? undefined : name });
  };
  return html`${["svg", "png"].map((form) => {
    const said = { form: form.toUpperCase(), title };
    return html`<button
      type="button"
      aria-label=${t("picture.save_one", said)}
      @click=${(/** @type {Event} */ event) => save(event, form)}
    >
      ${t("picture.save", said)}
    </button>`;
  })}${surface.undrawn === name ? html`<p class="error" role="status">${t("picture.barred")}</p>` : nothing}`;
}
