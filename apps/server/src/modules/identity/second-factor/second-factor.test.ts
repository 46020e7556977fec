import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  startIdentityFixture,
  TEST_PASSWORD,
  type IdentityFixture,
} from '../../../testing/identity-fixture.ts';
import { storeDocument } from '../../../testing/stored-document.ts';
import { openTestBrowser, registerApp, type TestBrowser } from '../../../testing/test-browser.ts';

let fixture: IdentityFixture;
beforeAll(async () => {
  fixture = await startIdentityFixture({ signInsPerAddress: 10_000 });
});
afterAll(() => fixture.close());

const MINUTE_MS = 60_000;
const wait = (ms: number): void => {
  fixture.clock.now = new Date(fixture.clock.now.getTime() + ms);
};
const signedIn = async (email: string, password = TEST_PASSWORD): Promise<TestBrowser> => {
  const browser = openTestBrowser(fixture.server);
  expect((await browser.signIn(email, password)).statusCode).toBe(200);
  return browser;
};
/** A member with an authenticator app, and the browser in which it was registered. */
const withApp = async (name: string, domainId = 'ward-a') => {
  const email = `${name}@example.jp`;
  const userId = await fixture.addMember(email, 'administrator', domainId);
  const browser = await signedIn(email);
  const app = await registerApp(browser, fixture.clock.now);
  wait(MINUTE_MS);
  return { email, userId, browser, app };
};
const prove = (browser: TestBrowser, code: string, kind: 'totp' | 'backupCode' = 'totp') =>
  browser.post('/api/session/second-factor', { kind, code });

describe('an authenticator code', () => {
  it('completes a sign-in after the password, which alone opens nothing', async () => {
    const { email, userId, app } = await withApp('asked');
    const browser = openTestBrowser(fixture.server);
    const first = await browser.signIn(email, TEST_PASSWORD);
    expect(first.json()).toMatchObject({
      user: null,
      pending: { kinds: ['totp', 'backupCode'] },
      reach: [],
    });
    expect(browser.cookieNames()).toEqual(['yamori.sign_in', 'yamori.device']);
    expect([first.headers['set-cookie']].flat()).toContainEqual(
      expect.stringMatching(/^yamori\.sign_in=.*; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/),
    );
    expect((await browser.session()).pending?.kinds).toEqual(['totp', 'backupCode']);
    expect((await browser.get('/api/session/list')).statusCode).toBe(401);
    const second = await prove(browser, app.codeAt(fixture.clock.now));
    expect(second.json()).toMatchObject({
      user: { uid: userId, mfas: [{ id: 'totp', kind: 'totp' }] },
      pending: null,
    });
    expect(browser.cookieNames()).toEqual(['yamori.device', 'yamori.session_token']);
    expect((await browser.session()).user?.uid).toBe(userId);
  });

  it('works once, in any browser, even concurrently', async () => {
    const { email, app } = await withApp('once');
    const code = app.codeAt(fixture.clock.now);
    const browsers = await Promise.all(Array.from({ length: 6 }, async () => signedIn(email)));
    const statuses = await Promise.all(
      browsers.map(async (browser) => (await prove(browser, code)).statusCode),
    );
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 401, 401, 401, 401, 401]);
    expect((await prove(await signedIn(email), code)).json()).toEqual({
      code: 'second-factor-failed',
    });
  });

  it('allows five attempts per sign-in, within ten minutes', async () => {
    const { email, app } = await withApp('tries');
    const browser = await signedIn(email);
    for (let round = 0; round < 5; round++)
      expect((await prove(browser, '000000')).json()).toEqual({ code: 'second-factor-failed' });
    expect((await prove(browser, app.codeAt(fixture.clock.now))).json()).toEqual({
      code: 'second-factor-expired',
    });
    expect((await browser.session()).pending).toBeNull();
    const late = await signedIn(email);
    wait(10 * MINUTE_MS + 1);
    expect((await prove(late, app.codeAt(fixture.clock.now))).json()).toEqual({
      code: 'second-factor-expired',
    });
    expect((await late.session()).pending).toBeNull();
  });

  it('resists guessing by new sign-ins, and the right password does not reset the count', async () => {
    const small = await startIdentityFixture({ signInsPerAccount: 8 });
    await small.addMember('guess@example.jp', 'administrator');
    const owner = openTestBrowser(small.server);
    await owner.signIn('guess@example.jp', TEST_PASSWORD);
    await registerApp(owner, small.clock.now);
    const answers: string[] = [];
    for (let round = 0; round < 3; round++) {
      const guesser = openTestBrowser(small.server);
      await guesser.signIn('guess@example.jp', TEST_PASSWORD);
      for (let guess = 0; guess < 4; guess++)
        answers.push((await prove(guesser, '123456')).json<{ code: string }>().code);
    }
    expect(answers).toEqual([
      ...Array<string>(8).fill('second-factor-failed'),
      ...Array<string>(4).fill('sign-in-limited'),
    ]);
    await small.close();
  });

  it('fails in another member’s sign-in', async () => {
    const one = await withApp('own');
    const other = await withApp('other');
    const browser = await signedIn(other.email);
    expect((await prove(browser, one.app.codeAt(fixture.clock.now))).json()).toEqual({
      code: 'second-factor-failed',
    });
    expect((await prove(browser, one.app.backupCodes[0] ?? '', 'backupCode')).json()).toEqual({
      code: 'second-factor-failed',
    });
  });

  it('opens one session even for concurrent proofs', async () => {
    const { email, app } = await withApp('twice');
    const browser = await signedIn(email);
    const cookie = browser.cookies();
    const codes = [
      app.codeAt(fixture.clock.now),
      app.backupCodes[0] ?? '',
      app.backupCodes[1] ?? '',
    ];
    const replies = await Promise.all(
      codes.map((code, index) =>
        fixture.server.inject({
          method: 'POST',
          url: '/api/session/second-factor',
          headers: { cookie },
          payload: { kind: index === 0 ? 'totp' : 'backupCode', code },
        }),
      ),
    );
    expect(replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
      200, 401, 401,
    ]);
  });

  it('fails after the pending sign-in was cancelled', async () => {
    const { email, app } = await withApp('back');
    const browser = await signedIn(email);
    const cookie = browser.cookies();
    expect((await browser.post('/api/session/second-factor/leave')).json()).toMatchObject({
      user: null,
      pending: null,
    });
    expect(browser.cookieNames()).toEqual(['yamori.device']);
    const kept = await fixture.server.inject({
      method: 'POST',
      url: '/api/session/second-factor',
      headers: { cookie },
      payload: { kind: 'totp', code: app.codeAt(fixture.clock.now) },
    });
    expect(kept.json()).toEqual({ code: 'second-factor-expired' });
  });

  it('fails with a forged cookie', async () => {
    const { email } = await withApp('forged');
    const cookie = (await signedIn(email)).cookies();
    const token = decodeURIComponent(cookie.split('=')[1] ?? '').split('.')[0] ?? '';
    for (const forged of [
      `yamori.sign_in=${token}`,
      `yamori.sign_in=${token}.AAAA`,
      `yamori.session_token=${cookie.split('=')[1] ?? ''}`,
    ]) {
      const reply = await fixture.server.inject({
        method: 'POST',
        url: '/api/session/second-factor',
        headers: { cookie: forged },
        payload: { kind: 'totp', code: '000000' },
      });
      expect([forged, reply.json()]).toEqual([forged, { code: 'second-factor-expired' }]);
      expect(
        (await fixture.server.inject({ url: '/api/session', headers: { cookie: forged } })).json(),
      ).toMatchObject({ user: null, pending: null });
    }
  });

  it('opens nothing for a member who was suspended in the meantime', async () => {
    const { email, userId, app } = await withApp('suspended');
    const browser = await signedIn(email);
    await storeDocument(fixture.temporary.database, `staff/${userId}`, {
      userId,
      domainId: 'ward-a',
      rootDomainId: 'root',
      name: 'Someone',
      accessLevel: 3,
      email,
      state: 'suspended',
    });
    expect((await prove(browser, app.codeAt(fixture.clock.now))).json()).toEqual({
      code: 'member-suspended',
    });
    expect((await browser.session()).user).toBeNull();
  });
});

describe('backup codes', () => {
  it('each backup code works once, even concurrently', async () => {
    const { email, app } = await withApp('paper');
    expect(new Set(app.backupCodes).size).toBe(10);
    for (const code of app.backupCodes)
      expect(code).toMatch(/^[2-9a-hjkmnp-z]{5}-[2-9a-hjkmnp-z]{5}$/);
    const [first = '', second = ''] = app.backupCodes;
    expect((await prove(await signedIn(email), first, 'backupCode')).statusCode).toBe(200);
    expect((await prove(await signedIn(email), first, 'backupCode')).json()).toEqual({
      code: 'second-factor-failed',
    });
    const browsers = await Promise.all([signedIn(email), signedIn(email), signedIn(email)]);
    const statuses = await Promise.all(
      browsers.map(async (browser) => (await prove(browser, second, 'backupCode')).statusCode),
    );
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 401, 401]);
  });

  it('a backup code may be typed in upper case and without the hyphen', async () => {
    const { email, app } = await withApp('typed');
    expect(
      (
        await prove(
          await signedIn(email),
          (app.backupCodes[0] ?? '').toUpperCase().replace('-', ' '),
          'backupCode',
        )
      ).statusCode,
    ).toBe(200);
  });

  it('new backup codes replace all previous ones', async () => {
    const { email, browser, app } = await withApp('renewed');
    const renewed = (await browser.post('/api/account/backup-codes')).json<{
      backupCodes: string[];
    }>().backupCodes;
    expect(renewed).toHaveLength(10);
    expect(
      (await prove(await signedIn(email), app.backupCodes[3] ?? '', 'backupCode')).json(),
    ).toEqual({ code: 'second-factor-failed' });
    expect((await prove(await signedIn(email), renewed[3] ?? '', 'backupCode')).statusCode).toBe(
      200,
    );
  });

  it('backup codes are stored as hashes, and app keys are encrypted', async () => {
    const { userId, app } = await withApp('stored');
    const { database } = fixture.temporary;
    const codes = await database.query<{ code_hash: string }>({
      text: 'select code_hash from auth_backup_code where user_id = $1',
      values: [userId],
    });
    expect(codes).toHaveLength(10);
    for (const { code_hash: hash } of codes)
      for (const code of app.backupCodes) expect(hash).not.toContain(code.replace('-', ''));
    const [key] = await database.query<{ encrypted_key: Buffer }>({
      text: 'select encrypted_key from auth_totp where user_id = $1',
      values: [userId],
    });
    // IV 12 bytes, key 20 bytes, tag 16 bytes.
    expect(key?.encrypted_key).toHaveLength(48);
    const tokens = await database.query<{ token_hash: string }>({
      text: 'select token_hash from auth_pending',
    });
    for (const { token_hash: hash } of tokens) expect(hash).toMatch(/^[\w-]{43}$/);
  });
});
