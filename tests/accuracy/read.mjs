import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { join } from "node:path";

/** @import { Logs } from "./types.js" */

const folder = fileURLToPath(new URL(".", import.meta.url));

/** Every engine's logs. @returns {Logs[]} */
export const readLogs = () =>
  readdirSync(folder)
    .filter((name) => name.endsWith(".json"))
    .map((name) => JSON.parse(readFileSync(join(folder, name), "utf8")));
