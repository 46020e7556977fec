import type { Page } from '@playwright/test';

/**
 * Everything that a browser stores for a page's origin, as far as the page can list it, and its
 * cookies.
 */
export type Keeps = {
  readonly local: readonly string[];
  readonly session: readonly string[];
  /** Record counts by database and store. */
  readonly databases: Readonly<Record<string, number>>;
  /** URLs by cache. */
  readonly caches: Readonly<Record<string, readonly string[]>>;
  /** Names in the origin private file system. */
  readonly files: readonly string[];
  readonly cookies: readonly string[];
};

export async function listKeeps(page: Page): Promise<Keeps> {
  const listed = await page.evaluate(async () => {
    const settled = <Result>(request: IDBRequest<Result>): Promise<Result> =>
      new Promise((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result));
        request.addEventListener('error', () => reject(request.error));
      });
    const databases: Record<string, number> = {};
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await settled(indexedDB.open(name));
      for (const store of database.objectStoreNames)
        databases[`${name}/${store}`] = await settled(
          database.transaction(store).objectStore(store).count(),
        );
      database.close();
    }
    const kept: Record<string, string[]> = {};
    for (const name of await caches.keys())
      kept[name] = (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname);
    const files: string[] = [];
    for await (const name of (await navigator.storage.getDirectory()).keys()) files.push(name);
    return {
      local: Object.keys(localStorage),
      session: Object.keys(sessionStorage),
      databases,
      caches: kept,
      files,
    };
  });
  return { ...listed, cookies: (await page.context().cookies()).map(({ name }) => name) };
}

/** The text of everything in the browser's databases and storages, to search through. */
export const textOfKeeps = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const settled = <Result>(request: IDBRequest<Result>): Promise<Result> =>
      new Promise((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result));
        request.addEventListener('error', () => reject(request.error));
      });
    const parts: unknown[] = [Object.entries(localStorage), Object.entries(sessionStorage)];
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await settled(indexedDB.open(name));
      for (const store of database.objectStoreNames)
        parts.push(await settled(database.transaction(store).objectStore(store).getAll()));
      database.close();
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys())
        if (!/\.(wasm|map|bin)$/.test(request.url))
          parts.push(await (await cache.match(request))?.text());
    }
    return JSON.stringify(parts);
  });
