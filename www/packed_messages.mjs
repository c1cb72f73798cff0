import packed from "kvfit:messages";
import { decoded } from "./decoder.mjs";
import en from "./messages/en.mjs";
import { unpack } from "./messages/unpack.mjs";

/** @type {ReturnType<typeof unpack> | undefined} */
let opened;

/** Messages of the languages beside English, unpacked when one of them is first spoken: 11 KB less of the page. */
export const others = () => (opened ??= unpack(decoded(packed), en));
