/** Lets the browser answer a hand before what follows. @type {() => Promise<void>} */
export const breath = () =>
  /** @type {any} */ (globalThis).scheduler?.yield?.() ?? new Promise((resolve) => setTimeout(resolve));

/** Until the browser has drawn, or a tenth of a second: what nobody sees is not drawn. @returns {Promise<void>} */
export const sight = () =>
  new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, 100);
  });
