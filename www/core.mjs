import packed from "kvfit:wasm";
import { openKvFit } from "../wasm/facade.mjs";
import { decoded } from "./decoder.mjs";

/** @type {ReturnType<typeof openKvFit> | undefined} */
let opened;

/** The calculator that all elements of a document share; its bytes travel inside this bundle, packed. */
export const core = () => (opened ??= openKvFit(decoded(packed)));
