import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ProblemError, profileApi, query, type SessionReply } from '@yamori/domain';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createHttp } from './http.ts';
import { createHttpTransport } from '../live/documents/document-transport.ts';
import { createSessionClient, sessionRefusal } from './session-client.ts';

type ReceivedRequest = {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly body: string;
  readonly cookie: string | undefined;
};
const session: SessionReply = {
  user: null,
  pending: null,
  ended: null,
  waysIn: {
    password: true,
    line: false,
    google: false,
    saml: false,
    passkey: false,
    anonymous: false,
    signUp: false,
    registerDomain: false,
    domainByMail: false,
    passwordReset: false,
  },
  hasOwnHome: false,
  reach: [],
  demonstrationAccounts: [],
};

describe('calls over HTTP', () => {
  let server: Server;
  let requests: ReceivedRequest[];
  let answer: { status: number; body: string };
  let baseUrl: string;
  const options = () => ({
    fetch: (url: string, init: RequestInit) => fetch(url, init),
    baseUrl,
    headers: { cookie: 'c=1' },
  });
  const getCode = async (run: () => Promise<unknown>): Promise<string> => {
    try {
      await run();
      return 'done';
    } catch (error) {
      return error instanceof ProblemError ? error.problem.code : String(error);
    }
  };
  const toText = async (request: IncomingMessage): Promise<string> => {
    let text = '';
    for await (const part of request) text += String(part);
    return text;
  };

  beforeEach(async () => {
    requests = [];
    answer = { status: 200, body: '{}' };
    server = createServer((request, response) => {
      void toText(request).then((body) => {
        requests.push({
          method: request.method,
          url: request.url,
          body,
          cookie: request.headers.cookie,
        });
        response
          .writeHead(answer.status, { 'content-type': 'application/json', connection: 'close' })
          .end(answer.body);
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    // A server that listens on a port has an AddressInfo.
    baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });

  afterEach(() => {
    server.close();
  });

  it('an upload sends the file unchanged and rejects with the complete problem', async () => {
    const { upload } = createHttp(options());
    const putPhoto = (photo: Blob) => upload(profileApi.putPhoto, {}, photo);
    answer = { status: 429, body: JSON.stringify({ code: 'limit-rate', retryAfterSeconds: 7 }) };
    await expect(putPhoto(new Blob(['photo'], { type: 'image/png' }))).rejects.toMatchObject({
      problem: { code: 'limit-rate', retryAfterSeconds: 7 },
    });
    answer = {
      status: 413,
      body: JSON.stringify({ code: 'photo-too-large', details: { limit: 200 } }),
    };
    await expect(putPhoto(new Blob(['photo'], { type: 'image/png' }))).rejects.toMatchObject({
      problem: { code: 'photo-too-large', details: { limit: 200 } },
    });
    answer = { status: 204, body: '' };
    await putPhoto(new Blob(['photo'], { type: 'image/png' }));
    expect(requests.map(({ method, url, body }) => [method, url, body])).toEqual(
      Array.from({ length: 3 }, () => ['POST', '/api/account/photo', 'photo']),
    );
  });

  it('each method calls its own path and parses its reply', async () => {
    const calls = createHttpTransport(options());
    answer.body = JSON.stringify({ documents: [null] });
    expect(await calls.read(['room/a'])).toEqual([null]);
    expect(await calls.commit([{ kind: 'delete', path: 'room/a' }])).toEqual([null]);
    answer.body = JSON.stringify({ documents: [] });
    expect(await calls.list(query.parse({ collection: 'room' }))).toEqual([]);
    answer.body = JSON.stringify({ count: 7 });
    expect(await calls.count(query.parse({ collection: 'room' }))).toBe(7);
    expect(requests.map(({ method, url }) => `${method} ${url}`)).toEqual(
      ['read', 'commit', 'list', 'count'].map((verb) => `POST /api/documents/${verb}`),
    );
    expect(requests[0]).toMatchObject({ body: '{"paths":["room/a"]}', cookie: 'c=1' });
  });

  it('a rejected call carries every field of the problem', async () => {
    answer = {
      status: 400,
      body: JSON.stringify({
        code: 'document-invalid',
        place: 'room/a',
        issues: [{ field: 'name', code: 'string-at-least', details: { limit: 1 } }],
      }),
    };
    await expect(createHttpTransport(options()).read(['room/a'])).rejects.toMatchObject({
      problem: { code: 'document-invalid', place: 'room/a', issues: [{ field: 'name' }] },
    });
  });

  it.each([
    [502, '<html>', 'http-502'],
    [500, '{"error":"x"}', 'http-500'],
    [200, '<html>', 'reply-invalid'],
    [200, '{"documents":[{"path":1}]}', 'reply-invalid'],
  ])('an invalid answer is reported: %i %s', async (status, body, code) => {
    answer = { status, body };
    expect(await getCode(() => createHttpTransport(options()).read(['room/a']))).toBe(code);
  });

  it('an unreachable network is reported', async () => {
    server.close();
    await once(server, 'close');
    expect(await getCode(() => createHttpTransport(options()).read(['room/a']))).toBe(
      'network-unreachable',
    );
  });

  it('a client reads the session, signs in and signs out', async () => {
    answer.body = JSON.stringify(session);
    const client = createSessionClient(options());
    expect(await client.read()).toEqual(session);
    expect(await client.signIn('a@example.com', 'secret')).toEqual(session);
    await client.signOut();
    expect(requests.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'GET /api/session',
      'POST /api/session/sign-in',
      'POST /api/session/sign-out',
    ]);
    answer = { status: 401, body: JSON.stringify({ code: 'sign-in-failed' }) };
    expect(await getCode(() => client.signIn('a@example.com', 'wrong'))).toBe('sign-in-failed');
  });

  it('the reason for a rejected socket is available if the server answers', async () => {
    answer.body = JSON.stringify(session);
    expect(await sessionRefusal(options())()).toBe('session-ended');
    answer = { status: 503, body: '{"code":"database-unavailable"}' };
    expect(await sessionRefusal(options())()).toBeNull();
  });
});
