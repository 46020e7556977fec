import { addRoutes } from '../http/route.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encodeFields, ProblemError, query, RULES, type Write } from '@yamori/domain';
import { createTestServer } from '../../testing/http-fixture.ts';
import { createDocumentAccess } from './document-access.ts';
import { DEFAULT_DOCUMENT_LIMITS } from './document-limits.ts';
import { documentRoutes } from './document-routes.ts';
import {
  aDomain,
  anActor,
  aQuery,
  aRoom,
  change,
  openTestDocuments,
  SERVER,
  type TestDocuments,
} from './testing/test-documents.ts';

const LIMITS = {
  ...DEFAULT_DOCUMENT_LIMITS,
  writesPerBatch: 20,
  documentBytes: 4_000,
  scannedDocuments: 30,
  defaultPage: 5,
};
const owner = anActor('ownerAdministrator', ['d']);
const getCode = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof ProblemError ? error.problem.code : String(error)),
  );

let documents: TestDocuments;
const server = createTestServer({
  lookupSession: async () => ({ sessionId: 's', actor: owner }),
});
beforeAll(async () => {
  documents = await openTestDocuments(undefined, LIMITS);
  await documents.store.commit([aDomain('d')], SERVER);
  addRoutes(
    server,
    documentRoutes({ access: createDocumentAccess({ store: documents.store, rules: RULES }) }),
  );
});
afterAll(async () => {
  await server.close();
  await documents.close();
});

describe('document limits', () => {
  it('a batch of the maximum size is stored, and one with an extra write is rejected whole', async () => {
    const rooms = (count: number, letter: string): Write[] =>
      Array.from({ length: count }, (_, index) => aRoom(`${letter}${index}`, 'd'));
    expect(await getCode(documents.store.commit(rooms(20, 'a'), SERVER))).toBe('done');
    expect(await getCode(documents.store.commit(rooms(21, 'b'), SERVER))).toBe('limit-batch');
    expect(await documents.store.read(['room/b0'])).toEqual([null]);
  });

  it('a document of the maximum size is stored, and one with an extra byte is rejected', async () => {
    await documents.store.commit(
      [aRoom('sized', 'd', { occupant: { alias: '', sex: 'unknown', birthYear: null, note: '' } })],
      SERVER,
    );
    const [sized] = await documents.store.read(['room/sized']);
    const spare =
      LIMITS.documentBytes -
      Buffer.byteLength(JSON.stringify(encodeFields(sized?.data ?? {}, false)));
    // A note holds 2,000 characters; building and tags supply the rest.
    const tags = Array.from({ length: 20 }, (_, index) => `${index}`.padStart(40, 't'));
    const rest = spare - Buffer.byteLength(JSON.stringify(tags)) + 2;
    expect(rest).toBeLessThan(2_000 * 3);
    // A three-byte character: the limit counts bytes, not characters.
    const note = `${'\u3042'.repeat(Math.floor(rest / 3))}${'x'.repeat(rest % 3)}`;
    const occupant = { alias: '', sex: 'unknown', birthYear: null, note };
    expect(
      await getCode(documents.store.commit([change('room/sized', { tags, occupant })], SERVER)),
    ).toBe('done');
    expect(
      await getCode(documents.store.commit([change('room/sized', { floor: 'y' })], SERVER)),
    ).toBe('limit-size');
    expect((await documents.store.read(['room/sized']))[0]?.data['floor']).toBe('');
  });

  it('a query that SQL cannot answer scans the maximum number of documents, but no more', async () => {
    const present = await documents.store.count(aQuery('room'));
    const missing = Array.from({ length: LIMITS.scannedDocuments - present }, (_, index) =>
      aRoom(`s${index}`, 'd'),
    );
    await documents.store.commit(missing, SERVER);
    expect(await getCode(documents.store.list(aQuery('room')))).toBe('done');
    await documents.store.commit([aRoom('one-more', 'd')], SERVER);
    expect(await getCode(documents.store.list(aQuery('room')))).toBe('query-too-wide');
    expect(await getCode(documents.store.list(aQuery('room', { limit: 5 })))).toBe('done');
  });
});

describe('request limits', () => {
  const status = async (verb: string, payload: object): Promise<number> =>
    (
      await server.inject({
        method: 'POST',
        url: `/api/documents/${verb}`,
        payload,
        headers: { cookie: 'of=owner' },
      })
    ).statusCode;
  const many = <Item>(count: number, item: (index: number) => Item): Item[] =>
    Array.from({ length: count }, (_, index) => item(index));
  const filter = (index: number) => ({ field: [`f${index}`], op: '==' as const, value: index });
  const order = (index: number) => ({ field: [`f${index}`], direction: 'asc' as const });
  const createTarget = (more: object) => ({ query: { collection: 'room', limit: 5, ...more } });

  it.each<[string, string, (count: number) => object, number]>([
    ['paths', 'read', (count) => ({ paths: many(count, (index) => `room/r${index}`) }), 100],
    ['filters', 'list', (count) => createTarget({ filters: many(count, filter) }), 20],
    ['orders', 'list', (count) => createTarget({ orderBy: many(count, order) }), 6],
    [
      'selected fields',
      'list',
      (count) => createTarget({ select: many(count, (index) => [`f${index}`]) }),
      50,
    ],
    [
      'documents of a page',
      'list',
      (count) => ({ query: { collection: 'device', limit: count } }),
      1_000,
    ],
    ['offset', 'list', (count) => createTarget({ offset: count }), 100_000],
    [
      'values of a list',
      'list',
      (count) =>
        createTarget({ filters: [{ field: ['floor'], op: 'in', value: many(count, String) }] }),
      30,
    ],
    [
      "parts of a field's name",
      'list',
      (count) => createTarget({ orderBy: [{ field: many(count, String), direction: 'asc' }] }),
      20,
    ],
    [
      'writes',
      'commit',
      (count) => ({
        writes: many(count, (index) => ({ kind: 'delete', path: `room/none${index}` })),
      }),
      20,
    ],
  ])('the limit of %s is accepted, and one more rejected', async (_name, verb, call, limit) => {
    // 404 also means that the request was accepted.
    expect([200, 404]).toContain(await status(verb, call(limit)));
    expect([400, 413]).toContain(await status(verb, call(limit + 1)));
  });

  it('a query without a limit returns one page', async () => {
    const reply = await createDocumentAccess({ store: documents.store, rules: RULES }).list(
      owner,
      query.parse({ collection: 'room' }),
    );
    expect(reply).toHaveLength(5);
  });
});
