/** A file's name that every system takes. @param {string} subject @param {string} extension */
export const fileName = (subject, extension) =>
  `${`kvfit-${subject}`
    .replace(/[^\w.-]+/g, "_")
    .replace(/-+/g, "-")
    .slice(0, 80)}.${extension}`;

/** Hands the browser a file to keep. @param {string} name @param {Blob} content */
export function download(name, content) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
