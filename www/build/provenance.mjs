// Where a build comes from: it stands in every output and on the page.
import { execFileSync } from "node:child_process";
import { readFile } from "node:fs/promises";

/** @typedef {{ version: string, commit: string, date: string, compiler: string, catalogue: string }} Provenance
 * date: the day of the commit, where there is no history that of the catalogue */

/** @param {string} command @param {string[]} args @param {string} cwd */
function firstLine(command, args, cwd) {
  try {
    return execFileSync(command, args, { cwd, stdio: ["ignore", "pipe", "ignore"] }).toString().split("\n")[0];
  } catch {
    return ""; // an exported folder has no history
  }
}

/** @param {string} root @param {string} catalogue the date of its newest fact
 * @returns {Promise<Provenance>} */
export async function provenance(root, catalogue) {
  const { version } = JSON.parse(await readFile(`${root}/package.json`, "utf8"));
  const commit = firstLine("git", ["describe", "--always", "--dirty", "--abbrev=12", "--exclude=*"], root) || "unknown";
  const date = firstLine("git", ["log", "-1", "--format=%cs"], root) || catalogue;
  const emcc = firstLine("emcc", ["--version"], root).match(/\d+\.\d+\.\d+/)?.[0] ?? "unknown";
  return { version, commit, date, compiler: `Emscripten ${emcc}`, catalogue };
}

/** @param {Provenance} of */
export const provenanceLine = ({ version, commit, compiler, catalogue }) =>
  `KVFit ${version}, commit ${commit}, ${compiler}, catalogue ${catalogue}. MIT license.`;
