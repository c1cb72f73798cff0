// The site without a network: what was fetched last is kept, and used only where the network does not answer.
const cache = () => caches.open(`kvfit ${registration.scope}`);

addEventListener("install", (event) => {
  skipWaiting();
  event.waitUntil(cache().then((kept) => kept.addAll(["./", "kvfit.webmanifest", "icon.svg"])));
});

addEventListener("activate", (event) => event.waitUntil(clients.claim()));

addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method === "GET" && request.url.startsWith(registration.scope)) event.respondWith(answer(request));
});

async function answer(request) {
  const kept = await cache();
  try {
    const response = await fetch(request);
    if (response.ok) await kept.put(request, response.clone());
    return response;
  } catch (failure) {
    const copy = await kept.match(request, { ignoreSearch: true });
    if (copy) return copy;
    const page = request.mode === "navigate" && (await kept.match("./"));
    if (page) return page;
    throw failure;
  }
}
