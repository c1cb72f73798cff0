// Installs what is missing: Debian packages through apt, then the npm packages of the lock file.
// Uses Node's own modules only, so that it runs in a fresh checkout.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

const building = ["cmake", "ninja-build", "emscripten", "nlohmann-json3-dev", "doctest-dev", "xz-utils"];
const testing = ["g++", "clang-14", "libclang-rt-14-dev", "clang-format-14", "chromium-headless-shell"];
const documenting = ["hugo", "mkdocs", "python3-sphinx"]; // their examples are skipped where they are missing

/** Runs a command with the terminal's own output; a failure ends the program with a clear line, unless it is only told.
 * @param {string[]} command @param {(message: string) => void} [fail] */
function run(command, fail = end) {
  const { status, error } = spawnSync(command[0], command.slice(1), { cwd: root, stdio: "inherit" });
  if (status === 0) return;
  fail(`\nFailed: ${command.join(" ")}${error ? ` (${error.message})` : ""}`);
}

/** @param {string} message */
function end(message) {
  console.error(message);
  process.exit(1);
}

/** @param {string} command */
const exists = (command) => spawnSync("which", [command]).status === 0;

/** @param {string[]} wanted @param {(message: string) => void} [fail] */
function installDebianPackages(wanted, fail = end) {
  if (!exists("apt-get")) {
    console.warn(`No apt here. Please have these Debian packages' equivalents installed: ${wanted.join(" ")}`);
    return;
  }
  const { stdout } = spawnSync("dpkg-query", ["-W", "-f", "${Package} ${db:Status-Status}\n", ...wanted]);
  const installed = new Set(String(stdout).split("\n"));
  const missing = wanted.filter((name) => !installed.has(`${name} installed`));
  if (missing.length === 0) return;

  console.log(`Installing Debian packages: ${missing.join(" ")}`);
  const rights = process.getuid?.() === 0 ? [] : ["sudo"];
  if (rights.length && !exists("sudo"))
    return fail(`Please run as root: apt-get install --no-install-recommends ${missing.join(" ")}`);
  const apt = [...rights, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-q"];
  run([...apt, "update"], fail);
  run([...apt, "install", "-y", "--no-install-recommends", ...missing], fail);
}

function installNpmPackages() {
  const stamp = join(root, "node_modules", ".installed-lock");
  const lock = createHash("sha256")
    .update(readFileSync(join(root, "package-lock.json")))
    .digest("hex");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === lock) return;
  run(["npm", "ci", "--no-audit", "--no-fund"]);
  writeFileSync(stamp, lock);
}

/** @param {{ tests: boolean }} options whether the tools of the tests are wanted beside those of the build */
export function setup({ tests }) {
  installDebianPackages(tests ? [...building, ...testing] : building);
  if (tests) installDebianPackages(documenting, console.warn);
  installNpmPackages();
}
