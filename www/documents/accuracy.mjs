// What published logs printed against what the package predicts: misses first.
import { html, nothing } from "lit-html";
import { absolute, percentile } from "../../tests/startups/statistics.mjs";
import { encode } from "../fragment.mjs";
import { table } from "./table.mjs";

/** @typedef {import("./context.mjs").Context} Context */
/** @typedef {import("../../tests/accuracy/types.js").Compared} Compared */
/** @typedef {import("../../tests/accuracy/types.js").Figure} Figure */
/** @typedef {{ one: Compared, figure: Figure }} Row */

/** Messages that name the parts of a start-up. */
const parts = /** @type {Record<string, string>} */ ({
  weights: "estimates.weights",
  activation: "estimates.activation",
  nonTorch: "estimates.nonTorch",
  graphs: "estimates.graphs",
  availableKv: "figure.kv-available-bytes",
  computeBuffer: "estimates.computeBuffer",
  fileSize: "accuracy.file_size",
});

const worst = 12; // start-ups that are shown before the others

/** @param {Compared[]} all @returns {Row[]} */
const rowsOf = (all) => all.flatMap((one) => one.figures.map((figure) => ({ one, figure })));

/** @template T @param {T[]} all @param {(one: T) => string} keyOf @returns {Map<string, T[]>} */
function grouped(all, keyOf) {
  const groups = new Map();
  for (const one of all) groups.set(keyOf(one), [...(groups.get(keyOf(one)) ?? []), one]);
  return groups;
}

/** @param {Context} context */
export function accuracy(context) {
  const { t, read } = context;
  const { caches, startUps } = context.compared;
  const rows = rowsOf(caches);
  const missed = rows.filter(({ figure }) => !figure.explained);
  return html`<h1>${t("accuracy.head")}</h1>
    <p class="lead">
      ${t("accuracy.lead", { explained: rows.length - missed.length, figures: rows.length, logs: caches.length })}
    </p>
    <p>${t("accuracy.text", { read })}</p>
    <p>${t("accuracy.caveat")}</p>
    <section aria-labelledby="engines-head">
      <h2 id="engines-head">${t("accuracy.engines")}</h2>
      ${summary(context, rows)}
    </section>
    <section aria-labelledby="misses-head">
      <h2 id="misses-head">${t("accuracy.misses")}</h2>
      ${figureTable(context, missed, t("accuracy.misses"))}
    </section>
    <section aria-labelledby="figures-head">
      <h2 id="figures-head">${t("accuracy.figures")}</h2>
      ${[...grouped(rows, ({ one }) => one.engine)].map(
        ([engine, own]) =>
          html`<details>
            <summary>${t("accuracy.count", { engine: titleOf(context, engine), count: own.length })}</summary>
            ${figureTable(context, own, titleOf(context, engine))}
          </details>`,
      )}
    </section>
    ${startUpSection(context, rowsOf(startUps))}`;
}

/** @param {Context} context @param {string} engine */
const titleOf = ({ engines }, engine) => engines.find(({ id }) => id === engine)?.title ?? engine;

/** Engine and version whose rules were used, in their own words. @param {Context} context @param {Compared} one */
function rulesOf(context, { engine, version }) {
  const { engines, t } = context;
  const profile = engines.find(({ id }) => id === engine);
  const title = profile?.versions.find(({ id }) => id === version)?.title ?? version;
  return t("engine.title", { engine: titleOf(context, engine), version: t.or(`versions.${title}`, title) });
}

/** Figures by engine and rules. @param {Context} context @param {Row[]} rows */
function summary(context, rows) {
  const { t, format } = context;
  const order = context.engines.flatMap(({ id, versions }) => versions.map((one) => `${id} ${one.id}`));
  const found = grouped(rows, ({ one }) => `${one.engine} ${one.version}`);
  const groups = new Map([...found].sort(([a], [b]) => order.indexOf(a) - order.indexOf(b)));
  const heads = ["rules", "figures", "explained", "missed"].map((name) => t(`accuracy.column.${name}`));
  const lines = [...groups.values()].map((own) => {
    const explained = own.filter(({ figure }) => figure.explained).length;
    const [{ one }] = own;
    const counts = [own.length, explained, own.length - explained].map((count) => format.whole(count));
    return [rulesOf(context, one), ...counts];
  });
  return table(heads, lines, t("accuracy.engines"), [1, 2, 3]);
}

/** @type {Map<string, Intl.NumberFormat>} */
const formats = new Map();

/** A language's numbers to a count of decimals, made once. @param {Context["t"]} t @param {number} decimals @param {"decimal" | "percent"} style */
function writerOf({ language }, decimals, style) {
  const key = `${language} ${decimals} ${style}`;
  const signDisplay = style === "percent" ? "exceptZero" : "auto";
  const minimumFractionDigits = style === "percent" ? 0 : decimals;
  const options = { style, signDisplay, minimumFractionDigits, maximumFractionDigits: decimals };
  const format = formats.get(key) ?? new Intl.NumberFormat(language, /** @type {Intl.NumberFormatOptions} */ (options));
  formats.set(key, format);
  return format;
}

/** A figure with its unit, to the decimals that were printed. @param {Context} context @param {number} value @param {Figure} figure */
const amount = ({ t }, value, { decimals, unit }) =>
  Number.isNaN(value)
    ? t("accuracy.none")
    : [writerOf(t, decimals, "decimal").format(value), unit].filter(Boolean).join("\u202f");

/** @param {Context} context @param {Figure} figure */
const difference = ({ t }, { predicted, printed }) =>
  Number.isNaN(predicted) ? "–" : writerOf(t, 2, "percent").format(predicted / printed - 1);

/** Engine, version and settings of a log. @param {Context} context @param {Compared} one */
function settingsOf(context, { engine, log: { given, version = "" } }) {
  const settings = Object.entries(given).map(([key, value]) => `${key} ${value}`);
  return [`${titleOf(context, engine)} ${version}`.trim(), ...settings].join(", ");
}

/** The model, as a link to its scenario where it is published. @param {Compared} one */
function modelOf({ model, engine, log, scenario }) {
  if (!log.model) return model;
  const { engineVersion, ...settings } = scenario;
  const version = engineVersion ? { engineVersion } : {};
  const linked = /** @type {Record<string, any>} */ ({ ...settings, engine, ...version });
  return html`<a href=${`index.html#${encode(linked)}`}>${model}</a>`;
}

/** Where a log is published; some were found in repositories whose files move. @param {Context} context @param {string} source */
const sourceOf = ({ t }, source) =>
  source.startsWith("https://")
    ? html`<a href=${source}>${source.replace(/^https:\/\/(github\.com\/)?/, "")}</a>`
    : t("accuracy.unlinked");

/** @param {Context} context @param {Row[]} rows @param {string} label */
function figureTable(context, rows, label) {
  const { t } = context;
  const names = ["model", "settings", "figure", "printed", "predicted", "difference", "source"];
  return table(
    names.map((name) => t(`accuracy.column.${name}`)),
    rows.map(({ one, figure }) => [
      modelOf(one),
      html`<small>${settingsOf(context, one)}</small>`,
      html`<code>${figure.figure}</code>`,
      amount(context, figure.printed, figure),
      amount(context, figure.predicted, figure),
      html`${figure.explained ? t("accuracy.yes") : difference(context, figure)}
      ${figure.miss ? html`<br /><small>${t(`accuracy.miss.${figure.miss}`)}</small>` : nothing}`,
      html`<small>${sourceOf(context, one.log.source)}</small>`,
    ]),
    label,
    [3, 4],
  );
}

/** What engines hold beside the cache: errors as percentiles, then the worst of them. @param {Context} context @param {Row[]} rows */
function startUpSection(context, rows) {
  const { t, format } = context;
  const groups = grouped(rows, ({ one, figure }) => `${one.engine} ${figure.figure}`);
  const percent = (/** @type {number} */ value) => format.percent(value / 100);
  const lines = [...groups.values()].map((own) => {
    const errors = own.map(({ figure }) => absolute(/** @type {any} */ (figure)));
    const [{ one, figure }] = own;
    const shares = [0.5, 0.9, 1].map((share) => percent(percentile(errors, share)));
    return [titleOf(context, one.engine), t(parts[figure.figure]), format.whole(own.length), ...shares];
  });
  const off = (/** @type {Row} */ { figure }) => absolute(/** @type {any} */ (figure));
  const sorted = rows.toSorted((a, b) => off(b) - off(a));
  const heads = ["engine", "part", "figures", "median", "ninetieth", "worst"].map((name) =>
    t(`accuracy.column.${name}`),
  );
  return html`<section aria-labelledby="startups-head">
    <h2 id="startups-head">${t("accuracy.startups")}</h2>
    <p>${t("accuracy.startups.text")}</p>
    ${table(heads, lines, t("accuracy.startups"), [2, 3, 4, 5])}
    <h3>${t("accuracy.startups.worst")}</h3>
    ${partTable(context, sorted.slice(0, worst), t("accuracy.startups.worst"))}
    <details>
      <summary>${t("accuracy.startups.others", { count: sorted.length - worst })}</summary>
      ${partTable(context, sorted.slice(worst), t("accuracy.startups"))}
    </details>
  </section>`;
}

/** @param {Context} context @param {Row[]} rows @param {string} label */
function partTable(context, rows, label) {
  const { t } = context;
  const names = ["model", "engine", "part", "printed", "predicted", "difference", "source"];
  return table(
    names.map((name) => t(`accuracy.column.${name}`)),
    rows.map(({ one, figure }) => [
      modelOf(one),
      [titleOf(context, one.engine), one.version].filter(Boolean).join(" "),
      t(parts[figure.figure]),
      amount(context, figure.printed, figure),
      amount(context, figure.predicted, figure),
      difference(context, figure),
      html`<small>${sourceOf(context, one.log.source)}</small>`,
    ]),
    label,
    [3, 4],
  );
}
