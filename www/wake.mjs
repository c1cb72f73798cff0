// Runs once the page's data are there, before the page's script is read: the core is decoded and compiled meanwhile.
import { compiled } from "./compiled.mjs";

const core = compiled();
core.catch(() => {}); // told to who asks for it
Object.assign(/** @type {object} */ (document.currentScript), { core });
