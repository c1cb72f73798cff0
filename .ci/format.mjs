// Formats C++ with clang-format and the rest with prettier; without --write it only checks.
import { execFileSync, spawnSync } from "node:child_process";
import { root } from "./setup.mjs";

const write = process.argv.includes("--write");

/** @param {string[]} patterns */
const files = (...patterns) =>
  execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", ...patterns], { cwd: root })
    .toString()
    .split("\n")
    .filter(Boolean);

/** @param {string} tool @param {string[]} args */
const run = (tool, args) => spawnSync(tool, args, { cwd: root, stdio: "inherit" }).status === 0;

const cpp = files("*.cpp", "*.hpp");
const web = files("*.mjs", "*.ts", "*.css", "*.html", "*.json", "*.md", "*.yml", ":!package-lock.json");
const results = [
  run("clang-format-14", [...(write ? ["-i"] : ["--dry-run", "-Werror"]), ...cpp]),
  run("node_modules/.bin/prettier", [write ? "--write" : "--check", "--log-level", "warn", ...web]),
];
process.exitCode = results.every(Boolean) ? 0 : 1;
