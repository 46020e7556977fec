import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MEMBER_PASSWORD } from '../../testing/live-fixture.ts';
import {
  NEW_PASSWORD,
  startRegistrationFixture,
  type RegistrationFixture,
} from '../../testing/registration-fixture.ts';
import {
  createAuthenticatorApp,
  registerApp,
  type TestBrowser,
} from '../../testing/test-browser.ts';
import { createLinkedAccounts } from './federation/linked-accounts.ts';

let held: RegistrationFixture;
beforeAll(async () => {
  held = await startRegistrationFixture();
});
afterAll(() => held.close());

const STRANGERS = 'a stranger chose this password';
const toAddress = (name: string): string => `${name}@akane.example`;
const opens = async (name: string, password: string): Promise<boolean> =>
  (await (await held.browser()).signIn(toAddress(name), password)).statusCode === 200;

/** Holds the account's row lock, as a concurrent change would. */
async function holdAccount(userId: string) {
  const client = await held.fixture.temporary.pool.connect();
  await client.query('begin');
  await client.query('select id from auth_user where id = $1 for update', [userId]);
  return {
    endSessions: () => client.query('delete from auth_session where user_id = $1', [userId]),
    letGo: async () => {
      await client.query('commit');
      client.release();
    },
    /**
     * Waits until `count` connections wait for a lock. The sign-in history, which is written after
     * the reply, may wait too and does not count.
     */
    waiting: (count: number) =>
      expect
        .poll(
          async () =>
            (
              await held.fixture.temporary.database.query({
                text: `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
                  and query not like 'insert into sign_in_event%'`,
              })
            ).length,
        )
        .toBe(count),
  };
}

async function readResetLink(name: string, seen?: number): Promise<string> {
  await (
    await held.browser()
  ).post('/api/registration/password-reset', { email: toAddress(name), language: 'ja' });
  return (await held.linkTo(toAddress(name), seen)).hash.slice(1);
}

describe('a password reset while a stranger with a session changes the password', () => {
  it.each(['reset', 'stranger'] as const)(
    'the reset wins even if the %s locks the account first',
    async (first) => {
      const userId = await held.fixture.addMember(toAddress(`both-${first}`), 'akane', 3);
      const stranger = await held.browser(toAddress(`both-${first}`));
      const token = await readResetLink(`both-${first}`);
      const owner = await held.browser();
      const account = await holdAccount(userId);
      const acts = {
        reset: () =>
          owner.post('/api/registration/password-reset/complete', {
            token,
            password: NEW_PASSWORD,
          }),
        stranger: () =>
          stranger.post('/api/account/password', { current: MEMBER_PASSWORD, password: STRANGERS }),
      };
      const one = acts[first]();
      await account.waiting(1);
      const two = acts[first === 'reset' ? 'stranger' : 'reset']();
      await account.waiting(2);
      await account.letGo();
      const [reset, change] = first === 'reset' ? [await one, await two] : [await two, await one];
      expect([reset.statusCode, change.statusCode]).toEqual([200, first === 'reset' ? 401 : 204]);
      expect([
        await opens(`both-${first}`, NEW_PASSWORD),
        await opens(`both-${first}`, STRANGERS),
      ]).toEqual([true, false]);
      expect([(await stranger.session()).user, (await owner.session()).user?.uid]).toEqual([
        null,
        userId,
      ]);
    },
  );
});

type Act = (
  browser: TestBrowser,
  name: string,
) => Promise<() => Promise<{ statusCode: number; json: () => unknown }>>;
const ACTS: readonly (readonly [string, Act])[] = [
  [
    'a new password',
    async (browser) => () =>
      browser.post('/api/account/password', { current: MEMBER_PASSWORD, password: STRANGERS }),
  ],
  [
    'an app',
    async (browser) => {
      const { key } = (await browser.post('/api/account/totp')).json<{ key: string }>();
      return () =>
        browser.post('/api/account/totp/confirm', {
          code: createAuthenticatorApp(key).codeAt(held.clock.now()),
        });
    },
  ],
  [
    'new backup codes',
    async (browser) => {
      await registerApp(browser, held.clock.now());
      return () => browser.post('/api/account/backup-codes');
    },
  ],
  [
    'the removal of a factor',
    async (browser) => {
      await registerApp(browser, held.clock.now());
      return () => browser.post('/api/account/factors/remove', { id: 'totp' });
    },
  ],
  [
    'another address',
    async (browser, name) => {
      const to = `${name}-other@akane.example`;
      await browser.post('/api/account/email', { email: to, language: 'ja' });
      const token = (await held.linkTo(to)).hash.slice(1);
      return () => browser.post('/api/account/email/complete', { token });
    },
  ],
  [
    'the removal of a provider',
    async (browser) => () => browser.post('/api/account/providers/unlink', { provider: 'email' }),
  ],
  ['the deletion of the account', async (browser) => () => browser.post('/api/account/delete', {})],
];

/** Everything that decides how the account signs in. */
const readSignInMethods = async (userId: string): Promise<unknown> =>
  held.fixture.temporary.database.query({
    text: `select u.email, (select json_agg(a order by a.id) from auth_account a where a.user_id = u.id) as accounts,
      (select json_agg(t.confirmed_at) from auth_totp t where t.user_id = u.id) as apps,
      (select json_agg(b.code_hash order by b.code_hash) from auth_backup_code b where b.user_id = u.id) as codes from auth_user u where u.id = $1`,
    values: [userId],
  });

describe('a session that ends while its change waits for the account', () => {
  it.each(ACTS)('%s: changes nothing', async (what, prepare) => {
    const name = `waits-${ACTS.findIndex(([one]) => one === what)}`;
    const userId = await held.fixture.addMember(toAddress(name), 'akane', 3);
    const browser = await held.browser(toAddress(name));
    const act = await prepare(browser, name);
    const before = await readSignInMethods(userId);
    const account = await holdAccount(userId);
    const answer = act();
    await account.waiting(1);
    await account.endSessions();
    await account.letGo();
    expect([(await answer).statusCode, (await answer).json()]).toEqual([
      401,
      { code: 'session-required' },
    ]);
    expect(await readSignInMethods(userId)).toEqual(before);
  });

  it('links no provider', async () => {
    const userId = await held.fixture.addMember(toAddress('waits-link'), 'akane', 3);
    const browser = await held.browser(toAddress('waits-link'));
    const { sessions } = (await browser.get('/api/session/list')).json<{
      sessions: { sessionId: string }[];
    }>();
    const { store, identity } = held.fixture.app;
    const accounts = createLinkedAccounts({
      database: held.fixture.temporary.database,
      store,
      now: held.clock.now,
      notifyOwner: identity.notifyOwner,
    });
    const account = await holdAccount(userId);
    const linked = expect(
      accounts.link(userId, { way: 'line', subject: 'U-stranger' }, sessions[0]?.sessionId ?? ''),
    ).rejects.toThrow('session-required');
    await account.waiting(1);
    await account.endSessions();
    await account.letGo();
    await linked;
    expect(await accounts.findOwner({ way: 'line', subject: 'U-stranger' })).toBeNull();
  });
});
