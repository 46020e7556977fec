import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ACCESS_LEVELS } from '@yamori/domain';
import {
  NEW_PASSWORD,
  startRegistrationFixture,
  PUBLIC_ORIGIN,
  type RegistrationFixture,
} from '../../../testing/registration-fixture.ts';
import { MEMBER_PASSWORD } from '../../../testing/live-fixture.ts';

let held: RegistrationFixture;
beforeAll(async () => {
  held = await startRegistrationFixture({ signUp: true, anonymous: true });
});
afterAll(() => held.close());

const HOUR_MS = 60 * 60 * 1000;
const requestSignUp = async (email: string, language: 'ja' | 'en' = 'ja') =>
  (await held.browser()).post('/api/registration/address-proof', {
    email,
    language,
    purpose: { kind: 'signUp' },
  });
const newcomer = (token: string, more: object = {}) => ({
  kind: 'newcomer',
  address: { kind: 'proven', token },
  name: '見守 花子',
  password: NEW_PASSWORD,
  language: 'ja',
  ...more,
});
const complete = async (token: string, more: object = {}) =>
  (await held.browser()).post('/api/registration/sign-up', { applicant: newcomer(token, more) });

describe('sign-up', () => {
  it('mails a link in the requested language and creates nothing before it is opened', async () => {
    expect((await requestSignUp('new@example.jp')).statusCode).toBe(204);
    const link = await held.linkTo('new@example.jp');
    expect(`${link.origin}${link.pathname}${link.search}`).toBe(`${PUBLIC_ORIGIN}/signup`);
    expect((await held.mail.next('new@example.jp')).subject).toBe('【やもり】ご登録の続き');
    expect(await held.fixture.app.identity.findUserId('new@example.jp')).toBeNull();
    await requestSignUp('english@example.jp', 'en');
    expect((await held.mail.next('english@example.jp')).subject).toBe(
      '[Yamori] Complete your registration',
    );
  });

  it('creates a signed-in individual of level 1 with a verified address', async () => {
    await requestSignUp('Hanako@Example.jp');
    const token = (await held.linkTo('hanako@example.jp')).hash.slice(1);
    const browser = await held.browser();
    expect(
      (await browser.post('/api/registration/mailed-link', { token, kind: 'addressProof' })).json(),
    ).toMatchObject({ email: 'hanako@example.jp' });
    const reply = await browser.post('/api/registration/sign-up', { applicant: newcomer(token) });
    const { user, reach, hasOwnHome } = reply.json<{
      user: { uid: string; domainId: string };
      reach: string[];
      hasOwnHome: boolean;
    }>();
    expect(reply.statusCode).toBe(200);
    expect(user).toMatchObject({
      email: 'hanako@example.jp',
      isEmailVerified: true,
      accessLevel: ACCESS_LEVELS.individualUser,
      displayName: '見守 花子',
      isAnonymous: false,
    });
    expect(reach).toEqual([user.domainId]);
    expect(hasOwnHome).toBe(true);
    const [domain, member] = await held.fixture.app.store.read([
      `domain/${user.domainId}`,
      `staff/${user.uid}`,
    ]);
    expect(domain).toMatchObject({
      bare: false,
      data: {
        kind: 'individual',
        parentDomainId: null,
        rootDomainId: user.domainId,
        signInMethods: ['email', 'line', 'google'],
      },
    });
    expect(member).toMatchObject({
      bare: false,
      data: { state: 'active', email: 'hanako@example.jp', accessLevel: 1 },
    });
    expect(
      (await (await held.browser()).signIn('hanako@example.jp', NEW_PASSWORD)).statusCode,
    ).toBe(200);
  });

  it('accepts a link once even if concurrent, within a day', async () => {
    await requestSignUp('once@example.jp');
    const token = (await held.linkTo('once@example.jp')).hash.slice(1);
    const replies = await Promise.all([complete(token), complete(token, { name: '別人' })]);
    expect(replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
      200, 410,
    ]);
    expect((await complete(token)).json()).toEqual({ code: 'link-used' });
    await requestSignUp('late@example.jp');
    const late = (await held.linkTo('late@example.jp')).hash.slice(1);
    held.clock.pass(24 * HOUR_MS + 1);
    expect((await complete(late)).json()).toEqual({ code: 'link-expired' });
    expect((await complete('nothing-of-the-kind')).json()).toEqual({ code: 'link-not-found' });
  });

  it('keeps a link valid after viewing it and after a rejected password', async () => {
    await requestSignUp('careful@example.jp');
    const token = (await held.linkTo('careful@example.jp')).hash.slice(1);
    expect((await complete(token, { password: 'short' })).json()).toMatchObject({
      code: 'password-too-short',
      place: 'password',
    });
    expect((await complete(token, { password: 'careful@example.jp 12' })).json()).toMatchObject({
      code: 'password-too-common',
    });
    expect((await complete(token)).statusCode).toBe(200);
  });

  it('replies before the account is looked up, and informs its owner by e-mail only', async () => {
    await held.fixture.temporary.database.transaction(async (queries) => {
      // Lookups of the account wait for this lock until both requests have replied.
      await queries.query({ text: 'lock table auth_user in access exclusive mode' });
      for (const email of ['carer@akane.example', 'stranger@example.jp']) {
        const reply = await requestSignUp(email);
        expect([reply.statusCode, reply.body]).toEqual([204, '']);
      }
    });
    const notice = await held.mail.next('carer@akane.example');
    expect(notice.subject).toBe('【やもり】すでにご登録済みです');
    expect(notice.text).toContain(`${PUBLIC_ORIGIN}/login`);
    expect(notice.text).not.toContain('#');
    const carers = await held.browser('carer@akane.example');
    expect((await carers.session()).user).not.toBeNull();
  });

  it('gives a stranger no access to an address whose owner signs up later', async () => {
    await requestSignUp('victim@example.jp');
    const strangers = (await held.linkTo('victim@example.jp')).hash.slice(1);
    await requestSignUp('victim@example.jp');
    const owners = (await held.linkTo('victim@example.jp', 1)).hash.slice(1);
    expect(strangers).not.toBe(owners);
    expect((await complete(owners)).statusCode).toBe(200);
    // The older link also went to the owner's mailbox, and the address now has an account.
    expect(
      (await complete(strangers, { password: 'what a stranger would choose' })).statusCode,
    ).toBeGreaterThanOrEqual(400);
    expect(
      (await (await held.browser()).signIn('victim@example.jp', 'what a stranger would choose'))
        .statusCode,
    ).toBe(401);
  });

  it('rejects users who are signed in', async () => {
    const signedIn = await held.browser('carer@akane.example');
    expect(
      (await signedIn.post('/api/registration/sign-up', { applicant: newcomer('x') })).json(),
    ).toEqual({ code: 'sign-out-first' });
    expect((await signedIn.post('/api/registration/anonymous', { language: 'ja' })).json()).toEqual(
      { code: 'sign-out-first' },
    );
  });

  it('rejects a chosen level, organisation or verification', async () => {
    await requestSignUp('greedy@example.jp');
    const token = (await held.linkTo('greedy@example.jp')).hash.slice(1);
    for (const more of [{ accessLevel: 200 }, { domainId: 'akane' }, { emailVerified: true }])
      expect((await complete(token, more)).json()).toMatchObject({ code: 'request-invalid' });
    expect(
      (await complete('', { address: { kind: 'said', email: 'greedy@example.jp' } })).json(),
    ).toEqual({ code: 'address-unproven', place: 'email' });
  });

  it('logs no address, link or name', async () => {
    await requestSignUp('private@example.jp');
    const token = (await held.linkTo('private@example.jp')).hash.slice(1);
    await complete(token, { name: '秘密 の名' });
    expect(held.logged()).toContain('mail delivered');
    expect(held.logged()).not.toMatch(/private@example|秘密/);
    expect(held.logged()).not.toContain(token);
  });
});

describe('a guest', () => {
  it('gets level 0 and no domains, and keeps the id when adding a sign-in method', async () => {
    const browser = await held.browser();
    const reply = await browser.post('/api/registration/anonymous', { language: 'ja' });
    expect(reply.json()).toMatchObject({
      user: {
        isAnonymous: true,
        accessLevel: 0,
        email: null,
        displayName: 'ゲスト',
        loginProviders: [],
        providerId: 'anonymous',
      },
      reach: [],
    });
    const guest = (await browser.session()).user?.uid ?? '';
    expect(
      (await browser.post('/api/documents/list', { query: { collection: 'room' } })).json(),
    ).toEqual({ documents: [] });

    await browser.post('/api/account/email', { email: 'was-a-guest@example.jp', language: 'ja' });
    const link = await held.linkTo('was-a-guest@example.jp');
    expect(
      (await browser.post('/api/account/email/complete', { token: link.hash.slice(1) })).json(),
    ).toMatchObject({ email: 'was-a-guest@example.jp', isEmailVerified: true });
    expect(
      (await browser.post('/api/account/password', { current: null, password: NEW_PASSWORD }))
        .statusCode,
    ).toBe(204);
    expect(await browser.session()).toMatchObject({
      user: { uid: guest, isAnonymous: false, email: 'was-a-guest@example.jp' },
    });
    const again = await held.browser();
    expect((await again.signIn('was-a-guest@example.jp', NEW_PASSWORD)).json()).toMatchObject({
      user: { uid: guest, isAnonymous: false },
    });
  });

  it('needs no confirmation to add a sign-in method, however old the session', async () => {
    const browser = await held.browser();
    await browser.post('/api/registration/anonymous', { language: 'ja' });
    held.clock.pass(HOUR_MS);
    expect(
      (await browser.post('/api/account/email', { email: 'late-guest@example.jp', language: 'ja' }))
        .statusCode,
    ).toBe(204);
    const member = await held.browser('carer@akane.example');
    held.clock.pass(HOUR_MS);
    expect(
      (
        await member.post('/api/account/email', { email: 'else@example.jp', language: 'ja' })
      ).json(),
    ).toEqual({ code: 'confirmation-required' });
  });

  it('expires after a month without a sign-in method and a session', async () => {
    const browser = await held.browser();
    await browser.post('/api/registration/anonymous', { language: 'ja' });
    const guest = (await browser.session()).user?.uid ?? '';
    held.clock.pass(31 * 24 * HOUR_MS);
    await (await held.browser()).post('/api/registration/anonymous', { language: 'ja' });
    const rows = await held.fixture.temporary.database.query({
      text: 'select 1 from auth_user where id = $1',
      values: [guest],
    });
    expect(rows).toEqual([]);
    expect(await held.fixture.app.identity.findUserId('was-a-guest@example.jp')).not.toBeNull();
  });
});

describe('registration', () => {
  it('rejects sign-up, guests and mails where they are not enabled', async () => {
    const closed = await startRegistrationFixture({ withoutMail: true });
    const browser = await closed.browser();
    expect((await browser.get('/api/session')).json()).toMatchObject({
      waysIn: { signUp: false, anonymous: false, passwordReset: false },
    });
    expect((await browser.post('/api/registration/anonymous', { language: 'ja' })).json()).toEqual({
      code: 'anonymous-refused',
    });
    expect(
      (await browser.post('/api/registration/sign-up', { applicant: newcomer('x') })).json(),
    ).toEqual({ code: 'sign-up-refused' });
    for (const call of [
      ['address-proof', { email: 'a@b.example', language: 'ja', purpose: { kind: 'signUp' } }],
      ['password-reset', { email: 'a@b.example', language: 'ja' }],
    ] as const) {
      expect((await browser.post(`/api/registration/${call[0]}`, call[1])).json()).toEqual({
        code: 'mail-missing',
      });
    }
    await closed.close();
  });

  it('limits mails per client and recipient, equally for known and unknown addresses', async () => {
    const strict = await startRegistrationFixture({
      signUp: true,
      mailsPerRecipient: 2,
      mailsPerVisitor: 4,
      guestsPerVisitor: 1,
      anonymous: true,
    });
    const browser = await strict.browser();
    const proof = (email: string) =>
      browser.post('/api/registration/address-proof', {
        email,
        language: 'ja',
        purpose: { kind: 'signUp' },
      });
    // The limit is the same for known and unknown addresses.
    for (const email of ['carer@akane.example', 'nobody@example.jp']) {
      const statuses = [(await proof(email)).statusCode, (await proof(email)).statusCode];
      expect(statuses).toEqual([204, 204]);
    }
    const limited = await proof('another@example.jp');
    expect([
      limited.statusCode,
      limited.json<{ code: string }>().code,
      Number(limited.headers['retry-after']) > 0,
    ]).toEqual([429, 'limit-registration', true]);
    strict.clock.pass(15 * 60 * 1000);
    expect((await proof('another@example.jp')).statusCode).toBe(204);
    expect((await proof('another@example.jp')).statusCode).toBe(204);
    expect((await proof('another@example.jp')).statusCode).toBe(429);
    expect((await browser.post('/api/registration/anonymous', { language: 'ja' })).statusCode).toBe(
      200,
    );
    expect(
      (await (await strict.browser()).post('/api/registration/anonymous', { language: 'ja' }))
        .statusCode,
    ).toBe(429);
    await strict.close();
  });

  it("never logs a member's password", () => {
    expect(held.logged()).not.toContain(MEMBER_PASSWORD);
  });
});
