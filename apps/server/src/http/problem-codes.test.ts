import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { problem, refuse, type Problem } from '@yamori/domain';
import { createHttpServer } from './http-server.ts';
import { statusOf } from './problem-status.ts';

/** Every problem that a request can meet, and the status that it is told with. */
const STATUS: Readonly<Record<string, number>> = {
  'account-exists': 409, 'address-not-found': 404, 'bus-disconnected': 503, 'collection-unknown': 400, 'collection-without-key': 400,
  'command-key-invalid': 400, 'command-key-taken': 409, 'confirmation-failed': 401,
  'confirmation-required': 403,
  'database-unavailable': 503, 'delete-misplaced': 400, 'device-forbidden': 403, 'device-not-found': 404, 'device-report-invalid': 400,
  'access-refused': 403, 'document-conflict': 409, 'document-exists': 409, 'document-forbidden': 403, 'document-in-use': 409, 'document-invalid': 400, 'document-key-taken': 409,
  'document-not-found': 404, 'document-parent-missing': 400, 'document-placement-invalid': 400, 'entry-not-found': 404, 'field-name-invalid': 400,
  'field-path-invalid': 400, 'field-paths-conflict': 400, 'field-refused': 403, 'ingest-unavailable': 503, 'key-refused': 401, 'limit-batch': 413, 'limit-body': 413,
  'limit-device-rate': 429, 'limit-rate': 429, 'limit-size': 413, 'limit-subscriptions': 429, 'limit-watches': 429, 'media-type-refused': 415, 'member-forbidden': 403, 'member-not-found': 404, 'member-suspended': 403,
  'merge-contradictory': 400, 'merge-field-missing': 400, 'origin-refused': 403, 'last-factor-refused': 403, 'passkey-exists': 409, 'passkey-invalid': 400,
  'password-too-common': 400, 'password-too-long': 400, 'password-too-short': 400,
  'path-invalid': 400, 'precondition-invalid': 400, 'query-contradictory': 400, 'query-cursor': 400, 'query-list': 400, 'query-offset-live': 400,
  'query-operator': 400, 'query-order': 400, 'query-too-wide': 400, 'request-invalid': 400, 'second-factor-expired': 401, 'second-factor-failed': 401, 'server-failed': 500, 'session-required': 401, 'sign-in-failed': 401,
  'sign-in-limited': 429, 'sign-in-locked': 403, 'sign-in-way-refused': 403, 'subscription-id-taken': 409, 'transform-misplaced': 400, 'value-invalid': 400, 'value-too-deep': 400,
  // Registration and one's own account.
  'account-forbidden': 403, 'address-unproven': 400, 'anonymous-refused': 403, 'domain-not-found': 404, 'domain-registration-refused': 403, 'domain-suspended': 403,
  'invitation-elsewhere': 400, 'invitation-expired': 410, 'invitation-forbidden': 403, 'invitation-not-found': 404, 'invitation-revoked': 410, 'invitation-used': 410,
  'limit-registration': 429, 'link-expired': 410, 'link-forbidden': 403, 'link-not-found': 404, 'link-revoked': 410, 'link-used': 410, 'mail-missing': 400,
  'member-exists': 409, 'member-limit-reached': 409, 'member-missing': 400, 'one-time-link-forbidden': 403, 'owner-last': 400, 'photo-invalid': 400, 'photo-not-found': 404,
  'photo-too-large': 413, 'sign-out-first': 409, 'way-in-missing': 400,
  // Federated ways in.
  'sign-in-proof-refused': 403, 'sign-in-try-invalid': 400, 'sign-in-cancelled': 400, 'sign-in-conflict': 409, 'sign-up-refused': 403, 'provider-unavailable': 503, 'way-not-found': 404, 'account-link-missing': 400,
  'provider-account-taken': 409, 'provider-account-exists': 409, 'provider-last': 400, 'provider-invalid': 400, 'saml-provider-not-found': 404, 'saml-provider-exists': 409, 'saml-certificate-invalid': 400, 'public-address-missing': 400,
};

/** Problems of starting, told on the terminal, and of readiness, which tells the code alone: never an answer over HTTP. */
const NEVER_ANSWERED = [
  'check-late', 'data-folder-in-use', 'data-folder-incomplete', 'data-folder-not-writable', 'database-connection-failed', 'decoder-not-built', 'file-not-readable', 'host-invalid',
  'migration-changed', 'migration-file-name', 'migration-number-twice', 'migration-unknown', 'mqtt-listen-failed', 'mqtt-port-in-use', 'node-too-old', 'option-invalid',
  'port-in-use', 'port-refused', 'postgres-account-missing', 'postgres-not-here', 'postgres-not-initialised', 'postgres-not-installed', 'postgres-not-started', 'postgres-still-running',
];

/** Codes by the two ways in which the sources name a problem. */
function codesInSources(): string[] {
  const folders = ['../../src', '../../../../packages/domain/src'].map((folder) => fileURLToPath(new URL(`${folder}/`, new URL('./', import.meta.url))));
  const texts = folders.flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !/\.test\.ts$|(^|\/)testing\//.test(name)).map((name) => readFileSync(`${folder}/${name}`, 'utf8')));
  const found = texts.flatMap((text) => [...text.matchAll(/(?:refuse\(|\bfail\([^)]*\{ code: |sendProblem\(reply, \{ code: |return \{ code: )'([a-z-]+)'/g)].map((match) => match[1] ?? ''));
  return [...new Set(found)].toSorted();
}

describe('problems', () => {
  it('each stand in one of the two lists above', () => {
    const listed = [...Object.keys(STATUS), ...NEVER_ANSWERED];
    expect(codesInSources().filter((code) => !listed.includes(code))).toEqual([]);
    // A list that outlives its problems would hide that the search finds nothing.
    expect(codesInSources().length).toBeGreaterThan(listed.length * 0.9);
  });

  it.each(Object.entries(STATUS))('%s is told with %i', (code, status) => {
    expect(statusOf({ code })).toBe(status);
  });
});

describe('a problem on its way out', () => {
  const thrown: { error: unknown } = { error: null };
  const server = createHttpServer({
    log: pino({ level: 'silent' }), lookupSession: async () => null, bodyLimitBytes: 1_000, requestsPerMinutePerAddress: 100_000, trustedProxies: [],
    publicOrigin: null, secure: false, tls: null, now: Date.now,
  });
  beforeAll(() => { server.get('/api/problem', async () => { throw thrown.error; }); });
  afterAll(() => server.close());

  const answer = async (error: unknown) => {
    thrown.error = error;
    const reply = await server.inject('/api/problem');
    return { status: reply.statusCode, body: reply.json<Problem>(), text: reply.body, retryAfter: reply.headers['retry-after'], cache: reply.headers['cache-control'] };
  };

  it.each(Object.entries(STATUS))('%s arrives whole, with %i, and is kept by nobody', async (code, status) => {
    const whole: Problem = { code, place: 'room/r', details: { limit: 3, reason: 'because' }, issues: [{ field: 'a.b', code: 'number-at-most', details: { limit: 3 } }] };
    const told = await answer(refuse(code, whole));
    expect({ status: told.status, body: told.body, cache: told.cache }).toEqual({ status, body: whole, cache: 'no-store' });
    expect(problem.parse(told.body)).toEqual(whole);
    // Who is asked to come back is told when.
    expect(told.retryAfter).toBe(status === 429 || status === 503 ? '5' : undefined);
  });

  it.each<[string, unknown]>([
    ['an error', new Error('connect ECONNREFUSED 10.1.2.3:5432')],
    ['an error of the database', Object.assign(new Error('duplicate key value violates unique constraint "auth_user_email_key"'), { code: '23505', detail: 'Key (email)=(hanako@example.jp) already exists.', table: 'auth_user' })],
    ['an error that has a status of its own', Object.assign(new Error('upstream says hanako'), { statusCode: 502, code: 'EUPSTREAM' })],
    ['an error whose cause says more', new Error('outer', { cause: new Error('postgres://yamori:secret@10.1.2.3/yamori') })],
    ['a text', 'thrown as text: secret'],
    ['an object', { stack: 'at secret (/srv/yamori/src/file.ts:1:1)', statusCode: 'no' }],
    ['nothing at all', undefined],
  ])('%s that nobody expected says a number and nothing else', async (_name, error) => {
    const told = await answer(error);
    expect(told.status).toBe(500);
    expect(told.body).toEqual({ code: 'server-failed', details: { id: expect.stringMatching(/^[0-9a-f-]{36}$/) } });
  });

  it('rounds the time to come back up, and never to nothing', async () => {
    expect((await answer(refuse('limit-rate', { retryAfterSeconds: 0.2 }))).retryAfter).toBe('1');
    expect((await answer(refuse('database-unavailable', { retryAfterSeconds: 12.1 }))).retryAfter).toBe('13');
  });
});
