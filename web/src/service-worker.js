// Keeps the static files, so that the page opens without a network. The WebSocket of `nimatron serve` never comes here.
const CACHE = "nimatron-" + __VERSION__;
const FILES = __FILES__;
// The engine is beside the page on static hosts only; its absence is no failure.
const ENGINE = ["wasm/nimatron_web.js", "wasm/nimatron_web_bg.wasm"];

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches.open(CACHE).then(async (cache) => {
      await cache.addAll(FILES);
      await Promise.allSettled(ENGINE.map((file) => cache.add(file)));
      await self.skipWaiting();
    }),
  );
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    caches.keys().then(async (names) => {
      await Promise.all(names.filter((name) => name.startsWith("nimatron-") && name !== CACHE).map((name) => caches.delete(name)));
      await self.clients.claim();
    }),
  );
});

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== self.location.origin) return;
  const hashed = url.pathname.includes("/assets/");
  event.respondWith(hashed ? keptFirst(event.request) : freshFirst(event.request));
});

/** Files whose names change with their contents. */
async function keptFirst(request) {
  return (await caches.match(request)) ?? fetch(request);
}

/** The page itself and what keeps its name: from the network, and from the cache when there is none. */
async function freshFirst(request) {
  const cache = await caches.open(CACHE);
  try {
    const response = await fetch(request);
    if (response.ok) cache.put(request, response.clone());
    return response;
  } catch (error) {
    const kept = (await cache.match(request, { ignoreSearch: true })) ?? (request.mode === "navigate" ? await cache.match("./") : undefined);
    if (kept) return kept;
    throw error;
  }
}
