/* Keeps the shell for offline use. The build puts the version and the list of files in. */
const VERSION = '__VERSION__';
const CACHE = 'shell-__REVISION__';
const FILES = __FILES__;
const isCall = (url) => url.pathname.startsWith('/api/') || url.pathname === '/live';

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FILES.map((file) => new Request(file, { cache: 'reload' })))));
});

self.addEventListener('activate', (event) => {
  event.waitUntil((async () => {
    const older = (await caches.keys()).filter((name) => name.startsWith('shell-') && name !== CACHE);
    // oxlint-disable-next-line no-console -- the first activation logs its version (specification, section 4)
    if (older.length === 0) console.info(`service worker ${VERSION} active`);
    await Promise.all(older.map((name) => caches.delete(name)));
  })());
});

self.addEventListener('message', (event) => {
  if (event.data === 'skip-waiting') void self.skipWaiting();
});

self.addEventListener('fetch', (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== 'GET' || url.origin !== self.location.origin || isCall(url)) return;
  if (event.request.mode === 'navigate') {
    event.respondWith(caches.match('/', { cacheName: CACHE }).then((hit) => hit ?? fetch(event.request)));
    return;
  }
  event.respondWith(caches.match(event.request, { cacheName: CACHE }).then((hit) => hit ?? fetch(event.request)));
});
