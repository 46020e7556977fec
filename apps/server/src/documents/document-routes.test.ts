import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pino } from 'pino';
import { RULES, type Actor } from '@yamori/domain';
import { createHttpServer } from '../http/http-server.ts';
import { createDocumentAccess } from './document-access.ts';
import { registerDocumentRoutes } from './document-routes.ts';
import { aDomain, anActor, aRoom, openTestDocuments, SERVER, type TestDocuments } from './testing/test-documents.ts';

const actors: Readonly<Record<string, Actor>> = { owner: anActor('ownerAdministrator', ['d']), carer: anActor('generalStaff', ['d']), other: anActor('ownerAdministrator', ['e']) };
const server = createHttpServer({
  log: pino({ level: 'silent' }), bodyLimitBytes: 5_000_000, requestsPerMinutePerAddress: 10_000, trustedProxies: [], publicOrigin: null, secure: false, tls: null, now: Date.now,
  lookupSession: async (cookie) => {
    const actor = actors[cookie ?? ''];
    return actor ? { sessionId: 's', actor } : null;
  },
});

let documents: TestDocuments;
beforeAll(async () => {
  documents = await openTestDocuments();
  await documents.store.commit([aDomain('d'), aDomain('e'), aRoom('r1', 'd'), aRoom('r2', 'd')], SERVER);
  registerDocumentRoutes(server, { access: createDocumentAccess({ store: documents.store, rules: RULES }) });
});
afterAll(async () => {
  await server.close();
  await documents.close();
});

async function post(verb: string, payload: object, cookie = 'owner') {
  const reply = await server.inject({ method: 'POST', url: `/api/documents/${verb}`, payload, headers: { cookie } });
  const body: unknown = reply.json();
  return { status: reply.statusCode, body };
}

describe('document routes', () => {
  it('read, list and count', async () => {
    expect(await post('read', { paths: ['room/r1', 'room/no'] })).toMatchObject({ status: 200, body: { documents: [{ path: 'room/r1', data: { name: 'r1' } }, null] } });
    expect(await post('list', { query: { collection: 'room', limit: 1 } })).toMatchObject({ status: 200, body: { documents: [{ path: 'room/r1' }] } });
    expect(await post('count', { query: { collection: 'room' } })).toEqual({ status: 200, body: { count: 2 } });
    expect(await post('count', { query: { collection: 'room' } }, 'other')).toEqual({ status: 200, body: { count: 0 } });
  });

  it('commit and answer with what is stored', async () => {
    const writes = [{ kind: 'update', path: 'room/r2', fields: [{ field: ['floor'], value: '4' }] }];
    expect(await post('commit', { writes })).toMatchObject({ status: 200, body: { documents: [{ path: 'room/r2', data: { floor: '4' } }] } });
  });

  it('refuse with the status and the name of the problem', async () => {
    const capacity = { writes: [{ kind: 'update', path: 'room/r1', fields: [{ field: ['capacity'], value: 2 }] }] };
    expect(await post('list', { query: { collection: 'room' } }, 'nobody')).toMatchObject({ status: 401, body: { code: 'session-required' } });
    expect(await post('commit', capacity, 'carer')).toMatchObject({ status: 403, body: { code: 'document-forbidden' } });
    expect(await post('commit', capacity, 'other')).toMatchObject({ status: 404, body: { code: 'document-not-found' } });
    expect(await post('commit', { writes: [aRoom('r1', 'd')] })).toMatchObject({ status: 409, body: { code: 'document-exists' } });
    expect(await post('commit', { writes: [{ kind: 'verify', path: 'room/r1', version: 'old' }] })).toMatchObject({ status: 409, body: { code: 'document-conflict' } });
    expect(await post('commit', { writes: [aRoom('r9', 'd', { bed: 1 })] })).toMatchObject({ status: 400, body: { code: 'document-invalid', issues: [{ field: 'bed' }] } });
    expect(await post('read', { paths: ['room'] })).toMatchObject({ status: 400, body: { code: 'path-invalid' } });
    expect(await post('list', { query: { collection: 'room', bed: 1 } })).toMatchObject({ status: 400, body: { code: 'request-invalid' } });
  });
});
