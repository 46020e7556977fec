/** Choices of this browser rather than of a person; everything else goes at sign-out. */
const STAYS: readonly RegExp[] = [/^yamori\.(preferences|pxPerMm|sign-out-owed)$/];

type Storages = Pick<Window, 'localStorage' | 'sessionStorage'> & { readonly caches?: CacheStorage };

/** Removes what the page or its libraries have left in the browser; the service worker's shell stays, it holds no data. */
export async function clearBrowserStorage({ localStorage, sessionStorage, caches }: Storages): Promise<void> {
  sessionStorage.clear();
  for (const key of Object.keys(localStorage)) if (!STAYS.some((pattern) => pattern.test(key))) localStorage.removeItem(key);
  for (const name of (await caches?.keys()) ?? []) if (!name.startsWith('shell-')) await caches?.delete(name);
}
