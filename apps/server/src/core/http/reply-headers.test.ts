import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startLiveFixture, type LiveFixture } from '../../testing/live-fixture.ts';

const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox";
const EVERY_REPLY = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-frame-options': 'DENY',
  'strict-transport-security': 'max-age=31536000',
  'permissions-policy': expect.stringMatching(/^camera=\(self\), microphone=\(\)(?!.*bluetooth)/),
};

let fixture: LiveFixture;
let cookie = '';
let webFolder = '';
beforeAll(async () => {
  webFolder = await mkdtemp(join(tmpdir(), 'yamori-headers-'));
  await mkdir(join(webFolder, 'assets'));
  await Promise.all(
    Object.entries({
      'index.html': '<title>Yamori</title>',
      'sw.js': 'worker',
      'assets/live-worker-abc.js': 'worker',
      'assets/picture.svg': '<svg onload="alert(1)"/>',
    }).map(([name, text]) => writeFile(join(webFolder, name), text)),
  );
  fixture = await startLiveFixture({ webFolder, secure: true, limits: { bodyBytes: 2_000 } });
  cookie = await fixture.signIn('staff@akane.example');
});
afterAll(async () => {
  await fixture.close();
  await rm(webFolder, { recursive: true, force: true });
});

type Ask = {
  method?: 'GET' | 'POST' | 'HEAD' | 'OPTIONS' | 'DELETE';
  url: string;
  payload?: object | string;
  headers?: Record<string, string>;
};
const json = { 'content-type': 'application/json' };

const DATA: readonly (readonly [name: string, send: Ask, status: number])[] = [
  ['a session', { url: '/api/session' }, 200],
  ['a list of sessions', { url: '/api/session/list' }, 200],
  [
    'documents',
    { method: 'POST', url: '/api/documents/list', payload: { query: { collection: 'room' } } },
    200,
  ],
  ['an empty response', { method: 'POST', url: '/api/session/end-others', payload: {} }, 204],
  ['a HEAD request', { method: 'HEAD', url: '/api/session' }, 200],
  ['an invalid field', { method: 'POST', url: '/api/documents/list', payload: {} }, 400],
  [
    'invalid JSON',
    { method: 'POST', url: '/api/documents/list', payload: '{', headers: json },
    400,
  ],
  ['an address that cannot be decoded', { url: '/api/%E0%A4%A' }, 400],
  ['a page address that cannot be decoded', { url: '/%zz<script>' }, 400],
  ['a missing device key', { method: 'POST', url: '/api/devices/akane-A/frames' }, 401],
  [
    'another origin',
    {
      method: 'POST',
      url: '/api/session/end-others',
      payload: {},
      headers: { origin: 'https://evil.example' },
    },
    403,
  ],
  ['a forbidden device', { method: 'POST', url: '/api/devices/akane-A/key' }, 403],
  ['an unknown address', { url: '/api/none' }, 404],
  ['an unknown method', { method: 'DELETE', url: '/api/session' }, 404],
  [
    'a CORS preflight',
    {
      method: 'OPTIONS',
      url: '/api/session',
      headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
    },
    404,
  ],
  [
    'a parameter that is too long',
    { method: 'POST', url: `/api/rooms/${'r'.repeat(200)}/accidents` },
    400,
  ],
  [
    'a body that is too large',
    { method: 'POST', url: '/api/documents/list', payload: 'x'.repeat(2_001), headers: json },
    413,
  ],
  [
    'a posted form',
    {
      method: 'POST',
      url: '/api/session/sign-in',
      payload: 'a=b',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    },
    415,
  ],
  [
    'plain text',
    {
      method: 'POST',
      url: '/api/session/sign-in',
      payload: '{}',
      headers: { 'content-type': 'text/plain' },
    },
    415,
  ],
  ['health', { url: '/healthz' }, 200],
];

const FILES: readonly (readonly [name: string, url: string])[] = [
  ['the page', '/'],
  ['a deep link', '/rooms/a/night'],
  ['the service worker', '/sw.js'],
  ['a worker script', '/assets/live-worker-abc.js'],
  ['a picture', '/assets/picture.svg'],
];

describe('response headers', () => {
  const send = ({ headers, ...more }: Ask) =>
    fixture.app.server.inject({ method: 'GET', ...more, headers: { cookie, ...headers } });

  it.each(DATA)(
    'the API response for %s has every security header',
    async (_name, request, status) => {
      const reply = await send(request);
      expect(reply.statusCode).toBe(status);
      expect(reply.headers).toMatchObject({
        ...EVERY_REPLY,
        'content-security-policy': DATA_POLICY,
        'cache-control': 'no-store',
      });
      // No other site may read a response, and no header names the software.
      expect(
        Object.keys(reply.headers).filter((name) =>
          /^access-control-|^server$|^x-powered-by$/.test(name),
        ),
      ).toEqual([]);
      expect(reply.body).not.toMatch(/<script>|\bat .*\.ts:|node_modules|Error:/);
      if (status >= 400) expect(Object.keys(reply.json<object>())).toContain('code');
    },
  );

  it.each(FILES)('the file response for %s has every security header', async (_name, url) => {
    const reply = await send({ url, headers: { accept: 'text/html,*/*' } });
    expect(reply.statusCode).toBe(200);
    const isPage = String(reply.headers['content-type']).startsWith('text/html');
    expect(reply.headers).toMatchObject({
      ...EVERY_REPLY,
      ...(isPage ? { 'cross-origin-opener-policy': 'same-origin-allow-popups' } : {}),
    });
    const policy = String(reply.headers['content-security-policy']);
    expect(policy).toMatch(
      /^default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'/,
    );
    expect(policy).not.toMatch(/unsafe-inline|[^-]unsafe-eval|https?:|\*/);
    expect(policy).toContain("worker-src 'self'");
  });

  it('the API response for too many requests has every security header', async () => {
    const limited = await startLiveFixture({
      secure: true,
      limits: { requestsPerMinutePerAddress: 2 },
    });
    for (let count = 0; count < 2; count += 1) await limited.app.server.inject('/api/session');
    const reply = await limited.app.server.inject('/api/session');
    expect([reply.statusCode, reply.json()]).toEqual([
      429,
      { code: 'limit-rate', retryAfterSeconds: expect.any(Number) },
    ]);
    expect(reply.headers).toMatchObject({
      ...EVERY_REPLY,
      'content-security-policy': DATA_POLICY,
      'cache-control': 'no-store',
      'retry-after': expect.stringMatching(/^\d+$/),
    });
    await limited.close();
  });

  it('the API response during a database outage reveals nothing about the database', async () => {
    const broken = await startLiveFixture({ secure: true });
    const session = await broken.signIn('staff@akane.example');
    await broken.temporary.pool.end();
    const reply = await broken.app.server.inject({
      method: 'POST',
      url: '/api/documents/list',
      payload: { query: { collection: 'room' } },
      headers: { cookie: session },
    });
    expect(reply.statusCode).toBeGreaterThanOrEqual(500);
    expect(reply.headers).toMatchObject({
      ...EVERY_REPLY,
      'content-security-policy': DATA_POLICY,
      'cache-control': 'no-store',
    });
    expect(reply.body).not.toMatch(/pool|postgres|127\.0\.0\.1|select|\.ts/i);
    await broken.app.close();
  });

  it('a request that is not HTTP gets a response that reveals nothing about the server', async () => {
    const answered = await new Promise<string>((resolve) => {
      const socket = connect(Number(new URL(fixture.address).port), '127.0.0.1', () =>
        socket.write('NONSENSE\r\n\r\n'),
      );
      const state = { text: '' };
      socket.on('data', (bytes) => {
        state.text += bytes.toString('utf8');
      });
      socket.on('close', () => resolve(state.text));
    });
    expect(answered).toMatch(/^HTTP\/1\.1 400 /);
    expect(answered).not.toMatch(/fastify|node|\.ts|HPE_/i);
  });
});
