// What a link says of its figures, against what they are.
import assert from "node:assert/strict";
import { test } from "node:test";
import { changesSince, record } from "../../www/record.mjs";

const result = (/** @type {number} */ payloadBytes, /** @type {number} */ reserved) =>
  /** @type {any} */ ({ payloadBytes, figures: reserved ? { reservedBytes: { bytes: reserved } } : {} });

test("a record of the same figures tells nothing", () => {
  for (const one of [result(1024, 2048), result(1024, 0)])
    assert.deepEqual(changesSince(record(one, "2026-11-29"), one), { date: "2026-11-29", changes: [] });
});

test("a figure that has changed is named with both values", () => {
  const made = record(result(1024, 2048), "2026-11-29");
  assert.equal(made, "2026-11-29.1024.2048");
  assert.deepEqual(changesSince(made, result(1024, 4096)), {
    date: "2026-11-29",
    changes: [{ name: "reserved-bytes", before: 2048, now: 4096 }],
  });
  assert.deepEqual(changesSince(made, result(1000, 0)).changes, [{ name: "payload-bytes", before: 1024, now: 1000 }]);
});

test("a damaged record says nothing", () => {
  for (const made of [
    "",
    "yesterday",
    "2026-11-29",
    "2026-11-29.<script>",
    "2026-11-29.1e3",
    `2026-11-29.${"9".repeat(99)}`,
  ])
    assert.deepEqual(changesSince(made, result(1, 1)), { date: "", changes: [] });
});
