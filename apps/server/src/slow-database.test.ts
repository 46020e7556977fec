import { sessionReply } from '@yamori/domain';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startDatabaseLink, type DatabaseLink } from './testing/database-link.ts';
import { startServerProcess, type ServerProcess } from './testing/server-process.ts';
import type { LinkQuality } from './testing/tcp-proxy.ts';
import { openTemporaryDatabase, type TemporaryDatabase } from './testing/temporary-database.ts';

/** More than the server has connections. */
const REQUESTS = 60;
const METRICS_TOKEN = 'metrics-token-of-the-test';
const ACCOUNT = { email: 'night-nurse@ward.example', password: 'four moths by the lamp' };

let temporary: TemporaryDatabase;
let link: DatabaseLink;
let server: ServerProcess;
let address: string;
let cookie: string;
let userId: string;

beforeEach(async () => {
  temporary = await openTemporaryDatabase();
  link = await startDatabaseLink(temporary.url);
  server = startServerProcess({
    DATABASE_URL: link.url,
    // Far below the ten seconds of T34: only a second wait in one request exceeds them.
    YAMORI_LIMIT_REQUEST_SECONDS: '5',
    YAMORI_METRICS_TOKEN: METRICS_TOKEN,
  });
  address = await server.ready;
  cookie = await register(new URL(await server.firstStartLink).hash.slice(1));
  const session = await fetch(`${address}api/session`, { headers: { cookie } });
  userId = sessionReply.parse(await session.json()).user?.uid ?? '';
});
afterEach(async () => {
  server.kill('SIGKILL');
  await server.exited;
  await link.close();
  await temporary.drop();
});

const post = (path: string, body: object): Promise<Response> =>
  fetch(`${address}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify(body),
  });

/** The answer of a database that is there: a busy machine may miss a request's deadline. */
async function answered(path: string, body: object): Promise<Response> {
  let reply: Response | undefined;
  const trying = async (): Promise<number> => {
    reply = await post(path, body);
    return reply.status;
  };
  await expect.poll(trying).not.toBe(503);
  return reply ?? expect.fail('no answer');
}

/** Registers the first member, and gives the cookie of their session. */
async function register(code: string): Promise<string> {
  cookie = '';
  await answered('api/registration/domain', {
    code,
    organisation: { name: '陽だまりの家' },
    applicant: {
      kind: 'newcomer',
      address: { kind: 'said', email: ACCOUNT.email },
      name: '夜勤 者',
      password: ACCOUNT.password,
      language: 'ja',
    },
  });
  const signedIn = await answered('api/session/sign-in', ACCOUNT);
  expect(signedIn.status).toBe(200);
  return signedIn.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
}

/** Takes a transaction of several statements. Gives status, code and Retry-After. */
async function send(): Promise<string> {
  const reply = await post('api/documents/commit', {
    writes: [
      {
        kind: 'update',
        path: `staff/${userId}`,
        fields: [{ field: ['name'], value: '夜勤 者' }],
      },
    ],
  });
  const text = await reply.text();
  const [, code = ''] = /"code":"([a-z-]+)"/.exec(text) ?? [];
  return `${reply.status} ${code} ${reply.headers.get('retry-after') ?? ''}`.trim();
}
const askAll = async (): Promise<string[]> => [
  ...new Set(await Promise.all(Array.from({ length: REQUESTS }, send))),
];
/** Answers that took the server itself over ten seconds, by its own histogram. */
async function countSlowAnswers(): Promise<number> {
  const reply = await fetch(`${address}metrics`, {
    headers: { authorization: `Bearer ${METRICS_TOKEN}` },
  });
  const text = await reply.text();
  const count = (pattern: RegExp): number =>
    [...text.matchAll(pattern)].reduce((sum, [, value]) => sum + Number(value), 0);
  const all = count(/^yamori_http_request_seconds_count\{.*\} (\d+)$/gm);
  expect(all).toBeGreaterThan(REQUESTS);
  return all - count(/^yamori_http_request_seconds_bucket\{.*le="10".*\} (\d+)$/gm);
}
const isReady = async () => (await fetch(`${address}readyz`)).status;

describe('a PostgreSQL (T34)', { timeout: 600_000 }, () => {
  it.each<[string, LinkQuality]>([
    ['accepts and sends nothing', 'hole'],
    ['sends a byte a second', { byteEveryMs: 1_000 }],
    ['refuses connections', 'cut'],
  ])(
    'a database that %s makes every request end with 503, and no connection leaks',
    async (_, quality) => {
      await expect.poll(isReady).toBe(200);
      expect(await send()).not.toMatch(/^5/);
      link.set(quality);
      expect(await askAll()).toEqual(['503 database-unavailable 2']);
      link.set('open');
      await expect.poll(isReady).toBe(200);
      expect(await countSlowAnswers()).toBe(0);
      // On a busy machine some of them may reach their deadline once more.
      await expect.poll(askAll).toEqual(['200']);
    },
  );

  it('a server stops with exit code 0 while its database accepts and sends nothing', async () => {
    await expect.poll(isReady).toBe(200);
    link.set('hole');
    const waiting = askAll().catch(() => undefined);
    await expect.poll(isReady).toBe(503);
    server.kill('SIGTERM');
    const { code, output } = await server.exited;
    expect([code, output.includes('stop timed out')], output).toEqual([0, false]);
    await waiting;
  });
});
