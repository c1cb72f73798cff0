import begun from "kvfit:begun";
import { unpackFamily } from "kvfit:catalogue";
import packed from "kvfit:wasm";
import { openKvFit } from "../wasm/facade.mjs";
import { once } from "../wasm/once.mjs";
import { compiled } from "./compiled.mjs";
import { decoded } from "./decoder.mjs";

const whenIdle = globalThis.requestIdleCallback ?? setTimeout;

/** The catalogue is unpacked while the core is compiled. */
function unpackWhenIdle() {
  if (unpackFamily()) whenIdle(unpackWhenIdle);
}

/** The calculator that all elements of a document share; its bytes travel inside this bundle, packed. */
export const core = once(async () => {
  const compiling = (begun() ?? compiled()).catch(() => decoded(packed));
  unpackWhenIdle();
  whenIdle(() => new Intl.NumberFormat()); // Chromium takes 25 ms to make the first one
  return openKvFit(await compiling);
});
