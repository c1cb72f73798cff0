import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { introduced, worked } from "../../www/questions.mjs";
import { addressed, example, figure, fromDisk, launch, visit } from "./browser.mjs";

/** @type {Awaited<ReturnType<typeof launch>>} */
let site;
before(async () => (site = await launch()));
after(() => site.close());

const model = (/** @type {import("playwright-core").Page} */ page) => page.getByRole("combobox", { name: "Model" });

test("the first answer is the published one, from disk and from a server, without another request", async () => {
  for (const address of [fromDisk, site.address]) {
    const page = await site.page();
    await page.goto(address + example.fragment);
    assert.equal(await figure(page, "payload-bytes"), example.bytes);
    assert.match(await page.locator(".sentence").innerText(), /2\.89\sGiB/);
    assert.deepEqual(
      page.seen.requests,
      [address + example.fragment].map((url) => url.split("#")[0]),
    );
    assert.deepEqual(page.seen.errors, []);
  }
});

test("a first visit shows a worked scenario, its surprise and questions that have answers", async () => {
  const page = await site.page();
  await visit(page, site.address);
  const payload = await figure(page, "payload-bytes");
  const parameters = 8_030_261_248; // of the worked model
  assert.ok(payload > 2 * parameters, "one conversation outweighs the weights in 16 bit");
  assert.equal((await addressed(page)).model, worked.model);
  assert.equal(await page.locator("#first a").count(), introduced.length);
});

test("a returning visitor finds the last scenario", async () => {
  const page = await site.page();
  await page.goto(site.address + example.fragment);
  await addressed(page);
  await page.goto("about:blank");
  await visit(page, site.address);
  assert.equal(await figure(page, "payload-bytes"), example.bytes);
  assert.equal(await page.locator("#first a").count(), 0);
});

test("a model is found and picked by keyboard alone", async () => {
  const page = await site.page();
  await visit(page, site.address);
  await model(page).focus();
  await page.keyboard.type("v4-fl");
  const options = page.getByRole("listbox", { name: "Model" }).getByRole("option");
  await options.first().waitFor();
  assert.ok((await options.allInnerTexts()).every((text) => /v4-flash/i.test(text)));
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowUp");
  const active = await model(page).getAttribute("aria-activedescendant");
  assert.equal(await page.locator(`#${active}`).getAttribute("aria-selected"), "false");
  await page.keyboard.press("Enter");
  assert.equal(await model(page).getAttribute("aria-expanded"), "false");
  assert.equal((await addressed(page)).model, "deepseek-v4-flash");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.type("no such model");
  assert.equal(await options.count(), 0);
  await page.keyboard.press("Escape");
  assert.equal(await model(page).inputValue(), "DeepSeek-V4-Flash");
});

test("the list tells attention and growth of every model", async () => {
  const page = await site.page();
  await visit(page, site.address);
  await model(page).click();
  await page.waitForFunction(() => {
    const texts = [...(document.querySelector("kv-fit")?.shadowRoot?.querySelectorAll(".growth") ?? [])];
    return texts.length > 200 && texts.filter((cell) => cell.textContent).length > texts.length - 5;
  });
  const option = page.getByRole("option", { name: "Llama-3.1-70B-Instruct " }).first();
  assert.match(String(await option.textContent()), /GQA\s+320\sKiB/);
});

test("an id that is typed in full is meant, also when the field is left", async () => {
  const page = await site.page();
  await visit(page, site.address);
  await model(page).fill("deepseek-v4-flash");
  await page.keyboard.press("Tab");
  assert.equal((await addressed(page)).model, "deepseek-v4-flash");
  // As publishers write it.
  await model(page).fill("Qwen3-235B-FP8");
  assert.equal(await page.locator(".popup [role=option]").count(), 1);
  await page.keyboard.press("Tab");
  assert.equal((await addressed(page)).model, "qwen3-235b-a22b-fp8");
});

test("lengths are typed in every spelling, and both readings of k are shown", async () => {
  const page = await site.page();
  await page.goto(site.address + example.fragment);
  const tokens = page.locator('[name="tokens"]');
  for (const [typed, resolved] of [
    ["128K", "131,072"],
    ["128k", "128,000"],
    ["131,072", "131,072"],
    ["1M", "1,048,576"],
    ["25.6k", "25,600"],
  ]) {
    await tokens.fill(typed);
    assert.equal(await tokens.inputValue(), typed);
    await tokens.blur();
    assert.equal(await tokens.inputValue(), resolved);
    assert.equal((await addressed(page)).tokens, typed);
  }
  await tokens.fill("128k");
  assert.match(await page.locator("#tokens-remark").innerText(), /128k = 128,000; 128K would be 131,072/);
});

test("the numbers of the sentence and the sliders are the same scenario", async () => {
  const page = await site.page();
  await page.goto(site.address + example.fragment);
  const one = await figure(page, "payload-bytes");
  const said = page.locator(".sentence").getByLabel("Concurrent requests");
  await said.focus();
  await page.keyboard.press("ArrowUp");
  assert.equal(await figure(page, "payload-bytes"), 2 * one);
  await said.fill("8");
  assert.equal(await page.locator('[name="sequences"]').inputValue(), "8");
  await page.getByRole("slider", { name: "Concurrent requests" }).press("ArrowRight");
  assert.equal(await figure(page, "payload-bytes"), 10 * one);
  assert.equal(
    await page.getByRole("slider", { name: "Concurrent requests" }).getAttribute("aria-valuetext"),
    "10 requests",
  );
});

test("the page shows settings only where the model has the part", async () => {
  const page = await site.page();
  const fields = async (/** @type {string} */ id) => {
    await visit(page, `${site.address}#v=1&model=${id}`);
    await page.locator('[name="tp"]').waitFor({ state: "attached" });
    return page.locator("form [name]").evaluateAll((inputs) => inputs.map((input) => input.getAttribute("name")));
  };
  const dense = await fields("llama-3.1-8b-instruct");
  const hybrid = await fields("qwen3-next-80b-a3b-instruct");
  const compressed = await fields("deepseek-v4-flash");
  for (const name of ["stateDtype", "convDtype", "includeState", "stateCheckpointInterval"]) {
    assert.ok(hybrid.includes(name), name);
    assert.ok(!dense.includes(name), name);
  }
  assert.ok(compressed.includes("indexerDtype") && !dense.includes("indexerDtype"));
  assert.ok(dense.includes("kDtype") && !compressed.includes("kDtype"));
});

test("an exact integer is copied from its figure", async () => {
  const page = await site.page({ permissions: ["clipboard-read", "clipboard-write"] });
  await page.goto(site.address + example.fragment);
  await page.locator('[data-figure="payload-bytes"]').click();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), String(example.bytes));
});

test("the chart, its crosshair and its table are the core's curve", async () => {
  const page = await site.page();
  await page.goto(site.address + example.fragment);
  const cross = page.getByRole("slider", { name: "Read the chart" });
  assert.match((await cross.getAttribute("aria-valuetext")) ?? "", /^1,000,000 tokens: this setting 2\.89\sGiB/);
  await cross.press("Home");
  assert.match((await cross.getAttribute("aria-valuetext")) ?? "", /^1,024 tokens:/);
  await page.getByRole("button", { name: "Table" }).click();
  const rows = await page
    .locator("table.curve tbody tr")
    .evaluateAll((all) =>
      all.map((row) => [row.querySelector("th")?.textContent, row.querySelector("td")?.getAttribute("data-value")]),
    );
  for (const [tokens, bytes] of rows.slice(0, 4)) {
    await page.locator('[name="tokens"]').fill(String(tokens).trim());
    assert.equal(await figure(page, "payload-bytes"), Number(bytes), `${tokens} tokens`);
  }
  assert.ok(rows.length > 10);
});

test("the equation's lines fold to the total, and its numbers tell where they were read", async () => {
  const page = await site.page();
  await page.goto(`${site.address}#v=1&model=llama-3.1-8b-instruct&tokens=131072&sequences=3`);
  const equation = page.locator(".equation");
  assert.match(await equation.locator(".total").innerText(), /51,539,607,552\sB/);
  await equation.locator('[data-leaf="1"]').focus();
  assert.match(await page.locator("section:has(.equation) .remark").innerText(), /^layers = 32/);
  await page.keyboard.press("ArrowRight");
  assert.match(await page.locator("section:has(.equation) .remark").innerText(), /^tokens = 131,072, set by tokens/);
  await page.keyboard.press("ArrowRight");
  assert.match(
    await page.locator("section:has(.equation) .remark").innerText(),
    /^kv heads = 8, read from \/.*num_key_value_heads/,
  );
  const origin = page.locator(".origin");
  await origin.locator("summary").click();
  assert.match(await origin.locator(".lit").innerText(), /^\s*"num_key_value_heads": 8,\s*$/);
});

test("an engine's figures appear with their rules", async () => {
  const page = await site.page();
  await visit(page, site.address);
  const engine = page.locator('[name="engine"]');
  await engine.waitFor();
  const ids = await engine
    .locator("option")
    .evaluateAll((all) => all.map((one) => /** @type {HTMLOptionElement} */ (one).value));
  for (const id of ids.filter(Boolean)) {
    await engine.selectOption(id);
    await page.locator('[name="engineVersion"]').waitFor();
    const answered = (await page.locator(".problem, .error").count()) === 0;
    if (answered) assert.ok((await figure(page, "reserved-bytes")) > 0, id);
  }
});
