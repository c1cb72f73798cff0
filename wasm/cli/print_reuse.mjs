// The answer of a replay as text and as comma-separated values.
import { clean, table } from "./print.mjs";
import { cellsCsv } from "./print_compare.mjs";

/** @import { Note, ReuseGroup, ReuseResult } from "../kvfit.js" */

const whole = new Intl.NumberFormat("en", { maximumFractionDigits: 0 });
const short = new Intl.NumberFormat("en", { maximumSignificantDigits: 4 });

/** @param {number} share */
const percent = (share) => `${(100 * share).toFixed(2)}%`;
/** @param {number} bytes */
const gib = (bytes) => `${short.format(bytes / 2 ** 30)} GiB`;
/** @param {number} blocks @param {number} bytes */
const size = (blocks, bytes) => `${whole.format(blocks)} blocks${bytes > 0 ? ` (${gib(bytes)})` : ""}`;

/** @param {string} title @param {string} body */
const section = (title, body) => (body === "" ? "" : `\n${title}\n${body}`);

/** @param {ReuseGroup[]} groups */
const groupTable = (groups) =>
  table(
    groups.map(({ name, requests, tokens, tokenRate }) => [name || "-", requests, tokens, percent(tokenRate)]),
    "  ",
  );

/** @param {ReuseResult} result */
function sentence({ capacity, ceiling, measuredTokens, measuredRequests }) {
  const of = `of ${whole.format(measuredTokens)} prompt tokens in ${whole.format(measuredRequests)} requests`;
  if (!capacity) return `At most ${percent(ceiling.tokenRate)} ${of} can be reused.`;
  const { hits, blocks, bytes } = capacity;
  return `${size(blocks, bytes)} serve ${percent(hits.tokenRate)} ${of}; at most ${percent(ceiling.tokenRate)} can be reused.`;
}

/** @param {{ savedSeconds: number | null }} point */
const saved = ({ savedSeconds }) => (savedSeconds === null ? "" : `, ${short.format(savedSeconds)} s saved`);

/** @param {ReuseResult} result */
function answers({ capacity, knee, nextGib, sharing, priority }) {
  const lines = [];
  if (capacity) {
    lines.push(
      ["prefill saved", `${whole.format(capacity.hits.tokens)} tokens`],
      ["still computed", `${whole.format(capacity.computedTokens)} tokens`],
      ["ideal speed-up", `${short.format(capacity.speedUp)} x${saved(capacity)}`],
    );
  }
  if (nextGib)
    lines.push([
      "the next GiB",
      `${percent(nextGib.tokenRate)} more, ${whole.format(nextGib.hitTokens)} tokens${saved(nextGib)}`,
    ]);
  if (knee) lines.push(["knee", `${size(knee.blocks, knee.bytes)}: ${percent(knee.tokenRate)}`]);
  if (sharing.requests > 1)
    lines.push([`shared by ${sharing.requests} requests`, `${size(sharing.peakBlocks, sharing.peakBytes)} at most`]);
  if (priority)
    lines.push([
      `system prompt at priority ${priority.priority}`,
      `${percent(priority.before.tokenRate)} before, ${percent(priority.after.tokenRate)} after`,
    ]);
  return table(lines);
}

/** @param {ReuseResult} result */
export function reuseText(result) {
  const { trace, curves, capacityBlocks, capacityBytes, tiers, byKind, byTurn, warnings, notes } = result;
  const head = [
    "capacity",
    "",
    ...curves.map(({ line, policy }) => (line === "engine" ? `${result.engine} ${policy}` : line)),
  ];
  const rows = capacityBlocks.map((blocks, i) => [
    `${whole.format(blocks)} blocks`,
    capacityBytes.length > 0 ? gib(capacityBytes[i]) : "",
    ...curves.map(({ tokenRate }) => percent(tokenRate[i])),
  ]);
  const levels = tiers.map((tier) => {
    const { name, policy, blocks, bytes, hits, loadSeconds, recomputeSeconds, breakEvenTokens, worthLoading } = tier;
    return [
      name,
      policy,
      size(blocks, bytes),
      percent(hits.tokenRate),
      loadSeconds === null ? "" : `${short.format(loadSeconds)} s to load`,
      recomputeSeconds === null ? "" : `${short.format(recomputeSeconds)} s to compute`,
      breakEvenTokens === null
        ? worthLoading === false
          ? "never faster than computing"
          : ""
        : `worth loading from ${whole.format(breakEvenTokens)} tokens`,
    ];
  });
  const bad = Object.entries(trace.badByReason).map(([reason, lines]) => [reason, lines]);
  /** @param {Note[]} list */
  const messages = (list) => list.map(({ message }) => `  ${clean(message)}\n`).join("");
  return [
    `${clean(sentence(result))}\n`,
    `\n${answers(result)}`,
    section("Hit rate by tokens", table([head, ...rows], "  ")),
    section("Levels of memory", tiers.length > 1 ? table(levels, "  ") : ""),
    section("Classes", byKind.length > 1 ? groupTable(byKind) : ""),
    section("Turns", byTurn.length > 1 ? groupTable(byTurn) : ""),
    section("Lines without a request", table(bad, "  ")),
    section("Warnings", messages(warnings)),
    section("Notes", messages([...trace.notes, ...notes])),
  ].join("");
}

/** @typedef {(string | number | null)[][]} Rows the first is the head */

/** @param {string} name @param {ReuseGroup[]} groups @returns {Rows} */
const groupRows = (name, groups) => [
  [name, "requests", "tokens", "hit_tokens", "token_rate"],
  ...groups.map(({ name, requests, tokens, hitTokens, tokenRate }) => [name, requests, tokens, hitTokens, tokenRate]),
];

/** What can be had as CSV. @type {Record<string, (result: ReuseResult) => Rows>} */
const tables = {
  curves: ({ capacityBlocks, capacityBytes, curves, ceiling }) => [
    [
      "capacity_blocks",
      "capacity_bytes",
      ...curves.flatMap(({ line }) => [`${line}_hit_tokens`, `${line}_token_rate`, `${line}_block_rate`]),
      "ceiling_token_rate",
    ],
    ...capacityBlocks.map((blocks, i) => [
      blocks,
      capacityBytes[i] ?? "",
      ...curves.flatMap(({ hitTokens, tokenRate, blockRate }) => [hitTokens[i], tokenRate[i], blockRate[i]]),
      ceiling.tokenRate,
    ]),
  ],
  tiers: ({ tiers }) => [
    [
      "level",
      "blocks",
      "bytes",
      "policy",
      "hit_tokens",
      "token_rate",
      "load_seconds",
      "recompute_seconds",
      "break_even_tokens",
    ],
    ...tiers.map((tier) => [
      tier.name,
      tier.blocks,
      tier.bytes,
      tier.policy,
      tier.hits.tokens,
      tier.hits.tokenRate,
      tier.loadSeconds,
      tier.recomputeSeconds,
      tier.breakEvenTokens,
    ]),
  ],
  sharing: ({ sharing }) => [Object.keys(sharing), Object.values(sharing)],
  classes: ({ byKind }) => groupRows("class", byKind),
  turns: ({ byTurn }) => groupRows("turn", byTurn),
  conversations: ({ byConversation }) => groupRows("conversation", byConversation),
  timeline: ({ timeline }) => listed(timeline),
  distances: ({ distances }) => listed(distances),
  "bad-lines": ({ trace }) => [["line", "reason"], ...trace.firstBad.map(({ line, reason }) => [line, reason])],
};

export const reuseTables = Object.keys(tables);

/** @param {object[]} items @returns {Rows} */
const listed = (items) => (items.length === 0 ? [[]] : [Object.keys(items[0]), ...items.map(Object.values)]);

/** @param {ReuseResult} result @param {string} [name] of the table */
export const reuseCsv = (result, name = "curves") =>
  cellsCsv(tables[name](result).map((row) => row.map((cell) => cell ?? "")));
