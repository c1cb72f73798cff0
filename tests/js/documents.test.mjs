// The pages beside the calculator: their words, and what a template becomes without a script.
import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { test } from "node:test";
import { html, nothing } from "lit-html";
import { own } from "../../www/documents/context.mjs";
import { markup } from "../../www/documents/markup.mjs";
import { kvfit } from "./kvfit.mjs";

/** @param {import("../../www/i18n.mjs").Message} message */
const places = (message) =>
  [...new Set([...JSON.stringify(message).matchAll(/\{(\w+)\}/g)].map(([, name]) => name))].sort();

const folder = new URL("../../www/documents/", import.meta.url);
const names = (await readdir(folder)).filter((name) => name.endsWith(".mjs"));
const text = (await Promise.all(names.map((name) => readFile(new URL(name, folder), "utf8")))).join("\n");

test("every language has the documents' messages with the same places", () => {
  const { en, ...translations } = own;
  for (const [language, messages] of Object.entries(translations)) {
    const kinds = kvfit.kinds().map(({ kind }) => `kind.${kind}`);
    assert.deepEqual(new Set(Object.keys(messages)), new Set([...Object.keys(en), ...kinds]), language);
    for (const key of Object.keys(en)) assert.deepEqual(places(messages[key]), places(en[key]), `${language}: ${key}`);
  }
});

test("every kind of a published part has its rule, source and date, once", () => {
  const rules = kvfit.kinds();
  assert.equal(new Set(rules.map(({ kind }) => kind)).size, rules.length);
  for (const { sentence, source, read } of rules) {
    assert.match(sentence, /^Each layer .*\.$/);
    assert.ok(source.length > 10);
    assert.match(read, /^\d{4}-\d\d-\d\d$/);
  }
  const published = kvfit.models().flatMap(({ id }) => kvfit.model(id).architecture.parts.map(({ kind }) => kind));
  for (const kind of new Set(published))
    assert.ok(
      rules.some((rule) => rule.kind === kind),
      kind,
    );
});

test("no message of the documents is left over or missing", () => {
  const begun = [...text.matchAll(/`([a-z]\w*\.[\w.-]*|)\$\{[^`]*\}([\w.-]*)`/g)].map(([, start, end]) => [start, end]);
  const used = (/** @type {string} */ key) =>
    text.includes(`"${key}"`) ||
    begun.some(([start, end]) => key.startsWith(start) && key.endsWith(end) && start + end !== "");
  assert.deepEqual(
    Object.keys(own.en).filter((key) => !used(key)),
    [],
  );
  const asked = [...text.matchAll(/"((?:method|accuracy|document)\.[\w.]+)"/g)].map(([, key]) => key);
  assert.deepEqual(
    asked.filter((key) => !(key in own.en)),
    [],
  );
});

test("a template becomes text in which values cannot be markup", () => {
  const hostile = '<script>"&';
  const list = [html`<li>${1}</li>`, nothing, undefined];
  const text = markup(
    // prettier-ignore
    html`<p title=${hostile} id=${nothing} ?hidden=${false} ?open=${true} class="a ${"b"}" @click=${() => 0}>${hostile}${list}</p>`,
  );
  assert.equal(text, '<p title="&lt;script&gt;&quot;&amp;" open class="a b">&lt;script&gt;&quot;&amp;<li>1</li></p>');
});
