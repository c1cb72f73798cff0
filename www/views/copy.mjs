import { copyText } from "../clipboard.mjs";

const shown = 2000; // milliseconds

/**
 * Puts a text on the clipboard, and says so for a moment where the text stands.
 * @param {import("../types.js").Frame} frame @param {string} text @param {string} key that `surface.copied` has meanwhile
 */
export async function copy(frame, text, key) {
  if (!(await copyText(text))) return;
  frame.show({ copied: key });
  setTimeout(() => frame.show({ copied: undefined }), shown);
}
