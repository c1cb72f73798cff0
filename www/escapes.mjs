/** JSON with some letters as escapes. @param {string} json @param {RegExp} letters one at a time, of 16 bits */
export const withEscapes = (json, letters) =>
  json.replace(letters, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`);
