/** Keys of a fragment that only frames use. */
export const frameKeys = ["embed", "theme"];

/**
 * What a fragment says of the frame that the page stands in: `embed=compact` or `embed=full`, and its `theme`.
 * @param {string} hash
 */
export function framed(hash) {
  const pairs = new URLSearchParams(hash.slice(1));
  return {
    embedded: pairs.has("embed"),
    compact: pairs.get("embed") === "compact",
    theme: pairs.get("theme") ?? "",
  };
}

/** Tells the page around how high this one is, now and whenever that changes. */
export function tellHeight() {
  if (window.parent === window) return;
  const root = document.documentElement;
  const tell = () =>
    window.parent.postMessage({ type: "kvfit-height", height: Math.ceil(root.getBoundingClientRect().height) }, "*");
  new ResizeObserver(tell).observe(root);
}
