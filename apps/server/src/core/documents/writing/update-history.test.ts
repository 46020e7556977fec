import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  COLLECTIONS,
  RULES,
  updateHistoryCollection,
  type Actor,
  type DocumentMap,
  type Write,
} from '@yamori/domain';
import { createInProcessBus } from '../../messaging/in-process-bus.ts';
import {
  openTemporaryDatabase,
  type TemporaryDatabase,
} from '../../../testing/temporary-database.ts';
import { createDocumentAccess, type DocumentAccess } from '../document-access.ts';
import { createDocumentStore, type DocumentStore } from '../document-store.ts';
import {
  aDevice,
  aDomain,
  anAccident,
  anActor,
  aQuery,
  aRoom,
  aStaff,
  change,
  SERVER,
} from '../testing/test-documents.ts';
import { hashEntry } from './entry-hash.ts';
import { createHistory } from './update-history.ts';

const AT = new Date('2026-11-22T03:00:00.000Z');
const held: { temporary?: TemporaryDatabase } = {};
const database = () => (held.temporary ?? expect.fail('no database')).database;
let store: DocumentStore;
let access: DocumentAccess;
beforeAll(async () => {
  held.temporary = await openTemporaryDatabase();
  const log = pino({ level: 'silent' });
  store = createDocumentStore({
    database: held.temporary.database,
    bus: createInProcessBus(log),
    collections: COLLECTIONS,
    clock: () => AT,
    log,
    records: true,
  });
  access = createDocumentAccess({ store, rules: RULES });
  await store.commit([aDomain('top'), aDomain('ward', 'top'), aDomain('other')], SERVER);
  await store.commit(
    [
      aRoom('101', 'ward', { rootDomainId: 'top' }),
      aRoom('901', 'other'),
      aDevice('D-1', 'other', null),
    ],
    SERVER,
  );
});
afterAll(() => held.temporary?.drop());

const owner = (...domains: string[]): Actor =>
  anActor('ownerAdministrator', domains, { userId: 'own' });
const STATUS = {
  online: true,
  onlineSince: AT,
  lastFrameAt: AT,
  lastHeartbeatAt: AT,
  batteryPercent: null,
  signalDbm: null,
  fault: 'none',
  faultSince: AT,
  clockOffsetSeconds: null,
  framesReceived: 1,
  framesRefused: 0,
};
const WARD = owner('ward');
const verified = async (path: string): Promise<Write> => ({
  kind: 'verify',
  path,
  version: (await store.read([path]))[0]?.version ?? null,
});
const about = (path: string) =>
  aQuery('updateHistory', { filters: [{ field: ['path'], op: '==', value: path }] });
const entries = async (path: string): Promise<DocumentMap[]> =>
  (await store.list(about(path))).map(({ data }) => data);

describe('update history', () => {
  it('an entry names the member, the changed fields with both values, and the address', async () => {
    await access.commit(
      WARD,
      [
        change('room/101', {
          occupant: { alias: 'Alias', sex: 'female', birthYear: 1941, note: 'takes medicine' },
          tags: ['falls'],
        }),
        change('room/101', { capacity: 2 }),
      ],
      { address: '10.0.0.0/24' },
    );
    const [entry, ...more] = await entries('room/101');
    expect(more).toEqual([]);
    expect(entry).toMatchObject({
      at: AT,
      actorId: 'own',
      action: 'update',
      path: 'room/101',
      domainId: 'ward',
      rootDomainId: 'top',
      address: '10.0.0.0/24',
    });
    expect(entry?.['changes']).toEqual([
      { field: 'capacity', before: 1, after: 2 },
      { field: 'occupant', before: null, after: null },
      { field: 'tags', before: null, after: null },
    ]);
    expect(updateHistoryCollection.schema.safeParse(entry).success).toBe(true);
  });

  it('writes of the server, writes without changes and computed fields are not recorded', async () => {
    const before = (await entries('room/901')).length;
    await store.commit([change('room/901', { name: '902' })], SERVER);
    await store.commit([change('room/901', { name: '902' })], { userId: 'somebody' });
    await store.commit([change('device/D-1', { status: STATUS })], { userId: 'somebody' });
    expect((await entries('room/901')).length).toBe(before);
    expect(await entries('device/D-1')).toEqual([]);
    expect((await store.read(['device/D-1']))[0]?.data['status']).toEqual(STATUS);
  });

  it.each([
    [
      'the home of an individual',
      'domain/home',
      { kind: 'individual', name: 'Somebody', address: 'Somewhere', nightStartsAt: '13:00' },
      ['kind', 'nightStartsAt'],
    ],
    [
      'a facility',
      'domain/house',
      { kind: 'facility', name: 'House', address: 'Street' },
      ['address', 'kind', 'name'],
    ],
    [
      'a bill to a person',
      'domain/other/bill/b1',
      {
        total: 1100,
        lines: [{ customerName: 'Somebody' }],
        recipient: { kind: 'customer', id: 'home', name: 'Somebody', address: '', isPerson: true },
      },
      ['total'],
    ],
    [
      'a bill to a firm',
      'domain/other/bill/b2',
      {
        total: 1100,
        recipient: { kind: 'customer', id: 'other', name: 'Firm', address: '', isPerson: false },
      },
      ['recipient', 'total'],
    ],
    [
      'a partner',
      'domain/other/partner/p',
      { name: 'Firm', contact: 'Somebody', phone: '03', note: 'Somebody' },
      ['name'],
    ],
    [
      'a file',
      'room/101/uploadHistory/f',
      { fileName: 'Somebody.edf', sizeBytes: 7 },
      ['sizeBytes'],
    ],
    [
      'a device',
      'device/D-2',
      { name: 'Somebody’s', note: 'Somebody', firmware: '1.0' },
      ['firmware'],
    ],
  ])(
    '%s is recorded without values that may identify a person',
    async (_what, path, data, kept) => {
      const [collection = '', id = ''] = path.split('/').slice(-2);
      const row = {
        path,
        collection,
        id,
        parentPath: path.split('/').slice(0, -2).join('/'),
        data,
        createdAt: AT,
        updatedAt: AT,
        version: '',
        placement: { rootDomainId: 'other', domainIds: ['other'], sharedWith: [] },
      };
      // The transaction is rolled back, and with it the head of the chain.
      const written: Awaited<ReturnType<typeof createHistory>>[number][] = [];
      await expect(
        database().transaction(async (queries) => {
          written.push(
            ...(await createHistory(queries, [{ before: null, after: row }], new Map(), {
              userId: 'own',
              address: '',
              at: AT,
              acts: [],
            })),
          );
          throw new Error('not committed');
        }),
      ).rejects.toThrow('not committed');
      const [entry] = written;
      const changes = (entry?.after?.data['changes'] ?? []) as {
        field: string;
        before: unknown;
        after: unknown;
      }[];
      expect(changes.map(({ field }) => field)).toEqual(Object.keys(data).toSorted());
      expect(changes.filter(({ after }) => after !== null).map(({ field }) => field)).toEqual(kept);
      expect(JSON.stringify(changes)).not.toContain('Some');
    },
  );

  it('secrets and personal fields of members are recorded without values, even on deletion', async () => {
    await store.commit(
      [
        aStaff('m1', 'ward', 2, {
          rootDomainId: 'top',
          name: 'Somebody',
          email: 'm1@ward.example',
        }),
      ],
      { userId: 'own' },
    );
    await store.commit([change('staff/m1', { phone: '0312345678', accessLevel: 3 })], {
      userId: 'own',
    });
    await store.commit([{ kind: 'delete', path: 'staff/m1' }], { userId: 'own' });
    const found = await entries('staff/m1');
    expect(new Set(found.map(({ action }) => action))).toEqual(
      new Set(['create', 'update', 'delete']),
    );
    expect(found.find(({ action }) => action === 'update')?.['changes']).toEqual([
      { field: 'accessLevel', before: 2, after: 3 },
      { field: 'phone', before: null, after: null },
    ]);
    for (const word of ['Somebody', 'm1@ward.example', '0312345678'])
      expect(JSON.stringify(found)).not.toContain(word);
  });

  it('notes about residents are recorded without values', async () => {
    const at = { $date: '2026-11-21T18:00:00.000Z' };
    await store.commit([anAccident('101', 'fell', { note: 'broken wrist' })], { userId: 'own' });
    await store.commit(
      [
        change('room/101/accident/fell', {
          state: 'resolved',
          note: 'was in hospital',
          history: [
            { at: new Date(at.$date), state: 'resolved', by: 'own', note: 'wrist in plaster' },
          ],
        }),
      ],
      { userId: 'own' },
    );
    const found = await entries('room/101/accident/fell');
    expect(found.find(({ action }) => action === 'update')?.['changes']).toEqual([
      { field: 'history', before: null, after: null },
      { field: 'note', before: null, after: null },
      { field: 'state', before: 'raised', after: 'resolved' },
    ]);
    const kept = JSON.stringify([...found, ...(await entries('room/101'))]);
    for (const word of ['wrist', 'hospital', 'medicine', 'Alias', '1941'])
      expect(kept).not.toContain(word);
  });

  it('acts are recorded in their transaction, and a rejected one leaves no entry', async () => {
    const act = { userId: 'own', acts: [{ action: 'factorsReset', path: 'room/101' }] };
    await store.commit([await verified('room/101')], act);
    const refused = store.commit([await verified('room/101')], {
      ...act,
      alongside: async () => {
        throw new Error('refused');
      },
    });
    await expect(refused).rejects.toThrow('refused');
    expect(
      (await entries('room/101')).filter(({ action }) => action === 'factorsReset'),
    ).toMatchObject([{ domainId: 'ward', rootDomainId: 'top', changes: [] }]);
  });

  it('each tree of organisations has one chain, even with concurrent writes', async () => {
    await Promise.all(
      Array.from({ length: 12 }, (_unused, n) =>
        store.commit([aRoom(`n${n}`, n % 2 === 0 ? 'top' : 'other')], { userId: 'own' }),
      ),
    );
    for (const tree of ['top', 'other']) {
      const all = (await store.list(aQuery('updateHistory')))
        .map(({ path, data }) => ({ id: path.slice('updateHistory/'.length), data }))
        .filter(({ data }) => data['rootDomainId'] === tree);
      const byPrevious = new Map(all.map((entry) => [entry.data['previousHash'], entry]));
      let hash = '';
      let links = 0;
      for (let entry = byPrevious.get(hash); entry !== undefined; entry = byPrevious.get(hash)) {
        expect(entry.data['hash']).toBe(hashEntry(entry.data, entry.id));
        hash = hashEntry(entry.data, entry.id);
        links += 1;
      }
      expect([tree, links]).toEqual([tree, all.length]);
      expect(all.length).toBeGreaterThan(4);
    }
  });

  it('a changed entry has another hash', async () => {
    const [entry] = await entries('room/101');
    expect(entry === undefined ? '' : hashEntry({ ...entry, actorId: 'another' }, 'id')).not.toBe(
      entry === undefined ? '' : hashEntry(entry, 'id'),
    );
  });

  it('owners of the organisation and those above see the history, and no one can change it', async () => {
    const seen = async (actor: Actor) => (await access.list(actor, about('room/101'))).length;
    expect(await seen(WARD)).toBeGreaterThan(0);
    expect(await seen(owner('top', 'ward'))).toBeGreaterThan(0);
    expect(await seen(owner('other'))).toBe(0);
    expect(await seen(anActor('administrator', ['ward']))).toBe(0);
  });
});
