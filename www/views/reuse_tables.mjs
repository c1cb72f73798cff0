import { html, nothing } from "lit-html";
import { csv } from "../export.mjs";
import { copyButton } from "./export.mjs";
import { figuresTable, valueOf } from "./table.mjs";

/** @typedef {import("../types.js").Frame} Frame */
/** @typedef {import("../types.js").ReuseResult} ReuseResult */
/** @typedef {import("./table.mjs").Cells} Cells */

/** A table with the button that copies it. @param {Frame} frame @param {string} id @param {string} title @param {string[]} head @param {Cells[]} rows */
export function tableOf(frame, id, title, head, rows) {
  return html`${figuresTable(id, head, rows, { label: title })}
    <div class="copies">
      ${copyButton(frame, "csv", () => csv([head, ...rows.map((cells) => cells.map(valueOf))]), `csv-${id}`)}
    </div>`;
}

/** A table behind its title; nothing where it has no rows. @param {Frame} frame @param {string} id @param {string} title @param {string[]} head @param {Cells[]} rows @param {boolean} [open] */
const folded = (frame, id, title, head, rows, open = false) =>
  rows.length === 0
    ? nothing
    : html`<details .open=${open}>
        <summary>${title}</summary>
        ${tableOf(frame, id, title, head, rows)}
      </details>`;

/** What is evicted first. @param {Frame} frame @param {string} policy */
const policyName = ({ t }, policy) =>
  policy === "tail_first" ? t("reuse.line.leaf_first_lru") : t.or(`reuse.policy.${policy}`, policy.toUpperCase());

/** Levels of memory, what concurrent requests share, what a priority changes, classes, turns and conversations. @param {Frame} frame @param {ReuseResult} result */
export function reuseTables(frame, result) {
  const { t, format } = frame;
  const heads = (/** @type {string[]} */ ...names) => names.map((name) => t(`reuse.column.${name}`));
  const whole = (/** @type {number | null | undefined} */ n) => ({
    text: (n ?? null) === null ? "–" : format.whole(Number(n)),
    value: n ?? null,
  });
  const short = (/** @type {number} */ n) => ({ text: format.short(n), value: n });
  const percent = (/** @type {number} */ share) => ({ text: format.percent(share), value: share });
  const size = (/** @type {number} */ bytes, /** @type {number} */ blocks) =>
    bytes > 0
      ? { text: format.gib(bytes), value: bytes }
      : { text: t("reuse.blocks", { count: Math.round(blocks) }), value: blocks };
  const seconds = (/** @type {number | null | undefined} */ s) => ({
    text: (s ?? null) === null ? "–" : t("reuse.seconds", { n: format.short(Number(s)) }),
    value: s ?? null,
  });
  const group = (/** @type {ReuseResult["byKind"]} */ groups) =>
    groups.map(({ name, requests, tokens, tokenRate }) => [
      name || t("reuse.no_class"),
      whole(requests),
      short(tokens),
      percent(tokenRate),
    ]);
  const { tiers, sharing, priority, byKind, byTurn, byConversation, groupsAt } = result;
  const rate = groupsAt === "ceiling" ? t("figure.hit-ceiling") : t("reuse.column.rate");
  const groupHeads = (/** @type {string} */ name) => [...heads(name, "requests", "tokens"), rate];
  return html`
    ${folded(
      frame,
      "tiers",
      t("reuse.tiers"),
      heads("tier", "size", "policy", "rate", "load", "recompute", "break_even"),
      tiers.map((tier) => [
        t.or(`reuse.tier.${tier.name}`, tier.name),
        size(tier.bytes, tier.blocks),
        { text: policyName(frame, tier.policy), value: tier.policy },
        percent(tier.hits.tokenRate),
        seconds(tier.loadSeconds),
        seconds(tier.recomputeSeconds),
        tier.worthLoading === false ? { text: t("reuse.never"), value: null } : whole(tier.breakEvenTokens),
      ]),
      tiers.length > 1,
    )}
    ${
      priority
        ? folded(
            frame,
            "priority",
            t("reuse.priority", { priority: priority.priority }),
            heads("what", "rate", "tokens_found"),
            [
              [t("reuse.before"), percent(priority.before.tokenRate), short(priority.before.tokens)],
              [t("reuse.after"), percent(priority.after.tokenRate), short(priority.after.tokens)],
            ],
            true,
          )
        : nothing
    }
    ${
      sharing.requests > 1
        ? folded(frame, "sharing", t("reuse.sharing", { count: sharing.requests }), heads("what", "saved"), [
            [t("reuse.mean"), size(sharing.meanBytes, sharing.meanBlocks)],
            [t("reuse.peak"), size(sharing.peakBytes, sharing.peakBlocks)],
          ])
        : nothing
    }
    ${byKind.length > 1 ? folded(frame, "kinds", t("reuse.kinds"), groupHeads("class"), group(byKind)) : nothing}
    ${folded(frame, "turns", t("reuse.turns"), groupHeads("turn"), group(byTurn))}
    ${folded(frame, "conversations", t("reuse.conversations"), groupHeads("conversation"), group(byConversation))}
  `;
}

/** What was read of the trace, what was assumed, and what could not be read, with the first lines by their number. @param {Frame} frame @param {ReuseResult["trace"]} trace */
export function traceTables(frame, trace) {
  const { t, format } = frame;
  const counted = (/** @type {string} */ name, /** @type {number} */ n) =>
    n > 0 ? [[t(`trace.${name}`), { text: format.whole(n), value: n }]] : [];
  const bad = Object.entries(trace.badByReason).map(([reason, count]) => [
    badReason(frame, reason),
    { text: format.whole(count), value: count },
  ]);
  return html`
    ${folded(
      frame,
      "trace",
      t("trace.read"),
      [t("reuse.column.what"), t("reuse.column.count")],
      [
        ...counted("lines", trace.lines),
        ...counted("requests", trace.requests),
        ...counted("tokens", trace.inputTokens),
        ...counted("output_tokens", trace.outputTokens),
        ...counted("blocks", trace.blocks),
        ...counted("distinct", trace.distinctBlocks),
        ...counted("block_size", trace.blockSize),
        ...counted("lengths_assumed", trace.lengthsAssumed),
        ...counted("lengths_unlike", trace.lengthsUnlikeBlocks),
        ...counted("time_backwards", trace.timeBackwards),
        ...counted("estimated", trace.estimatedTokens),
        ...counted("without_blocks", trace.withoutBlocks),
        ...bad,
      ],
    )}
    ${folded(
      frame,
      "bad-lines",
      t("trace.bad_lines", { count: trace.badLines }),
      [t("trace.line"), t("trace.why")],
      trace.firstBad.map(({ line, reason }) => [
        { text: format.whole(line), value: line },
        { text: badReason(frame, reason), value: reason },
      ]),
    )}
  `;
}

/** Why a line gave no request. @param {Frame} frame @param {string} reason */
export const badReason = ({ t }, reason) => t.or(`trace.bad.${reason}`, reason.replaceAll("_", " "));
