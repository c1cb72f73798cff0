// `npm start` as a newcomer runs it, with everything installed already.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { test } from "node:test";
import { root } from "../../.ci/setup.mjs";

test("npm start builds, serves the page and prints its address", { timeout: 600_000 }, async () => {
  const child = spawn("npm", ["start"], { cwd: root, env: { ...process.env, PORT: "0" }, detached: true });
  let output = "";
  for await (const text of child.stdout) {
    output += text;
    const [address] = output.match(/http:\/\/localhost:\d+\//) ?? [];
    if (!address) continue;
    assert.match(await (await fetch(address)).text(), /<kv-fit/);
    process.kill(-Number(child.pid), "SIGINT");
    return;
  }
  assert.fail(output);
});
