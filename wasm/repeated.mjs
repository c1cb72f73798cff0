/** Marks of writing direction would turn around what is written behind them. @param {string} text */
export const withoutDirections = (text) => text.replace(/\p{Bidi_Control}/gu, "");

/** As much of a foreign text as a message repeats. @param {string} text */
export const repeated = (text) =>
  withoutDirections(text)
    .replace(/\p{Cc}/gu, "")
    .slice(0, 60);
