// Whether it fits: verdict, memory, limits, frontier, remedies, flags.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { addressed, announcements, figure, launch, violations, visit } from "./browser.mjs";

/** @typedef {import("playwright-core").Page} Page */

/** @type {Awaited<ReturnType<typeof launch>>} */
let site;
before(async () => (site = await launch()));
after(() => site.close());

const small = "#v=1&view=fit&engine=vllm&model=llama-3.1-8b-instruct&tokens=8192&hardware=h100-sxm5-80gb";
const large =
  "#v=1&view=fit&engine=vllm&model=qwen3-235b-a22b&tokens=131072&sequences=32&hardware=h100-sxm5-80gb&hardwareCount=8&tp=8";

/** @param {string} fragment */
async function opened(fragment) {
  const page = await site.page({ permissions: ["clipboard-read", "clipboard-write"] });
  await visit(page, site.address + fragment);
  await page.locator(".verdict").waitFor();
  return page;
}

/** @param {Page} page */
const fits = (page) => page.locator('[data-figure="fits"]').getAttribute("data-value");

test("what fits says so, with its limits; one more than the limits does not", async () => {
  const page = await opened(small);
  assert.equal(await fits(page), "true");
  assert.match(await page.locator(".verdict").innerText(), /^✓?\s*Fits\. 1 request of 8,192 tokens fits/);
  const requests = await figure(page, "requests-that-fit");
  const sequences = page.locator('[name="sequences"]');
  await sequences.fill(String(requests));
  assert.equal(await fits(page), "true");
  const longest = await figure(page, "max-tokens");
  await sequences.fill(String(requests + 1));
  assert.equal(await fits(page), "false");
  await sequences.fill(String(requests));
  await page.locator('[name="tokens"]').fill(String(longest));
  assert.equal(await fits(page), "true");
  await page.locator('[name="tokens"]').fill(String(longest + 1));
  assert.equal(await fits(page), "false");
  assert.deepEqual(page.seen.errors, []);
});

test("a remedy that is applied by keyboard makes it fit, and the focus stays at the verdict", async () => {
  const page = await opened(large);
  assert.equal(await fits(page), "false");
  const apply = page.getByRole("button", { name: /^Apply/ });
  const count = await apply.count();
  assert.ok(count > 0);
  for (let i = 0; i < count; i++) {
    await addressed(page); // else the link of before is still there, and opening it again does nothing
    await visit(page, site.address + large);
    await apply.nth(i).press("Enter");
    assert.equal(await fits(page), "true", `remedy ${i}`);
    assert.equal(await page.locator(".verdict:focus").count(), 1);
  }
});

test("the memory bar adds up to the GPU, in picture and table", async () => {
  const page = await opened(small);
  const bytes = await page
    .locator(".memory-table td[data-value]")
    .evaluateAll((all) => all.map((cell) => Number(cell.getAttribute("data-value"))));
  const total = bytes.reduce((sum, one) => sum + one, 0);
  assert.ok(total > 79 * 2 ** 30 && total < 80 * 2 ** 30, String(total));
  assert.equal(await page.locator(".bar .memory").count(), bytes.length);
});

test("the frontier's table holds limits that fit; the chart's point is dragged to another scenario", async () => {
  const page = await opened(small);
  const handle = page.locator(".frontier .handle");
  const box = await handle.boundingBox();
  assert.ok(box);
  await page.locator(".frontier").scrollIntoViewIfNeeded();
  const { x, y } = (await handle.boundingBox()) ?? { x: 0, y: 0 };
  await page.mouse.move(x + 9, y + 9);
  await page.mouse.down();
  await page.mouse.move(x + 120, y - 80, { steps: 4 });
  await page.mouse.up();
  const { tokens, sequences } = await addressed(page);
  assert.ok(Number(tokens) > 8192 && Number(sequences) > 1, `${tokens} ${sequences}`);
  await page
    .locator("section", { has: page.locator("#frontier-head") })
    .getByRole("button", { name: "Table" })
    .click();
  const rows = await page
    .locator(".frontier-table tbody tr")
    .evaluateAll((all) =>
      all.map((row) => [row.querySelector("th")?.textContent, row.querySelector("td")?.getAttribute("data-value")]),
    );
  assert.ok(rows.length > 3);
  for (const [requests, longest] of [rows[0], rows[rows.length - 1]]) {
    await page.locator('[name="sequences"]').fill(String(requests).trim());
    await page.locator('[name="tokens"]').fill(String(longest));
    assert.equal(await fits(page), "true", `${requests} of ${longest}`);
  }
});

test("the command starts this configuration, each option with its reason, and is copied", async () => {
  const page = await opened(large);
  const command = await page.locator(".command").innerText();
  assert.match(command, /^vllm serve Qwen\/Qwen3-235B-A22B .*--tensor-parallel-size 8/);
  assert.ok((await page.locator(".reasons li").count()) > 1);
  await page.getByRole("button", { name: "Copy the command" }).click();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), command);
});

test("an estimate gives way to what a log printed", async () => {
  const page = await opened(small);
  const before = await figure(page, "kv-available-bytes");
  await page.locator('[name="weightsGib"]').fill("40");
  assert.ok((await figure(page, "kv-available-bytes")) < before - 10 * 2 ** 30);
  assert.equal((await addressed(page)).weightsGib, "40");
});

test("without hardware there is a choice of it; impossible hardware is refused beside its field", async () => {
  const page = await site.page();
  await page.goto(`${site.address}#v=1&view=fit&model=llama-3.1-8b-instruct&tokens=8192&engine=vllm`);
  await page.getByRole("button", { name: /1 × H100/ }).click();
  assert.equal(await fits(page), "true");
  await page.locator('[name="hardwareCount"]').fill("0");
  await page.locator("#hardwareCount-error").waitFor();
  assert.equal(await page.locator(".verdict.stale").count(), 1);
  await page.locator('[name="hardware"]').selectOption("rtx-4090");
  await page.locator('[name="hardwareCount"]').fill("1");
  assert.equal(await page.locator(".error").count(), 0);
});

test("what is wrong with the scenario itself is told once, and the last verdict stays", async () => {
  const page = await opened(small);
  await page.locator('[name="tokens"]').fill("0");
  assert.equal(await page.locator(".verdict.stale").count(), 1);
  const told = page.getByText(/“Context, tokens” is 0/).locator("visible=true");
  assert.equal(await told.count(), 1);
});

test("the verdict is announced once", async () => {
  const page = await opened(small);
  const status = page.locator(".answer > [role=status]");
  await status.filter({ hasText: /Fits\./ }).waitFor({ state: "attached" });
  const said = await announcements(status);
  await page.locator('[name="sequences"]').pressSequentially("99999", { delay: 50 });
  await status.filter({ hasText: /Does not fit/ }).waitFor({ state: "attached" });
  assert.equal((await said()).length, 1);
});

test("a slider moves bar, verdict and frontier at once", async () => {
  const page = await opened(small);
  const seen = () =>
    page.evaluate(() => {
      const root = /** @type {ShadowRoot} */ (document.querySelector("kv-fit")?.shadowRoot);
      const text = (/** @type {string} */ selector) =>
        root.querySelector(selector)?.outerHTML.replace(/<!--.*?-->/g, "");
      return [".bar", ".verdict", ".frontier .handle"].map(text);
    });
  const before = await seen();
  await page.locator(".slider input[type=range]").first().press("ArrowRight");
  const after = await seen();
  for (const [i, part] of after.entries()) assert.notEqual(part, before[i], part);
});

test("little to spare is said to be tight, in word, shape and state", async () => {
  const page = await opened(small);
  const requests = await figure(page, "requests-that-fit");
  await page.locator('[name="sequences"]').fill(String(requests));
  const verdict = page.locator(".verdict");
  assert.equal(await verdict.getAttribute("data-state"), "tight");
  assert.match(await verdict.innerText(), /Fits, but only just\./);
  assert.equal(await fits(page), "true");
});

test("llama.cpp: a bar for each device and the host, with its layers", async () => {
  const page = await opened(
    "#v=1&view=fit&engine=llama.cpp&model=qwen3-32b&tokens=8192&weightsDtype=q4_k_m&hardware=rtx-4090&hardware2=rtx-3060-12gb&nGpuLayers=40",
  );
  const bars = await page.locator("section:has(#memory-head) h3").allInnerTexts();
  assert.equal(bars.length, 3, bars.join());
  assert.match(bars[0], /4090.*\d+ layers/);
  assert.match(bars[1], /3060.*\d+ layers/);
  assert.match(bars[2], /^Host: 2[45] layers/);
  const layers = bars.map((text) => Number(/(\d+) layers?$/.exec(text)?.[1]));
  assert.equal(
    layers.reduce((sum, one) => sum + one, 0),
    64,
  );
  assert.ok(layers[0] > layers[1]);
  assert.match(await page.locator(".command").innerText(), /^llama-server -m MODEL\.gguf .*--n-gpu-layers 40/);
});

test("hardware in detail: a slice, memory in use, bytes of one's own, two kinds of cards", async () => {
  const page = await opened(small);
  const whole = await figure(page, "kv-available-bytes");
  await page.locator("details.more summary").first().click();
  await page.locator('[name="usedMemoryBytes"]').fill(String(20 * 2 ** 30));
  const shared = await figure(page, "kv-available-bytes");
  assert.ok(shared < whole || (await page.locator(".warnings").count()) > 0);
  await page.locator('[name="usedMemoryBytes"]').fill("");
  await page.locator('[name="slice"]').fill("3g.40gb");
  assert.ok((await figure(page, "kv-available-bytes")) < whole / 2);
  await page.locator('[name="slice"]').fill("half");
  await page.locator("#slice-error").waitFor();
  await page.locator('[name="slice"]').fill("");
  await page.locator('[name="hardware2"]').selectOption("rtx-4090");
  await page.locator('[name="hardwareCount2"]').waitFor();
  assert.ok((await figure(page, "kv-available-bytes")) < whole / 2);
  await page.locator('[name="hardware2"]').selectOption("");
  await page.locator('[name="hardware"]').selectOption("");
  await page.locator('[name="memoryBytes"]').fill(String(48 * 2 ** 30));
  assert.equal(await fits(page), "true");
  assert.ok((await figure(page, "kv-available-bytes")) < 48 * 2 ** 30);
});

test("weights above the memory: what is missing, and changes that work", async () => {
  const page = await opened(
    "#v=1&view=fit&engine=vllm&model=llama-3.3-70b-instruct&tokens=8192&hardware=rtx-4090&hardwareCount=1",
  );
  assert.match(await page.locator(".verdict").innerText(), /Does not fit\. The weights and what runs beside them need/);
  assert.match(await page.locator(".bad strong").last().innerText(), /GiB are missing/);
  assert.ok((await page.getByRole("button", { name: /^Apply/ }).count()) > 0);
});

test("any setting can be the unknown: what is found is taken over by one button, and fits", async () => {
  const solvable = "&model=llama-3.1-8b-instruct&tokens=65536&sequences=8&hardware=l40s&hardwareCount=8";
  for (const engine of ["vllm", "llama.cpp"]) {
    const page = await opened(`#v=1&view=fit&engine=${engine}${solvable}`);
    const calculator = page.locator("kv-fit");
    const state = await calculator.evaluate((element) => /** @type {any} */ (element).state);
    const section = page.locator("section", { has: page.locator("#solve-head") });
    const status = section.getByRole("status");
    const unknown = section.getByRole("combobox");
    const keys = await unknown.locator("option").evaluateAll((all) => all.map((one) => one.getAttribute("value")));
    assert.ok(keys.length >= 9, engine);
    for (const key of keys.map(String)) {
      await calculator.evaluate((element, before) => Object.assign(element, { state: before }), state);
      await unknown.selectOption(key);
      await section.getByRole("button", { name: "Find" }).press("Enter");
      assert.match(await status.innerText(), /: \S/, `${engine} ${key}`);
      assert.equal(await status.locator(".error").count(), 0, `${engine} ${key}`);
      const apply = section.getByRole("button", { name: /^Apply: / });
      if ((await apply.count()) === 0) {
        assert.match(await status.innerText(), /any value fits|no value fits/);
        continue;
      }
      await apply.press("Enter");
      assert.equal(await fits(page), "true", `${engine} ${key}`);
      assert.equal(await page.locator(".verdict:focus").count(), 1);
      assert.equal(await status.innerText(), "", "what was found belongs to another scenario now");
      assert.ok(await calculator.getAttribute(key.replace(/[A-Z]/g, "-$&")), `${engine} ${key}`);
    }
  }
});

test("what is found is read by everybody, and says so where nothing fits", async () => {
  const page = await opened(large);
  const section = page.locator("section", { has: page.locator("#solve-head") });
  await section.getByRole("combobox").selectOption("tp");
  await section.getByRole("button", { name: "Find" }).press("Enter");
  await section.getByText("Fewest tensor-parallel ranks: no value fits").waitFor();
  await section.getByRole("combobox").selectOption("hardwareCount");
  assert.equal(await section.getByRole("status").innerText(), "");
  await section.getByRole("button", { name: "Find" }).press("Enter");
  await section.getByText("Fewest GPUs: 24").waitFor();
  for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
    await page.emulateMedia({ colorScheme });
    assert.deepEqual(await violations(page), []);
  }
});
