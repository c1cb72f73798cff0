// Runs once the page's data are there, before the page's script is read: the core is decoded and compiled meanwhile.
import { compiled } from "./compiled.mjs";

const { opener } = /** @type {{ opener?: import("./opener.mjs").Opener }} */ (
  /** @type {unknown} */ (document.getElementById("wake"))
);
const core = compiled(opener);
core.catch(() => {}); // told to who asks for it
Object.assign(/** @type {object} */ (document.currentScript), { core });
