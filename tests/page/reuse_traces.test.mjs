// Traces in a real browser: the same numbers as in Node, what is wrong told, two settings compared, a large file streamed.
import assert from "node:assert/strict";
import { createReadStream, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { kvfit } from "../js/kvfit.mjs";
import { figure, launch } from "./browser.mjs";
import { cancelled, peakMemory, writeTrace } from "./streaming.mjs";

/** @typedef {import("playwright-core").Page} Page */

const here = (/** @type {string} */ path) => fileURLToPath(new URL(path, import.meta.url));
const shared = process.env.KVFIT_SHARED ?? here("../../../shared");
const own = here("../traces/two-kinds.jsonl");
const published = ["conversation.jsonl", "synthetic.jsonl", "coding-agent-session.json"];

/** @type {Awaited<ReturnType<typeof launch>>} */
let site;
before(async () => (site = await launch()));
after(() => site.close());

const scenario = { engine: "vllm", model: "llama-3.1-8b-instruct", availableKvGib: "4", sequences: "4" };

/** @param {Record<string, string>} [more] */
async function opened(more = {}) {
  const page = await site.page({ permissions: ["clipboard-read", "clipboard-write"] });
  await page.goto(`${site.address}#${new URLSearchParams({ v: "1", view: "reuse", ...scenario, ...more })}`);
  await done(page);
  return page;
}

/** Nothing is under way. @param {Page} page */
async function done(page) {
  await page.locator(".answer [role=status]", { hasText: "Replayed" }).waitFor({ state: "attached" });
}

/** Replays a file; the status is empty while it runs. @param {Page} page @param {Parameters<import("playwright-core").Locator["setInputFiles"]>[0]} file @param {string} name */
async function replayed(page, file, name) {
  await page.locator("#trace-file").setInputFiles(file);
  await page.getByText(`Replayed: ${name}`).waitFor();
  await page.locator(".sentence.stale").waitFor({ state: "detached" });
  await done(page);
}

/** @param {Page} page */
async function copiedJson(page) {
  await page.getByRole("button", { name: "Copy as JSON" }).click();
  await page.mouse.move(0, 0);
  return JSON.parse(await page.evaluate(() => navigator.clipboard.readText()));
}

for (const path of [
  own,
  here("../traces/agent-sessions.jsonl"),
  ...published.map((name) => `${shared}/traces/${name}`),
]) {
  const skip = !existsSync(path) && `${path} is absent`;
  test(
    `${path.split("/").pop()}: the same numbers in Node and in the browser, on the page and in its copies`,
    { skip },
    async () => {
      const page = await opened({ prefillTokensPerSecond: "20000" });
      await replayed(page, path, String(path.split("/").pop()));
      const node = await kvfit.reuse({ ...scenario, prefillTokensPerSecond: 20000 }, createReadStream(path));
      assert.deepEqual(await copiedJson(page), JSON.parse(JSON.stringify(node)));
      assert.equal(await figure(page, "hit-ceiling"), node.ceiling.tokenRate);
      assert.equal(await figure(page, "hit-rate"), node.capacity?.hits.tokenRate);
      assert.equal(await figure(page, "knee"), node.knee?.bytes);
      assert.equal(await figure(page, "saved-tokens"), node.capacity?.hits.tokens);
      assert.equal(await figure(page, "saved-seconds"), node.capacity?.savedSeconds);
      assert.equal(await figure(page, "shared-bytes"), node.sharing.peakBytes);
      await page.getByRole("button", { name: "Table" }).first().click();
      const values = (/** @type {string} */ table) =>
        page
          .locator(`table.${table} tbody tr`)
          .evaluateAll((rows) =>
            rows.map((row) => [...row.querySelectorAll("td")].map((cell) => Number(cell.dataset.value))),
          );
      assert.deepEqual(
        await values("hits"),
        node.capacityBlocks.map((_, i) => node.curves.map(({ tokenRate }) => tokenRate[i])),
      );
      assert.deepEqual(
        await values("timeline"),
        node.timeline.map((w) => [w.timeMs / 1000, w.distinctBytes, w.newBytes, w.medianDistanceBytes]),
      );
      assert.deepEqual(
        await values("distances"),
        node.distances.map(({ uses, shareWithin }) => [uses, shareWithin]),
      );
      const groups = (/** @type {typeof node.byKind} */ all) => all.map((g) => [g.requests, g.tokens, g.tokenRate]);
      assert.deepEqual(await values("conversations"), groups(node.byConversation));
      assert.deepEqual(await values("turns"), groups(node.byTurn));
      assert.deepEqual(await values("kinds"), node.byKind.length > 1 ? groups(node.byKind) : []);
      assert.deepEqual(await values("sharing"), [[node.sharing.meanBytes], [node.sharing.peakBytes]]);
      await page.getByRole("button", { name: "By blocks" }).click();
      assert.deepEqual(
        await values("hits"),
        node.capacityBlocks.map((_, i) => node.curves.map(({ blockRate }) => blockRate[i])),
      );
      assert.deepEqual(page.seen.errors, []);
    },
  );
}

test("every table is copied as comma-separated values", async () => {
  const page = await opened();
  await replayed(page, own, "two-kinds.jsonl");
  for (const [title, head] of /** @type {const} */ ([
    ["Turns of a conversation", "Turn,Requests,"],
    ["Classes of requests", "Class,Requests,"],
    ["Conversations with the most tokens", "Conversation,Requests,"],
    ["What was read", "What,Count"],
  ])) {
    const folded = page.locator("details", { has: page.locator("summary", { hasText: title }) });
    await folded.locator("summary").click();
    await folded.getByRole("button", { name: "Copy as CSV" }).click();
    const text = await page.evaluate(() => navigator.clipboard.readText());
    assert.ok(text.startsWith(head) && text.split("\r\n").length > 2, text.slice(0, 80));
  }
});

test("an answer is kept, and another setting is compared with it", async () => {
  const page = await opened();
  await replayed(page, own, "two-kinds.jsonl");
  const before = await figure(page, "hit-rate");
  await page.getByRole("button", { name: "Keep to compare" }).click();
  await page.getByText("Change a setting").waitFor();
  await page.locator("summary", { hasText: "How it is cached" }).click();
  await page.getByLabel("Capacity, blocks").fill("20");
  await page.locator(`[data-figure="hit-rate"]:not([data-value="${before}"])`).waitFor();
  await done(page);
  const cells = (/** @type {string} */ name) =>
    page.locator("table.kept tr", { hasText: name }).first().locator("td").allInnerTexts();
  assert.deepEqual(await cells("Capacity, blocks"), ["–", "20"]);
  const [kept, now] = await cells("Hit rate");
  assert.notEqual(kept, now);
  assert.equal(await page.locator("path.series.kept").count(), 1);
  await page.getByRole("button", { name: "Compare no longer" }).click();
  assert.equal(await page.locator("table.kept, .series.kept").count(), 0);
});

test("what a priority for the system prompt changes stands before and after", async () => {
  const page = await opened({
    engine: "tensorrt-llm",
    cacheBlocks: "40",
    systemPromptPriority: "90",
    traffic: "conversations=5",
  });
  await replayed(page, own, "two-kinds.jsonl");
  const { priority } = await copiedJson(page);
  assert.notEqual(priority.before.tokens, priority.after.tokens);
  const rates = await page
    .locator("table.priority td:nth-child(2)")
    .evaluateAll((all) => all.map((cell) => Number(cell.dataset.value)));
  assert.deepEqual(rates, [priority.before.tokenRate, priority.after.tokenRate]);
  await page.locator(".notes", { hasText: "read in its source and not run" }).waitFor();
});

test("described traffic is saved as the trace that it is replayed as", async () => {
  const page = await opened({ traffic: "conversations=30&seed=5" });
  const most = await figure(page, "hit-ceiling");
  await page.locator("summary", { hasText: "Describe the traffic" }).click();
  const saving = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save it as a trace" }).click();
  const saved = Buffer.concat(await (await (await saving).createReadStream()).toArray());
  assert.equal(String(saved), [...kvfit.traffic({ conversations: 30, seed: 5 })].join(""));
  await replayed(page, { name: "saved.jsonl", mimeType: "", buffer: saved }, "saved.jsonl");
  assert.equal(await figure(page, "hit-ceiling"), most);
});

test("what cannot be read of a trace is told, and nothing before it is lost", async () => {
  const page = await opened();
  const text = readFileSync(own);
  const lines = text.toString().trimEnd().split("\n");
  // Ids that pack badly, so that damage in the middle leaves much before it.
  const many = Array.from({ length: 3000 }, (_, i) => {
    const hash_ids = Array.from({ length: 9 }, (_, k) => (k < 3 ? k : Math.imul(i * 9 + k, 2654435761) >>> 0));
    return JSON.stringify({ timestamp: i, input_length: 9 * 512, output_length: 9, block_size: 512, hash_ids });
  });
  const packed = gzipSync(many.join("\n"));
  const broken = Buffer.from(packed);
  broken.fill(0xff, packed.length >> 1, (packed.length >> 1) + 64);
  const answer = page.locator(".answer");

  // Files that are no trace: the answer before stays, out of date.
  const before = await figure(page, "hit-ceiling");
  for (const [name, buffer, said] of /** @type {[string, Buffer, RegExp][]} */ ([
    ["empty.jsonl", Buffer.alloc(0), /there is no request in this trace/],
    ["picture.png", Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 1, 2, 3]), /Its lines: .*not json \(\d\)/],
    ["table.csv", Buffer.from("a,b\n1,2\n"), /Its lines: not json \(2\)/],
    ["other.json", Buffer.from('{"a": 1}'), /Its lines: no blocks \(1\)/],
    ["half.jsonl.gz", packed.subarray(0, 40), /packed file ends too early/],
  ])) {
    await page.locator("#trace-file").setInputFiles({ name, mimeType: "", buffer });
    await page.getByText(`Replayed: ${name}`).waitFor();
    await page.locator(".problem", { hasText: said }).first().waitFor();
    assert.equal(await page.locator(".sentence.stale").count(), 1);
    assert.equal(await figure(page, "hit-ceiling"), before);
  }

  // Traces with damage: all good lines count, the others are listed with number and reason.
  const good = lines.length;
  const wrong = (/** @type {object} */ changes) => JSON.stringify({ ...JSON.parse(lines[0]), ...changes });
  const long = wrong({ hash_ids: Array.from({ length: 120_000 }, (_, i) => 1e6 + i), input_length: 120_000 * 512 });
  assert.ok(long.length > 900_000);
  const bad = [wrong({ hash_ids: [-1] }), wrong({ input_length: "x" }), "}{", wrong({ block_size: 64 })];
  await replayed(
    page,
    { name: "bad.jsonl", mimeType: "", buffer: Buffer.from([...lines, ...bad].join("\n")) },
    "bad.jsonl",
  );
  await answer.getByText("4 lines gave no request").waitFor();
  await page.locator("summary", { hasText: "4 lines that gave no request" }).click();
  assert.deepEqual(
    await page.locator("table.bad-lines tbody tr").evaluateAll((rows) =>
      rows.map((row) =>
        row.textContent
          ?.trim()
          .split(/\s{2,}/)
          .join(" "),
      ),
    ),
    ["id negative", "length wrong", "not json", "block size changed"].map((why, i) => `${good + 1 + i} ${why}`),
  );
  const odd = [
    wrong({ timestamp: -5 }),
    wrong({ timestamp: 0 }),
    wrong({ input_length: 512 }),
    wrong({ input_length: 512 * 100 }),
    long,
  ];
  await replayed(
    page,
    { name: "odd.jsonl", mimeType: "", buffer: Buffer.from([...lines, ...odd].join("\n")) },
    "odd.jsonl",
  );
  const { trace } = await copiedJson(page);
  assert.equal(trace.requests, good + odd.length);
  assert.equal(trace.badLines, 0);
  assert.ok(trace.timeBackwards >= 2);
  assert.equal(trace.lengthsUnlikeBlocks, 2);
  await page.locator("summary", { hasText: "What was read" }).click();
  await page.locator("table.trace tr", { hasText: "Requests whose blocks do not fit their length" }).waitFor();

  for (const [name, buffer, said] of /** @type {const} */ ([
    ["cut.jsonl.gz", packed.subarray(0, packed.length >> 1), /ends too early/],
    ["broken.jsonl.gz", broken, /is damaged/],
  ])) {
    await replayed(page, { name, mimeType: "", buffer }, name);
    await page.locator(".notes", { hasText: said }).waitFor();
    const { trace } = await copiedJson(page);
    assert.ok(trace.requests > many.length / 4 && trace.requests < many.length, String(trace.requests));
  }
  assert.deepEqual(page.seen.errors, []);
});

test("a trace that memory cannot hold is replayed up to there, and the page says so in every language", async () => {
  for (const [lang, said] of /** @type {const} */ ([
    ["en", /does not fit into memory; only the lines before line \d+ were read/],
    ["ko", /메모리에 다 들어가지 않습니다; \d+행 앞까지만/],
    ["zh", /内存放不下整个跟踪文件；只读取并重放了第 \d+ 行之前/],
  ])) {
    const page = await opened({ traceMemoryGib: "0.00005" });
    await page.locator(".answer .error", { hasText: /only the lines before/ }).waitFor();
    const { trace, warnings, measuredRequests, warmupRequests } = await copiedJson(page);
    assert.ok(trace.stoppedAtLine > 1 && trace.stoppedAtLine === trace.lines + 1, String(trace.stoppedAtLine));
    assert.equal(measuredRequests + warmupRequests, trace.requests);
    assert.equal(warnings[0].code, "trace_too_long");
    await page.locator('[name="lang"]').selectOption(lang);
    await page.locator(".answer .error", { hasText: said }).waitFor();
    assert.deepEqual(page.seen.errors, []);
  }
});

test("one session over many lines of JSON, and an array of records, read as one record a line", async () => {
  const page = await opened();
  const lines = readFileSync(own, "utf8").trimEnd().split("\n");
  await replayed(page, own, "two-kinds.jsonl");
  const most = await figure(page, "hit-ceiling");
  const wide = JSON.stringify(
    lines.map((line) => JSON.parse(line)),
    undefined,
    2,
  );
  for (const [name, text] of /** @type {const} */ ([
    ["wide.json", wide],
    ["list.json", `[${lines.join(",")}]`],
    ["values.json", lines.map((line) => JSON.stringify(JSON.parse(line), undefined, 1)).join("\n")],
  ])) {
    await replayed(page, { name, mimeType: "", buffer: Buffer.from(text) }, name);
    const read = await page
      .locator("table.trace tbody tr")
      .evaluateAll((rows) =>
        rows.map((row) => [row.querySelector("th")?.textContent?.trim(), row.querySelector("td")?.dataset.value]),
      );
    assert.equal(Object.fromEntries(read).Requests, String(lines.length));
    assert.equal(await page.locator(".answer .error").count(), 0);
    assert.equal(await figure(page, "hit-ceiling"), most);
  }
});

test("a large trace streams through: the page answers meanwhile, a cancel ends the run, memory stays below the file's size", async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "kvfit-"));
  try {
    const path = join(folder, "large.jsonl");
    const made = await writeTrace(path, { bytes: 300e6, repeats: 8, padding: 4000 });
    const page = await opened({ availableKvGib: "40" });
    const before = await peakMemory(site.browser);
    const reading = page.getByText(/Reading: .+ of .+/);
    const stale = page.locator(".sentence.stale");

    await page.locator("#trace-file").setInputFiles(path);
    await reading.waitFor();
    await page.getByRole("button", { name: "By blocks" }).click();
    await page.getByRole("button", { name: "By blocks", pressed: true }).waitFor();
    assert.equal(await page.locator("progress").count(), 1); // still under way
    const { shown, workerGone } = await cancelled(page);
    t.diagnostic(`after Cancel the progress was gone in ${shown} ms, the worker in ${workerGone} ms`);
    assert.equal(await page.locator("progress").count(), 0);
    assert.equal(page.workers().length, 0);
    assert.equal(await stale.count(), 1);

    const started = Date.now();
    await page.getByRole("button", { name: "Replay with these settings" }).click();
    await stale.waitFor({ state: "detached", timeout: 300_000 });
    await done(page);
    t.diagnostic(`${Math.round(made.bytes / 1e6)} MB read and replayed in ${Date.now() - started} ms`);
    assert.equal((await copiedJson(page)).trace.requests, made.requests);
    const most = (await peakMemory(site.browser)) - before;
    t.diagnostic(`${Math.round(most / 1e6)} MB of memory`);
    assert.ok(most < made.bytes, `${most} bytes`);
    assert.deepEqual(page.seen.errors, []);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
