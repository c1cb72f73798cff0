// How everything is sized: the core's own rules, sentences and sources, with its equations for published models.
import { html, nothing } from "lit-html";
import { encode } from "../fragment.mjs";
import { equation } from "./equation.mjs";
import { exampleOf, scenarioOf, sizeOf } from "./examples.mjs";
import { table } from "./table.mjs";

/** @typedef {import("./context.mjs").Context} Context */
/** @typedef {import("./examples.mjs").Example} Example */
/** @typedef {import("./examples.mjs").Sized} Sized */
/** @typedef {import("../../wasm/generated/types.js").EngineProfile} EngineProfile */
/** @typedef {import("../../wasm/generated/types.js").Figure} Figure */
/** @typedef {import("../../wasm/generated/types.js").KindRule} KindRule */

/** An engine's figures and the messages that name them. */
const figures = /** @type {const} */ ({
  reservedBytes: "reserved-bytes",
  admissionBytes: "admission-bytes",
  liveBytes: "live-bytes",
  cachedBytes: "cached-bytes",
  paddingBytes: "padding-bytes",
});

/** The scenario on the calculator. @param {Context["t"]} t @param {Example} example @param {Record<string, string>} [engine] */
const link = (t, example, engine = {}) =>
  html`<a href=${`index.html#${encode({ ...scenarioOf(example), ...engine })}`}
    >${t("method.example", { model: example.name, tokens: example.tokens })}</a
  >`;

/** @param {Context} context */
export function methodology(context) {
  const { kvfit, t, examples, engines } = context;
  const kinds = kvfit.kinds().filter(({ kind }) => examples.some((one) => one.kinds.has(kind)));
  return html`<h1>${t("methodology.head")}</h1>
    <p>${t("method.lead")}</p>
    <p>${t("method.words")}</p>
    ${words(context)}
    <nav aria-label=${t("method.contents")}>
      <ul class="contents">
        <li><a href="#parts">${t("method.parts")}</a></li>
        ${engines.map(({ id, title }) => html`<li><a href=${`#${id}`}>${t("engine.head", { engine: title })}</a></li>`)}
      </ul>
    </nav>
    <section id="parts" aria-labelledby="parts-head">
      <h2 id="parts-head">${t("method.parts")}</h2>
      <p>${t("method.parts.text")}</p>
      ${kinds.map((rule) => kindSection(context, rule, examples))}
    </section>
    ${engines.map((engine) => engineSection(context, engine, kinds, examples))}`;
}

/** The words of the field that are used, with their meaning. @param {Context} context */
function words({ t }) {
  const granule = t("method.granule");
  const entries = ["payload-bytes", ...Object.values(figures)];
  return html`<dl class="words">
    ${entries.map(
      (name) =>
        html`<div>
          <dt>${t(`figure.${name}`)}</dt>
          <dd>${t(`figure.${name}.help`, { granule })}</dd>
        </div>`,
    )}
  </dl>`;
}

/** @param {Context} context @param {KindRule} rule @param {Example[]} examples */
function kindSection(context, { kind, sentence, source, read }, examples) {
  const { kvfit, t } = context;
  const sized = exampleOf(kvfit, examples, kind, {});
  const part = sized?.result?.parts.find(({ name }) => name === kind);
  return html`<section id=${`part-${kind}`} aria-labelledby=${`part-${kind}-head`}>
    <h3 id=${`part-${kind}-head`}>${t(`part.${kind}`)}</h3>
    <p>${t.or(`kind.${kind}`, sentence)}</p>
    <p class="source">${t("method.source", { source, read })}</p>
    ${
      sized && part
        ? html`<p>${link(t, sized.example)}</p>
            ${equation(context, part.formula, part.bytes)}`
        : nothing
    }
  </section>`;
}

/** @param {Context} context @param {EngineProfile} engine @param {KindRule[]} kinds @param {Example[]} examples */
function engineSection(context, engine, kinds, examples) {
  const { kvfit, t } = context;
  const { id, title, versions } = engine;
  const worked = kinds.map(({ kind }) => ({ kind, sized: exampleOf(kvfit, examples, kind, { engine: id }) }));
  const accepted = worked.flatMap(({ sized }) => (sized?.result ? [sized.example] : []));
  return html`<section id=${id} aria-labelledby=${`${id}-head`}>
    <h2 id=${`${id}-head`}>${t("engine.head", { engine: title })}</h2>
    <p>${t("method.engine", { engine: title, granule: engine.granule })}</p>
    ${table(
      [t("method.column.version"), t("method.column.read")],
      versions.map((version) => [t.or(`versions.${version.title}`, version.title), version.read]),
      title,
    )}
    <h3>${t("method.rules")}</h3>
    ${rulesTable(context, engine, accepted)}
    <h3>${t("method.kinds", { engine: title })}</h3>
    ${worked.map(({ kind, sized }) => workedExample(context, engine, kind, sized))}
    <h3>${t("method.versions")}</h3>
    ${versionsTable(context, engine, worked)}
  </section>`;
}

/** Every rule that an engine's versions use for these examples, with where it was read. @param {Context} context @param {EngineProfile} engine @param {Example[]} examples */
function rulesTable({ kvfit, t }, { id, title, versions }, examples) {
  /** @type {Map<string, { name: string, figure: Figure, origins: Set<string> }>} */
  const found = new Map();
  for (const [key, name] of Object.entries(figures))
    for (const { id: engineVersion } of versions.toReversed())
      for (const example of examples) {
        const figure = sizeOf(kvfit, example, { engine: id, engineVersion }).result?.figures[key];
        if (!figure) continue;
        const row = found.get(`${key} ${figure.rule}`) ?? { name, figure, origins: new Set() };
        row.origins.add(
          [t.or(`versions.${figure.versions}`, figure.versions), figure.source].filter(Boolean).join(" · "),
        );
        found.set(`${key} ${figure.rule}`, row);
      }
  return table(
    [t("versus.figure"), t("method.column.rule"), t("method.column.source")],
    [...found.values()].map(({ name, figure: { rule, sentence }, origins }) => [
      t(`figure.${name}`),
      t.or(`rules.${rule}`, sentence),
      [...origins].map((origin) => html`<small>${origin}</small>`),
    ]),
    t("method.rules_of", { engine: title }),
  );
}

/** @param {Context} context @param {EngineProfile} engine @param {string} kind @param {Sized | undefined} sized */
function workedExample(context, engine, kind, sized) {
  const { t, format } = context;
  if (!sized) return nothing;
  const { example, result, error } = sized;
  const name = t(`part.${kind}`);
  if (!result)
    return html`<p class="refused"><strong>${name}</strong>: ${error ? t.said("errors", error) : nothing}</p>`;
  const figure = result.figures.reservedBytes;
  if (!figure) return nothing;
  const summary = t("method.reserves", { part: name, model: example.name, size: format.gib(figure.bytes) });
  return html`<details>
    <summary>${summary}</summary>
    <p>${t.or(`rules.${figure.rule}`, figure.sentence)}</p>
    <p>${link(t, example, { engine: engine.id })}</p>
    ${equation(context, figure.formula, figure.bytes)}
  </details>`;
}

/** What each version reserves for the same requests. @param {Context} context @param {EngineProfile} engine @param {{ kind: string, sized?: Sized }[]} worked */
function versionsTable({ kvfit, t, format }, { id, versions, title }, worked) {
  const rows = worked.flatMap(({ kind, sized }) => {
    if (!sized?.result) return [];
    const { example } = sized;
    const cells = versions.map(({ id: engineVersion }) => {
      const { result } = sizeOf(kvfit, example, { engine: id, engineVersion });
      return result?.figures.reservedBytes ? format.gib(result.figures.reservedBytes.bytes) : "–";
    });
    return [[t("method.row", { part: t(`part.${kind}`), model: example.name, tokens: example.tokens }), ...cells]];
  });
  const heads = versions.map((version) => t.or(`versions.${version.title}`, version.title));
  return table(
    [t("parts.part"), ...heads],
    rows,
    t("method.versions_of", { engine: title }),
    versions.map((_, i) => i + 1),
  );
}
