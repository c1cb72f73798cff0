import { html, nothing } from "lit-html";

/** @typedef {import("../types.js").Frame} Frame */
/** @typedef {import("../types.js").ReuseResult} ReuseResult */

/** A table behind a head; nothing where it has no rows. @param {string} id @param {string} title @param {string[]} head @param {string[][]} rows the first cell names the row @param {boolean} [open] */
const table = (id, title, head, rows, open = false) =>
  rows.length === 0
    ? nothing
    : html`<details .open=${open}>
        <summary>${title}</summary>
        <div class="scroll" tabindex="0" role="group" aria-label=${title}>
          <table part="table" class=${id}>
            <thead>
              <tr>
                ${head.map((text, i) => html`<th scope="col" class=${i > 0 ? "number" : ""}>${text}</th>`)}
              </tr>
            </thead>
            <tbody>
              ${rows.map(
                ([name, ...cells]) =>
                  html`<tr>
                    <th scope="row">${name}</th>
                    ${cells.map((cell) => html`<td class="number">${cell}</td>`)}
                  </tr>`,
              )}
            </tbody>
          </table>
        </div>
      </details>`;

/** Levels of memory, classes and turns of requests, and what was read. @param {Frame} frame @param {ReuseResult} result */
export function reuseTables({ t, format }, result) {
  const heads = (/** @type {string[]} */ ...names) => names.map((name) => t(`reuse.column.${name}`));
  const seconds = (/** @type {number | null | undefined} */ s) =>
    (s ?? null) === null ? "–" : t("reuse.seconds", { n: format.short(Number(s)) });
  const group = (/** @type {ReuseResult["byKind"]} */ groups) =>
    groups.map(({ name, requests, tokens, tokenRate }) => [
      name || t("reuse.no_class"),
      format.whole(requests),
      format.short(tokens),
      format.percent(tokenRate),
    ]);
  const { trace, tiers, byKind, byTurn } = result;
  const bad = Object.entries(trace.badByReason).map(([reason, count]) => [
    t.or(`trace.bad.${reason}`, reason.replaceAll("_", " ")),
    format.whole(count),
  ]);
  return html`
    ${table(
      "tiers",
      t("reuse.tiers"),
      heads("tier", "size", "rate", "load", "recompute", "break_even"),
      tiers.map((tier) => [
        t.or(`reuse.tier.${tier.name}`, tier.name),
        tier.bytes > 0 ? format.gib(tier.bytes) : t("reuse.blocks", { count: tier.blocks }),
        format.percent(tier.hits.tokenRate),
        seconds(tier.loadSeconds),
        seconds(tier.recomputeSeconds),
        (tier.breakEvenTokens ?? null) === null ? "–" : format.whole(Number(tier.breakEvenTokens)),
      ]),
      tiers.length > 1,
    )}
    ${byKind.length > 1 ? table("kinds", t("reuse.kinds"), heads("class", "requests", "tokens", "rate"), group(byKind)) : nothing}
    ${table("turns", t("reuse.turns"), heads("turn", "requests", "tokens", "rate"), group(byTurn))}
    ${table("trace", t("trace.read"), heads("what", "count"), [
      [t("trace.requests"), format.whole(trace.requests)],
      [t("trace.tokens"), format.whole(trace.inputTokens)],
      [t("trace.distinct"), format.whole(trace.distinctBlocks)],
      [t("trace.block_size"), format.whole(trace.blockSize)],
      ...bad,
    ])}
  `;
}
