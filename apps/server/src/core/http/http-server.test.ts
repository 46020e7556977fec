import { AsyncResource } from 'node:async_hooks';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { ACCESS_LEVELS, ProblemError, type Actor } from '@yamori/domain';
import { remainingMs, untilDeadline } from '../database/request-deadline.ts';
import { abortOnDisconnect } from './abort-on-disconnect.ts';
import { toSubnet } from './address-limit.ts';
import { createHttpServer, type HttpOptions, type ServerPhase } from './http-server.ts';
import { registerReadiness } from './readiness.ts';
import { requireActor } from './request-actor.ts';
import { registerWebFiles } from './web-files.ts';

const actor: Actor = {
  userId: 'u1',
  accessLevel: ACCESS_LEVELS.generalStaff,
  domainId: null,
  rootDomainId: null,
  hasOwnHome: false,
  reach: { kind: 'everything' },
  singleTimeToken: null,
};
const lines: string[] = [];
const options: HttpOptions = {
  log: pino(
    { level: 'debug' },
    {
      write: (line: string) => {
        lines.push(line);
      },
    },
  ),
  lookupSession: async (cookies) => (cookies === 'who=u1' ? { sessionId: 's1', actor } : null),
  bodyLimitBytes: 1_000,
  requestsPerMinutePerAddress: 1_000,
  trustedProxies: [],
  publicOrigin: null,
  listenHost: 'ward.example',
  secure: false,
  tls: null,
  now: () => 0,
};

describe('createHttpServer', () => {
  const held: { server?: FastifyInstance; folder?: string } = {};
  const server = (): FastifyInstance => held.server ?? expect.fail('no server');
  const ready: { failure: unknown } = { failure: null };

  beforeAll(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'yamori-web-'));
    await mkdir(join(folder, 'assets'));
    await writeFile(join(folder, 'index.html'), '<script></script>');
    await writeFile(join(folder, 'sw.js'), 'worker');
    await writeFile(join(folder, 'assets', 'page-abc.js'), 'script');
    const created = createHttpServer(options);
    created.get('/api/open', async (request) => ({ who: request.actor?.userId ?? null }));
    created.get('/api/closed', async (request) => ({ who: requireActor(request).userId }));
    created.get('/api/bug', async () => {
      throw new Error('a secret detail');
    });
    created.get('/api/busy', async () => {
      throw new ProblemError('database-unavailable', { retryAfterSeconds: 2 });
    });
    created
      .withTypeProvider<ZodTypeProvider>()
      .post(
        '/api/parsed',
        { schema: { body: z.strictObject({ rate: z.number() }) } },
        async (request) => request.body,
      );
    registerReadiness(created, {
      checks: [
        { name: 'always', check: async () => undefined },
        {
          name: 'sometimes',
          check: async () => {
            if (ready.failure !== null) throw ready.failure;
          },
        },
      ],
      servers: () => [{ id: 'one', beat: 3 }],
    });
    await registerWebFiles(created, folder);
    Object.assign(held, { server: created, folder });
  });
  afterAll(async () => {
    await held.server?.close();
    if (held.folder !== undefined) await rm(held.folder, { recursive: true });
  });

  it('identifies the member by cookie, and rejects requests without a session', async () => {
    expect((await server().inject({ url: '/api/open' })).json()).toEqual({ who: null });
    expect(
      (await server().inject({ url: '/api/open', headers: { cookie: 'who=u1' } })).json(),
    ).toEqual({ who: 'u1' });
    expect(
      (await server().inject({ url: '/api/closed', headers: { cookie: 'who=u1' } })).statusCode,
    ).toBe(200);
    const refused = await server().inject({ url: '/api/closed', headers: { cookie: 'who=other' } });
    expect({ status: refused.statusCode, body: refused.json() }).toEqual({
      status: 401,
      body: { code: 'session-required' },
    });
  });

  it('reports a bug by its id only, and logs the details', async () => {
    const reply = await server().inject({ url: '/api/bug?name=hanako' });
    const body = reply.json<{ code: string; details: { id: string } }>();
    expect(reply.statusCode).toBe(500);
    expect(body.code).toBe('server-failed');
    expect(reply.body).not.toContain('secret');
    const logged = lines.filter((line) => line.includes(body.details.id)).join('');
    expect(logged).toContain('a secret detail');
    expect(logged).not.toContain('hanako');
  });

  it('sends Retry-After', async () => {
    const reply = await server().inject({ url: '/api/busy' });
    expect([reply.statusCode, reply.headers['retry-after']]).toEqual([503, '2']);
  });

  it('reports wrong fields, invalid JSON, large bodies and other media types', async () => {
    const post = (payload: string | object, type = 'application/json') =>
      server().inject({
        method: 'POST',
        url: '/api/parsed',
        payload,
        headers: { 'content-type': type },
      });
    expect((await post({ rate: 'fast' })).json()).toMatchObject({
      code: 'request-invalid',
      issues: [{ field: 'rate' }],
    });
    expect((await post({ rate: 1, more: 2 })).statusCode).toBe(400);
    expect((await post('{')).json()).toMatchObject({ code: 'request-invalid' });
    const large = await post({ rate: 1, more: 'x'.repeat(2_000) });
    expect([large.statusCode, large.json()]).toEqual([413, { code: 'limit-body' }]);
    expect((await post('rate=1', 'text/plain')).statusCode).toBe(415);
  });

  it('answers an unknown API path with a problem, never with a page', async () => {
    const reply = await server().inject({ url: '/api/none', headers: { accept: 'text/html' } });
    expect([reply.statusCode, reply.json()]).toEqual([404, { code: 'address-not-found' }]);
  });

  describe('headers', () => {
    const readPolicy = async (url: string) =>
      String(
        (await server().inject({ url, headers: { accept: 'text/html' } })).headers[
          'content-security-policy'
        ],
      );

    it('a page has a policy without unsafe-inline and unsafe-eval', async () => {
      for (const url of ['/', '/room/a/sleep']) {
        const policy = await readPolicy(url);
        expect(policy).not.toMatch(/unsafe-inline|[^-]unsafe-eval/);
        for (const rule of [
          "script-src 'self' 'wasm-unsafe-eval'",
          "style-src 'self';",
          "connect-src 'self'",
          "frame-ancestors 'none'",
          "require-trusted-types-for 'script'; trusted-types default",
        ])
          expect(policy).toContain(rule);
      }
    });

    it('worker scripts carry a policy that allows WebAssembly', async () => {
      expect(await readPolicy('/assets/page-abc.js')).toContain(
        "script-src 'self' 'wasm-unsafe-eval'",
      );
      expect(await readPolicy('/sw.js')).toContain("'wasm-unsafe-eval'");
    });

    it('API responses carry a policy that allows nothing', async () => {
      expect(await readPolicy('/api/open')).toBe(
        "default-src 'none'; frame-ancestors 'none'; sandbox",
      );
      const reply = await server().inject({ url: '/api/open' });
      expect(reply.headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        'x-frame-options': 'DENY',
      });
    });

    it('files with a hash are immutable; browsers revalidate the rest', async () => {
      const readCacheControl = async (url: string) =>
        (await server().inject({ url })).headers['cache-control'];
      expect(await readCacheControl('/assets/page-abc.js')).toBe(
        'public, max-age=31536000, immutable',
      );
      expect(await readCacheControl('/sw.js')).toBe('no-cache');
      expect(await readCacheControl('/')).toBe('no-cache');
    });
  });

  it('answers navigation with the page and a missing file with 404', async () => {
    const accept = 'text/html,*/*';
    expect(
      (await server().inject({ url: '/monitoring?device=A.1', headers: { accept } })).statusCode,
    ).toBe(200);
    expect(
      (await server().inject({ url: '/assets/gone.js', headers: { accept: '*/*' } })).statusCode,
    ).toBe(404);
    expect(
      (await server().inject({ url: '/assets/', headers: { accept: '*/*' } })).statusCode,
    ).toBe(404);
    expect((await server().inject({ method: 'POST', url: '/monitoring' })).statusCode).toBe(404);
    expect(
      (await server().inject({ url: '/../../package.json', headers: { accept: '*/*' } }))
        .statusCode,
    ).toBe(404);
  });

  it('preloads a member’s files only for requests with a session cookie', async () => {
    const file = join(held.folder ?? '', 'index.html');
    const lines = [
      '<link rel="modulepreload" href="/assets/words.js">',
      '<link crossorigin href="/assets/frame.js" data-member>',
    ];
    await writeFile(file, lines.join('\n'));
    await utimes(file, new Date(), new Date(Date.now() + 2_000));
    const namesFrame = async (cookie: string) =>
      (await server().inject({ url: '/', headers: { cookie } })).body.includes('frame.js');
    expect(
      await Promise.all(
        [
          '',
          'other=1',
          'yamori.sign_in=a',
          'yamori.session_token=a',
          'x=1; __Host-yamori.session_token=a',
        ].map(namesFrame),
      ),
    ).toEqual([false, false, false, true, true]);
    expect((await server().inject({ url: '/' })).body).toBe(`${lines[0]}\n`);
  });

  it('serves a rebuilt page', async () => {
    const file = join(held.folder ?? '', 'index.html');
    await writeFile(file, 'new');
    await utimes(file, new Date(), new Date(Date.now() + 5_000));
    expect((await server().inject({ url: '/' })).body).toBe('new');
  });

  it('reports liveness, and the readiness of each check', async () => {
    expect((await server().inject({ url: '/healthz' })).json()).toEqual({ ok: true });
    const whole = await server().inject({ url: '/readyz' });
    expect([whole.statusCode, whole.json().servers]).toEqual([200, [{ id: 'one', beat: 3 }]]);
    const failing = async (failure: unknown) => {
      ready.failure = failure;
      const reply = await server().inject({ url: '/readyz' });
      ready.failure = null;
      return [reply.statusCode, reply.json()];
    };
    const answer = (reason: string) => [
      503,
      {
        ok: false,
        checks: [
          { name: 'always', ok: true },
          { name: 'sometimes', ok: false, reason },
        ],
        servers: [{ id: 'one', beat: 3 }],
        warnings: [],
      },
    ];
    expect(
      await failing(
        new ProblemError('database-unavailable', { details: { host: 'db-7.internal' } }),
      ),
    ).toEqual(answer('database-unavailable'));
    // The endpoint is public, so details of unexpected errors go to the log only.
    expect(await failing(new Error('relation "room" of gecko@db-7.internal'))).toEqual(
      answer('check-failed'),
    );
    expect(await failing('a bare text')).toEqual(answer('check-failed'));
    expect(
      lines.some((line) => line.includes('db-7.internal') && line.includes('"check":"sometimes"')),
    ).toBe(true);
  });

  describe('origin', () => {
    const status = async (headers: Record<string, string>) =>
      (
        await server().inject({
          method: 'POST',
          url: '/api/parsed',
          payload: { rate: 1 },
          headers: { host: 'ward.example:8080', ...headers },
        })
      ).statusCode;

    it.each([
      [{ origin: 'http://ward.example:8080' }, 200],
      [{}, 200],
      [{ 'sec-fetch-site': 'same-origin' }, 200],
      [{ origin: 'http://evil.example' }, 403],
      [{ origin: 'http://ward.example' }, 403],
      [{ origin: 'null' }, 403],
      [{ 'sec-fetch-site': 'cross-site' }, 403],
      [{ 'sec-fetch-site': 'same-site' }, 403],
    ])('headers %j result in status %i', async (headers, expected) => {
      expect(await status(headers)).toBe(expected);
    });

    it('the public origin may write, and any origin may read', async () => {
      const other = createHttpServer({ ...options, publicOrigin: 'https://ward.example' });
      other.post('/api/x', async () => ({}));
      other.get('/api/x', async () => ({}));
      expect(
        (
          await other.inject({
            method: 'POST',
            url: '/api/x',
            payload: {},
            headers: { origin: 'https://ward.example', host: 'ward.example' },
          })
        ).statusCode,
      ).toBe(200);
      expect(
        (await other.inject({ url: '/api/x', headers: { origin: 'https://evil.example' } }))
          .statusCode,
      ).toBe(200);
      await other.close();
    });
  });

  it('counts requests per address and ignores forwarded headers of untrusted clients', async () => {
    const clock = { nowMs: 0 };
    const open = (trustedProxies: string[]) => {
      const created = createHttpServer({
        ...options,
        requestsPerMinutePerAddress: 2,
        trustedProxies,
        now: () => clock.nowMs,
      });
      created.get('/api/x', async () => ({}));
      return created;
    };
    const statuses = async (created: FastifyInstance) => {
      const seen = [];
      for (let round = 0; round < 4; round++)
        seen.push(
          (
            await created.inject({
              url: '/api/x',
              headers: { 'x-forwarded-for': `203.0.113.${round}` },
            })
          ).statusCode,
        );
      return seen;
    };
    const [strict, trusting] = [open([]), open(['127.0.0.1'])];
    expect(await statuses(strict)).toEqual([200, 200, 429, 429]);
    expect(await statuses(trusting)).toEqual([200, 200, 200, 200]);
    clock.nowMs = 60_000;
    expect((await strict.inject({ url: '/api/x' })).statusCode).toBe(200);
    // Encoded paths count too.
    expect((await strict.inject({ url: '/%61pi/x' })).headers['cache-control']).toBe('no-store');
    expect((await strict.inject({ url: '/a%70i/x' })).statusCode).toBe(429);
    await Promise.all([strict.close(), trusting.close()]);
  });

  it('drops connections over the limit and logs it once a minute', async () => {
    const created = createHttpServer({
      ...options,
      limits: { requestMs: 8_000, httpConnections: 2 },
    });
    await created.listen({ host: '127.0.0.1', port: 0 });
    const { port } = created.server.address() as AddressInfo;
    const open = async (): Promise<Socket> => {
      const socket = connect(port, '127.0.0.1');
      socket.on('error', () => undefined);
      await once(socket, 'connect');
      return socket;
    };
    const accepted = [await open(), await open()];
    lines.length = 0;
    for (const over of [await open(), await open()])
      if (!over.closed) await once(over.resume(), 'close');
    expect(accepted.map(({ closed }) => closed)).toEqual([false, false]);
    expect(lines.filter((line) => line.includes('over the limit'))).toHaveLength(1);
    for (const socket of accepted) socket.destroy();
    await created.close();
  });

  it('rejects a request with several Host headers', async () => {
    const created = createHttpServer(options);
    created.get('/api/x', async () => ({}));
    await created.listen({ host: '127.0.0.1', port: 0 });
    const { port } = created.server.address() as AddressInfo;
    const request = async (path: string, headers: readonly string[]): Promise<string> => {
      const socket = connect(port, '127.0.0.1');
      socket.write([`GET ${path} HTTP/1.1`, ...headers, 'Connection: close', '', ''].join('\r\n'));
      return (await text(socket)).split('\r\n', 1)[0] ?? '';
    };
    const host = `Host: 127.0.0.1:${port}`;
    expect([
      await request('/api/x', [host]),
      await request('/api/x', [host, host]),
      await request('/api/x', [host, 'hOST: ward.example']),
    ]).toEqual(['HTTP/1.1 200 OK', 'HTTP/1.1 400 Bad Request', 'HTTP/1.1 400 Bad Request']);
    await created.close();
  });

  it('sends HSTS when members use https', async () => {
    const created = createHttpServer({ ...options, secure: true });
    created.get('/api/x', async () => ({}));
    expect((await created.inject({ url: '/api/x' })).headers['strict-transport-security']).toBe(
      'max-age=31536000',
    );
    await created.close();
  });
});

describe('toSubnet', () => {
  it('returns an empty string for a connection that was reset', () => {
    expect(toSubnet(undefined)).toBe('');
  });

  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ])('maps %s to %s', (address, subnet) => {
    expect(toSubnet(address)).toBe(subnet);
  });
});

describe('request deadline', () => {
  const start = async (more: (server: FastifyInstance) => void) => {
    const created = createHttpServer(options);
    onTestFinished(() => created.close());
    more(created);
    return created.listen({ host: '127.0.0.1', port: 0 });
  };

  it('limits a handler to 8 s, with and without a body', async () => {
    const address = await start((server) => {
      server.get('/api/read', async () => ({ ms: remainingMs() }));
      server.post('/api/write', async () => ({ ms: remainingMs() }));
    });
    const limit = { ms: expect.toSatisfy((ms: number) => ms > 0 && ms <= 8_000) };
    expect(await (await fetch(`${address}/api/read`)).json()).toEqual(limit);
    const written = await fetch(`${address}/api/write`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    });
    expect(await written.json()).toEqual(limit);
  });

  it('limits work for which the client expects to wait to two minutes (P67)', async () => {
    const address = await start((server) => {
      server.get('/api/report', async (_request, reply) =>
        abortOnDisconnect(reply, async () => ({ ms: remainingMs() })),
      );
    });
    expect(await (await fetch(`${address}/api/report`)).json()).toEqual({
      ms: expect.toSatisfy((ms: number) => ms > 8_000 && ms <= 120_000),
    });
  });

  it('replies 503 with code and Retry-After once that time is over', async () => {
    const address = await start((server) => {
      server.get('/api/report', async (request, reply) =>
        abortOnDisconnect(reply, async () => {
          request.deadline.endsAtMs = performance.now() + 50;
          return untilDeadline(() => new Promise(() => undefined));
        }),
      );
    });
    const reply = await fetch(`${address}/api/report`);
    expect([reply.status, reply.headers.get('retry-after'), await reply.json()]).toEqual([
      503,
      '2',
      { code: 'database-unavailable', retryAfterSeconds: 2 },
    ]);
  });

  it('does not limit a streamed response', async () => {
    const address = await start((server) => {
      async function* lines() {
        yield String(remainingMs());
      }
      server.get('/api/stream', async (_request, reply) => reply.send(Readable.from(lines())));
    });
    expect(await (await fetch(`${address}/api/stream`)).text()).toBe('Infinity');
  });

  it('does not limit work after the response', async () => {
    let readLater = (): number => 0;
    const address = await start((server) => {
      server.get('/api/begin', async () => {
        readLater = AsyncResource.bind(remainingMs);
        return {};
      });
    });
    await (await fetch(`${address}/api/begin`)).text();
    await expect.poll(() => readLater()).toBe(Infinity);
  });
});

describe('server shutdown', () => {
  it('a draining server serves requests, closes their connections, and is not ready', async () => {
    const state: { phase: ServerPhase } = { phase: 'serving' };
    const created = createHttpServer({ ...options, phase: () => state.phase });
    onTestFinished(() => created.close());
    for (const path of ['/api/any', '/readyz']) created.get(path, async () => ({ ok: true }));
    const address = await created.listen({ host: '127.0.0.1', port: 0 });
    state.phase = 'draining';
    const served = await fetch(`${address}/api/any`);
    expect([served.status, served.headers.get('connection')]).toEqual([200, 'close']);
    const ready = await fetch(`${address}/readyz`);
    expect([ready.status, await ready.json()]).toEqual([
      503,
      expect.objectContaining({ code: 'server-unavailable' }),
    ]);
    expect(Number(ready.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('a stopping server responds 503 with code and Retry-After, and stays alive', async () => {
    const state: { phase: ServerPhase } = { phase: 'serving' };
    const created = createHttpServer({ ...options, phase: () => state.phase });
    onTestFinished(() => created.close());
    for (const path of ['/api/any', '/healthz']) created.get(path, async () => ({ ok: true }));
    const address = await created.listen({ host: '127.0.0.1', port: 0 });
    expect((await fetch(`${address}/api/any`)).status).toBe(200);
    state.phase = 'stopping';
    const refused = await fetch(`${address}/api/any`);
    expect([refused.status, await refused.json()]).toEqual([
      503,
      expect.objectContaining({ code: 'server-unavailable' }),
    ]);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(refused.headers.get('connection')).toBe('close');
    expect((await fetch(`${address}/healthz`)).status).toBe(200);
  });

  it('finishes a response in progress', async () => {
    const created = createHttpServer(options);
    const begun = Promise.withResolvers<void>();
    const end = Promise.withResolvers<void>();
    created.get('/api/slow', async () => {
      begun.resolve();
      await end.promise;
      return { done: true };
    });
    const address = await created.listen({ host: '127.0.0.1', port: 0 });
    const answer = fetch(`${address}/api/slow`);
    await begun.promise;
    const closed = created.close();
    end.resolve();
    expect(await (await answer).json()).toEqual({ done: true });
    await closed;
  });
});
