// What comes from elsewhere is text: in a link, a configuration, a model's name, a file's name, a trace.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { example, figure, launch, visit } from "./browser.mjs";
import { eachView } from "./states.mjs";

/** @type {Awaited<ReturnType<typeof launch>>} */
let site;
before(async () => (site = await launch()));
after(() => site.close());

const long = "a".repeat(2 ** 20);
const texts = [
  `<img src=x onerror="document.title=1"><script>document.title=1</script><svg onload=document.title=1>`,
  `"'\`\${7*7}{{7*7}}--></style></script>]]>`,
  "\u202ebackwards\u2066\u200f\u0000\ufeff\ud83d",
];

/** No element of theirs, no script of theirs, nothing wider than the window, no text turned around. @param {Awaited<ReturnType<typeof site.page>>} page @param {string} where */
async function harmless(page, where) {
  assert.equal(await page.locator("kv-fit img, kv-fit script, kv-fit svg[onload], kv-fit [onerror]").count(), 0, where);
  assert.notEqual(await page.title(), "1", where);
  assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 1280, where);
  const drawn = await page.locator("kv-fit").evaluate((element) => element.shadowRoot?.textContent ?? "");
  assert.deepEqual([...drawn.matchAll(/.{0,60}\p{Bidi_Control}.{0,30}/gsu)].map(String), [], where);
  assert.deepEqual(page.seen.errors, [], where);
}

test("a link", async () => {
  const page = await site.page();
  for (const text of texts)
    for (const key of ["model", "tokens", "kvDtype", "engine", "hardware", "view", "with", "traffic", "lang", text]) {
      const pairs = { v: "1", model: "deepseek-v4-flash", tokens: "8192", [key]: text };
      await visit(page, `${site.address}#${new URLSearchParams(pairs)}`);
      await harmless(page, `${key} ${text}`);
    }
  for (const state of eachView) {
    await visit(page, `${site.address}${state}&sequences=${encodeURIComponent(texts[0])}`);
    await harmless(page, state);
  }
  for (const key of ["model", "tokens", "with", "config", "nosuch"]) {
    await visit(page, `${site.address}#v=1&model=deepseek-v4-flash`);
    await page.evaluate((pair) => (location.hash = `v=1&model=llama-3.1-8b-instruct&${pair}`), `${key}=${long}`);
    await page.locator(".problem").first().waitFor();
    await harmless(page, `long ${key}`);
    assert.ok((await figure(page, "payload-bytes")) > 0);
  }
});

test("a configuration and the name in it", async () => {
  const page = await site.page();
  await page.goto(site.address + example.fragment);
  await page.locator("summary", { hasText: "Your own model" }).click();
  const paste = page.locator("textarea").first();
  const model = { num_hidden_layers: 10, num_attention_heads: 16, num_key_value_heads: 4, head_dim: 64 };
  for (const text of [...texts, "a".repeat(500_000)]) {
    const name = text.replace("\ud83d", "");
    await paste.fill(JSON.stringify({ model_type: "llama", _name_or_path: name, ...model }));
    await page.locator("kv-fit[config]").waitFor();
    await page.locator('[data-figure="bytes-per-token"]').waitFor();
    assert.equal(await figure(page, "bytes-per-token"), 10 * 2 * 4 * 64 * 2);
    const said = await page.locator(".sentence").evaluate((p) => p.textContent ?? "");
    assert.ok(
      said.includes(
        name
          .replace(/\p{Bidi_Control}/gu, "")
          .slice(0, 20)
          .trim(),
      ),
      name.slice(0, 40),
    );
    await harmless(page, name.slice(0, 40));
    await paste.fill(JSON.stringify({ model_type: name, ...model, layer_types: [name], [name]: name, head_dim: name }));
    await page.locator(".problem, .error").first().waitFor();
    await harmless(page, `broken ${name.slice(0, 40)}`);
  }
  await paste.fill(long);
  await page.locator(".problem, .error").first().waitFor();
  await harmless(page, "not a configuration");
});

test("a file's name and the lines of a trace", async () => {
  const page = await site.page();
  await page.goto(
    `${site.address}#v=1&view=reuse&engine=vllm&model=llama-3.1-8b-instruct&tokens=8192&availableKvGib=4`,
  );
  await page.locator(".chart").first().waitFor();
  for (const text of [...texts, long]) {
    const good = { timestamp: 0, input_length: 1024, output_length: 1, hash_ids: [1, 2] };
    const lines = [good, { ...good, timestamp: text }, { ...good, [text]: text }, text, good].map((line) =>
      JSON.stringify(line),
    );
    const name = `${text.slice(0, 60).replaceAll(/[\u0000/]/g, "")}.jsonl`;
    await page
      .locator("#trace-file")
      .setInputFiles({ name, mimeType: "application/json", buffer: Buffer.from(lines.join("\n")) });
    await page.locator("#trace-remark", { hasText: ".jsonl" }).waitFor();
    await page.locator(".answer [role=status]", { hasText: /\S/ }).first().waitFor({ state: "attached" });
    await harmless(page, name);
  }
});
