import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { gguf } from "../fuzz/seeds.mjs";
import { kvfit } from "./kvfit.mjs";

const command = fileURLToPath(new URL("../../dist/cli.mjs", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "kvfit-cli-"));
after(() => rmSync(folder, { recursive: true }));

/** @param {string[]} args */
function run(...args) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [command, ...args], { encoding: "utf8" });
  return { status, stdout, stderr };
}

/** @param {string} name @param {string} text */
function file(name, text) {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

const [{ id }] = kvfit.models();
const llama = {
  model_type: "llama",
  num_hidden_layers: 32,
  num_attention_heads: 32,
  num_key_value_heads: 8,
  head_dim: 128,
  hidden_size: 4096,
  vocab_size: 128256,
  max_position_embeddings: 131072,
  torch_dtype: "bfloat16",
};

test("--json gives the object of the API", () => {
  const { status, stdout, stderr } = run("size", "--model", id, "--tokens", "1K", "--sequences", "2", "--json");
  assert.deepEqual([status, stderr], [0, ""]);
  assert.deepEqual(JSON.parse(stdout), kvfit.size({ model: id, tokens: "1K", sequences: 2 }));
  assert.deepEqual(JSON.parse(run("model", id, "--json").stdout), kvfit.model(id));
  assert.deepEqual(JSON.parse(run("models", "--json").stdout), kvfit.models());
  assert.deepEqual(JSON.parse(run("hardware", "--json").stdout), kvfit.hardware());
});

test("accelerators are listed with their memory, those that the words name", () => {
  const { status, stdout } = run("hardware", "H100", "sxm5");
  assert.equal(status, 0);
  assert.match(stdout, /^hardware +sold +usable +bandwidth +bf16\n/);
  assert.match(stdout, /^h100-sxm5-80gb +80 GB +[\d.]+ GiB +[\d,]+ GB\/s +[\d,.]+ TFLOPS$/m);
  assert.doesNotMatch(stdout, /^(a100|h200)/m);
});

test("the text holds sentence, figures, parts and equation", () => {
  const config = file("llama.json", JSON.stringify(llama));
  const { status, stdout } = run("size", "--config", config, "--tokens", "1024", "--kv-dtype=bf16");
  assert.equal(status, 0);
  assert.match(stdout, /keeps 0\.125 GiB of cache for one sequence of 1,024 tokens/);
  assert.match(stdout, /payload +0\.125 GiB +0\.1342 GB +134,217,728 B/);
  assert.match(stdout, /full +kv +32 +bf16 +100% +134,217,728 B/);
  assert.match(stdout, /payloadBytes = .*32 layers.* = 134,217,728 B/);
});

test("stored types stand in a file beside the configuration where that has none", () => {
  const config = file("config.json", JSON.stringify(llama));
  assert.equal(JSON.parse(run("model", "--config", config, "--json").stdout).weights.dtype, "bf16");
  file("hf_quant_config.json", '{"quantization":{"quant_algo":"NVFP4","kv_cache_quant_algo":"FP8"}}');
  const read = JSON.parse(run("model", "--config", config, "--json").stdout);
  assert.deepEqual([read.weights.dtype, read.kvDtype], ["nvfp4", "fp8"]);
  const stated = { quantization_config: { quant_method: "fp8" } };
  for (const own of [{ ...llama, ...stated }, { text_config: { ...llama, ...stated } }]) {
    file("config.json", JSON.stringify(own));
    assert.equal(JSON.parse(run("model", "--config", config, "--json").stdout).weights.dtype, "fp8");
  }
  // A key of that name elsewhere states nothing.
  file("config.json", JSON.stringify({ ...llama, processor: { steps: { quantization: { levels: 8 } } } }));
  assert.equal(JSON.parse(run("model", "--config", config, "--json").stdout).weights.dtype, "nvfp4");
});

test("of a GGUF file the head is read, however long", () => {
  const keys = {
    "general.architecture": "llama",
    "llama.block_count": 2,
    "llama.embedding_length": 64,
    "llama.attention.head_count": 4,
    "tokenizer.chat_template": "x".repeat(3 * 2 ** 20),
  };
  const path = join(folder, "model.gguf");
  writeFileSync(path, Buffer.concat([gguf(keys, 3, false), Buffer.alloc(1000)]));
  const { status, stdout, stderr } = run("size", "--gguf", path, "--tokens", "1", "--json");
  assert.deepEqual([status, stderr], [0, ""]);
  assert.equal(JSON.parse(stdout).payloadBytes, 2 * 2 * 64 * 2);
  writeFileSync(path, gguf(keys, 3, false).subarray(0, 2_000_000));
  assert.equal(run("model", "--gguf", path).status, 2);
  assert.match(run("model", "--gguf", folder).stderr, /cannot be read: EISDIR/);
});

test("flags stand alone, are negated, or take a value", () => {
  const bytes = (/** @type {string[]} */ ...args) => {
    const { stdout, stderr } = run("size", "--model", id, "--tokens", "1", "--json", ...args);
    return stderr || JSON.parse(stdout).payloadBytes;
  };
  const plain = bytes();
  for (const args of [["--include-state"], ["--include-state", "true"], ["--no-swa-full"], ["--swa-full=false"]])
    assert.equal(bytes(...args), plain);
});

test("bad input is status 2 and a clear line for each error", () => {
  /** @type {[string[], RegExp][]} */
  const table = [
    [["sise"], /^kvfit: unknown command sise \(did you mean size\?\)\n$/],
    [["size", "--model", id, "--tokns", "4"], /^kvfit: unknown option --tokns \(did you mean --tokens\?\)\n$/],
    [["size", "--model", id, "--tokens"], /^kvfit: --tokens needs a value\n$/],
    [["size", "--model", id, "--json=1"], /^kvfit: --json takes no value\n$/],
    [["size", id], /^kvfit: unexpected .* \(did you mean --model/],
    [["size"], /^kvfit: no model is given/],
    [["size", "--model", "llama3"], /\(did you mean meta-llama-3-8b, /],
    [["size", "--model", "Qwen3 32B AWQ"], /\(did you mean qwen3-32b, /],
    [["size", "--model", `${id}x`], /^kvfit: model .* is not in the catalogue \(did you mean/],
    [["size", "--model", id, "--tokens", "0"], /^kvfit: tokens is 0, which is out of range/],
    [
      ["size", "--model", id, "--tokens=-4", "--kv-dtype", "fp9"],
      /^kvfit: tokens is "-4"[^\n]*\n(kvfit: kvDtype.*\n)?$/,
    ],
    [["size", "--model", id, "--tokens", "1.5"], /^kvfit: tokens is "1.5", which is not a count/],
    [["size", "--model", id, "--tokens", "1e30"], /^kvfit: tokens is "1e30", which is not a count/],
    [["size", "--config", join(folder, "absent.json")], /^kvfit: .*absent\.json cannot be read: ENOENT/],
    [["size", "--config", file("broken.json", '{\n  "a": }')], /^kvfit: .*broken\.json:2:\d+: /],
    [["size", "--model", id, "--tokens", "1", "--tokens", "2"], /^kvfit: --tokens is given twice\n$/],
    [["size", "--model", id, "--swa-full", "maybe"], /^kvfit: unexpected maybe\n$/],
    [["read-log", join(folder, "absent.log")], /^kvfit: \S*absent\.log cannot be read: ENOENT[^/]*$/],
    [["reuse", "--model", id, "--trace", folder], /^kvfit: .* cannot be read: EISDIR/],
    [["model"], /^kvfit: no model is given/],
    [["model", "\u001b[31mred"], /^kvfit: model "\[31mred" is not in the catalogue/],
  ];
  for (const [args, line] of table) {
    const { status, stdout, stderr } = run(...args);
    assert.equal(status, 2, args.join(" "));
    assert.equal(stdout, "");
    assert.match(stderr, line);
  }
});

test("a configuration comes from standard input too, and as Windows writes it", () => {
  const text = JSON.stringify(llama);
  for (const input of [Buffer.from(text), Buffer.from(`\ufeff${text}`, "utf16le")]) {
    const args = [command, "size", "--config", "-", "--tokens", "1024"];
    const { status, stdout } = spawnSync(process.execPath, args, { encoding: "utf8", input });
    assert.equal(status, 0);
    assert.match(stdout, /134,217,728 B/);
  }
});

test("a row of a comparison without an answer has no figures", () => {
  const { status, stdout } = run("compare", "nosuch", id, "--csv");
  assert.equal(status, 0);
  assert.match(stdout, /^,payload,,,,,,,"?model ""nosuch""/m);
  assert.equal(run("compare", "nosuch").status, 2);
});

test("text of others cannot command the terminal", () => {
  const config = file("esc.json", JSON.stringify({ ...llama, model_type: "x\u001b]0;title\u0007\u202e" }));
  const { stdout, stderr } = run("size", "--config", config, "--tokens", "1");
  assert.doesNotMatch(stdout + stderr, /[\u0000-\u0009\u000b-\u001f\u202e]/);
});

test("help and version", () => {
  const { status, stdout } = run("--help");
  assert.equal(status, 0);
  for (const { key } of kvfit.settings())
    assert.ok(stdout.includes(`--${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)} `), key);
  assert.match(run("--version").stdout, /^\d+\.\d+\.\d+\n$/);
});

test("a reader that leaves early is no error", () => {
  const { status, stderr } = spawnSync(`"${process.execPath}" "${command}" models --json | head -c 10`, {
    shell: true,
    encoding: "utf8",
  });
  assert.deepEqual([status, stderr], [0, ""]);
});

test("fit tells by its status, with remedies; compare as CSV and Markdown", () => {
  const weighed = { ...llama, intermediate_size: 14336, vocab_size: 128256 };
  const model = ["--config", file("plan.json", JSON.stringify(weighed)), "--engine", "vllm"];
  const fits = run("fit", ...model, "--hardware", "h100-sxm5-80gb", "--tokens", "32K");
  assert.deepEqual([fits.status, fits.stderr], [0, ""]);
  assert.match(fits.stdout, /fits: it needs 4 GiB/);
  assert.match(fits.stdout, /vllm serve .*--max-model-len 32768/);
  const fails = run("fit", ...model, "--hardware", "rtx-4090", "--tokens", "128K", "--sequences", "8");
  assert.deepEqual([fails.status, fails.stderr], [1, ""]);
  assert.match(fails.stdout, /Remedies/);
  assert.equal(run("fit", ...model, "--hardware", "h100", "--tokens", "1K").status, 2);
  assert.match(
    run("solve", "hardware-count", ...model, "--hardware", "rtx-4090", "--tokens", "128K").stdout,
    /hardwareCount \d/,
  );

  const compared = ["compare", ...model, "--tokens", "8K", "--tokens", "32K", "--hardware", "l4"];
  const csv = run(...compared, "--csv").stdout.split("\r\n");
  assert.equal(csv.length, 4);
  assert.match(csv[0], /^(model,)?engine,tokens,/);
  assert.match(run(...compared, "--markdown").stdout, /^\|.*\n\|( ---:? \|)+\n/);
  assert.equal(JSON.parse(run(...compared, "--json").stdout).length, 2);
  const first = (/** @type {string} */ by) => JSON.parse(run(...compared, "--json", "--sort", by).stdout)[0].tokens;
  assert.deepEqual([first("tokens:desc"), first("tokens"), first("payload_bytes:desc")], [32768, 8192, 32768]);
  assert.match(run(...compared, "--sort", "colour").stderr, /no column.*tokens/);
});

test("compare --engines: the same in every engine and version, sorted and as a table", () => {
  const model = ["compare", "--config", file("engines.json", JSON.stringify(llama)), "--tokens", "8K", "--engines"];
  const args = [...model, "--available-kv-gib", "20"];
  const rows = JSON.parse(run(...args, "--json").stdout);
  assert.ok(new Set(rows.map((/** @type {{ engine: string }} */ { engine }) => engine)).size > 6);
  const csv = run(...args, "--csv", "--sort", "capacity_tokens:desc").stdout.split("\r\n");
  assert.match(csv[0], /^engine,payload_bytes,reserved_bytes,capacity_tokens,/);
  const capacities = csv.slice(1, 5).map((line) => Number(/(?:"[^"]*"|[^,]*),\d+,\d*,(\d+)/.exec(line)?.[1]));
  assert.deepEqual(
    capacities,
    capacities.toSorted((a, b) => b - a),
  );
  assert.match(run(...args, "--markdown").stdout, /^\| engine \|/);
  assert.equal(run(...args, "--tokens", "9K").status, 2);
});

test("impossible inputs: one clear line and what would be right", () => {
  const weighed = { ...llama, intermediate_size: 14336, vocab_size: 128256 };
  const model = ["fit", "--config", file("impossible.json", JSON.stringify(weighed)), "--engine", "vllm"];
  const gpu = [...model, "--hardware", "rtx-3060-12gb", "--tokens", "8K"];
  for (const [option, value, said] of /** @type {[string, string, RegExp][]} */ ([
    ["--hardware-count", "0", /hardwareCount is 0.*from 1 to/],
    ["--tp", "3", /cannot be divided.*use one of 1, 2, 4/],
    ["--gpu-memory-utilization", "1.2", /share of the whole.*at most 1/],
  ])) {
    const { status, stderr } = run(...gpu, option, value);
    assert.equal(status, 2, option);
    assert.match(stderr, said);
  }
  const heavy = run(...gpu);
  assert.equal(heavy.status, 1);
  assert.match(heavy.stdout, /^the weights and what runs beside them need/);
  assert.match(heavy.stdout, /Remedies/);
});

test("load, transfer and table answer as the API does", () => {
  const plan = ["--model", "llama-3.1-8b-instruct", "--engine", "vllm", "--hardware", "h100-sxm5-80gb"];
  const requests = ["--prompt-lengths", "p50 2K, p99 32K", "--output-lengths", "300"];
  const scenario = { model: plan[1], engine: plan[3], hardware: plan[5] };
  const lengths = { promptLengths: requests[1], outputLengths: requests[3] };
  const { status, stdout, stderr } = run("load", ...plan, ...requests, "--json");
  assert.deepEqual([status, stderr], [0, ""]);
  assert.deepEqual(JSON.parse(stdout), kvfit.load({ ...scenario, ...lengths }));
  const text = run("load", ...plan, ...requests, "--requests-per-second", "20", "--price-per-gpu-hour", "3").stdout;
  assert.match(text, /^on average [\d,.]+ requests run at once/);
  assert.match(text, /deployments +\d+[^]*cost an hour[^]*Notes/);
  const trace = file("requests.csv", "prompt,output\n1000,200\n3000,100\n");
  assert.match(run("load", ...plan, "--trace", trace).stdout, /mean prompt +2,000 tokens/);
  assert.match(run("transfer", ...plan, "--tokens", "32K").stdout, /peer, NVLink[^]*computing again/);
  assert.match(run("table", ...plan).stdout, /^ *tokens +request_bytes +requests_that_fit/);
  assert.match(
    run("table", ...plan, "--csv").stdout,
    /^tokens,request_bytes,requests_that_fit,share_of_4k,works\r\n2048,/,
  );
  const none = run("load", ...plan, "--prompt-lengths", "p50 5 p90");
  assert.equal(none.status, 2);
  assert.match(none.stderr, /^kvfit: promptLengths has "p90": a length is missing behind it \(write percentiles/);
  assert.equal(run("load", ...plan, ...requests, "--available-kv-gib", "0.001").status, 1);
});

test("reuse: a trace as text, as JSON and as each of its tables", async () => {
  const trace = fileURLToPath(new URL("../traces/two-kinds.jsonl", import.meta.url));
  const replay = ["reuse", "--trace", trace, "--model", id, "--engine", "sglang", "--available-kv-gib", "4"];
  const { status, stdout } = run(...replay, "--json");
  assert.equal(status, 0);
  const result = JSON.parse(stdout);
  assert.equal(result.trace.requests, 160);
  assert.match(run(...replay, "--sequences", "8").stdout, /shared by 8 requests +[\d,]+ blocks/);
  const lines = (/** @type {string} */ table) =>
    run(...replay, "--csv", "--table", table)
      .stdout.trimEnd()
      .split("\r\n");
  assert.equal(run(...replay, "--csv").stdout, `${lines("curves").join("\r\n")}\r\n`);
  const counts = {
    curves: result.capacityBlocks.length,
    tiers: result.tiers.length,
    sharing: 1,
    classes: result.byKind.length,
    turns: result.byTurn.length,
    conversations: result.byConversation.length,
    timeline: result.timeline.length,
    distances: result.distances.length,
    "bad-lines": 0,
  };
  for (const [table, count] of Object.entries(counts)) {
    const [head, ...rows] = lines(table);
    assert.equal(rows.length, count, table);
    assert.ok(
      rows.every((row) => row.split(",").length === head.split(",").length),
      table,
    );
  }
  const none = run(...replay, "--csv", "--table", "turn");
  assert.equal(none.status, 2);
  assert.match(none.stderr, /there is no table turn \(use one of curves/);
});
