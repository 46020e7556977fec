import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  startIdentityFixture,
  TEST_PASSWORD,
  type IdentityFixture,
} from '../../../testing/identity-fixture.ts';
import { openTestBrowser, registerApp } from '../../../testing/test-browser.ts';

const OTHER = 'a password of my own making';
let fixture: IdentityFixture;
// At full cost, so that the hash dominates the time of a sign-in.
beforeAll(async () => {
  fixture = await startIdentityFixture({
    fullCost: true,
    signInsPerAddress: 100_000,
    signInsPerAccount: 100_000,
    requestsPerMinutePerAddress: 100_000,
  });
});
afterAll(() => fixture.close());

const signedIn = async (email: string, password = TEST_PASSWORD) => {
  const browser = openTestBrowser(fixture.server);
  await browser.signIn(email, password);
  return browser;
};
const change = (
  browser: Awaited<ReturnType<typeof signedIn>>,
  current: string | null,
  password: string,
) => browser.post('/api/account/password', { current, password });

describe('POST /api/account/password', () => {
  it('requires the current password, sets the new one and ends all other sessions', async () => {
    await fixture.addMember('change@example.jp', 'generalStaff');
    const [browser, other] = [
      await signedIn('change@example.jp'),
      await signedIn('change@example.jp'),
    ];
    expect((await change(browser, 'not the right password', OTHER)).json()).toEqual({
      code: 'password-wrong',
      place: 'current',
    });
    expect((await change(browser, null, OTHER)).json()).toEqual({
      code: 'password-wrong',
      place: 'current',
    });
    expect((await change(browser, TEST_PASSWORD, OTHER)).statusCode).toBe(204);
    expect((await other.session()).user).toBeNull();
    expect((await browser.session()).user).not.toBeNull();
    expect(
      (await openTestBrowser(fixture.server).signIn('change@example.jp', TEST_PASSWORD)).statusCode,
    ).toBe(401);
    expect(
      (await openTestBrowser(fixture.server).signIn('change@example.jp', OTHER)).statusCode,
    ).toBe(200);
  });

  it.each([
    ['fourteen chars', 'password-too-short'],
    ['x'.repeat(200), 'password-too-long'],
    ['passwordpassword', 'password-too-common'],
    ['change-rule@example.jp', 'password-too-common'],
  ])('rejects %s', async (password, code) => {
    const email = `change-rule-${code}-${password.length}@example.jp`;
    await fixture.addMember(email, 'generalStaff');
    expect(
      (
        await change(
          await signedIn(email),
          TEST_PASSWORD,
          password.replace('change-rule@example.jp', email),
        )
      ).json(),
    ).toMatchObject({ code, place: 'password' });
  });

  it('accepts 64 characters of any kind, in any normalisation form', async () => {
    await fixture.addMember('signs@example.jp', 'generalStaff');
    const password = `${'夜勤の部屋をがらりと見守る🦎'.repeat(5)}end`.normalize('NFC').slice(0, 70);
    expect(
      (await change(await signedIn('signs@example.jp'), TEST_PASSWORD, password)).statusCode,
    ).toBe(204);
    expect(
      (await openTestBrowser(fixture.server).signIn('signs@example.jp', password.normalize('NFD')))
        .statusCode,
    ).toBe(200);
    expect(
      (await openTestBrowser(fixture.server).signIn('signs@example.jp', password.slice(0, -1)))
        .statusCode,
    ).toBe(401);
  });

  it('adds a password to an account without one after a confirmation', async () => {
    const userId = await fixture.addMember('first@example.jp', 'generalStaff');
    const browser = await signedIn('first@example.jp');
    await fixture.temporary.database.query({
      text: `delete from auth_account where user_id = $1`,
      values: [userId],
    });
    expect((await browser.get('/api/account/security')).json()).toMatchObject({
      hasPassword: false,
      confirmationKinds: [],
    });
    fixture.clock.now = new Date(fixture.clock.now.getTime() + 10 * 60_000 + 1);
    expect((await change(browser, null, OTHER)).json()).toEqual({ code: 'confirmation-required' });
    const [entry] = await fixture.identity.sessions.list(userId);
    await fixture.identity.confirmation.give(entry?.sessionId ?? '');
    expect((await change(browser, null, OTHER)).statusCode).toBe(204);
    expect(
      (await openTestBrowser(fixture.server).signIn('first@example.jp', OTHER)).statusCode,
    ).toBe(200);
  });
});

describe('sign-in with a wrong password', () => {
  it('replies identically and equally fast for all accounts and unknown addresses', async ({
    task,
  }) => {
    // A retry uses other accounts.
    const of = (who: string): string => `time-${who}-${task.result?.retryCount ?? 0}@example.jp`;
    await fixture.addMember(of('plain'), 'generalStaff');
    await fixture.addMember(of('app'), 'generalStaff');
    await registerApp(await signedIn(of('app')), fixture.clock.now);
    const withoutPassword = await fixture.addMember(of('line'), 'generalStaff');
    await fixture.temporary.database.query({
      text: `delete from auth_account where user_id = $1`,
      values: [withoutPassword],
    });
    const emails = [of('plain'), of('app'), of('line'), of('nobody')];
    const quickestMs = new Map<string, number>(
      emails.map((email) => [email, Number.POSITIVE_INFINITY]),
    );
    const spread = (): number =>
      Math.max(...quickestMs.values()) / Math.min(...quickestMs.values());
    // Interleaved, so that other load affects all alike. The minimum of each converges to the real
    // work. A reply without a hash would remain several times faster.
    for (let round = 0; round < 9 || (spread() >= 1.5 && round < 60); round++) {
      for (const email of emails) {
        const startedAt = performance.now();
        const reply = await openTestBrowser(fixture.server).signIn(email, 'not the right password');
        quickestMs.set(email, Math.min(quickestMs.get(email) ?? 0, performance.now() - startedAt));
        expect([reply.statusCode, reply.json(), reply.headers['set-cookie']]).toEqual([
          401,
          { code: 'sign-in-failed' },
          undefined,
        ]);
        await fixture.identity.forgiveTries(email);
      }
    }
    expect(spread()).toBeLessThan(1.5);
  });

  it('locks an account, known or not, after a hundred consecutive failures until it has a new password', async () => {
    const small = await startIdentityFixture({
      signInsPerAddress: 100_000,
      signInsPerAccount: 20,
      requestsPerMinutePerAddress: 100_000,
    });
    await small.addMember('row@example.jp', 'generalStaff');
    const attempt = async (email: string, password: string) =>
      (await openTestBrowser(small.server).signIn(email, password)).json<{ code?: string }>()
        .code ?? 'signed in';
    for (const email of ['row@example.jp', 'nobody@example.jp']) {
      const answers: string[] = [];
      for (let window = 0; window < 6; window++) {
        answers.push(
          ...(await Promise.all(
            Array.from({ length: 20 }, () => attempt(email, 'not the right password')),
          )),
        );
        small.clock.now = new Date(small.clock.now.getTime() + 15 * 60_000);
      }
      expect([
        email,
        answers.filter((code) => code === 'sign-in-failed').length,
        answers.filter((code) => code === 'sign-in-locked').length,
      ]).toEqual([email, 100, 20]);
    }
    expect(await attempt('row@example.jp', TEST_PASSWORD)).toBe('sign-in-locked');
    small.clock.now = new Date(small.clock.now.getTime() + 15 * 60_000);
    await small.identity.forgiveTries('row@example.jp');
    expect(await attempt('row@example.jp', TEST_PASSWORD)).toBe('signed in');
    await small.close();
  });

  it('resets the consecutive failures after a success', async () => {
    await fixture.addMember('forgotten@example.jp', 'generalStaff');
    for (let round = 0; round < 3; round++)
      await openTestBrowser(fixture.server).signIn(
        'forgotten@example.jp',
        'not the right password',
      );
    const runs = () =>
      fixture.temporary.database.query<{ failures: number }>({
        text: 'select failures from auth_failed_run where failures = 3',
      });
    expect(await runs()).toHaveLength(1);
    await signedIn('forgotten@example.jp');
    expect(await runs()).toHaveLength(0);
  });

  it('stores no addresses', async () => {
    await openTestBrowser(fixture.server).signIn(
      'secret-person@example.jp',
      'not the right password',
    );
    const rows = await fixture.temporary.database.query<{ subject: string }>({
      text: 'select subject from auth_failed_run union all select subject from auth_try',
    });
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.filter(({ subject }) => subject.includes('@'))).toEqual([]);
  });
});
