// Every message that a view asks for exists in every language, none is left that nothing asks for, and every word of the
// core has its sentence in the languages beside English.
import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { test } from "node:test";
import { messagesModule } from "../../www/build/messages.mjs";
import { translator } from "../../www/i18n.mjs";
import { languages } from "../../www/languages.mjs";
import english from "../../www/messages/en.mjs";
import { others } from "../../www/messages/others.mjs";
import { decodeLzma } from "../../www/lzma.mjs";
import { unpack } from "../../www/messages/unpack.mjs";
import { decoder } from "./decoder.mjs";

/** @typedef {import("../../www/i18n.mjs").Message} Message */

/** Text of all files of a folder whose names fit. @param {string} path @param {RegExp} wanted */
async function sources(path, wanted) {
  const folder = new URL(`../../${path}/`, import.meta.url);
  const names = await readdir(folder, { recursive: true });
  const texts = names.filter((name) => wanted.test(name)).map((name) => readFile(new URL(name, folder), "utf8"));
  return (await Promise.all(texts)).join("\n");
}

const text = await sources("www", /^(?!messages|build).*\.(mjs|html)$/);
const core = await sources("core/src", /\.[ch]pp$/);
const engines = await sources("core/src/engine", /\.cpp$/);
const profiles = await sources("core/src/engine", /profile\.cpp$/);
const reuse = await sources("core/src/api", /reuse_keys\.cpp$/);
const estimates = await sources("core/src/estimate", /\.cpp$/);
const translations = Object.entries(others());

/** Keys that stand whole in the sources: in a call, in a list, or in a page's braces. */
const whole = new Set([...text.matchAll(/(?:["']|\{\{)([a-z]\w*(?:\.[\w-]+)+)(?:["']|\}\})/g)].map(([, key]) => key));

/** Beginnings and ends of keys that a value completes: `figure.${name}.help`. */
const begun = [...text.matchAll(/`([a-z]\w*\.[\w.-]*)\$\{[^`]*\}([\w.-]*)`/g)].map(([, start, end]) => [start, end]);

/** Words of the core, which English need not have: their keys are made by kind and code. */
const said =
  /^(errors|notes|warnings|verdicts|remedies|refusals|flags|rules|settings|sources|standards|versions)\.|^trace\.bad\.|^traffic\.\w+\.doc$/;

/** How the core writes a word: at the head of an error or a note, in the calls that make one, as a rule's name. */
const patterns = [
  /(?:push_back\(\s*\{|return\s*\{+|Error\s*\{+|(?:fail|refused|refusal)\(\s*\{\{)\s*"([a-z]+(?:_[a-z0-9]+)+)"/g,
  /\b(?:note|warn|refuse|refusal|wrong|fail|error|offer|halved|say|ungroupable)\(\s*"([a-z]+(?:_[a-z0-9]+)*)",/g,
  /\bwrong\("(\w+)"\)/g,
  /"((?:vllm|sglang|llamacpp|tensorrtllm|lmdeploy|lmcache)_[a-z_]+)"/g,
  /"(log_[a-z_]+)",/g,
  /\.refusal = "([a-z_]+)"/g,
  /\{"\w+", "([a-z]+_[a-z_]+)", "(?:the|as|one|divides)\b/g,
];

/** All texts of a message. @param {Message} message */
const texts = (message) => (typeof message === "string" ? [message] : Object.values(message));

/** @param {string} text */
const places = (text) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();

/** Places of all texts of a message, each once. @param {Message} message */
const allPlaces = (message) => [...new Set(texts(message).flatMap(places))].sort();

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
    whole.has(key) || said.test(key) || begun.some(([start, end]) => key.startsWith(start) && key.endsWith(end));
  assert.deepEqual(
    Object.keys(english).filter((key) => !used(key)),
    [],
  );
});

test("every language has the same messages with the same places", () => {
  assert.deepEqual(Object.keys(languages), ["en", ...translations.map(([language]) => language)]);
  const [[, first]] = translations;
  for (const [language, messages] of translations) {
    const own = Object.keys(messages);
    assert.deepEqual(new Set(own), new Set(Object.keys(first)), language);
    for (const key of Object.keys(english)) {
      assert.ok(key in messages, `${language}: ${key}`);
      if (!said.test(key)) assert.deepEqual(allPlaces(messages[key]), allPlaces(english[key]), `${language}: ${key}`);
    }
    for (const key of own) {
      assert.ok(key in english || said.test(key), `${language}: ${key} is left over`);
      if (said.test(key))
        assert.deepEqual(texts(messages[key]).map(places), texts(first[key]).map(places), `${language}: ${key}`);
    }
  }
});

test("no text is empty, and plural forms are those of the language", () => {
  for (const [language, messages] of [["en", english], ...translations]) {
    const categories = new Intl.PluralRules(String(language)).resolvedOptions().pluralCategories;
    for (const [key, message] of Object.entries(messages)) {
      assert.ok(texts(message).length > 0 && texts(message).every((one) => one.trim() === one && one !== ""), key);
      if (typeof message === "object" && !Array.isArray(message))
        assert.deepEqual(Object.keys(message).sort(), [...categories].sort(), `${language}: ${key}`);
    }
  }
});

test("every word of the core has its sentence in every language", () => {
  const kinds = ["errors", "notes", "warnings", "verdicts", "remedies", "flags", "refusals", "rules", "trace.bad"];
  const codes = new Set(patterns.flatMap((pattern) => [...core.matchAll(pattern)].map(([, code]) => code)));
  assert.ok(codes.size > 100, `only ${codes.size} words are found`);
  for (const [language, messages] of translations) {
    const missing = [...codes].filter((code) => !kinds.some((kind) => `${kind}.${code}` in messages));
    assert.deepEqual(missing, [], language);
  }
});

test("versions, defaults, settings and estimates of the engines are worded in every language", () => {
  const found = (/** @type {string} */ kind, /** @type {string} */ text, /** @type {RegExp} */ pattern) =>
    [...text.matchAll(pattern)].map(([, word]) => `${kind}.${word}`);
  const asked = [
    ...found("versions", engines, /\{"[\w.-]+",\s*"([^"]*[a-z]{2}[^"]*)",\s*"[^"]*\d{4}-\d\d-\d\d[^"]*"\}/g),
    ...found("standards", profiles, /\{"\w+",\s*"[^"]*",\s*"([^"]*[a-z] [^"]*|on|off|none)"\}/g),
    ...found("standards", reuse, /, "([^"]*[a-z] [^"]*|none)", "Reuse/g),
    ...found("settings", reuse, /\{"(\w+)", [^\n]*"Reuse/g),
    ...found("settings", profiles, /\{"(\w+)",\s*"[^"]*",\s*"[^"]*"\}/g),
    ...found(
      "sources",
      estimates,
      /(?:"|; )((?!start-ups[":])[^";\n]*\b(?:start-ups|sample|logits|\d%)[^";\n]*)(?="|; )/g,
    ),
  ];
  assert.ok(asked.length > 40, `only ${asked.length} are found`);
  for (const [language, messages] of translations)
    assert.deepEqual(
      asked.filter((key) => !(key in messages)),
      [],
      language,
    );
});

test("a bundle unpacks every language as it was", () => {
  const { contents } = messagesModule(english, others());
  const text = decodeLzma(decoder, /** @type {Uint8Array} */ (contents));
  assert.deepEqual(unpack(text, english), others());
});

test("a sentence of the core names its values, numbers as the language writes them", () => {
  const said = (/** @type {Record<string, string>} */ params, code = "few") =>
    translator("ko", {
      "notes.few": ["{tokens} of {most}", "{tokens}"],
      "notes.size": "{bytesGib}",
      "said.with_hint": "{message}; {hint}",
    }).said("notes", { code, message: "core", hint: "do", params });
  assert.equal(said({ tokens: "131072", most: "2 %" }), "131,072 of 2 %");
  assert.equal(said({ tokens: "0.88" }), "0.88");
  assert.equal(said({ bytes: String(3 * 2 ** 30) }, "size"), "3\u202fGiB");
  assert.equal(said({ tokens: "a\u202eb" }), "ab");
  assert.equal(said({}), "core; do");
  assert.equal(said({}, "other"), "core; do");
});
