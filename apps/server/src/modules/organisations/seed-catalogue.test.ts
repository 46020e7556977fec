import { COLLECTIONS, STREAM_KINDS } from '@yamori/domain';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDocumentStore, type DocumentStore } from '../../core/documents/document-store.ts';
import { createInProcessBus } from '../../core/messaging/in-process-bus.ts';
import { openTemporaryDatabase, type TemporaryDatabase } from '../../testing/temporary-database.ts';
import { seedCatalogue } from './seed-catalogue.ts';

const log = pino({ level: 'silent' });
let temporary: TemporaryDatabase;
let store: DocumentStore;
beforeAll(async () => {
  temporary = await openTemporaryDatabase();
  store = createDocumentStore({
    database: temporary.database,
    bus: createInProcessBus(log),
    collections: COLLECTIONS,
    clock: () => new Date(),
    log,
  });
});
afterAll(() => temporary.drop());
const listed = (collection: string) =>
  store.list({ collection, group: false, filters: [], orderBy: [], offset: 0 });

describe('seedCatalogue', () => {
  it('creates a device type for every kind of stream and two views, even on concurrent servers', async () => {
    await Promise.all([seedCatalogue(store, log), seedCatalogue(store, log)]);
    const types = (await listed('deviceType')).map(({ data }) =>
      COLLECTIONS.deviceType.schema.strip().parse(data),
    );
    for (const kind of STREAM_KINDS)
      expect(
        types.filter(({ streams }) => streams.some((stream) => stream.kind === kind)).length,
        kind,
      ).toBeGreaterThan(0);
    expect(
      (await listed('view')).map(({ data }) => COLLECTIONS.view.schema.strip().parse(data).scope),
    ).toEqual(['domain', 'domain']);
  });

  it('preserves the changes of the maker', async () => {
    await store.commit(
      [
        { kind: 'delete', path: 'deviceType/eit' },
        { kind: 'update', path: 'view/presence', fields: [{ field: ['name'], value: 'Renamed' }] },
      ],
      { userId: null },
    );
    await seedCatalogue(store, log);
    expect((await listed('deviceType')).map(({ id }) => id)).not.toContain('eit');
    expect((await listed('view')).map(({ data }) => data['name'])).toContain('Renamed');
  });
});
