import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { serve } from "../../www/serve.mjs";

let folder = "";
/** @type {Awaited<ReturnType<typeof serve>>} */
let server;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), "kvfit-serve-"));
  await writeFile(join(folder, "index.html"), "<p>page</p>");
  await writeFile(join(folder, "core.wasm"), "wasm");
  server = await serve({ folder });
});
after(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

/** Asks for a path as it is written, which fetch() would tidy first.
 * @param {string} path @param {string} [method] @returns {Promise<{ status?: number, type?: string, body: string }>} */
const ask = (path, method = "GET") =>
  new Promise((resolve, reject) => {
    const { port } = new URL(server.address);
    request({ port, path, method, host: "localhost" }, async (response) => {
      const body = (await response.toArray()).join("");
      resolve({ status: response.statusCode, type: response.headers["content-type"], body });
    })
      .on("error", reject)
      .end();
  });

test("serves a folder with the types that browsers ask for", async () => {
  assert.deepEqual(await ask("/"), { status: 200, type: "text/html; charset=utf-8", body: "<p>page</p>" });
  assert.deepEqual(await ask("/core.wasm?a=b"), { status: 200, type: "application/wasm", body: "wasm" });
  assert.deepEqual(await ask("/", "HEAD"), { status: 200, type: "text/html; charset=utf-8", body: "" });
});

test("serves nothing outside it", async () => {
  for (const path of [
    "/../package.json",
    "/..%2fpackage.json",
    "/%2e%2e/package.json",
    "/..%5cx",
    "/%",
    "/absent",
    "//etc/passwd",
  ])
    assert.equal((await ask(path)).status, 404, path);
  assert.equal((await ask("/", "POST")).status, 405);
});

test("listens on this machine only", () => assert.match(server.address, /^http:\/\/localhost:\d+\/$/));
