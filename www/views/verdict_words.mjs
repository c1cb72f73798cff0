/** The three states: a shape and a colour by the class, and a word. @type {Record<string, { tone: string, said: string }>} */
export const words = {
  fits: { tone: "good", said: "fit.yes" },
  tight: { tone: "tight", said: "fit.tight" },
  does_not_fit: { tone: "bad", said: "fit.no" },
};
