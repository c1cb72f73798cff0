// A core that stops is replaced; models are opened again in the new one.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Core } from "../../wasm/core.mjs";
import { Held } from "../../wasm/held.mjs";

const ok = (/** @type {unknown} */ result) => JSON.stringify({ ok: true, result });

/** An instance that counts, and aborts when it is asked for it. */
function instance() {
  let handles = 0;
  /** @type {number[]} */
  const closed = [];
  return {
    closed,
    open: () => ok({ handle: ++handles, architecture: {} }),
    close: (/** @type {number} */ handle) => void closed.push(handle),
    call: (/** @type {string} */ name) => {
      if (name === "abort") throw new WebAssembly.RuntimeError("unreachable");
      return ok(name);
    },
    describe: ok,
    feed: () => true,
    next: () => ok({ done: 0, total: 1 }),
    curve: () => JSON.stringify({ ok: false, errors: [{ code: "out_of_range", message: "no" }] }),
  };
}

test("an abort is one error; the next calls wait for the new instance", async () => {
  const core = new Core(async () => instance());
  await core.ready;
  const held = new Held(core, "config", 2);
  assert.equal(held.get("a").handle, 1);
  assert.equal(held.get("b").handle, 2);
  assert.throws(() => core.call("abort", 1, "{}"), { code: "core_stopped", message: /unreachable.*restarted/ });
  assert.throws(() => core.call("size", 1, "{}"), { code: "core_restarting" });
  await core.ready;
  assert.equal(core.call("size", 1, "{}"), "size");
  assert.equal(held.get("b").handle, 1);
});

test("the least recently used model is closed", async () => {
  const one = instance();
  const core = new Core(async () => one);
  await core.ready;
  const held = new Held(core, "config", 2);
  for (const text of ["a", "b", "a", "c"]) held.get(text);
  assert.deepEqual(one.closed, [2]);
  assert.equal(held.get("a").handle, 1);
});

test("a refused curve is an error", async () => {
  const core = new Core(async () => instance());
  await core.ready;
  assert.throws(() => core.curve(1, "{}", new Float64Array(1)), { code: "out_of_range" });
});
