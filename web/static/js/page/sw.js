// Caches the page's own files, never a state or a picture, for moments when the table's machine is away. This worker
// serves every version of the files, and a new worker waits until no page is open: while browsers replace a worker, the
// next page may wait for minutes.
const PAGES = "tilewatch-pages"; // and what else may be another one each time
const VERSION = /^\/static\/([0-9a-f]{12})\//; // of files that never change at their address

self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  const isOurs = event.request.method === "GET" && url.origin === location.origin;
  const isFile = url.pathname.startsWith("/static/") || url.pathname.startsWith("/texts/");
  const isPage = event.request.mode === "navigate" && !url.search && !url.pathname.startsWith("/export/");
  const version = VERSION.exec(url.pathname)?.[1];
  if (isOurs && version) event.respondWith(keptOrFresh(event.request, `tilewatch-${version}`));
  else if (isOurs && (isFile || isPage)) event.respondWith(freshOrKept(event.request));
});

async function freshOrKept(request) {
  const cache = await caches.open(PAGES);
  try {
    const answer = await fetch(request);
    if (answer.ok && !answer.redirected) await cache.put(request, answer.clone());
    return answer;
  } catch (error) {
    const kept = await cache.match(request);
    if (kept) return kept;
    throw error;
  }
}

/** A file of a version, from the cache if it is there; the first file of a new version deletes older versions. */
async function keptOrFresh(request, name) {
  const kept = await caches.match(request, { cacheName: name });
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok && answer.headers.get("Cache-Control")?.includes("immutable")) {
    await (await caches.open(name)).put(request, answer.clone());
    for (const other of await caches.keys()) if (![name, PAGES].includes(other)) await caches.delete(other);
  }
  return answer;
}
