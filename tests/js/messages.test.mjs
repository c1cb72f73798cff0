// Every message that a view asks for exists in every language, and none is left that nothing asks for.
import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { test } from "node:test";
import { languages } from "../../www/languages.mjs";

const folder = new URL("../../www/", import.meta.url);

/** Text of all modules and pages of www/ but the messages and the build. */
async function sources() {
  const names = await readdir(folder, { recursive: true });
  const read = names.filter((name) => /\.(mjs|html)$/.test(name) && !/^(messages|build)/.test(name));
  return Promise.all(read.map((name) => readFile(new URL(name, folder), "utf8")));
}

const text = (await sources()).join("\n");

/** Keys that stand whole in the sources: in a call, in a list, or in a page's braces. */
const whole = new Set([...text.matchAll(/(?:["']|\{\{)([a-z]\w*(?:\.[\w-]+)+)(?:["']|\}\})/g)].map(([, key]) => key));

/** Beginnings and ends of keys that a value completes: `figure.${name}.help`. */
const begun = [...text.matchAll(/`([a-z]\w*\.[\w.-]*)\$\{[^`]*\}([\w.-]*)`/g)].map(([, start, end]) => [start, end]);

/** Words of the core: their keys are made by kind and code. */
const said = ["errors.", "notes.", "warnings.", "verdicts.", "remedies.", "flags."];

const english = languages.en.messages;

test("no message is missing in English", () => {
  const kinds = new Set(Object.keys(english).map((key) => key.split(".")[0]));
  const asked = [...whole].filter((key) => kinds.has(key.split(".")[0]) && !/\.(mjs|css|js|html)$/.test(key));
  assert.deepEqual(
    asked.filter((key) => !(key in english)),
    [],
  );
});

test("no message is left over", () => {
  const used = (/** @type {string} */ key) =>
    whole.has(key) ||
    said.some((start) => key.startsWith(start)) ||
    begun.some(([start, end]) => key.startsWith(start) && key.endsWith(end));
  assert.deepEqual(
    Object.keys(english).filter((key) => !used(key)),
    [],
  );
});

test("every language has the same messages with the same places", () => {
  const places = (/** @type {import("../../www/i18n.mjs").Message} */ message) => {
    const forms = typeof message === "string" ? [message] : Object.values(message);
    return [...new Set(forms.flatMap((form) => [...form.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)))].sort();
  };
  const core = (/** @type {string} */ key) =>
    /^(errors|notes|warnings|verdicts|remedies|flags|rules|settings)\./.test(key);
  for (const [language, { messages }] of Object.entries(languages)) {
    for (const key of Object.keys(english)) {
      assert.ok(key in messages, `${language}: ${key}`);
      assert.deepEqual(places(messages[key]), places(english[key]), `${language}: ${key}`);
    }
    const extra = Object.keys(messages).filter((key) => !(key in english) && !core(key));
    assert.deepEqual(extra, [], language);
    const categories = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
    for (const [key, message] of Object.entries(messages))
      if (typeof message === "object")
        assert.ok(
          categories.every((form) => form in message),
          `${language}: ${key}`,
        );
  }
});
