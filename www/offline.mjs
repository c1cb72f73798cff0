/**
 * Where the site is served with its manifest and its worker, the browser may install it and open it without a network.
 * The page's own policy says whether it is such a site; a frame and a copy are not.
 */
export function keepOffline() {
  const policy = document.querySelector("meta[http-equiv=Content-Security-Policy]")?.getAttribute("content");
  if (!policy?.includes("manifest-src") || !location.protocol.startsWith("http")) return;
  const link = document.createElement("link");
  link.rel = "manifest";
  link.href = "kvfit.webmanifest";
  document.head.append(link);
  navigator.serviceWorker?.register("sw.js").catch(() => {}); // without one the page still works, with its network
}
