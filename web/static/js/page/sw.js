// Keeps the page's own files for the moments when the table's machine is away; never a state or a picture.
// Those of one version: its address names it.
const VERSION = location.search.slice(1);
const KEPT = `tilewatch-${VERSION}`;

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(forgetOld()));
self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  const isOurs = event.request.method === "GET" && url.origin === location.origin;
  const isFile = url.pathname.startsWith("/static/") || url.pathname.startsWith("/texts/");
  const isPage = event.request.mode === "navigate" && !url.search && !url.pathname.startsWith("/export/");
  if (isOurs && url.pathname.startsWith(`/static/${VERSION}/`)) event.respondWith(keptOrFresh(event.request));
  else if (isOurs && (isFile || isPage)) event.respondWith(freshOrKept(event.request));
});

async function forgetOld() {
  for (const name of await caches.keys()) if (name !== KEPT) await caches.delete(name);
  await self.clients.claim();
}

async function freshOrKept(request) {
  const cache = await caches.open(KEPT);
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

async function keptOrFresh(request) {
  const cache = await caches.open(KEPT);
  return (await cache.match(request)) ?? freshOrKept(request);
}
