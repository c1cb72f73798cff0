/** What the browser keeps for the next visit. Files, and frames without an origin, have no storage: then nothing is kept. */
export const storage = {
  /** @param {string} key */
  get(key) {
    try {
      return localStorage.getItem(`kvfit.${key}`) ?? undefined;
    } catch {
      return undefined;
    }
  },

  /** @param {string} key @param {string} value */
  set(key, value) {
    try {
      localStorage.setItem(`kvfit.${key}`, value);
    } catch {
      // no storage here
    }
  },
};
