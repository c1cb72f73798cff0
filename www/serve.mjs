// A static server for this machine only: `npm start` and the page tests use it.
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

export const site = fileURLToPath(new URL("../dist/site/", import.meta.url));

/** @type {Record<string, string>} */
const types = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".mjs": "text/javascript; charset=utf-8",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".wasm": "application/wasm",
  ".webmanifest": "application/manifest+json",
};

/** Serves a folder. URL resolution has removed every `..` before a path is joined to it.
 * @param {{ folder?: string, port?: number }} [options] port 0 takes any free one
 * @returns {Promise<{ address: string, close: () => Promise<void> }>} */
export async function serve({ folder = site, port = 0 } = {}) {
  const server = createServer(async (request, response) => {
    /** @param {number} status @param {string | Buffer} body @param {string} [type] */
    const answer = (status, body, type = types[".txt"]) => {
      const packed = /\bgzip\b/.test(String(request.headers["accept-encoding"]));
      response
        .writeHead(status, {
          "content-type": type,
          "cache-control": "no-cache",
          ...(packed ? { "content-encoding": "gzip" } : {}),
        })
        .end(request.method === "HEAD" ? undefined : packed ? gzipSync(body) : body);
    };
    if (request.method !== "GET" && request.method !== "HEAD") return answer(405, "Only GET and HEAD\n");
    try {
      const path = decodeURIComponent(new URL(request.url ?? "/", "http://localhost").pathname);
      if (/\.\.|\\|\0/.test(path)) return answer(404, "Not found\n");
      const file = path.endsWith("/") ? `${path}index.html` : path;
      answer(200, await readFile(join(folder, file)), types[extname(file)] ?? "application/octet-stream");
    } catch {
      answer(404, "Not found\n");
    }
  });
  await new Promise((resolve, reject) => server.once("error", reject).listen(port, "127.0.0.1", () => resolve(null)));
  const { port: taken } = /** @type {import("node:net").AddressInfo} */ (server.address());
  return {
    address: `http://localhost:${taken}/`,
    close: () => new Promise((resolve) => (server.closeAllConnections(), server.close(() => resolve()))),
  };
}
