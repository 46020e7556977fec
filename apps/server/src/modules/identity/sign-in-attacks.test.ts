import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startLiveFixture, MEMBER_PASSWORD, type LiveFixture } from '../../testing/live-fixture.ts';
import { listRoutes } from '../../testing/route-list.ts';
import { createAuthenticatorApp } from '../../testing/test-browser.ts';

const EMAIL = 'carer@akane.example';
const DAY_MS = 24 * 60 * 60 * 1000;
/** The methods of our own routes that change state. */
const METHODS = ['POST', 'PATCH', 'DELETE'] as const;

let fixture: LiveFixture;
const clock = { aheadMs: 0 };
beforeAll(async () => {
  fixture = await startLiveFixture({
    secure: true,
    now: () => new Date(Date.now() + clock.aheadMs),
  });
});
afterAll(() => fixture.close());

const post = (url: string, payload: object | string, headers: Record<string, string> = {}) =>
  fixture.app.server.inject({ method: 'POST', url, payload, headers });
const signIn = (headers: Record<string, string> = {}, password = MEMBER_PASSWORD) =>
  post('/api/session/sign-in', { email: EMAIL, password }, headers);
const readUser = async (cookie: string) =>
  (await fixture.app.server.inject({ url: '/api/session', headers: { cookie } })).json<{
    user: { email: string } | null;
  }>().user;
const getSetCookies = (reply: Awaited<ReturnType<typeof signIn>>): string[] =>
  [reply.headers['set-cookie'] ?? []].flat();
const cookieIn = (reply: Awaited<ReturnType<typeof signIn>>): string =>
  getSetCookies(reply)
    .map((line) => line.split(';')[0] ?? '')
    .join('; ');

/** The cookie of a known device; it opens no session. */
const DEVICE_COOKIE: unknown = expect.stringMatching(
  /^__Host-yamori\.device=[^;]{40,}; Max-Age=15552000; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
);

describe('the session cookie', () => {
  it('works over HTTPS only, for this host only, and out of reach of scripts and other sites', async () => {
    const lines = getSetCookies(await signIn());
    expect(lines.slice(1)).toEqual([DEVICE_COOKIE]);
    const [pair = '', ...attributes] = (lines[0] ?? '').split('; ');
    expect(pair).toMatch(/^__Host-yamori\.session_token=[^;]{40,}$/);
    expect(attributes.toSorted()).toEqual([
      'HttpOnly',
      `Max-Age=${14 * 24 * 60 * 60}`,
      'Path=/',
      'SameSite=Lax',
      'Secure',
    ]);
  });

  it('never follows a failed attempt, and sign-out deletes it', async () => {
    expect(getSetCookies(await signIn({}, 'not the password at all'))).toEqual([]);
    const cookie = cookieIn(await signIn());
    const out = await post('/api/session/sign-out', {}, { cookie });
    const taken =
      getSetCookies(out).find((line) => line.startsWith('__Host-yamori.session_token=')) ?? '';
    expect(taken).toMatch(/^__Host-yamori\.session_token=;.*Max-Age=0/);
    expect(taken).toContain('Secure');
    expect(await readUser(cookie)).toBeNull();
  });

  it('opens nothing under the name that plain HTTP uses', async () => {
    const cookie = cookieIn(await signIn());
    expect((await readUser(cookie))?.email).toBe(EMAIL);
    expect(await readUser(cookie.replace('__Host-', ''))).toBeNull();
  });

  it('opens neither a session nor a live socket after it has expired', async () => {
    const cookie = cookieIn(await signIn());
    clock.aheadMs = 14 * DAY_MS + 60_000;
    expect(await readUser(cookie)).toBeNull();
    expect(
      (await post('/api/documents/count', { query: { collection: 'room' } }, { cookie }))
        .statusCode,
    ).toBe(401);
    await expect(fixture.openViewer(cookie)).rejects.toThrow('401');
    clock.aheadMs = 0;
  });
});

describe('the cookies of a second factor', () => {
  const MINUTE_MS = 60_000;
  const now = (): Date => new Date(Date.now() + clock.aheadMs);

  it('the cookies are secure, and the session cookie changes when its rights rise', async () => {
    await fixture.addMember('factor@akane.example', 'akane', 3);
    const headers = (cookie: string) => ({ cookie, origin: 'http://localhost', host: 'localhost' });
    const first = await post('/api/session/sign-in', {
      email: 'factor@akane.example',
      password: MEMBER_PASSWORD,
    });
    const cookie = cookieIn(first);
    const key = (await post('/api/account/totp', {}, headers(cookie))).json<{ key: string }>().key;
    const app = createAuthenticatorApp(key);
    const raised = await post(
      '/api/account/totp/confirm',
      { code: app.codeAt(now()) },
      headers(cookie),
    );
    expect(getSetCookies(raised)).toEqual([
      expect.stringMatching(
        /^__Host-yamori\.session_token=[^;]{40,}; Max-Age=1209600; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
      ),
    ]);
    expect(cookieIn(raised)).not.toBe(cookie);
    clock.aheadMs += MINUTE_MS;
    const half = await post('/api/session/sign-in', {
      email: 'factor@akane.example',
      password: MEMBER_PASSWORD,
    });
    expect(getSetCookies(half)).toEqual([
      expect.stringMatching(
        /^__Host-yamori\.sign_in=[^;]{40,}; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
      ),
      DEVICE_COOKIE,
    ]);
    await expect(fixture.openViewer(cookieIn(half))).rejects.toThrow('401');
    const whole = await post(
      '/api/session/second-factor',
      { kind: 'totp', code: app.codeAt(now()) },
      headers(cookieIn(half)),
    );
    expect(getSetCookies(whole).map((line) => line.split('=')[0])).toEqual([
      '__Host-yamori.session_token',
      '__Host-yamori.sign_in',
      '__Host-yamori.device',
    ]);
    expect(getSetCookies(whole)[2]).toEqual(DEVICE_COOKIE);
    expect(getSetCookies(whole)[1]).toContain('Max-Age=0');
    // After the second factor the pending cookie is worthless, even under the session's name.
    expect(await readUser(cookieIn(half))).toBeNull();
    expect(await readUser(cookieIn(half).replace('sign_in', 'session_token'))).toBeNull();
    clock.aheadMs = 0;
  });
});

describe('session fixation', () => {
  it('a sign-in with a planted cookie creates a new session', async () => {
    const planted = '__Host-yamori.session_token=chosen-by-a-stranger.c2lnbmF0dXJl';
    const reply = await signIn({ cookie: planted });
    expect(reply.statusCode).toBe(200);
    expect(cookieIn(reply)).not.toContain('chosen-by-a-stranger');
    expect(await readUser(planted)).toBeNull();
  });

  it("a sign-in with the stranger's session cookie creates a new session", async () => {
    const strangers = cookieIn(
      await post('/api/session/sign-in', {
        email: 'carer@mizuki.example',
        password: MEMBER_PASSWORD,
      }),
    );
    const victims = cookieIn(await signIn({ cookie: strangers }));
    expect(victims).not.toBe(strangers);
    expect((await readUser(victims))?.email).toBe(EMAIL);
    // The browser's previous session ended, so the stranger is signed out.
    expect(await readUser(strangers)).toBeNull();
  });

  it('every sign-in creates a separate session', async () => {
    const cookies = await Promise.all([signIn(), signIn(), signIn()]);
    expect(new Set(cookies.map(cookieIn)).size).toBe(3);
  });
});

describe("requests from another site's page", () => {
  const foreign: readonly (readonly [string, Record<string, string>])[] = [
    ['another origin', { origin: 'https://evil.example' }],
    ['an origin that begins like ours', { origin: 'http://localhost:80.evil.example' }],
    ['an opaque origin', { origin: 'null' }],
    ['no origin but a cross-site relation', { 'sec-fetch-site': 'cross-site' }],
    ['a neighbouring subdomain', { 'sec-fetch-site': 'same-site' }],
  ];

  it.each(foreign)(
    'such a request changes no session and no document (%s)',
    async (_name, headers) => {
      const cookie = cookieIn(await signIn());
      const attempts = await Promise.all([
        signIn({ ...headers }),
        post('/api/session/sign-out', {}, { cookie, ...headers }),
        post('/api/session/end-others', {}, { cookie, ...headers }),
        post(
          '/api/documents/commit',
          {
            writes: [
              { kind: 'update', path: 'room/akane-1', fields: [{ field: ['floor'], value: '9' }] },
            ],
          },
          { cookie, ...headers },
        ),
        post('/api/devices/akane-A/key', {}, { cookie, ...headers }),
        post('/api/rooms/akane-1/accidents', {}, { cookie, ...headers }),
      ]);
      for (const attempt of attempts)
        expect([attempt.statusCode, attempt.json(), getSetCookies(attempt)]).toEqual([
          403,
          { code: 'origin-refused' },
          [],
        ]);
      expect((await readUser(cookie))?.email).toBe(EMAIL);
      expect((await fixture.app.store.read(['room/akane-1']))[0]?.data['floor']).toBe('');
    },
  );

  it('every route that changes state rejects such a request, with or without a session', async () => {
    const cookie = cookieIn(await signIn());
    // An identity provider's page posts its signed response; the route itself checks the sender.
    const POSTED_BY_OTHERS = new Set(['/api/saml/:id/acs']);
    const routes = listRoutes(fixture.app.server).filter(
      ({ method, url }) =>
        !['GET', 'HEAD', 'OPTIONS'].includes(method) && !POSTED_BY_OTHERS.has(url),
    );
    expect(routes.length).toBeGreaterThan(30);
    expect(new Set(routes.map(({ method }) => method))).toEqual(new Set(METHODS));
    for (const { method, url } of routes) {
      const reply = await fixture.app.server.inject({
        method: METHODS.find((known) => known === method) ?? 'POST',
        url: url.replaceAll(/:\w+/g, 'x'),
        payload: {},
        headers: { cookie, origin: 'https://evil.example' },
      });
      expect([url, reply.statusCode, reply.json(), getSetCookies(reply)]).toEqual([
        url,
        403,
        { code: 'origin-refused' },
        [],
      ]);
    }
    expect((await readUser(cookie))?.email).toBe(EMAIL);
  });

  it('cannot be made by a plain form, which needs no preflight', async () => {
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      '',
    ]) {
      const reply = await post(
        '/api/session/sign-in',
        JSON.stringify({ email: EMAIL, password: MEMBER_PASSWORD }),
        { 'content-type': type },
      );
      expect([type, reply.statusCode, getSetCookies(reply)]).toEqual([type, 415, []]);
    }
  });

  it('such a request opens no live socket', async () => {
    const cookie = cookieIn(await signIn());
    for (const origin of [
      'https://evil.example',
      'null',
      fixture.address.replace('127.0.0.1', 'localhost'),
    ])
      await expect(fixture.openViewer(cookie, origin)).rejects.toThrow('403');
  });
});

describe('redirects', () => {
  it.each([
    '//evil.example',
    '/\\evil.example',
    '/%2F%2Fevil.example',
    '/https://evil.example',
    '/api/session?next=https://evil.example',
    '/login?redirect=//evil.example',
    '/api/session/',
    '/api//session',
  ])('the server never redirects from %s to another site', async (url) => {
    const reply = await fixture.app.server.inject({ url, headers: { accept: 'text/html' } });
    expect(reply.headers.location).toBeUndefined();
    expect(Math.floor(reply.statusCode / 100)).not.toBe(3);
  });
});
