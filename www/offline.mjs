/** Whether this is the site as it is served, with other files beside it: its own policy says so; a copy is none. */
export function isSite() {
  const policy = document.querySelector("meta[http-equiv=Content-Security-Policy]")?.getAttribute("content");
  return Boolean(policy?.includes("manifest-src")) && location.protocol.startsWith("http");
}

/** The site may be installed, and opened without a network. */
export function keepOffline() {
  if (!isSite()) return;
  const link = document.createElement("link");
  link.rel = "manifest";
  link.href = "kvfit.webmanifest";
  document.head.append(link);
  // Without a worker (a sandbox throws at its mention) the page still works, with its network.
  Promise.resolve()
    .then(() => navigator.serviceWorker?.register("sw.js"))
    .catch(() => {});
}
