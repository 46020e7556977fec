import { addRoutes } from '../http/route.ts';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RULES, type Actor } from '@yamori/domain';
import { createTestServer } from '../../testing/http-fixture.ts';
import { createDocumentAccess } from './document-access.ts';
import { documentRoutes } from './document-routes.ts';
import {
  aDomain,
  anActor,
  aRoom,
  openTestDocuments,
  SERVER,
  type TestDocuments,
} from './testing/test-documents.ts';

const actors: Readonly<Record<string, Actor>> = {
  owner: anActor('ownerAdministrator', ['d']),
  carer: anActor('generalStaff', ['d']),
  other: anActor('ownerAdministrator', ['e']),
};
const server = createTestServer({
  lookupSession: async (cookie) => {
    const actor = actors[cookie ?? ''];
    return actor ? { sessionId: 's', actor } : null;
  },
});

let documents: TestDocuments;
beforeAll(async () => {
  documents = await openTestDocuments();
  await documents.store.commit(
    [aDomain('d'), aDomain('e'), aRoom('r1', 'd'), aRoom('r2', 'd')],
    SERVER,
  );
  addRoutes(
    server,
    documentRoutes({ access: createDocumentAccess({ store: documents.store, rules: RULES }) }),
  );
});
afterAll(async () => {
  await server.close();
  await documents.close();
});

async function post(verb: string, payload: object, cookie = 'owner', key?: string) {
  const headers = { cookie, ...(key === undefined ? {} : { 'idempotency-key': key }) };
  const reply = await server.inject({
    method: 'POST',
    url: `/api/documents/${verb}`,
    payload,
    headers,
  });
  const body: unknown = reply.json();
  return { status: reply.statusCode, body };
}

describe('document routes', () => {
  it('the routes read, list and count', async () => {
    expect(await post('read', { paths: ['room/r1', 'room/no'] })).toMatchObject({
      status: 200,
      body: { documents: [{ path: 'room/r1', data: { name: 'r1' } }, null] },
    });
    expect(await post('list', { query: { collection: 'room', limit: 1 } })).toMatchObject({
      status: 200,
      body: { documents: [{ path: 'room/r1' }] },
    });
    expect(await post('count', { query: { collection: 'room' } })).toEqual({
      status: 200,
      body: { count: 2 },
    });
    expect(await post('count', { query: { collection: 'room' } }, 'other')).toEqual({
      status: 200,
      body: { count: 0 },
    });
  });

  it('the commit route returns the stored documents', async () => {
    const writes = [
      { kind: 'update', path: 'room/r2', fields: [{ field: ['floor'], value: '4' }] },
    ];
    expect(await post('commit', { writes })).toMatchObject({
      status: 200,
      body: { documents: [{ path: 'room/r2', data: { floor: '4' } }] },
    });
  });

  describe('the commit route with an idempotency key', () => {
    const readVersion = async (path: string) => (await documents.store.read([path]))[0]?.version;
    const building = (value: string) => ({
      writes: [{ kind: 'update', path: 'room/r2', fields: [{ field: ['building'], value }] }],
    });

    it('commits once, and answers a repeat with the current document', async () => {
      const key = randomUUID();
      expect(await post('commit', building('east'), 'owner', key)).toMatchObject({
        status: 200,
        body: { documents: [{ path: 'room/r2', data: { building: 'east' } }] },
      });
      await post('commit', building('west'));
      const version = await readVersion('room/r2');
      expect(await post('commit', building('east'), 'owner', key)).toMatchObject({
        status: 200,
        body: { documents: [{ path: 'room/r2', data: { building: 'west' } }] },
      });
      expect(await readVersion('room/r2')).toBe(version);
    });

    it('creates one document for ten concurrent requests', async () => {
      const key = randomUUID();
      const replies = await Promise.all(
        Array.from({ length: 10 }, () =>
          post('commit', { writes: [aRoom('r3', 'd')] }, 'owner', key),
        ),
      );
      expect(replies.map(({ status }) => status)).toEqual(Array<number>(10).fill(200));
      const [row] = await documents.temporary.database.query<{ changes: string }>({
        text: "select count(*) as changes from document_changes where path = 'room/r3'",
      });
      expect(row?.changes).toBe('1');
    });

    it('retries a rejected commit, and rejects reused and malformed keys', async () => {
      const key = randomUUID();
      expect(await post('commit', building(''.padEnd(61, 'x')), 'owner', key)).toMatchObject({
        status: 400,
        body: { code: 'document-invalid' },
      });
      expect(await post('commit', building('south'), 'owner', key)).toMatchObject({ status: 200 });
      expect(await post('commit', building('north'), 'owner', key)).toMatchObject({
        status: 409,
        body: { code: 'command-key-taken' },
      });
      expect(await post('commit', building('north'), 'owner', 'one')).toMatchObject({
        status: 400,
        body: { code: 'command-key-invalid' },
      });
    });

    it('stores only the paths of the documents as the response', async () => {
      await post('commit', building('secret wing'), 'owner', randomUUID());
      const rows = await documents.temporary.database.query<{ answer: unknown }>({
        text: 'select answer from command_answers',
      });
      expect(rows.length).toBeGreaterThan(0);
      expect(
        rows
          .flatMap(({ answer }) => answer)
          .every((path) => path === 'room/r2' || path === 'room/r3'),
      ).toBe(true);
    });
  });

  it('errors have the status and code of the problem', async () => {
    const capacity = {
      writes: [{ kind: 'update', path: 'room/r1', fields: [{ field: ['capacity'], value: 2 }] }],
    };
    expect(await post('list', { query: { collection: 'room' } }, 'nobody')).toMatchObject({
      status: 401,
      body: { code: 'session-required' },
    });
    expect(await post('commit', capacity, 'carer')).toMatchObject({
      status: 403,
      body: { code: 'document-forbidden' },
    });
    expect(await post('commit', capacity, 'other')).toMatchObject({
      status: 404,
      body: { code: 'document-not-found' },
    });
    expect(await post('commit', { writes: [aRoom('r1', 'd')] })).toMatchObject({
      status: 409,
      body: { code: 'document-exists' },
    });
    expect(
      await post('commit', { writes: [{ kind: 'verify', path: 'room/r1', version: 'old' }] }),
    ).toMatchObject({ status: 409, body: { code: 'document-conflict' } });
    expect(await post('commit', { writes: [aRoom('r9', 'd', { bed: 1 })] })).toMatchObject({
      status: 400,
      body: { code: 'document-invalid', issues: [{ field: 'bed' }] },
    });
    expect(await post('read', { paths: ['room'] })).toMatchObject({
      status: 400,
      body: { code: 'path-invalid' },
    });
    expect(await post('list', { query: { collection: 'room', bed: 1 } })).toMatchObject({
      status: 400,
      body: { code: 'request-invalid' },
    });
  });
});
