// Traces through the boundary: streamed, packed, cut, described, cancelled.
import assert from "node:assert/strict";
import { createReadStream, existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { kvfit, KvFitError } from "./kvfit.mjs";

const shared = process.env.KVFIT_SHARED ?? fileURLToPath(new URL("../../../shared", import.meta.url));

/** Requests that grow by a block each; every second repeats the one before. */
const text = Array.from({ length: 400 }, (_, i) => {
  const blocks = Array.from({ length: 1 + (i % 20) }, (_, k) => (k < 3 ? k : (i >> 1) * 100 + k));
  return `${JSON.stringify({ timestamp: i, input_length: blocks.length * 512, output_length: 5, block_size: 512, hash_ids: blocks })}\n`;
}).join("");

/** @param {Promise<unknown>} promise @returns {Promise<InstanceType<typeof KvFitError>>} */
async function refusal(promise) {
  const error = await promise.then(
    () => undefined,
    (thrown) => thrown,
  );
  assert.ok(error instanceof KvFitError, String(error));
  return error;
}

test("a trace gives the same answer however it is cut and packed", async () => {
  const whole = await kvfit.reuse({}, [text]);
  assert.equal(whole.trace.requests, 400);
  assert.ok(whole.ceiling.tokenRate > 0);
  const bytes = new TextEncoder().encode(text);
  const pieces = Array.from({ length: Math.ceil(bytes.length / 997) }, (_, i) =>
    bytes.subarray(i * 997, i * 997 + 997),
  );
  assert.deepEqual(await kvfit.reuse({}, pieces), whole);
  assert.deepEqual(await kvfit.reuse({}, [gzipSync(text)]), whole);
  assert.deepEqual(await kvfit.reuse({}, new Blob([gzipSync(text)])), whole);
});

test("records over many lines and in an array give the same answer as one a line", async () => {
  const whole = await kvfit.reuse({}, [text]);
  const records = text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  for (const written of [
    JSON.stringify(records, undefined, 2),
    JSON.stringify(records),
    records.map((record) => JSON.stringify(record, undefined, 2)).join("\n"),
  ])
    for (const source of [[written], new Blob([gzipSync(written)])]) {
      const { trace, ...rest } = await kvfit.reuse({}, source);
      const { trace: plain, ...expected } = whole;
      assert.deepEqual(rest, expected);
      const { lines, bytes, ...counts } = trace;
      assert.deepEqual({ ...counts, lines: plain.lines, bytes: plain.bytes }, plain);
      assert.equal(lines, written.split("\n").length);
      assert.equal(bytes, written.length);
    }
});

test("memory for a trace has a limit that is told, and what it holds is replayed", async () => {
  const { trace, warnings } = await kvfit.reuse({ traceMemoryGib: 1e-4 }, [text]);
  assert.ok(trace.requests > 0 && trace.requests < 400, String(trace.requests));
  assert.equal(trace.stoppedAtLine, trace.requests + 1);
  assert.equal(warnings[0].code, "trace_too_long");
  const error = await refusal(kvfit.reuse({ traceMemoryGib: 4 }, [text]));
  assert.equal(error.errors[0].code, "out_of_range");
});

test("a packed trace that ends too early is read up to there, and the result says so", async () => {
  const packed = gzipSync(text);
  const half = await kvfit.reuse({}, [packed.subarray(0, packed.length >> 1)]);
  assert.ok(half.trace.requests > 20 && half.trace.requests < 400);
  assert.ok(half.trace.notes.some(({ code }) => code === "gzip_cut_short"));
});

test("a packed trace that is damaged is read up to near there", async () => {
  const many = Array.from({ length: 5000 }, (_, i) => {
    const hash_ids = Array.from({ length: 9 }, (_, k) => Math.imul(i * 9 + k, 2654435761) >>> 0);
    return JSON.stringify({ timestamp: i, input_length: 9 * 512, output_length: 9, block_size: 512, hash_ids });
  });
  const packed = gzipSync(many.join("\n"));
  packed.fill(0xff, packed.length >> 1, (packed.length >> 1) + 64);
  const { trace } = await kvfit.reuse({}, [packed]);
  assert.ok(trace.requests > 2000 && trace.requests < 3000, String(trace.requests));
  assert.ok(trace.notes.some(({ code }) => code === "gzip_damaged"));
});

test("what is wrong with a trace is counted by reason, and nothing in it is an error", async () => {
  const big = '{"block_size": 512, "input_length": 1024, "hash_ids": [9007199254740993, 9007199254740992]}\n';
  const bad = `not json\n{"block_size": 64, "hash_ids": [1]}\n{"block_size": 512, "hash_ids": [-1]}\n[]\n${big}`;
  const { trace } = await kvfit.reuse({}, [text, bad]);
  assert.equal(trace.requests, 401);
  assert.deepEqual(trace.badByReason, { block_size_changed: 1, id_negative: 1, not_an_object: 1, not_json: 1 });
  assert.deepEqual(trace.firstBad[0], { line: 401, reason: "not_json" });
  const { trace: without } = await kvfit.reuse({}, [text]);
  assert.equal(trace.distinctBlocks, without.distinctBlocks + 2);
});

test("an empty trace, an unknown setting and a source that is none are refused", async () => {
  assert.equal((await refusal(kvfit.reuse({}, [""]))).code, "empty_trace");
  const unknown = /** @type {any} */ ({ warmupShares: 0.5 });
  assert.match((await refusal(kvfit.reuse(unknown, [text]))).errors[0].hint, /warmupShare/);
  assert.equal((await refusal(kvfit.reuse({}, /** @type {any} */ (5)))).code, "wrong_type");
  assert.equal((await refusal(kvfit.reuse({}, /** @type {any} */ ([5])))).code, "wrong_type");
  assert.equal((await refusal(kvfit.reuse({}, /** @type {any} */ ({ turn: 3 })))).code, "unknown_key");
});

test("progress is told, and aborting stops with the signal's reason", async () => {
  const stop = new AbortController();
  const endless = (async function* () {
    for (;;) yield text;
  })();
  /** @type {string[]} */
  const phases = [];
  const onProgress = (/** @type {{ phase: string }} */ { phase }) => {
    phases.push(phase);
    stop.abort(new Error("enough"));
  };
  await assert.rejects(kvfit.reuse({}, endless, { signal: stop.signal, onProgress }), /enough/);
  assert.deepEqual(phases, ["read"]);
  await assert.rejects(kvfit.reuse({}, [text], { signal: AbortSignal.abort(new Error("before")) }), /before/);
});

test("the progress of a file has its size as the whole, packed or not", async () => {
  for (const file of [new Blob([text]), new Blob([gzipSync(text)])]) {
    /** @type {{ phase: string, done: number, total: number }[]} */
    const seen = [];
    await kvfit.reuse({}, file, { onProgress: (progress) => seen.push(progress) });
    assert.equal(seen[0].phase, "read");
    assert.equal(seen[0].total, file.size);
    assert.ok(seen.every(({ done, total }) => done <= total));
  }
});

test("bytes are the model's own, and a larger budget serves no less", async () => {
  const scenario = { model: "qwen3-8b", engine: "vllm", prefillTokensPerSecond: 1000 };
  const small = await kvfit.reuse({ ...scenario, availableKvGib: 2 }, [text]);
  const large = await kvfit.reuse({ ...scenario, availableKvGib: 20 }, [text]);
  assert.equal(small.bytes.cached, 36 * 2 * 8 * 128 * 2 * 512);
  assert.equal(small.capacity?.blocks, Math.floor((2 * 2 ** 30) / small.bytes.cached));
  assert.ok(Number(large.capacity?.hits.tokens) >= Number(small.capacity?.hits.tokens));
  assert.equal(large.capacity?.savedSeconds, Number(large.capacity?.hits.tokens) / 1000);
});

test("what stays of a request is what the engine counts for it: windows, states and compressed parts too", async () => {
  for (const model of ["qwen3-8b", "gemma-3-27b-it", "qwen3-next-80b-a3b-instruct", "deepseek-v3.2"])
    for (const engine of ["vllm", "sglang", "tensorrt-llm"]) {
      const { bytes } = await kvfit.reuse({ model, engine }, [text]);
      const tokens = 512 * 1024;
      const { cachedBytes } = kvfit.size({ model, engine, tokens, maxModelLen: tokens });
      const counted = bytes.cached * 1024 + bytes.cachedEnd;
      assert.ok(
        Math.abs(counted - Number(cachedBytes)) < 1e-3 * counted,
        `${model}, ${engine}: ${counted}, ${cachedBytes}`,
      );
    }
});

test("requests that run, with the blocks of their answers, leave less for the cache", async () => {
  const trace = readFileSync(new URL("../traces/two-kinds.jsonl", import.meta.url), "utf8");
  const answers = trace.replaceAll(/"output_length":\d+/g, '"output_length":4096');
  const found = async (/** @type {number} */ sequences) => {
    const { capacity } = await kvfit.reuse({ engine: "vllm", cacheBlocks: 100, sequences }, [answers]);
    return Number(capacity?.hits.tokens);
  };
  assert.ok((await found(8)) < (await found(1)));
});

test("described traffic replays as the trace that it writes", async () => {
  const description = { conversations: 50, documents: 3, documentTokens: "1k", seed: 7 };
  const lines = [...kvfit.traffic(description)];
  assert.deepEqual(await kvfit.reuse({}, description), await kvfit.reuse({}, lines));
  assert.equal(
    kvfit.trafficSettings().some(({ key }) => key === "zipfExponent"),
    true,
  );
});

for (const [file, rate] of /** @type {const} */ ([
  ["conversation.jsonl", 0.3981],
  ["synthetic.jsonl", 0.8627],
])) {
  const path = `${shared}/traces/${file}`;
  test(`${file}: the ceiling behind the first half`, { skip: !existsSync(path) && `${path} is absent` }, async () => {
    const result = await kvfit.reuse({}, createReadStream(path));
    assert.equal(result.ceiling.tokenRate.toFixed(4), rate.toFixed(4));
    assert.equal(result.trace.badLines, 0);
  });
}

test("levels below the device follow the engine's rules, add up, and stay under the ceiling", async () => {
  const trace = readFileSync(new URL("../traces/two-kinds.jsonl", import.meta.url), "utf8");
  const scenario = { model: "qwen3-8b", cacheBlocks: 60, hostCacheGib: 12, ssdCacheGib: 40 };
  for (const [engine, policies, code] of /** @type {const} */ ([
    ["vllm", ["lru", "tail_first", "tail_first"], "host_copies"],
    ["sglang", ["lru", "lru", "tail_first"], "host_tree"],
    ["tensorrt-llm", ["priority", "priority", "tail_first"], "host_pool"],
    ["payload", ["tail_first", "tail_first", "tail_first"], "host_stack"],
  ])) {
    const { tiers, capacity, ceiling, notes } = await kvfit.reuse({ ...scenario, engine }, [trace]);
    const [gpu, host, ssd] = tiers.map(({ hits }) => hits.tokens);
    assert.deepEqual(
      tiers.map(({ policy }) => policy),
      policies,
    );
    assert.equal(engine === "tensorrt-llm" ? gpu + host : gpu, capacity?.hits.tokens, engine);
    assert.ok(host > 0 && gpu + host + ssd <= ceiling.tokens, engine);
    assert.ok(notes.some((note) => note.code === code));
  }
});
