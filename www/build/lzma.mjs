import { spawnSync } from "node:child_process";

const sizeAt = 5; // where the head of the format holds the size of what was packed

/**
 * Packs bytes in the `.lzma` format by Debian's xz. From a pipe it leaves the size open; the reader wants it.
 * @param {Uint8Array} bytes
 * @param {string} [fit] what suits the bytes: how literals and positions are told apart
 * @returns {Buffer}
 */
export function lzma(bytes, fit = "lc=4,pb=0") {
  const args = ["--format=lzma", `--lzma1=preset=9e,${fit}`, "--stdout"];
  const { stdout, status, error } = spawnSync("xz", args, { input: bytes, maxBuffer: 2 ** 28 });
  if (status !== 0) throw new Error(`Failed: xz ${args.join(" ")}${error ? ` (${error.message})` : ""}`);
  stdout.writeBigUInt64LE(BigInt(bytes.length), sizeAt);
  return stdout;
}
