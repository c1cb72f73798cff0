// What the page weighs by component: as it stands in the file, and as gzip carries it.
import { gzipSync } from "node:zlib";

/**
 * @param {string} page the whole file
 * @param {Record<string, string>} parts texts that stand in it; what is left of the page is its scripts
 * @returns {string} a table
 */
export function weightTable(page, parts) {
  const weigh = (/** @type {string} */ text) => [Buffer.byteLength(text), gzipSync(text, { level: 9 }).length];
  const all = weigh(page);
  const rows = Object.entries(parts).map(([name, text]) => ({ name, sizes: weigh(text) }));
  const scripts = all.map((size, i) => rows.reduce((left, { sizes }) => left - sizes[i], size));
  const line = (/** @type {string} */ name, /** @type {(string | number)[]} */ cells) =>
    name.padEnd(12) + cells.map((cell) => cell.toLocaleString("en").padStart(10)).join("");
  return [
    line("index.html", ["raw", "gzip"]),
    ...[...rows, { name: "js", sizes: scripts }, { name: "all", sizes: all }].map(({ name, sizes }) => line(name, sizes)),
  ].join("\n");
}
