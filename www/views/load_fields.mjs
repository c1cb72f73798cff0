import { html, nothing } from "lit-html";
import { live } from "lit-html/directives/live.js";
import { takeLengths } from "../load.mjs";
import { countInput, describedBy, field, invalid } from "./field.mjs";

/** @typedef {import("../types.js").Frame} Frame */

/** What the requests are like, how fast they come, and what a GPU costs. @param {Frame} frame */
export function loadFields(frame) {
  const { t, load } = frame;
  const { speed } = load?.result ?? {};
  const typed = (
    /** @type {string} */ key,
    /** @type {string} */ placeholder,
    /** @type {unknown} */ remark = nothing,
  ) =>
    field(
      frame,
      key,
      t(`field.${key}`),
      countInput(frame, key, { id: key, name: key, placeholder }),
      /** @type {any} */ (remark),
    );
  const speedy = (/** @type {number | undefined} */ n) => (n ? t("load.up_to", { n: frame.format.short(n) }) : "");
  return html`<section aria-labelledby="requests-head">
    <h2 id="requests-head">${t("load.requests")}</h2>
    <div class="estimates">
      ${typed("promptLengths", t("load.prompts_absent"), t("load.lengths_remark"))}
      ${typed("outputLengths", "256", t("load.outputs_remark"))}
      ${typed("requestsPerSecond", t("load.none_given"), t("load.rate_remark"))}
      ${typed("decodeTokensPerSecond", speed?.decodeBasis === "bound" ? speedy(speed.decodeTokensPerSecond) : "", t("load.decode_remark"))}
      ${typed("prefillTokensPerSecond", speed?.prefillBasis === "bound" ? speedy(speed.prefillTokensPerSecond) : "", t("load.prefill_remark"))}
      ${typed("pricePerGpuHour", t("load.none_given"), priceRemark(frame))}
    </div>
    ${prices(frame)}
    <details .open=${"lengths" in frame.answer.scenario}>
      <summary>${t("load.list")}</summary>
      ${list(frame)}
    </details>
    <details>
      <summary>${t("load.more")}</summary>
      <div class="estimates">
        ${typed("sharedPrefixTokens", "0", t("load.prefix_remark"))} ${typed("samples", "1", t("load.samples_remark"))}
        ${typed("networkGbPerSecond", t("load.none_given"), t("load.network_remark"))}
        ${typed("hostGbPerSecond", t("load.of_link"))} ${typed("ssdGbPerSecond", t("load.none_given"))}
        ${typed("seed", "1", t("load.seed_remark"))}
      </div>
    </details>
  </section>`;
}

/** Prices of the chosen accelerator to take. @param {Frame} frame */
function prices(frame) {
  const { t, prices, answer } = frame;
  const own = prices.filter(({ hardware }) => hardware === answer.scenario.hardware);
  if (own.length === 0) return nothing;
  return html`<div class="copies" role="group" aria-label=${t("load.prices")}>
    ${own.map(
      ({ perGpuHour, seller }) =>
        html`<button type="button" @click=${() => frame.set({ pricePerGpuHour: perGpuHour }, { editing: undefined })}>
          ${t("load.price", { seller: seller.name, price: `${perGpuHour.toFixed(2)} ${seller.currency}` })}
        </button>`,
    )}
  </div>`;
}

/** Whose price it is, and when it was read. @param {Frame} frame */
function priceRemark({ t, prices, answer }) {
  const { hardware, pricePerGpuHour } = answer.scenario;
  const one = prices.find((price) => price.hardware === hardware && price.perGpuHour === Number(pricePerGpuHour));
  if (!one) return t("load.price_remark");
  const { name, term, page, read } = one.seller;
  return html`${t("load.price_of", { seller: name, term, date: read })}
    <a href=${page} rel="noreferrer">${new URL(page).host}</a>`;
}

/** Requests as a list, pasted or of a file. @param {Frame} frame */
function list(frame) {
  const { t, surface } = frame;
  const key = "lengths";
  const { lengthsFile: file } = surface;
  const error = frame.error(key);
  const typed = (/** @type {Event} */ { target }) => {
    const text = /** @type {HTMLTextAreaElement} */ (target).value;
    frame.set({ [key]: text.trim() === "" ? undefined : text }, { lengthsFile: undefined });
  };
  const read = file?.error
    ? t.said("errors", file.error)
    : file
      ? t("load.file_read", {
          name: file.name,
          count: file.requests ?? 0,
          n: frame.format.whole(file.requests ?? 0),
          kept: frame.format.whole(file.kept ?? 0),
        })
      : t("load.file_private");
  return html`<div class="field">
      <label for="lengths">${t("field.lengths")}</label>
      <textarea
        id="lengths"
        name="lengths"
        rows="6"
        spellcheck="false"
        placeholder=${"1200 300\n8000 150"}
        aria-invalid=${invalid(frame, key)}
        aria-describedby=${error ? describedBy(frame, key) : "lengths-remark"}
        .value=${live(String(frame.answer.scenario[key] ?? ""))}
        @input=${typed}
      ></textarea>
      ${error ? html`<p class="error" id="lengths-error">${t.said("errors", error)}</p>` : nothing}
      <p class="remark" id="lengths-remark">${t("load.list_remark")}</p>
    </div>
    <div class="field">
      <label for="lengths-file">${t("load.file")}</label>
      <input
        id="lengths-file"
        type="file"
        accept=".jsonl,.json,.csv,.tsv,.gz,.txt"
        aria-describedby="lengths-file-remark"
        @change=${(/** @type {Event} */ { target }) => takeLengths(frame, /** @type {HTMLInputElement} */ (target).files?.[0])}
      />
      <p class=${file?.error ? "error" : "remark"} id="lengths-file-remark">${read}</p>
      ${file?.badLines ? html`<p class="remark">${t("load.bad_lines", { count: file.badLines })}</p>` : nothing}
    </div>`;
}
