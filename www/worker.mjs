// The script of the workers: one makes the core ready beside the page, one answers what takes long, others replay.
import { answerCalls } from "../wasm/answers.mjs";
import { Core } from "../wasm/core.mjs";
import { message, post, replay } from "../wasm/reuse/worker.mjs";
import { start } from "../wasm/start.mjs";
import { bytesOf } from "./base64.mjs";
import { decodeLzma } from "./lzma.mjs";

/**
 * Compiles the core and asks it a first question: the functions that this takes are compiled for the page too, which
 * shares the module.
 * @param {import("./opener.mjs").Opening} opening
 */
async function open({ decoder, packed, entry, lists }) {
  const module = await WebAssembly.compile(decodeLzma(bytesOf(decoder), bytesOf(packed)));
  const core = new Core(() => start(module));
  await core.ready;
  for (const list of lists) core.describe(list);
  const { handle } = core.open("catalogue", entry);
  core.call("size", handle, "{}");
  core.curve(handle, "{}", new Float64Array([1024]));
  return { module };
}

message().then(async (first) => {
  if ("asks" in first) return answerCalls(first);
  if (!("packed" in first)) return replay(first);
  post(await open(first).catch((error) => ({ failure: String(error) })));
});
