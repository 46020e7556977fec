/* Keeps the shell for offline use. The build puts the version and the list of files in. */
const VERSION = '__VERSION__';
const PREFIX = 'shell-';
const CACHE = `${PREFIX}__REVISION__`;
const FILES = __FILES__;
/* The shell holds nothing for calls to the server. */
const API = '/api/';

self.addEventListener('install', (event) => {
  // Chromium lets a new version in when the one before has nothing to do, or after five minutes:
  // calls must not keep it busy. Browsers without routes ask the fetch listener below.
  if (event.addRoutes !== undefined)
    event.waitUntil(
      event.addRoutes({
        condition: { urlPattern: { pathname: `${API}*` } },
        source: 'network',
      }),
    );
  event.waitUntil(
    caches
      .open(CACHE)
      .then((cache) => cache.addAll(FILES.map((file) => new Request(file, { cache: 'reload' })))),
  );
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      const older = await olderShells();
      /*
        oxlint-disable-next-line no-console
        -- the first activation logs its version (specification, section 4)
      */
      if (older.length === 0) console.info(`service worker ${VERSION} active`);
      // A tab that still shows the version before asks for its parts: one older shell stays until
      // all tabs have gone on.
      await Promise.all(older.slice(0, -1).map((name) => caches.delete(name)));
      await removeOlder();
    })(),
  );
});

self.addEventListener('message', (event) => {
  if (event.data === 'skip-waiting') void self.skipWaiting();
  // A page has started with this version.
  if (event.data === 'started') event.waitUntil(removeOlder());
});

/*
 * An alarm while none of our pages may be open. It names the room and what happened, and never the
 * person.
 */
self.addEventListener('push', (event) => {
  event.waitUntil(tell(event.data.json()));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data.path));
});

/* The browser has changed its address: whoever was told here still is. */
self.addEventListener('pushsubscriptionchange', (event) => {
  event.waitUntil(
    (async () => {
      const options = event.oldSubscription?.options;
      const subscription =
        event.newSubscription ??
        (options === undefined ? null : await self.registration.pushManager.subscribe(options));
      if (subscription === null) return;
      await fetch('/api/notices/browsers', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(subscription),
      });
    })(),
  );
});

self.addEventListener('fetch', (event) => {
  const url = new URL(event.request.url);
  const isFile = url.origin === self.location.origin && !url.pathname.startsWith(API);
  if (event.request.method !== 'GET' || !isFile) return;
  event.respondWith(
    event.request.mode === 'navigate'
      ? kept('/', event.request)
      : kept(event.request, event.request),
  );
});

/**
 * Browsers want every push shown; one before which somebody sits makes no sound of its own, for the
 * page does. A quiet one takes the place of an alarm to which somebody goes: it is put away by
 * itself where a page shows how that stands.
 */
async function tell({ title, body, tag, path, at, quiet = false }) {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (!quiet) for (const page of windows) page.postMessage({ kind: 'pushed', tag });
  const isWatched = windows.some(({ focused }) => focused);
  const isLoud = !quiet && !isWatched;
  await self.registration.showNotification(title, {
    body,
    tag,
    data: { path },
    timestamp: at,
    icon: '/icon-192.png',
    badge: '/badge.png',
    renotify: isLoud,
    silent: !isLoud,
    requireInteraction: isLoud,
  });
  if (!quiet || !windows.some(({ visibilityState }) => visibilityState === 'visible')) return;
  for (const notice of await self.registration.getNotifications({ tag })) notice.close();
}

/**
 * In a page that is open: loaded anew it would be silent until somebody presses something in it,
 * and lose what is being written.
 */
async function open(path) {
  const windows = await self.clients.matchAll({ type: 'window' });
  const page = windows.find(({ visibilityState }) => visibilityState === 'visible') ?? windows[0];
  if (page === undefined) return void (await self.clients.openWindow(path));
  await page.focus().catch(() => undefined);
  page.postMessage({ kind: 'open', path });
}

/** From this version's shell, else from an older one that is still there, else from the network. */
async function kept(key, request) {
  return (
    (await caches.match(key, { cacheName: CACHE })) ?? (await caches.match(key)) ?? fetch(request)
  );
}

async function olderShells() {
  return (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE);
}

async function removeOlder() {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (windows.length > 1) return;
  await Promise.all((await olderShells()).map((name) => caches.delete(name)));
}
