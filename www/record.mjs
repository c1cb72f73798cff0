/** @typedef {import("./types.js").SizeResult} SizeResult */
/** @typedef {import("./types.js").Change} Change */

/** The link's key for what its figures were when it was made. */
export const recordKey = "made";

/** Figures that a link carries, in this order. @type {{name: string, of: (result: SizeResult) => number | undefined}[]} */
const figures = [
  { name: "payload-bytes", of: ({ payloadBytes }) => payloadBytes },
  { name: "reserved-bytes", of: ({ figures }) => figures.reservedBytes?.bytes },
];

/**
 * The day of the catalogue and rules with the figures that they gave: `2026-11-29.3106812928.3221225472`.
 * @param {SizeResult} result @param {string} date
 */
export const record = (result, date) => [date, ...figures.map(({ of }) => of(result) ?? "")].join(".");

/**
 * The figures of a link that come out otherwise today; those of a damaged record are none.
 * @param {string} made @param {SizeResult} result
 * @returns {{date: string, changes: Change[]}}
 */
export function changesSince(made, result) {
  if (!/^\d{4}-\d\d-\d\d(\.\d{0,16})+$/.test(made)) return { date: "", changes: [] };
  const [date, ...values] = made.split(".");
  const changes = figures.flatMap(({ name, of }, i) => {
    const [before, now] = [Number(values[i]), of(result)];
    return values[i] && now !== undefined && before !== now ? { name, before, now } : [];
  });
  return { date, changes };
}
