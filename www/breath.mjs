/** Lets the browser draw and answer a hand before what follows. @type {() => Promise<void>} */
export const breath = () =>
  /** @type {any} */ (globalThis).scheduler?.yield?.() ?? new Promise((resolve) => setTimeout(resolve));
