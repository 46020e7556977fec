import { describe, expect, it } from 'vitest';
import { createTestServer } from '../../testing/http-fixture.ts';
import { isOwnHost, ownNames } from './origin-check.ts';
import { registerReadiness } from './readiness.ts';

const open = (
  publicOrigin: string | null,
  listenHost = '0.0.0.0',
  trustedProxies: string[] = [],
) => {
  const server = createTestServer({ trustedProxies, publicOrigin, listenHost, now: () => 0 });
  registerReadiness(server, { checks: [] });
  server.get('/page', async () => 'page');
  server.post('/api/session/change', async () => 'changed');
  server.post('/api/account/photo', async () => 'changed');
  server.post('/api/documents/commit', async () => 'changed');
  server.post('/api/devices/:serial/frames', { config: { anyHost: true } }, async () => 'taken');
  return server;
};
const PUBLIC = 'https://ward.example';

describe('host of a request', () => {
  it.each<[string | null, string, number]>([
    [PUBLIC, 'ward.example', 200],
    [PUBLIC, 'WARD.example:443', 200],
    [PUBLIC, 'evil.example', 421],
    [PUBLIC, 'ward.example.evil.example', 421],
    [PUBLIC, 'ward.example:8601', 421],
    [PUBLIC, '127.0.0.1:8601', 200],
    [PUBLIC, '[::1]:8601', 200],
    [null, 'localhost:8601', 200],
    [null, '192.168.1.5:8601', 200],
    [null, '[fe80::1]', 200],
    [null, 'ward.local:8601', 200],
    [null, 'evil.example', 421],
    [null, 'localhost.evil.example', 421],
    [null, '127.0.0.1.evil.example', 421],
  ])('public origin %s and host %s give status %i', async (publicOrigin, host, status) => {
    const server = open(publicOrigin, 'ward.local');
    const reply = await server.inject({ url: '/page', headers: { host } });
    expect(reply.statusCode).toBe(status);
    if (status === 421) expect(reply.json()).toEqual({ code: 'host-misdirected' });
    // A page under a foreign name can neither write nor probe for paths, although its origin and
    // its host agree.
    if (status === 421)
      expect(
        (
          await server.inject({
            method: 'POST',
            url: '/api/session/change',
            headers: { host, origin: `http://${host}` },
          })
        ).statusCode,
      ).toBe(421);
    if (status === 421)
      expect((await server.inject({ url: '/nothing', headers: { host } })).statusCode).toBe(421);
    for (const url of ['/healthz', '/readyz'])
      expect((await server.inject({ url, headers: { host } })).statusCode).toBe(200);
    expect(
      (await server.inject({ method: 'POST', url: '/api/devices/S/frames', headers: { host } }))
        .statusCode,
    ).toBe(200);
    await server.close();
  });

  it('the listening name is rejected once there is a public origin', () => {
    const address = { host: 'ward.local', protocol: 'http' };
    expect(isOwnHost(address, { publicOrigin: null, listenHost: 'ward.local' })).toBe(true);
    expect(isOwnHost(address, { publicOrigin: PUBLIC, listenHost: 'ward.local' })).toBe(false);
    for (const host of [undefined, '', 'a b', ':80'])
      expect(isOwnHost({ host, protocol: 'http' }, { publicOrigin: null })).toBe(false);
  });

  it.each<[string | null, string | undefined, string[]]>([
    ['https://ward.example:8443', '0.0.0.0', ['ward.example:8443']],
    [null, 'Ward.local', ['ward.local']],
    [null, '0.0.0.0', []],
    [null, 'localhost', []],
    ['https://10.0.0.5', 'ward.local', []],
  ])(
    'public origin %s, listening host %s: ownNames lists the accepted hosts',
    (publicOrigin, listenHost, names) => {
      expect(ownNames({ publicOrigin, listenHost })).toEqual([
        ...names,
        'localhost',
        'IP addresses',
      ]);
      for (const host of names)
        expect(isOwnHost({ host, protocol: 'https' }, { publicOrigin, listenHost })).toBe(true);
    },
  );
});

describe('origin of a request', () => {
  it.each<[string | null, string, string, number]>([
    [PUBLIC, 'ward.example', PUBLIC, 200],
    [PUBLIC, 'ward.example', 'http://evil.example', 403],
    [PUBLIC, 'ward.example', 'https://ward.example:8443', 403],
    [null, 'localhost:8601', 'http://localhost:8601', 200],
    [null, 'localhost:8601', 'https://localhost:8601', 403],
    [null, 'localhost:8601', 'http://localhost:8602', 403],
    [null, 'localhost:8601', 'http://localhost:8601@evil.example', 403],
    [null, 'localhost:8601', 'null', 403],
  ])(
    'public origin %s, host %s and origin %s give status %i',
    async (publicOrigin, host, origin, status) => {
      const server = open(publicOrigin);
      expect(
        (
          await server.inject({
            method: 'POST',
            url: '/api/session/change',
            headers: { host, origin },
          })
        ).statusCode,
      ).toBe(status);
      await server.close();
    },
  );
});

describe('body limit before sign-in', () => {
  it('bodies are at most 64 kB; documents and photos have their own limits', async () => {
    const server = open(null);
    const payload = (bytes: number) => JSON.stringify('x'.repeat(bytes - 2));
    const post = async (url: string, bytes: number) =>
      (
        await server.inject({
          method: 'POST',
          url,
          headers: { host: 'localhost', 'content-type': 'application/json' },
          payload: payload(bytes),
        })
      ).statusCode;
    expect(await post('/api/session/change', 64 * 1024)).toBe(200);
    expect(await post('/api/session/change', 64 * 1024 + 1)).toBe(413);
    expect(await post('/api/account/photo', 200_000)).toBe(200);
    expect(await post('/api/documents/commit', 200_000)).toBe(200);
    await server.close();
  });
});
