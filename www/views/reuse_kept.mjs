import { html, nothing } from "lit-html";
import { copyButton } from "./export.mjs";
import { csv } from "../export.mjs";
import { figuresTable } from "./table.mjs";

/** @typedef {import("../types.js").Frame} Frame */
/** @typedef {import("../types.js").Replayed} Replayed */
/** @typedef {import("../types.js").ReuseResult} ReuseResult */
/** @typedef {import("../reuse_runner.mjs").ReuseRunner} ReuseRunner */

/** The answer that was kept beside the present one: which settings differ, and what they change. @param {Frame} frame @param {ReuseRunner} runner */
export function keptSection(frame, runner) {
  const { t, format, engines } = frame;
  const { kept, last } = runner;
  if (!kept || !last) return nothing;
  const both = [kept, last];
  const title = (/** @type {string} */ key) => t.or(`field.${key}`, t.or(`traffic.${key}`, key));
  const named = (/** @type {string} */ key, /** @type {unknown} */ value) =>
    key === "engine" ? (engines.find(({ id }) => id === value)?.title ?? t("engine.none")) : String(value ?? "–");
  const differing = (/** @type {(of: Replayed) => Record<string, unknown>} */ part) => {
    const [before, now] = both.map(part);
    return [...new Set([...Object.keys(before), ...Object.keys(now)])]
      .filter((key) => String(before[key] ?? "") !== String(now[key] ?? ""))
      .map((key) => [title(key), named(key, before[key]), named(key, now[key])]);
  };
  /** @param {string} name @param {(result: ReuseResult) => number | null | undefined} of @param {(n: number) => string} write */
  const figure = (name, of, write) => {
    const values = both.map(({ result }) => of(result) ?? undefined);
    if (values.every((value) => value === undefined)) return [];
    return [[name, ...values.map((value) => (value === undefined ? "–" : write(value)))]];
  };
  const percent = (/** @type {number} */ share) => format.percent(share);
  const bytes = (/** @type {number} */ n) => format.gib(n);
  const sized = both.every(({ result }) => result.bytes.basis !== "none");
  const size = sized ? bytes : (/** @type {number} */ n) => t("reuse.blocks", { count: n });
  const of = (/** @type {{bytes: number, blocks: number} | null | undefined} */ point) =>
    sized ? point?.bytes : point?.blocks;
  const settings = [
    ...(kept.file === last.file ? [] : [[t("trace.name"), ...both.map(({ file }) => file ?? t("trace.described"))]]),
    ...differing(({ scenario }) => scenario),
    ...differing(({ traffic }) => traffic),
  ];
  const rows = [
    ...settings,
    ...figure(t("figure.hit-rate"), (r) => r.capacity?.hits.tokenRate, percent),
    ...figure(t("figure.hit-ceiling"), (r) => r.ceiling.tokenRate, percent),
    ...figure(t("reuse.column.capacity"), (r) => of(r.capacity), size),
    ...figure(
      t("figure.prefill-speed-up"),
      (r) => r.capacity?.speedUp,
      (n) => `${format.short(n)}×`,
    ),
    ...figure(t("figure.knee"), (r) => of(r.knee), size),
    ...figure(t("figure.next-gib"), (r) => r.nextGib?.tokenRate, percent),
    ...(sized ? figure(t("figure.block-bytes"), (r) => r.bytes.cached, bytes) : []),
  ];
  const head = [t("reuse.column.what"), t("reuse.kept"), t("reuse.now")];
  return html`<section aria-labelledby="kept-head">
    <div class="head">
      <h2 id="kept-head">${t("reuse.compared")}</h2>
      <div class="copies">
        <button type="button" @click=${() => runner.keep(false)}>${t("reuse.drop")}</button>
        ${copyButton(frame, "csv", () => csv([head, ...rows]), "csv-kept")}
      </div>
    </div>
    ${settings.length === 0 ? html`<p class="remark">${t("reuse.change_something")}</p>` : nothing}
    ${figuresTable("kept", head, rows, { labelledby: "kept-head" })}
  </section>`;
}
