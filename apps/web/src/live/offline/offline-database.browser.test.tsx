import { afterEach, describe, expect, it } from 'vitest';
import {
  OFFLINE_DATABASE,
  OFFLINE_STORES,
  openOfflineDatabase,
  settled,
} from './offline-database.ts';

afterEach(() => settled(indexedDB.deleteDatabase(OFFLINE_DATABASE)));

/** The database as version 1 of the product left it. */
async function openOldDatabase(): Promise<void> {
  const opening = indexedDB.open(OFFLINE_DATABASE, 1);
  opening.addEventListener('upgradeneeded', () => {
    opening.result.createObjectStore('member');
    for (const name of ['documents', 'questions', 'commands'])
      opening.result.createObjectStore(name, { autoIncrement: true });
  });
  const old = await settled(opening);
  await settled(
    old.transaction(['member'], 'readwrite').objectStore('member').put('somebody', 'member'),
  );
  old.close();
}

describe('the offline database', () => {
  it('data of an older version survives, and the new store is added', async () => {
    await openOldDatabase();
    const database = await openOfflineDatabase(indexedDB);
    const found = await database.transaction(OFFLINE_STORES, 'readonly', async (stores) => [
      await settled<unknown>(stores('member').get('member')),
      await settled(stores('uploads').count()),
    ]);
    expect(found).toEqual(['somebody', 0]);
    database.close();
  });
});
