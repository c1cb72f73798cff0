// What the worker that Background starts does: a core of its own answers one call after another.
import { Core } from "./core.mjs";
import { asMessage } from "./error.mjs";
import { Held } from "./held.mjs";
import { start } from "./start.mjs";

/** @param {{ asks: Uint8Array | ArrayBuffer | WebAssembly.Module }} first message */
export function answerCalls({ asks }) {
  const core = new Core(() => start(asks));
  const held = new Held(core, "architecture", 16);
  globalThis.onmessage = async ({ data: { id, name, architecture, settings } }) => {
    try {
      await core.ready;
      globalThis.postMessage({ id, result: core.call(name, held.get(architecture).handle, settings) });
    } catch (error) {
      globalThis.postMessage({ id, ...asMessage(error) });
    }
  };
}
