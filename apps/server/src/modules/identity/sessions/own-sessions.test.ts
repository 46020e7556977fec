import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SessionEndReason } from '@yamori/domain';
import {
  MEMBER_PASSWORD,
  startLiveFixture,
  type LiveFixture,
} from '../../../testing/live-fixture.ts';
import { openTestBrowser, registerApp, type TestBrowser } from '../../../testing/test-browser.ts';

const HOUR_MS = 3_600_000;
const clock = { aheadMs: 0 };
let fixture: LiveFixture;
beforeAll(async () => {
  fixture = await startLiveFixture({ now: () => new Date(Date.now() + clock.aheadMs) });
});
afterAll(() => fixture.close());

const now = (): Date => new Date(Date.now() + clock.aheadMs);
const member = async (name: string, accessLevel = 3) => {
  const email = `${name}@akane.example`;
  const userId = await fixture.addMember(email, 'akane', accessLevel);
  return { email, userId };
};
const signedIn = async (email: string, userAgent?: string): Promise<TestBrowser> => {
  const browser = openTestBrowser(fixture.app.server, { userAgent });
  expect((await browser.signIn(email, MEMBER_PASSWORD)).statusCode).toBe(200);
  return browser;
};
type Entry = {
  secondFactor: boolean;
  sessionId: string;
  current: boolean;
  address: string;
  userAgent: string;
  provider: string;
  signedInAt: string;
  lastUsedAt: string;
};
const readSessions = async (browser: TestBrowser): Promise<Entry[]> =>
  (await browser.get('/api/session/list')).json<{ sessions: Entry[] }>().sessions;
const findEnd = async (browser: TestBrowser): Promise<string | null> =>
  (await browser.session()).ended?.reason ?? null;

describe('the list of sessions', () => {
  it('shows browser, address, sign-in method, and first and last use', async () => {
    const { email } = await member('list');
    const phone = await signedIn(email, 'Phone browser');
    clock.aheadMs += HOUR_MS;
    const desk = await signedIn(email, 'Desk browser');
    await phone.get('/api/session/list');
    const [first, second, ...rest] = await readSessions(desk);
    expect(rest).toEqual([]);
    expect(first).toMatchObject({
      userAgent: 'Desk browser',
      current: true,
      provider: 'email',
      address: '127.0.0.1',
    });
    expect(second).toMatchObject({
      userAgent: 'Phone browser',
      current: false,
      secondFactor: false,
    });
    const [since, used] = [
      Date.parse(second?.signedInAt ?? ''),
      Date.parse(second?.lastUsedAt ?? ''),
    ];
    expect(used - since).toBeGreaterThanOrEqual(HOUR_MS);
    expect(Date.parse(first?.signedInAt ?? '') - since).toBeGreaterThanOrEqual(HOUR_MS);
  });

  it('shows sessions with two factors', async () => {
    const { email } = await member('two-factors');
    const browser = await signedIn(email);
    await registerApp(browser, now());
    expect(await readSessions(browser)).toMatchObject([{ current: true, secondFactor: true }]);
  });

  it('omits a session that was unused for a day, and keeps one in use', async () => {
    const { email } = await member('idle');
    const [used, idle] = [await signedIn(email), await signedIn(email)];
    for (let hour = 0; hour < 25; hour++) {
      clock.aheadMs += HOUR_MS;
      expect((await used.session()).user).not.toBeNull();
    }
    expect((await idle.session()).user).toBeNull();
    expect(await readSessions(used)).toHaveLength(1);
  });

  it('omits a session two weeks after the sign-in, even if it is used', async () => {
    const { email } = await member('absolute');
    const browser = await signedIn(email);
    for (let hour = 0; hour < 14 * 24 - 12; hour += 12) {
      clock.aheadMs += 12 * HOUR_MS;
      expect((await browser.session()).user).not.toBeNull();
    }
    clock.aheadMs += 13 * HOUR_MS;
    expect((await browser.session()).user).toBeNull();
  });
});

describe('open pages of a session that ends', () => {
  const ENDS: readonly (readonly [
    string,
    SessionEndReason | null,
    (owner: TestBrowser, ended: TestBrowser, email: string) => Promise<unknown>,
  ])[] = [
    [
      'ended from another browser',
      'endedElsewhere',
      async (owner) =>
        owner.post('/api/session/end', {
          sessionId: (await readSessions(owner)).find(({ current }) => !current)?.sessionId ?? '',
        }),
    ],
    ['ended with all others', 'endedElsewhere', (owner) => owner.post('/api/session/end-others')],
    ['ended with all sessions', 'endedElsewhere', (owner) => owner.post('/api/session/end-all')],
    ['signed out', null, (_owner, ended) => ended.post('/api/session/sign-out')],
    [
      'password changed elsewhere',
      'passwordChanged',
      (owner) =>
        owner.post('/api/account/password', {
          current: MEMBER_PASSWORD,
          password: 'a password of my own making',
        }),
    ],
    ['second factor registered elsewhere', 'factorAdded', (owner) => registerApp(owner, now())],
    [
      'member suspended',
      'suspended',
      async (_owner, ended) => {
        const userId = (await ended.session()).user?.uid ?? '';
        await fixture.commit([
          {
            kind: 'update',
            path: `staff/${userId}`,
            fields: [{ field: ['state'], value: 'suspended' }],
          },
        ]);
      },
    ],
    [
      'member demoted',
      'levelChanged',
      async (_owner, ended) => {
        const userId = (await ended.session()).user?.uid ?? '';
        await fixture.commit([
          {
            kind: 'update',
            path: `staff/${userId}`,
            fields: [{ field: ['accessLevel'], value: 2 }],
          },
        ]);
      },
    ],
  ];

  it.each(ENDS)(
    'the server closes the live connection and reports the reason (%s)',
    async (name, reason, end) => {
      const { email } = await member(`ends-${ENDS.findIndex(([known]) => known === name)}`);
      const [owner, ended] = [await signedIn(email), await signedIn(email)];
      const viewer = await fixture.openViewer(ended.cookies());
      const before = ended.cookies();
      await end(owner, ended, email);
      expect(await viewer.closed).toBe(4401);
      await expect(fixture.openViewer(before)).rejects.toThrow('401');
      expect(await findEnd(ended)).toBe(reason);
    },
  );

  it('the session that ended all others gets no reason', async () => {
    const { email } = await member('ends-all');
    const [owner, other] = [await signedIn(email), await signedIn(email)];
    await owner.post('/api/session/end-all');
    expect([await findEnd(owner), await findEnd(other)]).toEqual([null, 'endedElsewhere']);
  });

  it('the reason of a factor reset by a manager is reported until the next sign-in', async () => {
    const { email, userId } = await member('taken-away');
    const browser = await signedIn(email);
    await fixture.temporary.database.transaction((queries) =>
      fixture.app.identity.factors.reset(queries, userId),
    );
    expect(await findEnd(browser)).toBe('endedByManager');
    await browser.signIn(email, MEMBER_PASSWORD);
    expect(await findEnd(browser)).toBeNull();
  });

  it('the reply reports that the session was idle, and since when', async () => {
    const { email } = await member('unused');
    const browser = await signedIn(email);
    const since = now().getTime();
    clock.aheadMs += 25 * HOUR_MS;
    const { ended } = await browser.session();
    expect(ended?.reason).toBe('expired');
    expect(Date.parse(ended?.at ?? '') - since).toBeGreaterThanOrEqual(24 * HOUR_MS - 60_000);
    expect(Date.parse(ended?.at ?? '')).toBeLessThanOrEqual(now().getTime());
  });

  it('the reply to a made-up cookie contains no reason', async () => {
    const stranger = await fixture.app.server.inject({
      url: '/api/session',
      headers: { cookie: 'yamori.session_token=made-up.c2lnbmF0dXJl' },
    });
    expect(stranger.json()).toMatchObject({ user: null, ended: null });
  });

  it('the live connection reconnects with the new level after a promotion', async () => {
    const { email, userId } = await member('rises', 2);
    const browser = await signedIn(email);
    const viewer = await fixture.openViewer(browser.cookies());
    await fixture.commit([
      { kind: 'update', path: `staff/${userId}`, fields: [{ field: ['accessLevel'], value: 4 }] },
    ]);
    expect(await viewer.closed).toBe(4403);
    expect((await browser.session()).user?.accessLevel).toBe(4);
  });

  it('the live connection reconnects after the organisation demands a second factor', async () => {
    const domain = {
      code: 'hears',
      name: 'x',
      kind: 'facility',
      parentDomainId: null,
      rootDomainId: 'hears',
      ancestorIds: [],
    };
    await fixture.commit([{ kind: 'set', path: 'domain/hears', data: domain }]);
    await fixture.addMember('hears@hears.example', 'hears', 3);
    const browser = await signedIn('hears@hears.example');
    const viewer = await fixture.openViewer(browser.cookies());
    await fixture.commit([
      { kind: 'set', path: 'domain/hears', data: { ...domain, mfaRequired: true } },
    ]);
    expect(await viewer.closed).toBe(4403);
    await expect.poll(async () => (await browser.session()).user?.accessLevel).toBe(0);
  });
});

describe('POST /api/session/refresh', () => {
  it('replaces the token only if the level changed', async () => {
    const { email, userId } = await member('refresh', 2);
    const browser = await signedIn(email);
    const before = browser.cookies();
    expect((await browser.post('/api/session/refresh')).json()).toMatchObject({
      user: { accessLevel: 2 },
    });
    expect(browser.cookies()).toBe(before);
    await fixture.commit([
      { kind: 'update', path: `staff/${userId}`, fields: [{ field: ['accessLevel'], value: 4 }] },
    ]);
    expect((await browser.post('/api/session/refresh')).json()).toMatchObject({
      user: { accessLevel: 4 },
    });
    expect(browser.cookies()).not.toBe(before);
    expect((await browser.session()).user?.accessLevel).toBe(4);
    clock.aheadMs += 10_001;
    expect(
      (
        await fixture.app.server.inject({ url: '/api/session', headers: { cookie: before } })
      ).json(),
    ).toMatchObject({ user: null });
    expect((await browser.session()).user?.accessLevel).toBe(4);
  });

  it('returns no user without a session', async () => {
    expect(
      (await openTestBrowser(fixture.app.server).post('/api/session/refresh')).json(),
    ).toMatchObject({ user: null, pending: null });
  });

  it('claims the new level, so that a later demotion ends the session', async () => {
    const { email, userId } = await member('fell', 2);
    const browser = await signedIn(email);
    const setLevel = (value: number) =>
      fixture.commit([
        { kind: 'update', path: `staff/${userId}`, fields: [{ field: ['accessLevel'], value }] },
      ]);
    await setLevel(4);
    await browser.post('/api/session/refresh');
    await setLevel(3);
    clock.aheadMs += 2_001;
    expect((await browser.session()).user).toBeNull();
  });
});

describe('the history of sign-ins', () => {
  type SignIn = {
    at: string;
    provider: string;
    outcome: string;
    address: string;
    userAgent: string;
  };
  const readSignIns = async (browser: TestBrowser): Promise<SignIn[]> =>
    (await browser.get('/api/session/history')).json<{ signIns: SignIn[] }>().signIns;

  it('lists successes, failures and failed second factors to the member only', async () => {
    const { email, userId } = await member('history');
    const browser = await signedIn(email, 'Desk browser');
    await openTestBrowser(fixture.app.server, { userAgent: 'A stranger' }).signIn(
      email,
      'not the right password',
    );
    const app = await registerApp(browser, now());
    clock.aheadMs += 60_000;
    const next = openTestBrowser(fixture.app.server, { userAgent: 'Phone browser' });
    await next.signIn(email, MEMBER_PASSWORD);
    await next.post('/api/session/second-factor', { kind: 'totp', code: '000000' });
    await next.post('/api/session/second-factor', { kind: 'totp', code: app.codeAt(now()) });
    await fixture.commit([
      {
        kind: 'update',
        path: `staff/${userId}`,
        fields: [{ field: ['state'], value: 'suspended' }],
      },
    ]);
    await openTestBrowser(fixture.app.server, { userAgent: 'Phone browser' }).signIn(
      email,
      MEMBER_PASSWORD,
    );
    await fixture.commit([
      { kind: 'update', path: `staff/${userId}`, fields: [{ field: ['state'], value: 'active' }] },
    ]);
    const last = openTestBrowser(fixture.app.server, { userAgent: 'Phone browser' });
    await last.signIn(email, MEMBER_PASSWORD);
    await last.post('/api/session/second-factor', {
      kind: 'backupCode',
      code: app.backupCodes[0] ?? '',
    });
    expect(
      (await readSignIns(last)).map(({ outcome, userAgent, provider }) => [
        outcome,
        userAgent,
        provider,
      ]),
    ).toEqual([
      ['succeeded', 'Phone browser', 'email'],
      ['refused', 'Phone browser', 'email'],
      ['succeeded', 'Phone browser', 'email'],
      ['secondFactorFailed', 'Phone browser', 'email'],
      ['failed', 'A stranger', 'email'],
      ['succeeded', 'Desk browser', 'email'],
    ]);
    const other = await signedIn('carer@mizuki.example');
    expect((await readSignIns(other)).map(({ outcome }) => outcome)).toEqual(['succeeded']);
  });

  it('covers 180 days', async () => {
    const { email } = await member('old');
    await signedIn(email);
    clock.aheadMs += 181 * 24 * HOUR_MS;
    const browser = await signedIn(email);
    expect(await readSignIns(browser)).toHaveLength(1);
    const rows = await fixture.temporary.database.query({
      text: 'select 1 as one from sign_in_event where at < $1',
      values: [new Date(now().getTime() - 180 * 24 * HOUR_MS)],
    });
    expect(rows).toEqual([]);
  });
});
