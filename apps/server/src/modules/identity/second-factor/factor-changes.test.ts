import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ACCESS_LEVELS } from '@yamori/domain';
import {
  startIdentityFixture,
  TEST_PASSWORD,
  type IdentityFixture,
} from '../../../testing/identity-fixture.ts';
import { hashSecret } from '../../../core/secrets/secret-store.ts';
import { storeDocument } from '../../../testing/stored-document.ts';
import { openTestBrowser, registerApp, type TestBrowser } from '../../../testing/test-browser.ts';

let fixture: IdentityFixture;
beforeAll(async () => {
  fixture = await startIdentityFixture({ signInsPerAddress: 10_000 });
  await storeDocument(fixture.temporary.database, 'domain/strict', {
    kind: 'facility',
    mfaRequired: true,
    rootDomainId: 'strict',
    ancestorIds: [],
  });
  await storeDocument(fixture.temporary.database, 'domain/strict-below', {
    rootDomainId: 'strict',
    ancestorIds: ['strict'],
  });
});
afterAll(() => fixture.close());

const wait = (ms: number): void => {
  fixture.clock.now = new Date(fixture.clock.now.getTime() + ms);
};
const MINUTE_MS = 60_000;
const member = async (
  name: string,
  domainId = 'ward-a',
  password = TEST_PASSWORD,
): Promise<{ email: string; userId: string; browser: TestBrowser }> => {
  const email = `${name}@example.jp`;
  const userId = await fixture.addMember(email, 'administrator', domainId);
  const browser = openTestBrowser(fixture.server);
  expect((await browser.signIn(email, password)).statusCode).toBe(200);
  return { email, userId, browser };
};

describe('an organisation that demands a second factor', () => {
  it('gives members without one level 0; registering one raises the same session with a new token', async () => {
    const { email, userId, browser } = await member('enrol', 'strict');
    expect(await browser.session()).toMatchObject({
      user: { uid: userId, accessLevel: ACCESS_LEVELS.requestMfa, mfas: [] },
      reach: [],
    });
    const before = browser.cookies();
    const [entry] = (await browser.get('/api/session/list')).json<{
      sessions: { sessionId: string }[];
    }>().sessions;
    const app = await registerApp(browser, fixture.clock.now);
    expect(browser.cookies()).not.toBe(before);
    expect(await browser.session()).toMatchObject({
      user: { uid: userId, accessLevel: ACCESS_LEVELS.administrator, mfas: [{ kind: 'totp' }] },
      reach: ['strict', 'strict-below'],
    });
    expect((await browser.get('/api/session/list')).json()).toMatchObject({
      sessions: [{ sessionId: entry?.sessionId, current: true }],
    });
    wait(MINUTE_MS);
    const next = openTestBrowser(fixture.server);
    expect((await next.signIn(email, TEST_PASSWORD)).json()).toMatchObject({ user: null });
    await next.post('/api/session/second-factor', {
      kind: 'totp',
      code: app.codeAt(fixture.clock.now),
    });
    expect((await next.session()).user?.accessLevel).toBe(ACCESS_LEVELS.administrator);
  });

  it('keeps the previous token valid for ten seconds with its old rights, but not for account changes', async () => {
    const { browser } = await member('grace', 'strict');
    const before = browser.cookies();
    await registerApp(browser, fixture.clock.now);
    const withOld = (url: string, payload?: object) =>
      fixture.server.inject({
        url,
        headers: { cookie: before },
        ...(payload === undefined ? {} : { method: 'POST', payload }),
      });
    expect((await withOld('/api/session')).json()).toMatchObject({
      user: { accessLevel: 0 },
      reach: [],
    });
    for (const [url, payload] of [
      ['/api/account/security', undefined],
      ['/api/account/totp', {}],
      ['/api/account/passkeys/creation', {}],
      ['/api/account/backup-codes', {}],
      ['/api/session/end-others', {}],
      ['/api/session/confirm', { kind: 'password', password: TEST_PASSWORD }],
      [
        '/api/account/password',
        { current: TEST_PASSWORD, password: 'a password of my own making' },
      ],
    ] as const)
      expect([url, (await withOld(url, payload)).statusCode]).toEqual([url, 401]);
    const refreshed = await withOld('/api/session/refresh', {});
    expect([
      refreshed.json<{ user: { accessLevel: number } }>().user.accessLevel,
      refreshed.headers['set-cookie'],
    ]).toEqual([0, undefined]);
    wait(10_001);
    expect((await withOld('/api/session')).json()).toMatchObject({ user: null });
    expect((await browser.session()).user?.accessLevel).toBe(ACCESS_LEVELS.administrator);
  });

  it('applies a changed requirement to sessions that are already open', async () => {
    const domain = { rootDomainId: 'late', ancestorIds: [] };
    await storeDocument(fixture.temporary.database, 'domain/late', domain);
    const { browser } = await member('late', 'late');
    expect((await browser.session()).user?.accessLevel).toBe(ACCESS_LEVELS.administrator);
    await storeDocument(fixture.temporary.database, 'domain/late', {
      ...domain,
      mfaRequired: true,
    });
    wait(2_001);
    expect(await browser.session()).toMatchObject({ user: { accessLevel: 0 }, reach: [] });
    await storeDocument(fixture.temporary.database, 'domain/late', domain);
    wait(2_001);
    expect((await browser.session()).user?.accessLevel).toBe(ACCESS_LEVELS.administrator);
  });

  it('rejects removal of the last factor, even by concurrent requests', async () => {
    const { browser } = await member('last', 'strict');
    await registerApp(browser, fixture.clock.now);
    expect((await browser.post('/api/account/factors/remove', { id: 'totp' })).json()).toEqual({
      code: 'last-factor-refused',
    });
    const replies = await Promise.all(
      [1, 2, 3].map(() => browser.post('/api/account/factors/remove', { id: 'totp' })),
    );
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([403, 403, 403]);
    expect((await browser.session()).user?.mfas).toHaveLength(1);
  });
});

describe('registration of an authenticator app', () => {
  it('ends the member’s other sessions, which proved no second factor', async () => {
    const { email, browser } = await member('others');
    const other = openTestBrowser(fixture.server);
    await other.signIn(email, TEST_PASSWORD);
    expect((await other.session()).user).not.toBeNull();
    await registerApp(browser, fixture.clock.now);
    expect((await other.session()).user).toBeNull();
    expect((await browser.session()).user).not.toBeNull();
  });

  it('ends a session that a concurrent sign-in opened with the password alone', async () => {
    const { userId, browser } = await member('instant');
    await registerApp(browser, fixture.clock.now);
    await fixture.temporary.database.query({
      text: `insert into auth_session (id, token_hash, user_id, expires_at, updated_at, created_at, factors, access_level) values ('slipped', $4, $1, $2, $3, $3, 1, 3)`,
      values: [
        userId,
        new Date(fixture.clock.now.getTime() + 3_600_000),
        fixture.clock.now,
        hashSecret('slipped-in'),
      ],
    });
    expect(
      (await browser.get('/api/session/list')).json<{ sessions: unknown[] }>().sessions,
    ).toHaveLength(2);
    expect(await fixture.identity.sessions.ofToken('slipped-in')).toBeNull();
    expect(
      (await browser.get('/api/session/list')).json<{ sessions: unknown[] }>().sessions,
    ).toHaveLength(1);
  });

  it('requires a code of the new key and has no effect before', async () => {
    const { email, browser } = await member('unproved');
    await browser.post('/api/account/totp');
    expect((await browser.post('/api/account/totp/confirm', { code: '000000' })).json()).toEqual({
      code: 'second-factor-failed',
    });
    const next = openTestBrowser(fixture.server);
    expect((await next.signIn(email, TEST_PASSWORD)).json()).toMatchObject({
      pending: null,
      user: { mfas: [] },
    });
  });

  it('replaces the previous app only after the new one has shown a code', async () => {
    const { email, browser } = await member('replace');
    const old = await registerApp(browser, fixture.clock.now);
    wait(MINUTE_MS);
    await browser.post('/api/account/totp');
    const withOld = openTestBrowser(fixture.server);
    await withOld.signIn(email, TEST_PASSWORD);
    expect(
      (
        await withOld.post('/api/session/second-factor', {
          kind: 'totp',
          code: old.codeAt(fixture.clock.now),
        })
      ).statusCode,
    ).toBe(200);
    wait(MINUTE_MS);
    const fresh = await registerApp(browser, fixture.clock.now);
    expect(fresh.backupCodes).toEqual([]);
    wait(MINUTE_MS);
    const next = openTestBrowser(fixture.server);
    await next.signIn(email, TEST_PASSWORD);
    expect(
      (
        await next.post('/api/session/second-factor', {
          kind: 'totp',
          code: old.codeAt(fixture.clock.now),
        })
      ).statusCode,
    ).toBe(401);
    expect(
      (
        await next.post('/api/session/second-factor', {
          kind: 'totp',
          code: fresh.codeAt(fixture.clock.now),
        })
      ).statusCode,
    ).toBe(200);
  });
});

describe('removal of the last optional factor', () => {
  it('voids the backup codes, and the password alone is enough again', async () => {
    const { email, browser } = await member('remove');
    const app = await registerApp(browser, fixture.clock.now);
    expect((await browser.post('/api/account/factors/remove', { id: 'totp' })).statusCode).toBe(
      204,
    );
    expect((await browser.get('/api/account/security')).json()).toMatchObject({
      factors: [],
      backupCodesLeft: 0,
      confirmationKinds: ['password'],
    });
    const next = openTestBrowser(fixture.server);
    expect((await next.signIn(email, TEST_PASSWORD)).json()).toMatchObject({
      pending: null,
      user: { mfas: [] },
    });
    expect(
      (
        await browser.post('/api/session/confirm', {
          kind: 'backupCode',
          code: app.backupCodes[0] ?? '',
        })
      ).statusCode,
    ).toBe(401);
    expect((await browser.post('/api/account/factors/remove', { id: 'totp' })).statusCode).toBe(
      404,
    );
  });

  it('fails while the password is too short without a factor', async () => {
    const { browser } = await member('short');
    expect(
      (
        await browser.post('/api/account/password', {
          current: TEST_PASSWORD,
          password: 'k7w-yo2q',
        })
      ).json(),
    ).toMatchObject({ code: 'password-too-short', details: { least: 15 } });
    await registerApp(browser, fixture.clock.now);
    expect((await browser.get('/api/account/security')).json()).toMatchObject({
      leastPasswordLength: 8,
    });
    expect(
      (
        await browser.post('/api/account/password', {
          current: TEST_PASSWORD,
          password: 'k7w-yo2q',
        })
      ).statusCode,
    ).toBe(204);
    expect((await browser.post('/api/account/factors/remove', { id: 'totp' })).json()).toEqual({
      code: 'password-too-short',
      place: 'password',
    });
    expect((await browser.session()).user?.mfas).toHaveLength(1);
    expect(
      (
        await browser.post('/api/account/password', {
          current: 'k7w-yo2q',
          password: 'a password of my own making',
        })
      ).statusCode,
    ).toBe(204);
    expect((await browser.post('/api/account/factors/remove', { id: 'totp' })).statusCode).toBe(
      204,
    );
  });
});

describe('sensitive actions', () => {
  const ACTS = [
    ['/api/account/totp', {}],
    ['/api/account/totp/confirm', { code: '000000' }],
    ['/api/account/passkeys/creation', {}],
    [
      '/api/account/passkeys',
      {
        name: 'x',
        attestation: {
          id: 'x',
          rawId: 'x',
          type: 'public-key',
          clientExtensionResults: {},
          response: { clientDataJSON: 'x', attestationObject: 'x' },
        },
      },
    ],
    ['/api/account/factors/remove', { id: 'totp' }],
    ['/api/account/backup-codes', {}],
    ['/api/session/end-all', {}],
    ['/api/account/password', { current: null, password: 'x' }],
  ] as const;

  it('every sensitive action requires a confirmation within the last ten minutes', async () => {
    const { browser } = await member('again');
    const app = await registerApp(browser, fixture.clock.now);
    wait(10 * MINUTE_MS + 1);
    for (const [url, payload] of ACTS)
      expect([url, (await browser.post(url, payload)).json()]).toEqual([
        url,
        { code: 'confirmation-required' },
      ]);
    expect(
      (
        await browser.post('/api/session/confirm', {
          kind: 'password',
          password: 'not the right password',
        })
      ).json(),
    ).toEqual({ code: 'password-wrong', place: 'password' });
    expect(
      (await browser.post('/api/session/confirm', { kind: 'totp', code: '000000' })).json(),
    ).toEqual({ code: 'second-factor-failed' });
    expect((await browser.post('/api/account/backup-codes')).json()).toEqual({
      code: 'confirmation-required',
    });
    expect(
      (
        await browser.post('/api/session/confirm', {
          kind: 'totp',
          code: app.codeAt(fixture.clock.now),
        })
      ).statusCode,
    ).toBe(204);
    expect((await browser.post('/api/account/backup-codes')).statusCode).toBe(200);
    wait(10 * MINUTE_MS + 1);
    expect((await browser.post('/api/account/backup-codes')).json()).toEqual({
      code: 'confirmation-required',
    });
    expect(
      (await browser.post('/api/session/confirm', { kind: 'password', password: TEST_PASSWORD }))
        .statusCode,
    ).toBe(204);
    expect((await browser.post('/api/account/factors/remove', { id: 'totp' })).statusCode).toBe(
      204,
    );
  });

  it('a confirmation in another session unlocks no action', async () => {
    const { email, browser } = await member('elsewhere');
    wait(10 * MINUTE_MS + 1);
    const other = openTestBrowser(fixture.server);
    await other.signIn(email, TEST_PASSWORD);
    await other.post('/api/session/confirm', { kind: 'password', password: TEST_PASSWORD });
    expect((await browser.post('/api/account/totp')).json()).toEqual({
      code: 'confirmation-required',
    });
  });

  it('every sensitive action is rejected in a session of a one-time link', async () => {
    const userId = await fixture.addMember('link@example.jp', 'generalStaff');
    const result = await fixture.identity.completeSignIn(
      { userId, provider: 'singleTimeToken', factors: 1, singleTimeToken: 'report-1' },
      { address: '192.0.2.1', userAgent: 'test' },
    );
    const cookie = result.setCookies[0]?.split(';')[0] ?? '';
    expect(
      (await fixture.server.inject({ url: '/api/session', headers: { cookie } })).json(),
    ).toMatchObject({
      user: { uid: userId, singleTimeToken: 'report-1', providerId: 'singleTimeToken' },
    });
    for (const [url, payload] of ACTS.filter(([path]) => path.startsWith('/api/account'))) {
      expect([
        url,
        (await fixture.server.inject({ method: 'POST', url, payload, headers: { cookie } })).json(),
      ]).toEqual([url, { code: 'account-forbidden' }]);
    }
  });

  it('a wrong confirmation counts as a failed sign-in', async () => {
    const small = await startIdentityFixture({ signInsPerAccount: 3 });
    await small.addMember('count@example.jp', 'administrator');
    const browser = openTestBrowser(small.server);
    await browser.signIn('count@example.jp', TEST_PASSWORD);
    const answers: unknown[] = [];
    for (let round = 0; round < 5; round++)
      answers.push(
        (
          await browser.post('/api/session/confirm', {
            kind: 'password',
            password: 'not the right password',
          })
        ).statusCode,
      );
    expect(answers).toEqual([401, 401, 401, 429, 429]);
    expect(
      (await openTestBrowser(small.server).signIn('count@example.jp', TEST_PASSWORD)).statusCode,
    ).toBe(429);
    await small.close();
  });
});
