import decoder from "kvfit:unpack";
import packed from "kvfit:wasm";
import entry from "kvfit:worked";
import { Opener } from "./opener.mjs";

/** What the element asks the core for whatever the scenario is. */
const lists = ["engines", "settings", "dtypes"];

/** Decodes and compiles the core in a worker, so that the page stays free. @param {Opener} [opener] where one waits */
export const compiled = async (opener = new Opener()) => opener.open({ decoder, packed, entry, lists });
