/** A table as text in two forms; its first row is the head. @typedef {string[][]} Lines */

/** As RFC 4180 writes it. A cell that a spreadsheet would take for a formula begins with an apostrophe. @param {Lines} lines */
export const csv = (lines) =>
  lines
    .map((cells) =>
      cells
        .map((cell) => (/^[=+@\t\r]|^-(?![\d.])/.test(cell) ? `'${cell}` : cell))
        .map((cell) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell))
        .join(","),
    )
    .join("\r\n");

/** As GitHub writes it: the first column is text, the others are numbers. @param {Lines} lines */
export function markdown([head, ...rows]) {
  const line = (/** @type {string[]} */ cells) =>
    `| ${cells.map((cell) => cell.replace(/[\\|]/g, "\\$&").replace(/\s*[\r\n]+\s*/g, " ")).join(" | ")} |`;
  return [line(head), `| --- |${" ---: |".repeat(head.length - 1)}`, ...rows.map(line)].join("\n");
}
