import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ACCESS_LEVELS } from '@yamori/domain';
import {
  startIdentityFixture,
  TEST_PASSWORD,
  type IdentityFixture,
} from '../../testing/identity-fixture.ts';
import { storeDocument } from '../../testing/stored-document.ts';

const PASSWORD_ONLY = {
  password: true,
  line: false,
  google: false,
  saml: false,
  passkey: true,
  anonymous: false,
  signUp: false,
  registerDomain: false,
  domainByMail: false,
  passwordReset: false,
};

describe('sign-in', () => {
  const held: { fixture?: IdentityFixture } = {};
  const fixture = (): IdentityFixture => held.fixture ?? expect.fail('no fixture');
  beforeAll(async () => {
    held.fixture = await startIdentityFixture({ fullCost: true });
  });
  afterAll(async () => {
    await held.fixture?.close();
  });

  const post = (url: string, payload: object, headers: Record<string, string> = {}) =>
    fixture().server.inject({ method: 'POST', url, payload, headers });
  const sessionWith = async (cookie: string) => {
    const reply = await fixture().server.inject({ url: '/api/session', headers: { cookie } });
    return reply.json<{ user: { uid: string; accessLevel: number } | null; reach: unknown }>();
  };

  it('returns no user without a session', async () => {
    const reply = await fixture().server.inject({ url: '/api/session' });
    expect(reply.json()).toEqual({
      user: null,
      pending: null,
      ended: null,
      waysIn: PASSWORD_ONLY,
      reach: [],
      hasOwnHome: false,
      demonstrationAccounts: [],
    });
  });

  it('opens a session with the member’s level and accessible domains, and sign-out closes it', async () => {
    const userId = await fixture().addMember('open@example.jp', 'administrator', 'ward-open');
    await storeDocument(fixture().temporary.database, 'domain/ward-open', {
      kind: 'facility',
      ancestorIds: ['root'],
      rootDomainId: 'root',
    });
    await storeDocument(fixture().temporary.database, 'domain/ward-below', {
      ancestorIds: ['root', 'ward-open'],
      rootDomainId: 'root',
    });
    await storeDocument(fixture().temporary.database, 'domain/ward-beside', {
      ancestorIds: ['root'],
      rootDomainId: 'root',
    });
    const reply = await post('/api/session/sign-in', {
      email: 'Open@Example.jp',
      password: TEST_PASSWORD,
    });
    expect(reply.statusCode).toBe(200);
    expect(reply.json()).toMatchObject({
      user: {
        uid: userId,
        accessLevel: ACCESS_LEVELS.administrator,
        domainId: 'ward-open',
        rootDomainId: 'root',
        providerId: 'email',
        loginProviders: [{ provider: 'email', uid: 'open@example.jp' }],
        singleTimeToken: null,
        mfas: [],
        isAnonymous: false,
      },
      reach: ['ward-below', 'ward-open'],
    });
    const cookie = await fixture().signIn('open@example.jp');
    expect((await sessionWith(cookie)).user?.uid).toBe(userId);
    await post('/api/session/sign-out', {}, { cookie });
    expect((await sessionWith(cookie)).user).toBeNull();
  });

  it('sets a cookie that scripts and other sites cannot use', async () => {
    await fixture().addMember('cookie@example.jp', 'generalStaff');
    const reply = await post('/api/session/sign-in', {
      email: 'cookie@example.jp',
      password: TEST_PASSWORD,
    });
    expect(String(reply.headers['set-cookie'])).toMatch(
      /^yamori\.session_token=.*HttpOnly; SameSite=Lax/,
    );
  });

  it('gives the maker’s staff access to every domain, and tool levels only to their own', async () => {
    await fixture().addMember('maker@example.jp', 'seniorDeveloper');
    await fixture().addMember('tool@example.jp', 'systemAdmin', 'ward-tool');
    expect((await sessionWith(await fixture().signIn('maker@example.jp'))).reach).toBe(
      'everything',
    );
    expect((await sessionWith(await fixture().signIn('tool@example.jp'))).reach).toEqual([
      'ward-tool',
    ]);
  });

  it('gives an account without a membership level 0 and no domains', async () => {
    await fixture().identity.createUser({
      email: 'nobody@example.jp',
      password: TEST_PASSWORD,
      name: 'Nobody',
    });
    expect(await sessionWith(await fixture().signIn('nobody@example.jp'))).toMatchObject({
      user: { accessLevel: 0 },
      reach: [],
    });
  });

  it('gives the same reply to a wrong password and to an unknown address', async () => {
    await fixture().addMember('known@example.jp', 'generalStaff');
    const answers = [];
    for (const email of ['known@example.jp', 'unknown@example.jp']) {
      const reply = await post('/api/session/sign-in', {
        email,
        password: 'not the right password',
      });
      answers.push({ status: reply.statusCode, body: reply.json() });
    }
    expect(answers).toEqual([
      { status: 401, body: { code: 'sign-in-failed' } },
      { status: 401, body: { code: 'sign-in-failed' } },
    ]);
  });

  it('rejects an invalid address and unknown fields', async () => {
    expect(
      (await post('/api/session/sign-in', { email: 'x', password: 'y' })).json(),
    ).toMatchObject({ code: 'request-invalid', issues: [{ field: 'email' }] });
    expect(
      (await post('/api/session/sign-in', { email: 'a@b.jp', password: 'y', level: 200 }))
        .statusCode,
    ).toBe(400);
  });

  it('ends the sessions of suspended and demoted members for good', async () => {
    const { database } = fixture().temporary;
    for (const [email, change] of [
      ['suspended@example.jp', { state: 'suspended' }],
      ['demoted@example.jp', { accessLevel: ACCESS_LEVELS.generalStaff }],
    ] as const) {
      const userId = await fixture().addMember(email, 'administrator');
      const cookie = await fixture().signIn(email);
      const changed: string[] = [];
      const stop = fixture().identity.onSessionsChanged((id) => changed.push(id));
      expect((await sessionWith(cookie)).user?.uid).toBe(userId);
      const data = {
        userId,
        domainId: 'ward-a',
        rootDomainId: 'root',
        name: 'Someone',
        accessLevel: ACCESS_LEVELS.administrator as number,
        email,
        state: 'active',
      };
      await storeDocument(database, `staff/${userId}`, { ...data, ...change });
      fixture().identity.announceChange(userId);
      await fixture().bus.flush();
      await new Promise((resolve) => {
        setImmediate(resolve);
      });
      expect((await sessionWith(cookie)).user, email).toBeNull();
      await storeDocument(database, `staff/${userId}`, data);
      expect((await sessionWith(cookie)).user, `${email} is not revived`).toBeNull();
      expect(changed).toContain(userId);
      stop();
    }
  });

  it('reloads the account two seconds after the last read', async () => {
    const userId = await fixture().addMember('silent@example.jp', 'administrator');
    const cookie = await fixture().signIn('silent@example.jp');
    await sessionWith(cookie);
    await storeDocument(fixture().temporary.database, `staff/${userId}`, {
      userId,
      state: 'suspended',
      accessLevel: ACCESS_LEVELS.administrator,
    });
    fixture().clock.now = new Date(fixture().clock.now.getTime() + 2_001);
    expect((await sessionWith(cookie)).user).toBeNull();
  });

  it('rejects a suspended member with the right password and sets no cookie', async () => {
    await fixture().addMember('away@example.jp', 'generalStaff', 'ward-a', 'suspended');
    const reply = await post('/api/session/sign-in', {
      email: 'away@example.jp',
      password: TEST_PASSWORD,
    });
    expect({ status: reply.statusCode, body: reply.json(), cookies: reply.cookies }).toEqual({
      status: 403,
      body: { code: 'member-suspended' },
      cookies: [],
    });
  });

  it('rejects a cookie with an invalid signature', async () => {
    await fixture().addMember('forged@example.jp', 'generalStaff');
    const cookie = await fixture().signIn('forged@example.jp');
    const token = decodeURIComponent(cookie.split('=')[1] ?? '').split('.')[0] ?? '';
    expect(token).not.toBe('');
    for (const forged of [
      `yamori.session_token=${token}`,
      `yamori.session_token=${token}.AAAA`,
      'yamori.session_token=%E0%A4%A',
      'other=1',
    ]) {
      expect((await sessionWith(forged)).user, forged).toBeNull();
    }
  });

  it('lists and ends the member’s own sessions, but not those of others', async () => {
    await fixture().addMember('list@example.jp', 'generalStaff');
    await fixture().addMember('stranger@example.jp', 'generalStaff');
    const [one, two, foreign] = [
      await fixture().signIn('list@example.jp'),
      await fixture().signIn('list@example.jp'),
      await fixture().signIn('stranger@example.jp'),
    ];
    const listed = async (cookie: string) =>
      (await fixture().server.inject({ url: '/api/session/list', headers: { cookie } })).json<{
        sessions: { sessionId: string; current: boolean }[];
      }>().sessions;
    const sessions = await listed(one);
    expect(sessions.filter((session) => session.current)).toHaveLength(1);
    expect(sessions).toHaveLength(2);
    const other = sessions.find((session) => !session.current)?.sessionId ?? '';
    expect(
      (await post('/api/session/end', { sessionId: other }, { cookie: foreign })).statusCode,
    ).toBe(404);
    expect((await post('/api/session/end', { sessionId: other }, { cookie: one })).statusCode).toBe(
      204,
    );
    expect(await listed(one)).toHaveLength(1);
    expect((await sessionWith(two)).user).toBeNull();
    const third = await fixture().signIn('list@example.jp');
    expect((await post('/api/session/end-others', {}, { cookie: third })).statusCode).toBe(204);
    expect((await sessionWith(third)).user).not.toBeNull();
    expect((await sessionWith(one)).user).toBeNull();
  });

  it('requires a session to list or end sessions', async () => {
    expect((await fixture().server.inject({ url: '/api/session/list' })).json()).toEqual({
      code: 'session-required',
    });
    expect((await post('/api/session/end', { sessionId: 'x' })).statusCode).toBe(401);
    expect((await post('/api/session/end-others', {})).statusCode).toBe(401);
  });

  it('allows one account per address, ignoring case', async () => {
    await fixture().addMember('twice@example.jp', 'generalStaff');
    await expect(fixture().addMember('Twice@example.jp', 'generalStaff')).rejects.toMatchObject({
      problem: { code: 'account-exists' },
    });
  });
});

describe('sign-in throttling', () => {
  it('limits failed attempts per account, concurrent ones included, until the next window', async () => {
    const fixture = await startIdentityFixture({ signInsPerAccount: 5 });
    await fixture.addMember('target@example.jp', 'generalStaff');
    const attempt = (email: string, password: string) =>
      fixture.server.inject({
        method: 'POST',
        url: '/api/session/sign-in',
        payload: { email, password },
      });
    const replies = await Promise.all(
      Array.from({ length: 8 }, () => attempt('target@example.jp', 'a wrong password')),
    );
    expect(replies.map((reply) => reply.statusCode).sort((a, b) => a - b)).toEqual([
      401, 401, 401, 401, 401, 429, 429, 429,
    ]);
    const limited = await attempt('target@example.jp', TEST_PASSWORD);
    expect(limited.json()).toMatchObject({ code: 'sign-in-limited' });
    expect(Number(limited.headers['retry-after'])).toBeGreaterThan(0);
    expect((await attempt('elsewhere@example.jp', 'a wrong password')).statusCode).toBe(401);
    fixture.clock.now = new Date(fixture.clock.now.getTime() + 15 * 60_000);
    expect((await attempt('target@example.jp', TEST_PASSWORD)).statusCode).toBe(200);
    await fixture.close();
  });

  it('limits failed attempts per client address, ignores forwarded headers and does not count successes', async () => {
    const fixture = await startIdentityFixture({ signInsPerAddress: 3 });
    await fixture.addMember('busy@example.jp', 'generalStaff');
    for (let round = 0; round < 5; round++) await fixture.signIn('busy@example.jp');
    const statuses = [];
    for (let round = 0; round < 5; round++) {
      const reply = await fixture.server.inject({
        method: 'POST',
        url: '/api/session/sign-in',
        payload: { email: `guess${round}@example.jp`, password: 'a wrong password' },
        headers: { 'x-forwarded-for': `203.0.113.${round}` },
      });
      statuses.push(reply.statusCode);
    }
    expect(statuses).toEqual([401, 401, 401, 429, 429]);
    await fixture.close();
  });
});
