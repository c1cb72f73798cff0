import { html, nothing, render } from "lit-html";
import { ref } from "lit-html/directives/ref.js";
import { live } from "lit-html/directives/live.js";
import { countInput, field } from "./field.mjs";
import { help } from "./help.mjs";
import { noteLists } from "./remarks.mjs";
import { reuseCurves } from "./reuse_curves.mjs";
import { keptSection } from "./reuse_kept.mjs";
import { badReason, reuseTables, traceTables } from "./reuse_tables.mjs";
import { reuseOverTime } from "./reuse_time.mjs";
import { saveTraffic } from "../save_traffic.mjs";

/** @typedef {import("../types.js").Frame} Frame */
/** @typedef {import("../types.js").ReuseResult} ReuseResult */
/** @typedef {import("../reuse_runner.mjs").ReuseRunner} ReuseRunner */

/** Settings of the replay, in the order in which they are asked. */
export const settingKeys = [
  "cacheBlocks",
  "evictionPolicy",
  "warmupShare",
  "blockTtlSeconds",
  "prefillTokensPerSecond",
  "hostCacheGib",
  "hostGbPerSecond",
  "ssdCacheGib",
  "ssdGbPerSecond",
  "loadLatencyMs",
  "systemPromptPriority",
  "systemPromptTokens",
  "traceBlockSize",
  "bytesPerTextToken",
  "traceMemoryGib",
];

/** How often prefixes are found again, and how much memory that is worth. @param {Frame} frame @param {{reuse: ReuseRunner}} parts */
export function reuseView(frame, { reuse: runner }) {
  const { t } = frame;
  const { result, detailed, progress, errors, stale } = runner;
  return html`
    ${result ? answer(frame, result, stale) : html`<p class="sentence" part="sentence">${t("reuse.waiting")}</p>`}
    ${errors.map((error) => html`<p class="problem">${t.said("errors", error)}${t.place(error)}${counted(frame, error)}</p>`)}
    ${progress ? progressBar(frame, runner) : nothing}
    ${
      runner.waits
        ? html`<p><button type="button" @click=${() => runner.run(frame)}>${t("reuse.again")}</button></p>`
        : nothing
    }
    <p class="hidden" role="status">
      ${result && result === detailed && !progress && !stale ? t("reuse.done", { rate: frame.format.percent((result.capacity?.hits ?? result.ceiling).tokenRate) }) : nothing}
    </p>
    ${result ? figures(frame, result, stale) : nothing} ${sources(frame, runner)}
    ${detailed ? details(frame, detailed, runner) : nothing}
  `;
}

/** @param {Frame} frame @param {ReuseResult} result @param {ReuseRunner} runner */
function details(frame, result, runner) {
  const { warnings, notes, trace } = result;
  return html`${reuseCurves(frame, result, runner)} ${keptSection(frame, runner)} ${reuseTables(frame, result)}
  ${reuseOverTime(frame, result)} ${traceTables(frame, trace)}
  ${noteLists(frame, { warnings: warnings.filter((one) => !cutsTrace(one)), notes: [...trace.notes, ...notes] })}`;
}

/** Whether it says that the rest of the trace was not read, which stands beside the answer. @param {{code: string}} warning */
const cutsTrace = ({ code }) => code === "trace_too_long";

/** Why the lines of a trace without a request gave none. @param {Frame} frame @param {import("../types.js").InputError} error */
function counted(frame, { code, params }) {
  if (code !== "empty_trace" || Object.keys(params).length === 0) return nothing;
  const { t, format } = frame;
  const reasons = Object.entries(params).map(
    ([reason, count]) => `${badReason(frame, reason)} (${format.whole(Number(count))})`,
  );
  return t.gap + t("trace.why_empty", { reasons: t.list(reasons) });
}

/** The finding in a sentence. @param {Frame} frame @param {ReuseResult} result @param {boolean} stale */
function answer({ t, format }, result, stale) {
  const { ceiling, capacity, knee, nextGib, measuredTokens, measuredRequests, trace, warnings } = result;
  const strong = (/** @type {number} */ share) => html`<strong>${format.percent(share)}</strong>`;
  const size = (/** @type {{bytes: number, blocks: number}} */ { bytes, blocks }) =>
    bytes > 0 ? format.gib(bytes) : t("reuse.blocks", { count: blocks });
  const found = capacity
    ? t.rich("reuse.found", { rate: strong(capacity.hits.tokenRate), size: size(capacity) })
    : t.rich("reuse.ceiling", { rate: strong(ceiling.tokenRate) });
  const pays = knee
    ? t("reuse.knee", {
        size: size(knee),
        rate: format.percent(knee.tokenRate),
        ceiling: format.percent(ceiling.tokenRate),
      })
    : t("reuse.nothing");
  return html`<p part="sentence" class="sentence ${stale ? "stale" : ""}">
      ${t.rich("reuse.of", { tokens: format.short(measuredTokens), count: measuredRequests })}${t.gap}${found}
    </p>
    <p class="second">
      ${pays}${t.gap}${
        capacity
          ? t.rich("reuse.saved", {
              tokens: html`<span data-figure="saved-tokens" data-value=${String(capacity.hits.tokens)}
                >${format.short(capacity.hits.tokens)}</span
              >`,
            })
          : nothing
      }${t.gap}${nextGib?.savedSeconds ? t("reuse.next_saves", { n: format.short(nextGib.savedSeconds) }) : nothing}
    </p>
    ${warnings.filter(cutsTrace).map((one) => html`<p class="error">${t.said("warnings", one)}</p>`)}
    ${trace.badLines > 0 ? html`<p class="error">${t("trace.not_read", { count: trace.badLines })}</p>` : nothing}`;
}

/**
 * How far the run is. A long run reports thousands of times, which redraws only this.
 * @param {Frame} frame @param {ReuseRunner} runner
 */
function progressBar(frame, runner) {
  const follow = (/** @type {Element | undefined} */ place) => {
    runner.follow(place && (() => render(progressParts(frame, runner), /** @type {HTMLElement} */ (place))));
  };
  return html`<div class="running" role="group" aria-label=${frame.t("reuse.running")} ${ref(follow)}></div>`;
}

/** @param {Frame} frame @param {ReuseRunner} runner */
function progressParts({ t, format }, runner) {
  const { phase = "read", bytes = 0, done = 0, total = 0 } = runner.progress ?? {};
  const reading = () =>
    total > 0
      ? t("reuse.reading_of", { size: format.gib(done), total: format.gib(total) })
      : t("reuse.reading", { size: format.gib(bytes) });
  const text = phase === "read" ? reading() : t("reuse.replaying");
  return html`<progress aria-label=${text} max=${total || 1} .value=${total > 0 ? done : nothing}></progress>
    <span>${text}</span>
    <button type="button" @click=${() => runner.stop()}>${t("reuse.cancel")}</button>`;
}

/** @param {Frame} frame @param {ReuseResult} result @param {boolean} stale */
function figures({ t, format }, { capacity, ceiling, knee, nextGib, bytes, sharing }, stale) {
  const one = (/** @type {string} */ name, /** @type {number} */ value, /** @type {string} */ text) => {
    const label = t(`figure.${name}`);
    return html`<div class="figure">
      <dt>${label} ${help(t("figure.about", { label }), t(`figure.${name}.help`))}</dt>
      <dd class="main" data-figure=${name} data-value=${String(value)}>${text}</dd>
    </div>`;
  };
  const sized = bytes.basis !== "none";
  const saved = capacity?.savedSeconds ?? undefined;
  return html`<dl part="figures" class="figures ${stale ? "stale" : ""}">
    ${capacity ? one("hit-rate", capacity.hits.tokenRate, format.percent(capacity.hits.tokenRate)) : nothing}
    ${one("hit-ceiling", ceiling.tokenRate, format.percent(ceiling.tokenRate))}
    ${capacity ? one("prefill-speed-up", capacity.speedUp, `${format.short(capacity.speedUp)}×`) : nothing}
    ${saved === undefined ? nothing : one("saved-seconds", saved, t("reuse.seconds", { n: format.short(saved) }))}
    ${
      knee
        ? one(
            "knee",
            sized ? knee.bytes : knee.blocks,
            sized ? format.gib(knee.bytes) : t("reuse.blocks", { count: knee.blocks }),
          )
        : nothing
    }
    ${nextGib ? one("next-gib", nextGib.tokenRate, t("reuse.more", { share: format.percent(nextGib.tokenRate) })) : nothing}
    ${sized ? one("block-bytes", bytes.cached, format.gib(bytes.cached)) : nothing}
    ${sized && sharing.requests > 1 ? one("shared-bytes", sharing.peakBytes, format.gib(sharing.peakBytes)) : nothing}
  </dl>`;
}

/** Where the requests come from: a file, or traffic in a few numbers; and how they are cached. @param {Frame} frame @param {ReuseRunner} runner */
function sources(frame, runner) {
  const { t, traffic, trafficSettings, settings } = frame;
  const asked = settingKeys.filter((key) => settings.has(key));
  const describe = (/** @type {string} */ key, /** @type {string} */ text) => {
    const next = Object.entries({ ...traffic, [key]: text.trim() }).filter(([, value]) => value !== "");
    runner.choose(undefined);
    frame.set({ traffic: String(new URLSearchParams(Object.fromEntries(next))) || undefined });
  };
  return html`<section aria-labelledby="trace-head">
    <h2 id="trace-head">${t("trace.head")}</h2>
    <div class="field">
      <label for="trace-file">${t("trace.file")}</label>
      <input
        id="trace-file"
        type="file"
        accept=".jsonl,.json,.gz,.txt"
        aria-describedby="trace-remark"
        @change=${(/** @type {Event} */ { target }) =>
          runner.take(frame, /** @type {HTMLInputElement} */ (target).files?.[0])}
      />
      <p class="remark" id="trace-remark">
        ${runner.file ? t("trace.of_file", { name: runner.file.name }) : t("trace.of_traffic")} ${t("trace.private")}
      </p>
      ${
        runner.file
          ? html`<button type="button" @click=${() => runner.take(frame, undefined)}>${t("trace.back")}</button>`
          : nothing
      }
    </div>
    <details>
      <summary>${t("trace.traffic")}</summary>
      <div class="estimates">
        ${trafficSettings.map(
          ({ key, absent, doc }) =>
            html`<div class="field">
              <label for="traffic-${key}">${t.or(`traffic.${key}`, key)}</label>
              <input
                id="traffic-${key}"
                name=${key}
                type="text"
                autocomplete="off"
                placeholder=${t.or(`standards.${absent}`, absent)}
                aria-describedby="traffic-${key}-remark"
                .value=${live(traffic[key] ?? "")}
                @change=${(/** @type {Event} */ { target }) => describe(key, /** @type {HTMLInputElement} */ (target).value)}
              />
              <p class="remark" id="traffic-${key}-remark">${t.or(`traffic.${key}.doc`, doc)}</p>
            </div>`,
        )}
      </div>
      <p>
        <button type="button" ?disabled=${runner.errors.length > 0} @click=${() => saveTraffic(frame.kvfit, traffic)}>
          ${t("trace.save")}
        </button>
      </p>
    </details>
    <details>
      <summary>${t("trace.settings")}</summary>
      <div class="estimates">
        ${asked.map((key) => {
          const { absent = "", doc = "" } = settings.get(key) ?? {};
          const remark = t.or(`settings.${key}`, doc.replace(/^Reuse[^:]*: /, ""));
          const input = countInput(frame, key, {
            id: key,
            name: key,
            placeholder: t.or(`standards.${absent}`, absent),
          });
          return field(frame, key, t(`field.${key}`), input, remark);
        })}
      </div>
    </details>
  </section>`;
}
