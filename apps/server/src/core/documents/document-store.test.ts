import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encodeFields, ProblemError } from '@yamori/domain';
import type { Queries } from '../database/database.ts';
import {
  aDomain,
  anAccident,
  aQuery,
  aRoom,
  change,
  openTestDocuments,
  SERVER,
  type TestDocuments,
} from './testing/test-documents.ts';

let documents: TestDocuments;
beforeAll(async () => {
  documents = await openTestDocuments();
  await documents.store.commit([aDomain('north'), aDomain('south')], SERVER);
});
afterAll(() => documents.close());

const getProblem = async (work: Promise<unknown>) => {
  const error: unknown = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ProblemError)) throw new Error(`expected a problem, got ${String(error)}`);
  return error.problem;
};

describe('writing documents', () => {
  it('a new document gets the defaults of its schema, both times and a version', async () => {
    const [created] = await documents.store.commit([aRoom('a1', 'north')], SERVER);
    expect(created).toMatchObject({
      path: 'room/a1',
      bare: false,
      data: { name: 'a1', capacity: 1, tags: [], live: null },
    });
    const [updated] = await documents.store.commit([change('room/a1', { capacity: 2 })], SERVER);
    expect(updated?.createdAt).toEqual(created?.createdAt);
    expect(updated?.version).not.toBe(created?.version);
    expect(await documents.store.read(['room/a1', 'room/none'])).toMatchObject([
      { data: { capacity: 2 } },
      null,
    ]);
  });

  it('unknown keys, wrong types and missing fields are each reported', async () => {
    const problem = await getProblem(
      documents.store.commit(
        [aRoom('bad', 'north', { bed: 1, capacity: 'two', name: undefined })],
        SERVER,
      ),
    );
    expect(problem).toMatchObject({ code: 'document-invalid', place: 'room/bad' });
    expect(problem.issues?.map((issue) => issue.field).sort()).toEqual(['bed', 'capacity', 'name']);
  });

  it('dates of the years 1 to 9999 are accepted, which sort as text', async () => {
    const at = (text: string) => new Date(text);
    await documents.store.commit(
      [
        aRoom('first', 'north', { archivedAt: at('0001-01-01T00:00:00.000Z') }),
        aRoom('last', 'north', { archivedAt: at('9999-12-31T23:59:59.999Z') }),
      ],
      SERVER,
    );
    const rows = await documents.temporary.database.query({
      text: `select (data->'archivedAt'->>'$date')::timestamptz as at from documents where path in ('room/first', 'room/last')`,
    });
    expect(rows).toHaveLength(2);
    for (const foreign of [
      '0000-12-31T23:59:59.999Z',
      '-000001-01-01T00:00:00.000Z',
      '+010000-01-01T00:00:00.000Z',
    ]) {
      expect(
        await getProblem(
          documents.store.commit([aRoom('beyond', 'north', { archivedAt: at(foreign) })], SERVER),
        ),
        foreign,
      ).toMatchObject({
        code: 'document-invalid',
        place: 'room/beyond',
        issues: [{ code: 'date-wrong' }],
      });
    }
  });

  it('base fields are never stored', async () => {
    await documents.store.commit(
      [
        aRoom('base', 'north', {
          documentReferenceId: 'x',
          documentPath: 'y',
          createdAt: new Date(0),
          updatedAt: new Date(0),
        }),
      ],
      SERVER,
    );
    const [row] = await documents.temporary.database.query<{ keys: string[] }>({
      text: "select array(select jsonb_object_keys(data)) as keys from documents where path = 'room/base'",
    });
    expect(row?.keys).not.toContain('documentPath');
    expect((await documents.store.read(['room/base']))[0]?.createdAt.getTime()).toBeGreaterThan(
      1e12,
    );
  });

  it('an update checks only the changed fields, so invalid documents can be fixed', async () => {
    await documents.store.commit([aRoom('old', 'north')], SERVER);
    await documents.temporary.database.query({
      text: `update documents set data = data || '{"capacity":"many"}' where path = 'room/old'`,
    });
    await documents.store.commit([change('room/old', { floor: '3' })], SERVER);
    expect((await documents.store.read(['room/old']))[0]).toMatchObject({
      bare: true,
      data: {},
      id: 'old',
    });
    await documents.store.commit([change('room/old', { capacity: 4 })], SERVER);
    expect((await documents.store.read(['room/old']))[0]).toMatchObject({
      bare: false,
      data: { capacity: 4, floor: '3' },
    });
  });

  it('an update checks nested fields by their own schema, and a new map as a whole', async () => {
    const occupant = { alias: 'A', sex: 'female', birthYear: 1940, note: '' };
    await documents.store.commit([aRoom('nest', 'north', { occupant })], SERVER);
    await documents.store.commit([change('room/nest', { 'occupant.birthYear': 1941 })], SERVER);
    expect((await documents.store.read(['room/nest']))[0]?.data['occupant']).toEqual({
      ...occupant,
      birthYear: 1941,
    });
    expect(
      (
        await getProblem(
          documents.store.commit([change('room/nest', { 'occupant.birthYear': 'old' })], SERVER),
        )
      ).issues?.[0]?.field,
    ).toBe('occupant.birthYear');
    expect(
      (
        await getProblem(
          documents.store.commit([change('room/nest', { 'occupant.bed': 1 })], SERVER),
        )
      ).issues?.[0],
    ).toMatchObject({ field: 'occupant.bed', code: 'keys-unknown' });
    await documents.store.commit([change('room/nest', { occupant: null })], SERVER);
    expect(
      (
        await getProblem(
          documents.store.commit([change('room/nest', { 'occupant.birthYear': 1950 })], SERVER),
        )
      ).code,
    ).toBe('document-invalid');
  });

  it('a document that fails its schema appears without fields, and the log names it without content', async () => {
    await documents.store.commit([aRoom('broken', 'north')], SERVER);
    await documents.temporary.database.query({
      text: `update documents set data = data || '{"secretly":"ill"}' where path = 'room/broken'`,
    });
    const [bare] = await documents.store.list(
      aQuery('room', { filters: [{ field: ['name'], op: '==', value: 'broken' }] }),
    );
    expect(bare).toMatchObject({ path: 'room/broken', bare: true, data: {} });
    const logged = documents.warnings.at(-1);
    expect(logged?.details).toMatchObject({ code: 'document-bare', path: 'room/broken' });
    expect(JSON.stringify(logged)).not.toContain('ill"');
  });

  it('unknown collections, large batches and large documents are rejected', async () => {
    expect(
      (
        await getProblem(
          documents.store.commit([{ kind: 'create', path: 'bed/1', data: {} }], SERVER),
        )
      ).code,
    ).toBe('collection-unknown');
    expect(
      (
        await getProblem(
          documents.store.commit([{ kind: 'create', path: 'sleep/1', data: {} }], SERVER),
        )
      ).code,
    ).toBe('collection-unknown');
    const writes = Array.from({ length: 501 }, (_, index) =>
      change(`room/${index}`, { floor: '1' }),
    );
    expect((await getProblem(documents.store.commit(writes, SERVER))).code).toBe('limit-batch');
    const huge = {
      parameterOverrides: Object.fromEntries(
        Array.from({ length: 1100 }, (_, index) => [`p${index}`, 'x'.repeat(1000)]),
      ),
    };
    expect(
      (await getProblem(documents.store.commit([aRoom('huge', 'north', huge)], SERVER))).code,
    ).toBe('limit-size');
  });
});

describe('batches of writes', () => {
  it('a batch is atomic', async () => {
    const problem = await getProblem(
      documents.store.commit(
        [aRoom('b1', 'north'), change('room/missing', { floor: '1' })],
        SERVER,
      ),
    );
    expect(problem.code).toBe('document-not-found');
    expect(await documents.store.read(['room/b1'])).toEqual([null]);
  });

  it('each write sees those before it', async () => {
    const stored = await documents.store.commit(
      [
        aRoom('b2', 'north'),
        change('room/b2', { floor: '9' }),
        { kind: 'delete', path: 'room/b2' },
        aRoom('b2', 'north', { floor: '1' }),
      ],
      SERVER,
    );
    expect(stored[3]?.data['floor']).toBe('1');
  });

  it('a transaction with an outdated read is rejected', async () => {
    const [room] = await documents.store.commit([aRoom('t1', 'north')], SERVER);
    await documents.store.commit([change('room/t1', { capacity: 2 })], SERVER);
    const stale = documents.store.commit(
      [
        { kind: 'verify', path: 'room/t1', version: room?.version ?? '' },
        change('room/a1', { floor: '7' }),
      ],
      SERVER,
    );
    expect((await getProblem(stale)).code).toBe('document-conflict');
    expect((await documents.store.read(['room/a1']))[0]?.data['floor']).not.toBe('7');
  });

  it('twelve writers that retry on conflict lose no increment', async () => {
    await documents.store.commit([aRoom('counter', 'north')], SERVER);
    const addOne = async (): Promise<void> => {
      for (;;) {
        const [room] = await documents.store.read(['room/counter']);
        const floor = String(Number(room?.data['floor'] || 0) + 1);
        const writes = [
          { kind: 'verify' as const, path: 'room/counter', version: room?.version ?? null },
          change('room/counter', { floor }),
        ];
        const done = await documents.store.commit(writes, SERVER).then(
          () => true,
          (error: unknown) => {
            if (error instanceof ProblemError && error.problem.code === 'document-conflict')
              return false;
            throw error;
          },
        );
        if (done) return;
      }
    };
    await Promise.all(
      Array.from({ length: 12 }, async () => {
        for (let round = 0; round < 5; round += 1) await addOne();
      }),
    );
    expect((await documents.store.read(['room/counter']))[0]?.data['floor']).toBe('60');
  });
});

describe('unique keys', () => {
  it('one of twelve writers gets a key, and the others learn which field is taken', async () => {
    const tries = await Promise.allSettled(
      Array.from({ length: 12 }, (_, index) =>
        documents.store.commit([aRoom(`key${index}`, 'south', { name: 'same' })], SERVER),
      ),
    );
    const refused = tries
      .filter((result) => result.status === 'rejected')
      .map((result) => result.reason as ProblemError);
    expect(refused).toHaveLength(11);
    expect(refused[0]?.problem).toMatchObject({ code: 'document-key-taken', place: 'name' });
    expect(
      (await documents.store.findByKey('room', { domainId: 'south', name: 'same' }))?.data['name'],
    ).toBe('same');
  });

  it('changes and deletions free a key, and one batch can swap two', async () => {
    await documents.store.commit(
      [aRoom('k1', 'south', { name: 'one' }), aRoom('k2', 'south', { name: 'two' })],
      SERVER,
    );
    await documents.store.commit(
      [change('room/k1', { name: 'two' }), change('room/k2', { name: 'one' })],
      SERVER,
    );
    expect((await documents.store.findByKey('room', { domainId: 'south', name: 'one' }))?.id).toBe(
      'k2',
    );
    await documents.store.commit([{ kind: 'delete', path: 'room/k2' }], SERVER);
    expect(await documents.store.findByKey('room', { domainId: 'south', name: 'one' })).toBeNull();
    await documents.store.commit([aRoom('k3', 'south', { name: 'one' })], SERVER);
  });
});

describe('subcollections', () => {
  it('a document needs its parent, and a room with accidents cannot be deleted', async () => {
    expect(
      (await getProblem(documents.store.commit([anAccident('nowhere', 'x')], SERVER))).code,
    ).toBe('document-parent-missing');
    await documents.store.commit([aRoom('s1', 'north'), anAccident('s1', 'x')], SERVER);
    expect(
      (await getProblem(documents.store.commit([{ kind: 'delete', path: 'room/s1' }], SERVER)))
        .code,
    ).toBe('document-in-use');
    await documents.store.commit(
      [
        { kind: 'delete', path: 'room/s1/accident/x' },
        { kind: 'delete', path: 'room/s1' },
      ],
      SERVER,
    );
  });

  it('subdocuments and devices follow the placement of a room that moves', async () => {
    await documents.store.commit([aRoom('s2', 'north'), anAccident('s2', 'y')], SERVER);
    await documents.store.commit(
      [change('room/s2', { domainId: 'south', rootDomainId: 'south', sharedWith: ['anna'] })],
      SERVER,
    );
    const [accident] = await documents.store.read(['room/s2/accident/y']);
    expect(accident?.placement).toEqual({
      rootDomainId: 'south',
      domainIds: ['south'],
      sharedWith: ['anna'],
    });
    const [moved] = await documents.temporary.database.query<{ count: string }>({
      text: "select count(*) from document_changes where path = 'room/s2/accident/y'",
    });
    expect(moved?.count).toBe('2');
    expect(await documents.store.count(aQuery('accident', { group: true }))).toBe(1);
    expect(encodeFields(accident?.data ?? {}, false)).toMatchObject({ kind: 'fall' });
  });
});
describe('work alongside a commit', () => {
  const noted = async (): Promise<string[]> =>
    (
      await documents.temporary.database.query<{ name: string }>({
        text: "select name from server_secret where name like 'alongside-%' order by name",
      })
    ).map(({ name }) => name);
  const note = (name: string) => ({
    text: "insert into server_secret (name, value) values ($1, 'x')",
    values: [name],
  });

  it('the work commits with the documents, and not when one is rejected', async () => {
    const alongside = (name: string) => ({
      userId: null,
      alongside: async (queries: Queries) => {
        await queries.query(note(name));
      },
    });
    await documents.store.commit([aRoom('beside-1', 'north')], alongside('alongside-kept'));
    expect(
      (
        await getProblem(
          documents.store.commit([aRoom('beside-1', 'north')], alongside('alongside-lost')),
        )
      ).code,
    ).toBe('document-exists');
    expect(await noted()).toEqual(['alongside-kept']);
  });

  it('an error of the work rolls back the documents', async () => {
    const refusing = {
      userId: null,
      alongside: async (queries: Queries) => {
        await queries.query(note('alongside-refused'));
        throw new ProblemError('invitation-used');
      },
    };
    expect(
      (await getProblem(documents.store.commit([aRoom('beside-2', 'north')], refusing))).code,
    ).toBe('invitation-used');
    expect(await documents.store.read(['room/beside-2'])).toEqual([null]);
    expect(await noted()).toEqual(['alongside-kept']);
  });
});
