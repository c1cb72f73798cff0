import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { addressed, example, figure, launch, unfold, visit } from "./browser.mjs";
import { complete, states } from "./states.mjs";

/** @type {Awaited<ReturnType<typeof launch>>} */
let site;
before(async () => (site = await launch()));
after(() => site.close());

/** What a page says of the example and of its tabs in each language. */
const spoken = {
  ko: { sentence: /DeepSeek-V4-Flash: 토큰 요청 개에는 .*KV 캐시 2\.89\sGiB가 필요합니다\./, tab: "크기" },
  zh: { sentence: /DeepSeek-V4-Flash 的 个 token 请求需要 2\.89\sGiB 的 .*KV 缓存。/, tab: "大小" },
};

/** Texts of the interface that stand alone between tags and hold nothing but Latin letters. @param {import("./browser.mjs").Page} page */
const latin = (page) =>
  page.evaluate(() => {
    const walker = document.createTreeWalker(
      /** @type {ShadowRoot} */ (document.querySelector("kv-fit")?.shadowRoot),
      NodeFilter.SHOW_TEXT,
    );
    const texts = new Set();
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const inside = node.parentElement?.closest("style, code, option, math, datalist, small, .exact, svg");
      const words = (node.nodeValue ?? "").trim();
      if (!inside && /[a-z]{4,} [a-z]{2,}/.test(words) && !/[\u3000-\uffff]/.test(words)) texts.add(words);
    }
    return [...texts];
  });

for (const [language, { sentence, tab }] of Object.entries(spoken)) {
  test(`a browser in ${language} gets the whole page in it, with an address that does not name it`, async () => {
    const locale = { ko: "ko-KR", zh: "zh-CN" }[language];
    const page = await site.page({ locale });
    await page.goto(`${site.address}${example.fragment}&engine=vllm&tp=2`);
    await page.locator(".sentence").waitFor();
    const said = await page.locator(".sentence").evaluate((p) => p.textContent?.replace(/\s+/g, " ").trim() ?? "");
    assert.match(said, sentence);
    assert.equal(await figure(page, "payload-bytes"), example.bytes);
    assert.equal(await page.locator("#said-tokens").inputValue(), new Intl.NumberFormat(locale).format(1_000_000));
    assert.equal(await page.locator("html").getAttribute("lang"), language);
    assert.equal(await page.locator(".kvfit").getAttribute("lang"), language);
    assert.equal(await page.locator(".views button").first().innerText(), tab);
    assert.deepEqual(await latin(page), []);
    assert.equal((await addressed(page)).lang, undefined);
    await page.setViewportSize({ width: 320, height: 800 });
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 320);
    assert.deepEqual(page.seen.errors, []);
  });
}

test("the language is chosen, at once, kept for the next visit, and part of the link from then on", async () => {
  const page = await site.page({ locale: "en-US" });
  await page.goto(site.address + example.fragment);
  assert.equal((await addressed(page)).lang, undefined);
  await page.locator('[name="lang"]').selectOption("ko");
  assert.equal(await page.locator(".views button").first().innerText(), spoken.ko.tab);
  assert.match(await page.title(), /KV 캐시/);
  assert.equal((await addressed(page)).lang, "ko");
  await page.goto("about:blank");
  await page.goto(site.address + example.fragment);
  assert.equal((await addressed(page)).lang, "ko");
  assert.equal(await page.locator("html").getAttribute("lang"), "ko");
  await page.locator('[name="lang"]').selectOption("");
  assert.equal((await addressed(page)).lang, undefined);
  assert.equal(await page.locator("html").getAttribute("lang"), "en");
});

test("a link opens in its language; an unknown one is the browser's", async () => {
  const page = await site.page({ locale: "en-US" });
  await page.goto(`${site.address}${example.fragment}&lang=zh`);
  assert.equal((await addressed(page)).lang, "zh");
  assert.equal(await page.locator(".views button").first().innerText(), spoken.zh.tab);
  assert.equal(await page.locator(".problem").count(), 0);
  await page.evaluate(() => (location.hash = location.hash.replace("lang=zh", "lang=ko")));
  await page.locator("html[lang=ko]").waitFor();
  await page.goto("about:blank");
  await page.goto(`${site.address}${example.fragment}&lang=%3Cscript%3E`);
  assert.equal((await addressed(page)).lang, undefined);
  assert.equal(await page.locator("html").getAttribute("lang"), "en");
});

test("an error of the core is said in the page's language", async () => {
  const page = await site.page({ locale: "ko-KR" });
  await page.goto(`${site.address}#v=1&model=llama-3.1-8b-instruct&tokens=1e6`);
  await page.locator(".error").first().waitFor();
  assert.match(await page.locator(".error").first().innerText(), /1e6.*토큰 수가 아닙니다/);
});

test("nothing is left in English in any view", async () => {
  for (const language of Object.keys(spoken)) {
    const page = await site.page({ locale: language });
    for (const state of states) {
      await visit(page, site.address + state);
      await complete(page, state);
      await unfold(page);
      assert.deepEqual(await latin(page), [], `${language} ${state}`);
    }
    await page.context().close();
  }
});
