/** The bytes that a text in base64 stands for. @param {string} text @returns {Uint8Array<ArrayBuffer>} */
export const bytesOf = (text) =>
  "fromBase64" in Uint8Array
    ? /** @type {any} */ (Uint8Array).fromBase64(text)
    : Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
