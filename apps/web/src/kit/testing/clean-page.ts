import { afterAll } from 'vitest';

/** Test files share a page, so each starts with an empty body and empty storage. */
afterAll(async () => {
  document.body.replaceChildren();
  for (const name of document.documentElement.getAttributeNames())
    document.documentElement.removeAttribute(name);
  localStorage.clear();
  sessionStorage.clear();
  const databases = await indexedDB.databases();
  await Promise.all(databases.map(({ name = '' }) => deleteDatabase(name)));
});

/** Resolves on `blocked` too: an open database is deleted once it is closed. */
function deleteDatabase(name: string): Promise<void> {
  return new Promise((resolve) => {
    const request = indexedDB.deleteDatabase(name);
    for (const event of ['success', 'error', 'blocked'])
      request.addEventListener(event, () => resolve());
  });
}
