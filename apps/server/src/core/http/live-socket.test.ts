import { once } from 'node:events';
import { createConnection, type AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket, type RawData } from 'ws';
import { ACCESS_LEVELS } from '@yamori/domain';
import { databaseUnavailable } from '../database/database-problem.ts';
import { startIdentityFixture, type IdentityFixture } from '../../testing/identity-fixture.ts';
import { storeDocument } from '../../testing/stored-document.ts';
import {
  registerSocket,
  RIGHTS_CHANGED_CODE,
  SERVER_STOPS_CODE,
  SESSION_ENDED_CODE,
  TOO_MANY_SOCKETS_CODE,
  TRY_AGAIN_CODE,
} from './live-socket.ts';

/** `ws` delivers a message as one buffer by default. */
const toText = (data: RawData): string => (Buffer.isBuffer(data) ? data.toString('utf8') : '');

describe('registerSocket', () => {
  const held: {
    fixture?: IdentityFixture;
    port?: number;
    seen: { userId: string; text: string }[];
    isDatabaseAway: () => boolean;
  } = { seen: [], isDatabaseAway: () => false };
  const fixture = (): IdentityFixture => held.fixture ?? expect.fail('no fixture');

  beforeEach(async () => {
    held.seen = [];
    held.isDatabaseAway = () => false;
    const made = await startIdentityFixture();
    registerSocket(
      made.server,
      '/live',
      {
        lookupSession: made.identity.findSession,
        onSessionsChanged: made.identity.onSessionsChanged,
        publicOrigin: null,
        isDatabaseAway: () => held.isDatabaseAway(),
        perMember: 2,
        perServer: 100,
      },
      (socket, _request, actor) => {
        socket.on('message', (data) =>
          held.seen.push({ userId: actor.userId, text: toText(data) }),
        );
        socket.send('hello');
      },
    );
    await made.server.listen({ port: 0, host: '127.0.0.1' });
    // A TCP server's address is never a string.
    held.port = (made.server.server.address() as AddressInfo).port;
    held.fixture = made;
  });
  afterEach(() => held.fixture?.close());

  const connect = (headers: Record<string, string>, path = '/live') => {
    const socket = new WebSocket(`ws://127.0.0.1:${held.port}${path}`, { headers });
    const closed = new Promise<number>((resolve) => {
      socket.once('close', resolve);
    });
    const opened = new Promise<string>((resolve, reject) => {
      socket.once('message', (data) => resolve(toText(data)));
      socket.once('unexpected-response', (_request, response) => {
        resolve(String(response.statusCode));
        socket.terminate();
      });
      socket.once('error', reject);
    });
    opened.catch(() => undefined);
    return { socket, opened, closed };
  };
  const member = async (email: string) => {
    const userId = await fixture().addMember(email, 'administrator');
    return { userId, cookie: await fixture().signIn(email) };
  };
  const rewrite = (userId: string, change: Record<string, string | number>) =>
    storeDocument(fixture().temporary.database, `staff/${userId}`, {
      userId,
      domainId: 'ward-a',
      rootDomainId: 'root',
      accessLevel: ACCESS_LEVELS.administrator,
      state: 'active',
      ...change,
    });

  it('connects a signed-in member, and identifies them to the handler', async () => {
    const { userId, cookie } = await member('open@example.jp');
    const { socket, opened } = connect({ cookie, origin: `http://127.0.0.1:${held.port}` });
    expect(await opened).toBe('hello');
    socket.send('words');
    await expect.poll(() => held.seen).toEqual([{ userId, text: 'words' }]);
    expect(socket.extensions).toBe('');
    socket.close();
  });

  it('rejects sockets without a session, from other origins and at other paths', async () => {
    const { cookie } = await member('page@example.jp');
    expect(await connect({}).opened).toBe('401');
    expect(await connect({ cookie: 'yamori.session_token=x.y' }).opened).toBe('401');
    expect(await connect({ cookie, origin: 'http://evil.example' }).opened).toBe('403');
    expect(await connect({ cookie }, '/other').opened).toBe('404');
  });

  it('rejects a socket with several Host headers', async () => {
    const { cookie } = await member('hosts@example.jp');
    const socket = createConnection(held.port ?? 0, '127.0.0.1');
    const host = `Host: 127.0.0.1:${held.port}`;
    socket.write(
      [
        'GET /live HTTP/1.1',
        host,
        host,
        'Connection: Upgrade',
        'Upgrade: websocket',
        'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
        'Sec-WebSocket-Version: 13',
        `Cookie: ${cookie}`,
        '',
        '',
      ].join('\r\n'),
    );
    const [reply] = await once(socket, 'data');
    expect(String(reply)).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    socket.destroy();
  });

  it('closes immediately when a suspension is announced', async () => {
    const { userId, cookie } = await member('ends@example.jp');
    const announced = connect({ cookie });
    await announced.opened;
    await rewrite(userId, { state: 'suspended' });
    // The fixture's clock does not advance, so a cached session stays fresh: only the announcement
    // makes the server read it again.
    fixture().identity.announceChange(userId);
    expect(await announced.closed).toBe(SESSION_ENDED_CODE);
  });

  it('closes after an unannounced change of the account', async () => {
    const { userId, cookie } = await member('silent@example.jp');
    const open = connect({ cookie });
    await open.opened;
    await rewrite(userId, { accessLevel: ACCESS_LEVELS.generalStaff });
    fixture().clock.now = new Date(fixture().clock.now.getTime() + 3_000);
    expect(await open.closed).toBe(SESSION_ENDED_CODE);
  });

  it('requests a reconnect when rights or organisation change', async () => {
    const { userId, cookie } = await member('rises@example.jp');
    const open = connect({ cookie });
    await open.opened;
    await rewrite(userId, { domainId: 'ward-b' });
    fixture().identity.announceChange(userId);
    expect(await open.closed).toBe(RIGHTS_CHANGED_CODE);
  });

  it('closes on sign-out', async () => {
    const { cookie } = await member('out@example.jp');
    const open = connect({ cookie });
    await open.opened;
    await fixture().server.inject({
      method: 'POST',
      url: '/api/session/sign-out',
      headers: { cookie },
    });
    expect(await open.closed).toBe(SESSION_ENDED_CODE);
  });

  it('limits the sockets per member', async () => {
    const { cookie } = await member('many@example.jp');
    const sockets = [connect({ cookie }), connect({ cookie })];
    await Promise.all(sockets.map(({ opened }) => opened));
    expect(await connect({ cookie }).closed).toBe(TOO_MANY_SOCKETS_CODE);
    for (const { socket } of sockets) socket.close();
  });

  it('counts upgrades in the limit of their address, behind a proxy too, and sends Retry-After', async () => {
    const limited = await startIdentityFixture({
      requestsPerMinutePerAddress: 3,
      trustedProxies: ['127.0.0.1'],
    });
    const lookups: string[] = [];
    registerSocket(
      limited.server,
      '/live',
      {
        lookupSession: async (cookies) => {
          lookups.push(cookies ?? '');
          return null;
        },
        onSessionsChanged: () => () => undefined,
        publicOrigin: null,
        perMember: 2,
        perServer: 100,
      },
      () => expect.fail('nobody is signed in'),
    );
    await limited.server.listen({ port: 0, host: '127.0.0.1' });
    // A TCP server's address is never a string.
    const { port } = limited.server.server.address() as AddressInfo;
    const upgrade = (from: string) =>
      new Promise<{ status: number | undefined; retryAfter: string | undefined; body: string }>(
        (resolve) => {
          const socket = new WebSocket(`ws://127.0.0.1:${port}/live`, {
            headers: { 'x-forwarded-for': from },
          });
          socket.once('unexpected-response', (_request, response) => {
            let body = '';
            response.on('data', (part: Buffer) => {
              body += part.toString('utf8');
            });
            response.on('end', () =>
              resolve({
                status: response.statusCode,
                retryAfter: response.headers['retry-after'],
                body,
              }),
            );
          });
        },
      );
    await limited.server.inject({
      url: '/api/session',
      headers: { 'x-forwarded-for': '203.0.113.9' },
    });
    expect([(await upgrade('203.0.113.9')).status, (await upgrade('203.0.113.9')).status]).toEqual([
      401, 401,
    ]);
    const refused = await upgrade('203.0.113.9');
    expect(refused).toMatchObject({ status: 429, retryAfter: expect.stringMatching(/^[1-9]\d?$/) });
    expect(JSON.parse(refused.body)).toEqual({
      code: 'limit-rate',
      retryAfterSeconds: Number(refused.retryAfter),
    });
    expect(
      (
        await limited.server.inject({
          url: '/api/session',
          headers: { 'x-forwarded-for': '203.0.113.9' },
        })
      ).statusCode,
    ).toBe(429);
    expect((await upgrade('198.51.100.1')).status).toBe(401);
    // The rejected upgrade caused no session lookup.
    expect(lookups).toHaveLength(3);
    await limited.close();
  });

  it('sends Retry-After while the database is unreachable', async () => {
    const away = await startIdentityFixture();
    registerSocket(
      away.server,
      '/live',
      {
        lookupSession: async () => {
          throw databaseUnavailable();
        },
        onSessionsChanged: () => () => undefined,
        publicOrigin: null,
        perMember: 2,
        perServer: 100,
      },
      () => expect.fail('nobody is signed in'),
    );
    const address = await away.server.listen({ port: 0, host: '127.0.0.1' });
    const socket = new WebSocket(`${address.replace('http', 'ws')}/live`);
    socket.on('error', () => undefined);
    const [, response] = await once(socket, 'unexpected-response');
    expect([response.statusCode, response.headers['retry-after']]).toEqual([503, '2']);
    expect(JSON.parse(Buffer.concat(await response.toArray()).toString('utf8'))).toMatchObject({
      code: 'database-unavailable',
    });
    await away.close();
  });

  it('closes all sockets in a long database outage, and none in a short one', async () => {
    const { cookie } = await member('away@example.jp');
    const open = connect({ cookie });
    await open.opened;
    const checks: boolean[] = [];
    held.isDatabaseAway = () => {
      checks.push(checks.length !== 1);
      return checks.at(-1) === true;
    };
    expect(await open.closed).toBe(TRY_AGAIN_CODE);
    expect(checks).toEqual([true, false, true, true, true]);
  });

  it('closes a connection whose message exceeds 1 MiB', async () => {
    const { cookie } = await member('large@example.jp');
    const open = connect({ cookie });
    await open.opened;
    open.socket.send('x'.repeat(1024 * 1024 + 1));
    expect(await open.closed).toBe(1009);
    expect(held.seen).toEqual([]);
  });

  it('closes all sockets with a code when the server stops', async () => {
    const { cookie } = await member('stop@example.jp');
    const open = connect({ cookie });
    await open.opened;
    await fixture().server.close();
    expect(await open.closed).toBe(SERVER_STOPS_CODE);
  });
});
