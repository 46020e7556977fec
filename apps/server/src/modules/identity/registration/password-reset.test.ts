import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ACCESS_LEVELS } from '@yamori/domain';
import { MEMBER_PASSWORD } from '../../../testing/live-fixture.ts';
import {
  NEW_PASSWORD,
  startRegistrationFixture,
  PUBLIC_ORIGIN,
  type RegistrationFixture,
} from '../../../testing/registration-fixture.ts';
import { registerApp } from '../../../testing/test-browser.ts';

let held: RegistrationFixture;
beforeAll(async () => {
  held = await startRegistrationFixture();
});
afterAll(() => held.close());

const MINUTE_MS = 60 * 1000;
const requestReset = async (email: string) =>
  (await held.browser()).post('/api/registration/password-reset', { email, language: 'ja' });
const complete = async (token: string, password = NEW_PASSWORD) =>
  (await held.browser()).post('/api/registration/password-reset/complete', { token, password });
const tokenTo = async (email: string, seen?: number): Promise<string> =>
  (await held.linkTo(email, seen)).hash.slice(1);
const member = (name: string, domainId = 'akane', level = 3) =>
  held.fixture.addMember(`${name}@akane.example`, domainId, level);
const database = () => held.fixture.temporary.database;

describe('a password reset', () => {
  it('replaces the password by a mailed link and ends all sessions immediately', async () => {
    await member('forgets');
    const email = 'forgets@akane.example';
    const [here, elsewhere] = [await held.browser(email), await held.browser(email)];
    const viewer = await held.fixture.openViewer(elsewhere.cookies(), PUBLIC_ORIGIN);
    expect((await requestReset('Forgets@Akane.example')).statusCode).toBe(204);
    const link = await held.linkTo(email);
    expect(`${link.origin}${link.pathname}${link.search}`).toBe(
      `${PUBLIC_ORIGIN}/handleauth?mode=resetPassword`,
    );
    const browser = await held.browser();
    const token = link.hash.slice(1);
    expect(
      (
        await browser.post('/api/registration/mailed-link', { token, kind: 'resetPassword' })
      ).json(),
    ).toMatchObject({ email });
    const reply = await browser.post('/api/registration/password-reset/complete', {
      token,
      password: NEW_PASSWORD,
    });
    expect(reply.json()).toMatchObject({ user: { email } });
    expect((await browser.session()).user).not.toBeNull();
    expect((await here.session()).user).toBeNull();
    await viewer.closed;
    expect((await (await held.browser()).signIn(email, MEMBER_PASSWORD)).statusCode).toBe(401);
    expect((await (await held.browser()).signIn(email, NEW_PASSWORD)).statusCode).toBe(200);
    expect((await held.mail.next(email, 1)).subject).toBe('【やもり】パスワードを変更しました');
  });

  it('still requires the second factor', async () => {
    await member('factor');
    const email = 'factor@akane.example';
    const browser = await held.browser(email);
    await registerApp(browser, held.clock.now());
    await requestReset(email);
    const fresh = await held.browser();
    // The first mail reported the app.
    const reply = await fresh.post('/api/registration/password-reset/complete', {
      token: await tokenTo(email, 1),
      password: NEW_PASSWORD,
    });
    expect(reply.json()).toMatchObject({
      user: null,
      reach: [],
      pending: { kinds: ['totp', 'backupCode'] },
    });
    expect((await fresh.session()).user).toBeNull();
    expect((await fresh.get('/api/account/profile')).statusCode).toBe(401);
    // The app is still registered.
    const rows = await database().query({
      text: 'select 1 from auth_totp t join auth_user u on u.id = t.user_id where u.email = $1',
      values: [email],
    });
    expect(rows).toHaveLength(1);
  });

  it('opens nothing for a suspended member, and says so', async () => {
    const userId = await member('away');
    await held.fixture.commit([
      {
        kind: 'update',
        path: `staff/${userId}`,
        fields: [{ field: ['state'], value: 'suspended' }],
      },
    ]);
    await requestReset('away@akane.example');
    expect((await complete(await tokenTo('away@akane.example'))).json()).toEqual({
      code: 'member-suspended',
    });
  });

  it('works once even if concurrent, within half an hour, and not after a newer link was used', async () => {
    await member('once');
    const email = 'once@akane.example';
    await requestReset(email);
    const first = await tokenTo(email);
    await requestReset(email);
    const second = await tokenTo(email, 1);
    const replies = await Promise.all([
      complete(second, `${NEW_PASSWORD} one`),
      complete(second, `${NEW_PASSWORD} two`),
    ]);
    expect(replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
      200, 410,
    ]);
    expect((await complete(first)).json()).toEqual({ code: 'link-used' });
    await requestReset(email);
    const late = await tokenTo(email, 3);
    held.clock.pass(30 * MINUTE_MS + 1);
    expect((await complete(late)).json()).toEqual({ code: 'link-expired' });
    for (const wrong of ['', ' ', 'x'.repeat(201), late.slice(1), `${late}x`])
      expect((await complete(wrong)).statusCode, wrong).toBeGreaterThanOrEqual(400);
  });

  it('rejects a link of another kind', async () => {
    const userId = await member('kinds');
    const browser = await held.browser('kinds@akane.example');
    await browser.post('/api/account/email', { email: 'kinds-new@akane.example', language: 'ja' });
    expect((await complete(await tokenTo('kinds-new@akane.example'))).json()).toEqual({
      code: 'link-not-found',
    });
    expect(await held.fixture.app.identity.findUserId('kinds@akane.example')).toBe(userId);
  });

  it('keeps the link valid after a rejected password', async () => {
    await member('weak');
    await requestReset('weak@akane.example');
    const token = await tokenTo('weak@akane.example');
    expect((await complete(token, 'short')).json()).toMatchObject({ code: 'password-too-short' });
    expect((await complete(token, 'weak@akane.example 1')).json()).toMatchObject({
      code: 'password-too-common',
    });
    expect((await complete(token)).statusCode).toBe(200);
  });

  it('replies before the account is looked up, and mails nothing to unknown addresses', async () => {
    await member('timed');
    await database().transaction(async (queries) => {
      // Lookups of the account wait for this lock until both requests have replied.
      await queries.query({ text: 'lock table auth_user in access exclusive mode' });
      for (const email of ['unknown@akane.example', 'timed@akane.example']) {
        const reply = await requestReset(email);
        expect([reply.statusCode, reply.body]).toEqual([204, '']);
      }
    });
    await tokenTo('timed@akane.example');
    expect(held.mail.countTo('unknown@akane.example')).toBe(0);
  });

  it('unlocks an account after too many wrong passwords', async () => {
    const small = await startRegistrationFixture();
    const email = 'carer@akane.example';
    for (let round = 0; round < 25; round += 1)
      await (await small.browser()).signIn(email, 'wrong and wrong again');
    const shut = await (await small.browser()).signIn(email, MEMBER_PASSWORD);
    expect(shut.statusCode).toBe(429);
    await (
      await small.browser()
    ).post('/api/registration/password-reset', { email, language: 'ja' });
    const token = (await small.linkTo(email)).hash.slice(1);
    expect(
      (
        await (
          await small.browser()
        ).post('/api/registration/password-reset/complete', { token, password: NEW_PASSWORD })
      ).statusCode,
    ).toBe(200);
    await small.close();
  });

  it('opens an account whose password is locked, and unlocks it (T37)', async () => {
    const limits = { signInsPerAccount: 100_000, signInsPerAddress: 100_000 };
    const open = await startRegistrationFixture({ limits });
    const email = 'carer@akane.example';
    const signIn = async (password: string) => (await open.browser()).signIn(email, password);
    for (let round = 0; round < 101; round += 1) await signIn('wrong and wrong again');
    expect((await signIn(MEMBER_PASSWORD)).json()).toEqual({ code: 'sign-in-locked' });
    const stranger = await open.browser();
    await stranger.post('/api/registration/password-reset', { email, language: 'ja' });
    const token = (await open.linkTo(email)).hash.slice(1);
    const reset = { token, password: NEW_PASSWORD };
    const owner = await open.browser();
    expect((await owner.post('/api/registration/password-reset/complete', reset)).statusCode).toBe(
      200,
    );
    expect((await signIn(NEW_PASSWORD)).statusCode).toBe(200);
    await open.close();
  });
});

/** An account as an installation without e-mail creates it: with an unverified address. */
async function anUnprovenAccount(email: string): Promise<string> {
  const userId = await held.fixture.addMember(email, 'akane', 2);
  await database().query({
    text: 'update auth_user set email_verified = false where id = $1',
    values: [userId],
  });
  await database().query({
    text: `insert into auth_account (id, account_id, provider_id, user_id, created_at, updated_at) values ($1, $2, 'line', $3, $4, $4)`,
    values: [randomUUID(), `line-of-${userId}`, userId, held.clock.now()],
  });
  return userId;
}

describe('a password reset at an unverified address', () => {
  it('gives the account to the owner of the address alone; older secrets, links and sessions end', async () => {
    const email = 'taken@akane.example';
    const userId = await anUnprovenAccount(email);
    const stranger = await held.browser(email);
    await registerApp(stranger, held.clock.now());
    held.clock.pass(MINUTE_MS);
    // A pending sign-in, and a link that would change the address to the stranger's.
    const halfOpen = await held.browser();
    await halfOpen.signIn(email, MEMBER_PASSWORD);
    await stranger.post('/api/account/email', {
      email: 'strangers-own@akane.example',
      language: 'ja',
    });
    const movesAway = await tokenTo('strangers-own@akane.example');

    await requestReset(email);
    const owner = await held.browser();
    const reply = await owner.post('/api/registration/password-reset/complete', {
      token: await tokenTo(email),
      password: NEW_PASSWORD,
    });
    expect(reply.json()).toMatchObject({
      user: {
        uid: userId,
        isEmailVerified: true,
        loginProviders: [{ provider: 'email', uid: email }],
        mfas: [],
      },
      pending: null,
    });

    expect((await stranger.session()).user).toBeNull();
    expect((await halfOpen.session()).pending).toBeNull();
    expect((await (await held.browser()).signIn(email, MEMBER_PASSWORD)).statusCode).toBe(401);
    expect(
      (await stranger.post('/api/account/email/complete', { token: movesAway })).statusCode,
    ).toBe(401);
    expect((await owner.post('/api/account/email/complete', { token: movesAway })).json()).toEqual({
      code: 'link-used',
    });
    const left = await database().query<{ table: string }>({
      text: `select 'line' as table from auth_account where user_id = $1 and provider_id <> 'credential' union all select 'totp' from auth_totp where user_id = $1
        union all select 'codes' from auth_backup_code where user_id = $1 union all select 'passkey' from auth_passkey where user_id = $1
        union all select 'pending' from auth_pending where user_id = $1`,
      values: [userId],
    });
    expect(left).toEqual([]);
  });

  it('revokes invitations, one-time links and identity providers that the stranger created', async () => {
    const email = 'doors@akane.example';
    await held.fixture.commit([
      {
        kind: 'create',
        path: 'domain/doors',
        data: {
          code: 'doors',
          name: '戸口の家',
          kind: 'facility',
          parentDomainId: null,
          rootDomainId: 'doors',
          ancestorIds: [],
          signInMethods: ['email'],
        },
      },
    ]);
    const userId = await held.fixture.addMember(email, 'doors', ACCESS_LEVELS.ownerAdministrator);
    await database().query({
      text: 'update auth_user set email_verified = false where id = $1',
      values: [userId],
    });
    const stranger = await held.browser(email);
    const made = await stranger.post('/api/invitations', {
      kind: 'member',
      domainId: 'doors',
      accessLevel: 4,
      label: '',
      days: 7,
      mailTo: null,
      language: 'ja',
    });
    const { code } = made.json<{ code: string }>();
    const report = (
      await stranger.post('/api/reports/saved', {
        name: 'week',
        isShared: true,
        filter: { domainId: 'doors', period: { kind: 'newest', nights: 7 } },
      })
    ).json<{ id: string }>().id;
    const link = await stranger.post('/api/one-time-links', {
      subject: { kind: 'report', domainId: 'doors', report },
      label: 'x',
      hours: 24,
    });
    const { token } = link.json<{ token: string }>();
    const guest = await held.browser();
    expect([
      made.statusCode,
      link.statusCode,
      (await guest.post('/api/session/one-time', { token, language: 'ja' })).statusCode,
    ]).toEqual([200, 200, 200]);
    await database().query({
      text: `insert into saml_provider (id, domain_id, name, entity_id, sign_in_url, certificates, allow_idp_initiated, vouches_up_to, updated_at)
        values ('doors', 'doors', 'x', 'https://idp.example', 'https://idp.example/sso', '{}', true, 4, now()), ('akane-own', 'akane', 'x', 'https://idp2.example', 'https://idp2.example/sso', '{}', true, 4, now())`,
    });
    await requestReset(email);
    expect((await complete(await tokenTo(email))).statusCode).toBe(200);
    const view = await (
      await held.browser()
    ).post('/api/invitations/view', { code, domainId: 'doors' });
    expect([view.json(), (await guest.session()).user]).toEqual([
      { code: 'invitation-revoked' },
      null,
    ]);
    expect(await database().query({ text: 'select id from saml_provider' })).toEqual([
      { id: 'akane-own' },
    ]);
  });

  it('requires a password that is long enough without the second factor of a stranger', async () => {
    const email = 'short@akane.example';
    await anUnprovenAccount(email);
    await registerApp(await held.browser(email), held.clock.now());
    await requestReset(email);
    expect((await complete(await tokenTo(email), 'moth lamp')).json()).toMatchObject({
      code: 'password-too-short',
      details: { least: 15 },
    });
  });

  it('changes nothing else if the signed-in member verifies the address', async () => {
    const email = 'own@akane.example';
    const userId = await anUnprovenAccount(email);
    const browser = await held.browser(email);
    await browser.post('/api/account/email', { email, language: 'ja' });
    expect(
      (await browser.post('/api/account/email/complete', { token: await tokenTo(email) })).json(),
    ).toMatchObject({ email, isEmailVerified: true });
    expect(await browser.session()).toMatchObject({
      user: {
        uid: userId,
        isEmailVerified: true,
        loginProviders: [{ provider: 'email' }, { provider: 'line' }],
      },
    });
    expect((await (await held.browser()).signIn(email, MEMBER_PASSWORD)).statusCode).toBe(200);
  });
});

describe('a password reset without a password', () => {
  it('sends an e-mail about the sign-in method instead of a link', async () => {
    const userId = await member('line-only');
    await database().query({
      text: `update auth_account set provider_id = 'line', password = null where user_id = $1`,
      values: [userId],
    });
    await requestReset('line-only@akane.example');
    const mail = await held.mail.next('line-only@akane.example');
    expect(mail.text).toContain('パスワードがありません');
    expect(mail.text).not.toContain('#');
  });
});
