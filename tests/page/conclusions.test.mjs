// Conclusions that a log or a calculator's figure invites and that are wrong: the page shows the right one.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { figure, launch } from "./browser.mjs";

/** @type {Awaited<ReturnType<typeof launch>>} */
let site;
before(async () => (site = await launch()));
after(() => site.close());

/** @param {string} fragment @param {string} name a figure to wait for */
async function opened(fragment, name) {
  const page = await site.page();
  await page.goto(site.address + fragment);
  await page.locator(`[data-figure="${name}"]`).waitFor();
  return page;
}

// "The length check ignores fp8": two starts with different free memory were compared.
test("the length check does count the type of the cache: half the bytes, twice the length", async () => {
  const base = "#v=1&engine=vllm&engineVersion=0.11&model=qwen3-30b-a3b&maxModelLen=200000&tokens=200000";
  const needs = [];
  const longest = [];
  for (const type of ["bf16", "fp8"]) {
    const size = await opened(`${base}&kvDtype=${type}`, "admission-bytes");
    needs.push(await figure(size, "admission-bytes"));
    const fit = await opened(`${base}&view=fit&kvDtype=${type}&availableKvGib=6`, "max-tokens");
    longest.push(await figure(fit, "max-tokens"));
    assert.equal(await fit.locator('[data-figure="fits"]').getAttribute("data-value"), "false");
  }
  assert.equal(needs[0], 2 * needs[1]);
  assert.ok(Math.abs(longest[1] - 2 * longest[0]) <= 32, String(longest));
});

// "The new release holds ten times as many tokens": the printed line changed, the cache did not.
test("in a hybrid the printed tokens depend on the release, and the requests that run do not", async () => {
  const base = "#v=1&view=fit&engine=vllm&model=gemma-4-31b-it&maxModelLen=131072&tokens=131072&availableKvGib=40";
  const [old, young] = [
    await opened(`${base}&engineVersion=0.19`, "capacity-tokens"),
    await opened(`${base}&engineVersion=0.20`, "capacity-tokens"),
  ];
  assert.ok((await figure(young, "capacity-tokens")) > 4 * (await figure(old, "capacity-tokens")));
  const [before, after] = [await figure(old, "max-concurrency"), await figure(young, "max-concurrency")];
  assert.ok(Math.abs(before / after - 1) < 0.01);
  assert.match(
    await old.locator(".notes").innerText(),
    /divided by the groups of layers, far too low; its concurrency is right/,
  );
  // Played with real lengths both releases run the same.
  const played = [];
  for (const version of ["0.19", "0.20"]) {
    const page = await opened(
      `${base.replace("view=fit", "view=load")}&engineVersion=${version}&promptLengths=p50%204K,%20p99%2064K`,
      "expected-concurrency",
    );
    played.push(await figure(page, "expected-concurrency"));
  }
  assert.ok(Math.abs(played[0] / played[1] - 1) < 0.02, String(played));
});

// "10.7 was printed and 10 computed, so one is wrong": the same bytes in units of 10^9 and of 2^30.
test("GiB and GB of the same bytes stand side by side", async () => {
  const page = await opened("#v=1&model=meta-llama-3-70b-instruct&tokens=32K&kvDtype=fp16", "payload-bytes");
  assert.equal(await figure(page, "payload-bytes"), 10 * 2 ** 30);
  const text = (await page.locator(".answer").innerText()).replaceAll("\u202f", " ");
  assert.match(text, /10(\.0)? GiB/);
  assert.match(text, /10\.7 GB/);
});
