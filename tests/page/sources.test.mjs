// A person's own model: pasted, from a file, dropped, typed by hand, from a hub, and in a link.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { figure, fromDisk, launch, settled } from "./browser.mjs";

/** @typedef {import("playwright-core").Page} Page */

/** @type {Awaited<ReturnType<typeof launch>>} */
let site;
before(async () => (site = await launch()));
after(() => site.close());

const config = {
  model_type: "llama",
  num_hidden_layers: 10,
  num_attention_heads: 16,
  num_key_value_heads: 4,
  head_dim: 64,
};
const bytes = 10 * 1000 * 2 * 4 * 64 * 2; // of 1000 tokens in 16 bit
const pasted = JSON.stringify(config, null, 2);

/** @param {string} [address] */
async function opened(address = site.address) {
  const page = await site.page();
  await page.goto(`${address}#v=1&model=llama-3.1-8b-instruct&tokens=1000`);
  await page.locator("summary", { hasText: "Your own model" }).click();
  return page;
}

/** @param {Page} page @param {number} [expected] */
async function sized(page, expected = bytes) {
  await page.locator(`[data-figure="payload-bytes"][data-value="${expected}"]`).waitFor();
}

/** A GGUF file of the same model: keys, no tensors. */
function gguf() {
  const u32 = (/** @type {number} */ n) => Buffer.from(Uint32Array.of(n).buffer);
  const u64 = (/** @type {number} */ n) => Buffer.from(BigUint64Array.of(BigInt(n)).buffer);
  const text = (/** @type {string} */ s) => Buffer.concat([u64(Buffer.byteLength(s)), Buffer.from(s)]);
  /** @type {[string, string | number][]} */
  const keys = [
    ["general.architecture", "llama"],
    ["general.filler", "x".repeat(200_000)], // more than is read at first
    ["llama.block_count", 10],
    ["llama.attention.head_count", 16],
    ["llama.attention.head_count_kv", 4],
    ["llama.attention.key_length", 64],
    ["llama.attention.value_length", 64],
    ["llama.embedding_length", 1024],
  ];
  const pairs = keys.map(([key, value]) =>
    Buffer.concat([text(key), ...(typeof value === "string" ? [u32(8), text(value)] : [u32(4), u32(value)])]),
  );
  return Buffer.concat([Buffer.from("GGUF"), u32(3), u64(0), u64(keys.length), ...pairs]);
}

for (const [where, address] of /** @type {const} */ ([
  ["from a server", undefined],
  ["from disk", fromDisk],
]))
  test(`pasted ${where}: sized, told with line and column when broken, and kept`, async () => {
    const page = await opened(address);
    await page.locator("#own-text").fill('{\n  "num_hidden_layers": 10\n  "head_dim": 64\n}');
    const error = page.locator("#own-text-error");
    assert.match(await error.innerText(), /^invalid_json, line 3, column 12: [^0-9]*$/);
    assert.match(await page.locator("#own-text").inputValue(), /head_dim/);
    assert.equal(await page.locator("#own-text").getAttribute("aria-invalid"), "true");
    assert.equal(await figure(page, "payload-bytes"), 131_072_000); // the last answer stays
    await page.locator("#own-text").fill(pasted);
    await sized(page);
    assert.equal(await error.innerText(), "");
    assert.match(await page.locator(".sentence").innerText(), /llama/);
    await page.locator("button", { hasText: "Back to the catalogue" }).click();
    await sized(page, 131_072_000);
    assert.equal(await page.locator("#own-text").inputValue(), pasted);
    await page.locator("button", { hasText: "Use this text" }).click();
    await sized(page);
    assert.equal(await page.locator("#own-hub").count(), address ? 0 : 1);
    assert.deepEqual(page.seen.errors, []);
  });

test("files: config.json and GGUF are sized, weights are told, another kind is refused", async () => {
  const page = await opened();
  const pick = (/** @type {string} */ name, /** @type {Buffer | string} */ content) =>
    page.locator("#own-file").setInputFiles({ name, mimeType: "", buffer: Buffer.from(content) });
  await pick("config.json", pasted);
  await sized(page);
  await page.locator("button", { hasText: "Back to the catalogue" }).click();
  await pick("tiny.gguf", gguf());
  await sized(page);
  assert.match(await page.locator(".sentence").innerText(), /tiny\.gguf/);
  await page.locator("button", { hasText: "Back to the catalogue" }).click();
  await pick("model.safetensors.index.json", '{"metadata": {"total_size": 1073741824}, "weight_map": {"a": "b"}}');
  await page.getByText("This file gives the weights alone").waitFor();
  await pick("cut.gguf", gguf().subarray(0, 1000));
  await page.locator("#own-file-error", { hasText: "need_more_bytes" }).waitFor();
  await pick("tiny-model.json", JSON.stringify({ ...config, model_type: undefined }));
  await sized(page);
  assert.match(await page.locator(".sentence").innerText(), /tiny-model\.json/);
  await page.locator("#own-text").fill(JSON.stringify({ ...config, model_type: undefined }));
  await page.locator(".sentence", { hasText: "your GQA model of 10 layers" }).waitFor();
  await pick("notes.json", "not json");
  await page.locator("#own-text-error", { hasText: "invalid_json" }).waitFor();
  assert.deepEqual(page.seen.errors, []);
});

test("a file that is dropped anywhere on the calculator is taken", async () => {
  const page = await opened();
  const transfer = await page.evaluateHandle((text) => {
    const data = new DataTransfer();
    data.items.add(new File([text], "config.json"));
    return data;
  }, pasted);
  await page.locator(".sentence").dispatchEvent("dragover", { dataTransfer: transfer });
  assert.equal(await page.locator(".dropping").count(), 1);
  await page.locator(".sentence").dispatchEvent("drop", { dataTransfer: transfer });
  await sized(page);
  assert.equal(await page.locator(".dropping").count(), 0);
});

test("of several files the configuration counts, with the stored types of the file beside it; an empty one is told", async () => {
  const page = await opened();
  const transfer = await page.evaluateHandle((text) => {
    const data = new DataTransfer();
    for (const [name, content] of [
      ["hf_quant_config.json", '{"quantization":{"quant_algo":"NVFP4","kv_cache_quant_algo":"FP8"}}'],
      ["config.json", text],
      ["tokenizer_config.json", '{"chat_template":"","tokenizer_class":"X"}'],
    ])
      data.items.add(new File([content], name));
    return data;
  }, pasted);
  await page.locator(".sentence").dispatchEvent("drop", { dataTransfer: transfer });
  await sized(page, bytes / 2);
  await settled(page);
  assert.equal(await page.locator(".error, .problem").count(), 0);
  await page.locator("#own-file").setInputFiles({ name: "config.json", mimeType: "", buffer: Buffer.from("") });
  await page.locator(".own .error", { hasText: "not valid JSON" }).first().waitFor({ state: "attached" });
});

test("typed by hand: four numbers are a model; what is missing is told", async () => {
  const page = await opened();
  await page.locator("summary", { hasText: "typed by hand" }).click();
  await page.getByLabel("Layers, count").fill("10");
  await page.locator("button", { hasText: "Use these numbers" }).click();
  assert.match(await page.locator("#own-hand-error").innerText(), /missing_field/);
  await page.getByLabel("Query heads per layer, count").fill("16");
  await page.getByLabel("KV heads per layer, count").fill("4");
  await page.getByLabel("Width of a head, elements").fill("64");
  await page.locator("button", { hasText: "Use these numbers" }).click();
  await sized(page);
});

test("from a hub: only on the press of the button, with each failure told", async () => {
  const page = await opened();
  /** @type {import("playwright-core").Request[]} */
  const asked = [];
  /** @type {(route: import("playwright-core").Route) => Promise<void>} */
  let reply = (route) => route.abort();
  await page.route(/huggingface\.co|modelscope\.cn/, (route) => {
    asked.push(route.request());
    return reply(route);
  });
  const headers = { "access-control-allow-origin": "*" };
  const press = () => page.locator("button", { hasText: "Fetch" }).click();
  await page.locator("#own-hub").fill("https://huggingface.co/some/model/blob/main/config.json?x=1");
  assert.equal(asked.length, 0);
  await press();
  await page.locator("#own-hub-error", { hasText: "cannot be reached" }).waitFor();
  assert.deepEqual(
    asked.map((request) => request.url()),
    [
      "https://huggingface.co/some/model/resolve/main/config.json",
      "https://modelscope.cn/models/some/model/resolve/master/config.json",
    ],
  );
  assert.equal(await asked[0].headerValue("referer"), null);
  assert.equal(await asked[0].headerValue("cookie"), null);
  for (const [status, said] of /** @type {const} */ ([
    [401, "gated"],
    [404, "no such file"],
    [503, "status 503"],
  ])) {
    reply = (route) => route.fulfill({ status, headers });
    await press();
    await page.locator("#own-hub-error", { hasText: said }).waitFor();
  }
  reply = (route) => route.fulfill({ status: 200, headers, body: "<html>" });
  await press();
  await page.locator("#own-hub-error", { hasText: "not JSON" }).waitFor();
  reply = (route) => route.fulfill({ status: 200, headers, body: pasted });
  await press();
  await sized(page);
  assert.match(await page.locator(".sentence").innerText(), /some\/model/);
  assert.match(asked.at(-1)?.url() ?? "", /some\/model\/resolve\/main\/hf_quant_config\.json$/);
  await page.locator("button", { hasText: "Back to the catalogue" }).click();

  const file = gguf();
  reply = (route) => {
    const [from, to] = (route.request().headers().range?.match(/\d+/g) ?? ["0", "0"]).map(Number);
    return route.fulfill({ status: 206, headers, body: file.subarray(from, to + 1) });
  };
  await page.locator("#own-hub").fill("some/model-GGUF/sub/tiny.gguf");
  await page.locator("#own-hub").press("Enter");
  await sized(page);
  assert.match(asked.at(-1)?.url() ?? "", /model-GGUF\/resolve\/main\/sub\/tiny\.gguf$/);
  const count = asked.length;
  await page.locator("#own-hub").fill("https://example.com/some/model");
  await press();
  await page.locator("#own-hub-error", { hasText: "names no model" }).waitFor();
  assert.equal(asked.length, count);
});

test("a link carries the model; a damaged one says so, a long one is not made", async () => {
  const page = await opened();
  await page.locator("#own-text").fill(pasted);
  await sized(page);
  await page.waitForURL(/config=/);
  const link = page.url();
  const copy = await site.page();
  await copy.goto(link);
  await sized(copy);
  assert.deepEqual(JSON.parse(await copy.locator("#own-text").inputValue()), config);
  await copy.goto("about:blank");
  await copy.goto(link.replace(/config=.{5}/, "config=AAAAA"));
  assert.match(await copy.locator(".problem").innerText(), /“config” in it is damaged/);
  assert.equal(await copy.locator(".problem").count(), 1);
  assert.equal(await copy.locator('[name="tokens"]').inputValue(), "1,000");
  assert.deepEqual(copy.seen.errors, []);

  const noise = Array.from({ length: 4000 }, (_, i) => String(Math.sin(i * i)));
  await page.locator("#own-text").fill(JSON.stringify({ ...config, noise }));
  await page.getByText("too long for a link").waitFor();
  assert.doesNotMatch(page.url(), /config=/);
  await page.reload();
  await sized(page);
  await page.getByText("stays in this tab").waitFor();
  assert.match(await page.locator("#own-text").inputValue(), /noise/);
  await page.locator("#own-text").fill(pasted);
  await page.waitForURL(/config=/);
  assert.equal(await page.getByText("too long for a link").count(), 0);
});
