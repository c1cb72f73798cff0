// The gallery of ready questions: each link is a scenario, and nothing else decides what is seen.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { without } from "../../www/answer.mjs";
import { questions } from "../../www/questions.mjs";
import { kvfit } from "../js/kvfit.mjs";
import { addressed, figure, launch, visit } from "./browser.mjs";

/** @type {Awaited<ReturnType<typeof launch>>} */
let site;
before(async () => (site = await launch()));
after(() => site.close());

test("each link restores its scenario exactly, by a press, by its address and by going back", async () => {
  const page = await site.page();
  await visit(page, site.address);
  const links = page.locator("#questions a");
  assert.equal(await links.count(), questions.length);

  /** @param {import("../../www/questions.mjs").Question} question */
  const restored = async ({ key, scenario }) => {
    assert.deepEqual(await addressed(page), { v: "1", ...scenario }, key);
    assert.equal(await page.locator(".problem, .error").count(), 0, key);
    const { view = "size" } = scenario;
    const asked = without(scenario, ["view", "with", "traffic"]);
    if (view === "size") assert.equal(await figure(page, "payload-bytes"), kvfit.size(asked).payloadBytes, key);
    if (view === "fit") assert.equal(await figure(page, "max-tokens"), kvfit.fit(asked).maxTokens, key);
    if (view === "compare") assert.equal(await page.locator("table.compare tbody tr").count(), 6, key);
    if (view === "load")
      assert.equal(await figure(page, "expected-concurrency"), kvfit.load(asked).concurrency.expected, key);
    if (view === "log") await page.locator("#log-text").waitFor();
    if (view === "reuse") await page.locator(".chart").first().waitFor();
  };
  for (const [i, question] of questions.entries()) {
    await links.nth(i).click();
    await page.locator(`kv-fit[model="${question.scenario.model}"]`).waitFor();
    await restored(question);
  }
  const last = questions.length - 1;
  await page.goBack();
  await page.locator(`kv-fit[model="${questions[last - 1].scenario.model}"]`).waitFor();
  await restored(questions[last - 1]);
  await page.goForward();
  await page.locator(`kv-fit[model="${questions[last].scenario.model}"]`).waitFor();
  await restored(questions[last]);

  const address = page.url();
  const fresh = await site.page();
  await fresh.goto(address);
  assert.deepEqual(await addressed(fresh), await addressed(page));
  assert.deepEqual(page.seen.errors, []);
});
