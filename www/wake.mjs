// Runs before the page's data are read: a worker takes as long to start as they take to come.
import { Opener } from "./opener.mjs";

try {
  Object.assign(/** @type {object} */ (document.currentScript), { opener: new Opener() });
} catch {
  // Where workers are barred, the page opens the core itself.
}
