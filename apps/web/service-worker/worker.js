/* Keeps the shell for offline use. The build puts the version and the list of files in. */
const VERSION = '__VERSION__';
const PREFIX = 'shell-';
const CACHE = `${PREFIX}__REVISION__`;
const FILES = __FILES__;
const isCall = (url) => url.pathname.startsWith('/api/') || url.pathname === '/live';

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FILES.map((file) => new Request(file, { cache: 'reload' })))));
});

self.addEventListener('activate', (event) => {
  event.waitUntil((async () => {
    const older = await olderShells();
    // oxlint-disable-next-line no-console -- the first activation logs its version (specification, section 4)
    if (older.length === 0) console.info(`service worker ${VERSION} active`);
    // A tab that still shows the version before asks for its parts: one older shell stays until all tabs have gone on.
    await Promise.all(older.slice(0, -1).map((name) => caches.delete(name)));
    await removeOlder();
  })());
});

self.addEventListener('message', (event) => {
  if (event.data === 'skip-waiting') void self.skipWaiting();
  // A page has started with this version.
  if (event.data === 'started') event.waitUntil(removeOlder());
});

self.addEventListener('fetch', (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== 'GET' || url.origin !== self.location.origin || isCall(url)) return;
  event.respondWith(event.request.mode === 'navigate' ? kept('/', event.request) : kept(event.request, event.request));
});

/** From this version's shell, else from an older one that is still there, else from the network. */
async function kept(key, request) {
  return (await caches.match(key, { cacheName: CACHE })) ?? (await caches.match(key)) ?? fetch(request);
}

async function olderShells() {
  return (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE);
}

async function removeOlder() {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (windows.length > 1) return;
  await Promise.all((await olderShells()).map((name) => caches.delete(name)));
}
