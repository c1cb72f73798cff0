// The built package, with the types of its sources.
const built = new URL("../../dist/kvfit.mjs", import.meta.url).href;
const { loadKvFit, KvFitError } = /** @type {typeof import("../../wasm/kvfit.js")} */ (await import(built));

export { KvFitError, loadKvFit };
export const kvfit = await loadKvFit();

/** The error that a call throws. @param {() => unknown} call @returns {import("../../wasm/kvfit.js").KvFitError} */
export function refusalOf(call) {
  try {
    call();
  } catch (error) {
    if (error instanceof KvFitError) return error;
    throw error;
  }
  throw new Error("nothing was refused");
}

/** A scenario over a sketch of an architecture; what is left out is 0 or empty, as the core reads it.
 * @param {import("./architectures.mjs").Sketch} architecture @param {object} settings
 * @returns {import("../../wasm/kvfit.js").Scenario} */
export const asked = (architecture, settings) => /** @type {any} */ ({ architecture, ...settings });
