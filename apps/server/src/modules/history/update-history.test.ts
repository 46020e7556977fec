import {
  ACCESS_LEVELS,
  encodeFields,
  TAKEN_FIELD,
  type ChainReport,
  type DocumentMap,
  type HistoryCheck,
} from '@yamori/domain';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { change } from '../../core/documents/testing/test-documents.ts';
import { hashContent, hashEntry } from '../../core/documents/writing/entry-hash.ts';
import { startLiveFixture, type LiveFixture } from '../../testing/live-fixture.ts';
import { checkHistory } from './check-history.ts';
import { redactHistory } from './module.ts';

const held: { fixture?: LiveFixture; cookie: string } = { cookie: '' };
const fixture = (): LiveFixture => held.fixture ?? expect.fail('no fixture');
const database = () => fixture().temporary.database;
beforeAll(async () => {
  held.fixture = await startLiveFixture();
  await fixture().addMember('maker@maker.example', 'akane', ACCESS_LEVELS.seniorDeveloper);
  held.cookie = await fixture().signIn('maker@maker.example');
});
afterAll(() => fixture().close());

const write = (room: string, building: string) =>
  fixture().app.store.commit([change(`room/${room}`, { building })], {
    userId: 'own',
    address: '10.0.0.0/24',
  });
const verify = async (): Promise<ChainReport> => {
  const reply = await fetch(`${fixture().address}/api/update-history/check`, {
    method: 'POST',
    headers: { cookie: held.cookie, origin: fixture().address },
  });
  expect(reply.status).toBe(200);
  // The server checks the reply against its schema.
  const { chains } = (await reply.json()) as HistoryCheck;
  return chains.find(({ rootDomainId }) => rootDomainId === 'akane') ?? expect.fail('no chain');
};
type Entry = { path: string; data: Record<string, unknown> };
const entries = () =>
  database().query<Entry>({
    text: `select path, data from documents where collection = 'updateHistory' and data->>'rootDomainId' = 'akane' order by data->'at'->>'$date', created_at, version`,
  });
const withoutCommitments = (data: Entry['data']): Entry['data'] =>
  Object.fromEntries(Object.entries(data).filter(([field]) => field !== 'commitments'));
const put = (path: string, data: object) =>
  database().query({
    text: 'update documents set data = $2 where path = $1',
    values: [path, JSON.stringify(data)],
  });
const kinds = async (): Promise<unknown[]> =>
  (await verify()).faults.map(({ kind, path }) => [kind, path]);

describe('the chain of the update history', () => {
  const kept: { rows: Entry[]; head: string } = { rows: [], head: '' };
  beforeEach(async () => {
    await database().query({ text: `delete from documents where collection = 'updateHistory'` });
    await database().query({ text: 'delete from update_history_head' });
    for (const building of ['a', 'b', 'c', 'd', 'e']) await write('akane-1', building);
    kept.rows = await entries();
    kept.head = (await verify()).head;
  });
  const entryAt = (index: number): Entry => kept.rows[index] ?? expect.fail('no entry');

  it('holds as written, even while entries are added', async () => {
    expect(await verify()).toMatchObject({
      entries: 5,
      redacted: 0,
      faultCount: 0,
      faults: [],
      head: entryAt(4).data['hash'],
    });
    const [checked] = await Promise.all([
      verify(),
      ...Array.from({ length: 8 }, (_unused, n) => write('akane-1', `w${n}`)),
    ]);
    expect(checked.faults).toEqual([]);
    expect(await checkHistory(database())).toMatchObject({
      holds: true,
      words: expect.stringContaining('akane: 13 entries, 0 redacted'),
    });
  });

  it('reveals a changed entry, for any changed field', async () => {
    for (const [field, value] of [
      ['actorId', 'somebody-else'],
      ['address', ''],
      ['changes', []],
      ['at', { $date: '2026-01-01T00:00:00.000Z' }],
    ] as const) {
      const { path, data } = entryAt(2);
      await put(path, { ...data, [field]: value });
      expect(await kinds(), field).toEqual([['changed', path]]);
      await put(path, data);
    }
    expect(await checkHistory(database())).toMatchObject({ holds: true });
  });

  it('reveals an entry with a recomputed hash at the next entry', async () => {
    const { path, data } = entryAt(2);
    const forged = { ...data, actorId: 'somebody-else' };
    // Strings, lists and dates decode to the same values.
    await put(path, {
      ...forged,
      hash: hashEntry(
        { ...forged, at: new Date((data['at'] as { $date: string }).$date) } as DocumentMap,
        path.slice('updateHistory/'.length),
      ),
    });
    expect(await kinds()).toEqual([['missing', entryAt(3).path]]);
    expect(await checkHistory(database())).toMatchObject({
      holds: false,
      words: expect.stringContaining('does NOT hold: 1 faults'),
    });
  });

  it('reveals an entry with a changed id', async () => {
    const { path } = entryAt(2);
    await database().query({
      text: `update documents set id = 'another', path = 'updateHistory/another' where path = $1`,
      values: [path],
    });
    expect(await kinds()).toEqual([['changed', 'updateHistory/another']]);
  });

  it('accepts entries of older versions, whose hash does not include the id', async () => {
    const last = entryAt(4);
    const at = new Date((last.data['at'] as { $date: string }).$date);
    const older = withoutCommitments(last.data);
    const hash = hashContent({ ...older, at } as DocumentMap);
    await put(last.path, { ...older, hash });
    await database().query({
      text: `update update_history_head set hash = $1 where root_domain_id = 'akane'`,
      values: [hash],
    });
    expect(await checkHistory(database())).toMatchObject({ holds: true });
  });

  it.each([
    "id = 'another'",
    "holder_path = 'room/akane-1'",
    "domain_ids = '{elsewhere}'",
    "domain_ids = '{}'",
    "root_domain_id = 'elsewhere'",
    "shared_with = '{somebody}'",
    "created_at = created_at - interval '1 year'",
  ])('reveals an entry that changed columns hide: %s', async (set) => {
    const { path } = entryAt(2);
    await database().query({ text: `update documents set ${set} where path = $1`, values: [path] });
    expect(await kinds()).toEqual([['changed', path]]);
  });

  it.each([
    ['at', { $date: 'nonsense' }],
    ['changes', { $evil: 1 }],
  ])('names an entry with an unreadable %s and still checks all others', async (field, value) => {
    const { path, data } = entryAt(1);
    await put(path, { ...data, [field]: value });
    const other = entryAt(3);
    await put(other.path, { ...other.data, actorId: 'forged' });
    expect(new Set((await kinds()).map(String))).toEqual(
      new Set([`changed,${path}`, `changed,${other.path}`]),
    );
  });

  it.each([
    [0, 1],
    [2, 3],
  ])('reveals the deletion of entry %i at the next entry', async (gone, next) => {
    await database().query({
      text: 'delete from documents where path = $1',
      values: [entryAt(gone).path],
    });
    expect(await kinds()).toEqual([['missing', entryAt(next).path]]);
  });

  it('reveals a missing end and a duplicate entry', async () => {
    await database().query({
      text: 'delete from documents where path = $1',
      values: [entryAt(4).path],
    });
    expect(await kinds()).toEqual([['end', entryAt(3).path]]);
    const { data } = entryAt(3);
    const twin: DocumentMap = {
      ...data,
      actorId: 'twin',
      at: new Date('2027-01-01T00:00:00.000Z'),
    } as DocumentMap;
    await database().query({
      text: `insert into documents select root_domain_id, 'updateHistory/twin', collection, parent_path, 'twin', $2, domain_ids, shared_with, holder_path, '2027-01-01T00:00:00Z', updated_at, version from documents where path = $1`,
      values: [
        entryAt(3).path,
        JSON.stringify(encodeFields({ ...twin, hash: hashEntry(twin, 'twin') }, false)),
      ],
    });
    expect((await verify()).faults.map(({ kind }) => kind)).toEqual(['doubled', 'end']);
  });

  it('holds after redactions and counts them, but reveals any other change', async () => {
    const { path, data } = entryAt(1);
    // The entry as an older version wrote it, with its hash and successors.
    const full = {
      ...withoutCommitments(data),
      changes: [
        { field: 'occupant', before: null, after: { alias: 'Alias', note: 'takes medicine' } },
      ],
    };
    const hash = hashContent({
      ...full,
      at: new Date((data['at'] as { $date: string }).$date),
    } as DocumentMap);
    await database().query({
      text: 'delete from documents where path = any($1)',
      values: [kept.rows.slice(2).map((row) => row.path)],
    });
    await put(path, { ...full, hash });
    await database().query({
      text: `update update_history_head set hash = $1 where root_domain_id = 'akane'`,
      values: [hash],
    });
    await write('akane-1', 'after it');
    expect(await verify()).toMatchObject({ entries: 3, faults: [] });
    await database().query({
      text: `insert into update_history_redaction values ('akane', $1)`,
      values: [path],
    });

    expect(await redactHistory({ database: database(), now: () => new Date() })).toBe(1);
    expect(await redactHistory({ database: database(), now: () => new Date() })).toBe(0);
    expect(JSON.stringify(await entries())).not.toMatch(/Alias|medicine/);
    expect(
      await database().query({
        text: `select 1 from document_changes where path = $1 and (before::text like '%medicine%' or after::text like '%medicine%')`,
        values: [path],
      }),
    ).toEqual([]);
    expect(await verify()).toMatchObject({
      entries: 4,
      redacted: 1,
      unprovenRedacted: 1,
      faults: [],
    });
    // Later versions may redact the same entry again; the redactions may be read in any order.
    for (let times = 1; times <= 4; times += 1) {
      const [row] = (await entries()).filter((one) => one.path === path);
      await put(path, {
        ...row?.data,
        changes: Array.from({ length: times + 1 }, () => ({
          field: 'occupant',
          before: null,
          after: { alias: 'more' },
        })),
      });
      await database().query({
        text: `insert into update_history_redaction values ('akane', $1)`,
        values: [path],
      });
      expect(await redactHistory({ database: database(), now: () => new Date() })).toBe(1);
    }
    expect(await verify()).toMatchObject({ redacted: 1, unprovenRedacted: 1, faults: [] });
    const [redacted] = (await entries()).filter((row) => row.path === path);
    await put(path, { ...redacted?.data, actorId: 'somebody-else' });
    expect(await kinds()).toEqual([['changed', path]]);
  });
});

const migration = async (name: string): Promise<string> =>
  (await import('node:fs/promises')).readFile(
    new URL(`../../core/database/migrations/${name}.sql`, import.meta.url),
    'utf8',
  );
type Kept = readonly [
  id: string,
  path: string,
  changes: readonly {
    readonly field: string;
    readonly before?: unknown;
    readonly after: unknown;
  }[],
];
/** Stores entries as an older server wrote them. */
async function keep(rows: readonly Kept[]): Promise<void> {
  await database().query({ text: `delete from documents where collection = 'updateHistory'` });
  await fixture().app.store.commit(
    [change('room/akane-1', { capacity: 2, building: `y ${rows.length}` })],
    { userId: 'own' },
  );
  const [entry] = await entries();
  for (const [id, path, changes] of rows) {
    await database().query({
      text: `insert into documents select root_domain_id, 'updateHistory/' || $2, collection, parent_path, $2, $3, domain_ids, shared_with, holder_path, created_at, updated_at, version from documents where path = $1`,
      values: [
        entry?.path,
        id,
        JSON.stringify({
          ...entry?.data,
          path,
          changes: changes.map(({ field, before = null, after }) => ({ field, before, after })),
        }),
      ],
    });
  }
}
const named = async () =>
  (
    await database().query<{ path: string }>({
      text: 'select path from update_history_redaction order by path',
    })
  ).map(({ path }) => path.slice('updateHistory/'.length));

describe('the migrations for redaction', () => {
  it('migration 114 finds data of residents', async () => {
    await keep([
      ['a', 'room/akane-1', [{ field: 'occupant', after: { alias: 'x' } }]],
      ['b', 'room/akane-1/accident/fell', [{ field: 'note', after: 'wrist' }]],
      ['c', 'room/akane-1', [{ field: 'name', after: '101' }]],
      ['d', 'staff/m', [{ field: 'phone', after: '03' }]],
    ]);
    await database().query({ text: 'drop table update_history_redaction' });
    await database().query({ text: await migration('114-history-redaction') });
    expect(await named()).toEqual(['a', 'b', 'd']);
  });

  it('migration 156 finds texts about persons, which are then redacted', async () => {
    const person = {
      kind: 'customer',
      id: 'h',
      name: 'Somebody',
      address: 'Somewhere',
      isPerson: true,
    };
    const firm = { ...person, name: 'Firm', address: 'Street', isPerson: false };
    await keep([
      ['device-name', 'device/D-1', [{ field: 'name', after: 'Somebody’s' }]],
      ['device-note', 'device/D-1', [{ field: 'note', before: 'Somebody', after: null }]],
      ['loan', 'deviceLoan/l', [{ field: 'note', after: 'Somebody' }]],
      ['tags', 'room/akane-1', [{ field: 'tags', after: ['Somebody'] }]],
      ['file', 'room/akane-1/uploadHistory/f', [{ field: 'fileName', after: 'Somebody.edf' }]],
      [
        'partner',
        'domain/akane/partner/p',
        [
          { field: 'name', after: 'Firm' },
          { field: 'contact', after: 'Somebody' },
        ],
      ],
      ['bill-person', 'domain/akane/bill/1', [{ field: 'recipient', after: person }]],
      [
        'bill-lines',
        'domain/akane/bill/2',
        [
          { field: 'lines', after: [{ customerName: 'Somebody' }] },
          { field: 'recipient', after: firm },
        ],
      ],
      [
        'home-gone',
        'domain/gone',
        [
          { field: 'kind', before: 'individual', after: null },
          { field: 'name', before: 'Somebody', after: null },
        ],
      ],
      ['home-before', 'domain/gone', [{ field: 'address', before: 'Somebody', after: 'Somebody' }]],
      [
        'kept-bill',
        'domain/akane/bill/3',
        [
          { field: 'recipient', after: firm },
          { field: 'total', after: 1100 },
        ],
      ],
      ['kept-room', 'room/akane-1', [{ field: 'name', after: '101' }]],
      [
        'kept-home',
        'domain/akane',
        [
          { field: 'name', after: 'Facility' },
          { field: 'contact', after: 'desk' },
        ],
      ],
      ['kept-valueless', 'device/D-1', [{ field: 'note', after: null }]],
    ]);
    await database().query({ text: 'delete from update_history_redaction' });
    await database().query({ text: await migration('156-history-words-of-persons') });
    expect(await named()).toEqual([
      'bill-lines',
      'bill-person',
      'device-name',
      'device-note',
      'file',
      'home-before',
      'home-gone',
      'loan',
      'partner',
      'tags',
    ]);
    expect(await redactHistory({ database: database(), now: () => new Date() })).toBe(10);
    const left = JSON.stringify(await entries());
    expect(left).not.toContain('Some');
    for (const word of ['Firm', '101', 'Facility', 'desk', 'individual'])
      expect(left, word).toContain(word);
  });
});

describe('POST /api/update-history/export', () => {
  const take = async (cookie: string, domainId: string | null) =>
    (
      await fixture().app.server.inject({
        method: 'POST',
        url: '/api/update-history/export',
        headers: { cookie },
        payload: {
          domainId,
          from: '2026-11-01T00:00:00.000Z',
          until: null,
          isFiltered: domainId !== null,
        },
      })
    ).statusCode;

  it('records organisation and period of the export', async () => {
    expect(await take(held.cookie, 'mizuki')).toBe(204);
    expect(await take(held.cookie, null)).toBe(204);
    const found = (
      await fixture().app.store.list({
        collection: 'updateHistory',
        group: false,
        filters: [{ field: ['action'], op: '==', value: 'historyExported' }],
        orderBy: [{ field: ['at'], direction: 'asc' }],
        offset: 0,
      })
    ).map(({ data }) => [data['path'], data['changes']]);
    const taken = (isFiltered: boolean) => [
      {
        field: TAKEN_FIELD,
        before: null,
        after: { file: 'history', from: new Date('2026-11-01T00:00:00Z'), until: null, isFiltered },
      },
    ];
    expect(found).toEqual([
      ['domain/mizuki', taken(true)],
      ['domain/akane', taken(false)],
    ]);
  });

  it('allows the maker only, and requires an existing organisation', async () => {
    expect([
      await take(await fixture().signIn('carer@akane.example'), 'akane'),
      await take(held.cookie, 'nothing'),
    ]).toEqual([403, 404]);
  });
});
