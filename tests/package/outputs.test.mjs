// What the build wrote: policy, provenance, self-containedness.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { root } from "../../.ci/setup.mjs";

/** @param {string} name */
const output = (name) => readFile(join(root, "dist", name), "utf8");
const online = await output("site/index.html");
const offline = await output("kvfit.html");

/** @param {string} page @returns {Map<string, string>} directive by name */
function policy(page) {
  const [, content] = page.match(/http-equiv="Content-Security-Policy" content="([^"]+)"/) ?? ["", ""];
  return new Map(content.split("; ").map((directive) => /** @type {[string, string]} */ (directive.split(/ (.*)/, 2))));
}

test("the page from a disk differs in one line, its policy", () => {
  const lines = offline.split("\n");
  const differing = online.split("\n").filter((line, index) => line !== lines[index]);
  assert.equal(differing.length, 1);
  assert.match(differing[0], /Content-Security-Policy/);
});

test("the policy allows the page's own scripts by hash, and no connection from a disk", () => {
  // What is plain text runs in no browser.
  const scripts = [...offline.matchAll(/<script(?! type="text\/plain")[^>]*>([^]*?)<\/script>/g)].map(
    ([, text]) => text,
  );
  assert.equal(scripts.length, 4); // what runs early, the worker's start, the core's, and the page's module
  const hashes = scripts.map((text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`);
  for (const page of [online, offline]) {
    assert.equal(policy(page).get("default-src"), "'none'");
    assert.equal(policy(page).get("script-src"), [...hashes, "'wasm-unsafe-eval'"].join(" "));
  }
  assert.equal(policy(offline).get("worker-src"), "blob:");
  assert.equal(policy(online).get("worker-src"), "blob: 'self'"); // for the copy without a network
  assert.equal(policy(offline).get("manifest-src"), undefined);
  assert.equal(policy(offline).get("connect-src"), "'none'");
  assert.match(policy(online).get("connect-src") ?? "", /^'self' https:\/\/huggingface\.co .*https:\/\/modelscope\.cn/);
});

test("the page is plain ASCII, which a browser reads in half the time", () => {
  assert.equal(/[^\0-\x7f].{0,40}/.exec(online)?.[0], undefined);
});

test("a page refers to no other file", () => {
  const markup = offline.replace(/<(script|style)\b[^>]*>[^]*?<\/\1>/g, "");
  assert.match(markup, /<main>/);
  assert.doesNotMatch(markup, /(?:src|href)="(?!data:|#)/);
});

test("every output says where it comes from", async () => {
  const { version } = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
  const line = new RegExp(`KVFit ${version}, commit \\S+, Emscripten [\\d.]+, catalogue \\d{4}-\\d\\d-\\d\\d`);
  for (const name of ["kvfit.mjs", "cli.mjs", "kvfit-element.js", "kvfit.html", "site/index.html"])
    assert.match(await output(name), line, name);
});

test("every script is plain ASCII: a page that embeds one may declare another encoding, or none", async () => {
  for (const name of ["kvfit.mjs", "cli.mjs", "kvfit-element.js", "kvfit.html", "site/index.html"])
    assert.doesNotMatch(await output(name), /[^\0-\x7f]/, name);
});

test("there are the outputs that the README lists", async () => {
  const names = await readdir(join(root, "dist"), { recursive: true });
  const expected = ["cli.mjs", "kvfit-element.js", "kvfit.d.ts", "kvfit.html", "kvfit.mjs", "kvfit.wasm", "site"];
  assert.deepEqual(names.filter((name) => !name.includes("/")).sort(), expected);
});
