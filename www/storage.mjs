/**
 * What the browser keeps, for the next visit or, in `tab`, for a reload. Frames without an origin have no storage: then
 * nothing is kept.
 * @param {() => Storage} place
 */
const keeper = (place) => ({
  /** @param {string} key */
  get(key) {
    try {
      return place().getItem(`kvfit.${key}`) ?? undefined;
    } catch {
      return undefined;
    }
  },

  /** @param {string} key @param {string} value */
  set(key, value) {
    try {
      place().setItem(`kvfit.${key}`, value);
    } catch {
      // no storage here, or no room in it
    }
  },
});

export const storage = keeper(() => localStorage);
export const tab = keeper(() => sessionStorage);
