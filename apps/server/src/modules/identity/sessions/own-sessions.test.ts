import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SessionEndReason } from '@yamori/domain';
import { MEMBER_PASSWORD, openLiveStage, type LiveStage } from '../../../testing/live-stage.ts';
import { openTestBrowser, registerApp, type TestBrowser } from '../../../testing/test-browser.ts';

const HOUR_MS = 3_600_000;
const clock = { aheadMs: 0 };
let stage: LiveStage;
beforeAll(async () => {
  stage = await openLiveStage({ now: () => new Date(Date.now() + clock.aheadMs) });
});
afterAll(() => stage.close());

const now = (): Date => new Date(Date.now() + clock.aheadMs);
const member = async (name: string, accessLevel = 3) => {
  const email = `${name}@akane.example`;
  const userId = await stage.addMember(email, 'akane', accessLevel);
  return { email, userId };
};
const signedIn = async (email: string, userAgent?: string): Promise<TestBrowser> => {
  const browser = openTestBrowser(stage.app.server, userAgent);
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
const listOf = async (browser: TestBrowser): Promise<Entry[]> =>
  (await browser.get('/api/session/list')).json<{ sessions: Entry[] }>().sessions;
const endOf = async (browser: TestBrowser): Promise<string | null> =>
  (await browser.session()).ended?.reason ?? null;

describe('the list of sessions', () => {
  it('says with which browser, from where, by which way, and when first and last', async () => {
    const { email } = await member('list');
    const phone = await signedIn(email, 'Phone browser');
    clock.aheadMs += HOUR_MS;
    const desk = await signedIn(email, 'Desk browser');
    await phone.get('/api/session/list');
    const [first, second, ...rest] = await listOf(desk);
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

  it('says where two factors were shown', async () => {
    const { email } = await member('two-factors');
    const browser = await signedIn(email);
    await registerApp(browser, now());
    expect(await listOf(browser)).toMatchObject([{ current: true, secondFactor: true }]);
  });

  it('ends with the hours in which nobody used one, and keeps one that is used', async () => {
    const { email } = await member('idle');
    const [used, idle] = [await signedIn(email), await signedIn(email)];
    for (let hour = 0; hour < 25; hour++) {
      clock.aheadMs += HOUR_MS;
      expect((await used.session()).user).not.toBeNull();
    }
    expect((await idle.session()).user).toBeNull();
    expect(await listOf(used)).toHaveLength(1);
  });

  it('ends two weeks after the sign-in, used or not', async () => {
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
      'is ended from another browser',
      'endedElsewhere',
      async (owner) =>
        owner.post('/api/session/end', {
          sessionId: (await listOf(owner)).find(({ current }) => !current)?.sessionId ?? '',
        }),
    ],
    [
      'is one of all others that are ended',
      'endedElsewhere',
      (owner) => owner.post('/api/session/end-others'),
    ],
    [
      'is one of all that are ended',
      'endedElsewhere',
      (owner) => owner.post('/api/session/end-all'),
    ],
    ['signs out', null, (_owner, ended) => ended.post('/api/session/sign-out')],
    [
      'belongs to a password that was changed elsewhere',
      'passwordChanged',
      (owner) =>
        owner.post('/api/account/password', {
          current: MEMBER_PASSWORD,
          password: 'a password of my own making',
        }),
    ],
    [
      'belongs to a member who registered a second factor elsewhere',
      'factorAdded',
      (owner) => registerApp(owner, now()),
    ],
    [
      'belongs to a member who was suspended',
      'suspended',
      async (_owner, ended) => {
        const userId = (await ended.session()).user?.uid ?? '';
        await stage.commit([
          {
            kind: 'update',
            path: `staff/${userId}`,
            fields: [{ field: ['state'], value: 'suspended' }],
          },
        ]);
      },
    ],
    [
      'belongs to a member whose level fell',
      'levelChanged',
      async (_owner, ended) => {
        const userId = (await ended.session()).user?.uid ?? '';
        await stage.commit([
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
    'close their live connection when it %s, and the page says why',
    async (name, reason, end) => {
      const { email } = await member(`ends-${ENDS.findIndex(([known]) => known === name)}`);
      const [owner, ended] = [await signedIn(email), await signedIn(email)];
      const viewer = await stage.openViewer(ended.cookies());
      const before = ended.cookies();
      await end(owner, ended, email);
      expect(await viewer.closed).toBe(4401);
      await expect(stage.openViewer(before)).rejects.toThrow('401');
      expect(await endOf(ended)).toBe(reason);
    },
  );

  it('are told nothing where they ended their own with all others', async () => {
    const { email } = await member('ends-all');
    const [owner, other] = [await signedIn(email), await signedIn(email)];
    await owner.post('/api/session/end-all');
    expect([await endOf(owner), await endOf(other)]).toEqual([null, 'endedElsewhere']);
  });

  it('are told that a manager took the second factors away, and no longer after the next sign-in', async () => {
    const { email, userId } = await member('taken-away');
    const browser = await signedIn(email);
    await stage.temporary.database.transaction((queries) =>
      stage.app.identity.factors.reset(queries, userId),
    );
    expect(await endOf(browser)).toBe('endedByManager');
    await browser.signIn(email, MEMBER_PASSWORD);
    expect(await endOf(browser)).toBeNull();
  });

  it('are told that nobody used it for too long, and since when', async () => {
    const { email } = await member('unused');
    const browser = await signedIn(email);
    const since = now().getTime();
    clock.aheadMs += 25 * HOUR_MS;
    const { ended } = await browser.session();
    expect(ended?.reason).toBe('expired');
    expect(Date.parse(ended?.at ?? '') - since).toBeGreaterThanOrEqual(24 * HOUR_MS - 60_000);
    expect(Date.parse(ended?.at ?? '')).toBeLessThanOrEqual(now().getTime());
  });

  it('are told nothing with a cookie that this server never gave', async () => {
    const stranger = await stage.app.server.inject({
      url: '/api/session',
      headers: { cookie: 'yamori.session_token=made-up.c2lnbmF0dXJl' },
    });
    expect(stranger.json()).toMatchObject({ user: null, ended: null });
  });

  it('reconnect with the new level after the level rose', async () => {
    const { email, userId } = await member('rises', 2);
    const browser = await signedIn(email);
    const viewer = await stage.openViewer(browser.cookies());
    await stage.commit([
      { kind: 'update', path: `staff/${userId}`, fields: [{ field: ['accessLevel'], value: 4 }] },
    ]);
    expect(await viewer.closed).toBe(4403);
    expect((await browser.session()).user?.accessLevel).toBe(4);
  });

  it('reconnect after their organisation demands a second factor', async () => {
    const domain = {
      code: 'hears',
      name: 'x',
      kind: 'facility',
      parentDomainId: null,
      rootDomainId: 'hears',
      ancestorIds: [],
    };
    await stage.commit([{ kind: 'set', path: 'domain/hears', data: domain }]);
    await stage.addMember('hears@hears.example', 'hears', 3);
    const browser = await signedIn('hears@hears.example');
    const viewer = await stage.openViewer(browser.cookies());
    await stage.commit([
      { kind: 'set', path: 'domain/hears', data: { ...domain, mfaRequired: true } },
    ]);
    expect(await viewer.closed).toBe(4403);
    await expect.poll(async () => (await browser.session()).user?.accessLevel).toBe(0);
  });
});

describe('refreshing a session', () => {
  it('changes the token when the level changed, and only then', async () => {
    const { email, userId } = await member('refresh', 2);
    const browser = await signedIn(email);
    const before = browser.cookies();
    expect((await browser.post('/api/session/refresh')).json()).toMatchObject({
      user: { accessLevel: 2 },
    });
    expect(browser.cookies()).toBe(before);
    await stage.commit([
      { kind: 'update', path: `staff/${userId}`, fields: [{ field: ['accessLevel'], value: 4 }] },
    ]);
    expect((await browser.post('/api/session/refresh')).json()).toMatchObject({
      user: { accessLevel: 4 },
    });
    expect(browser.cookies()).not.toBe(before);
    expect((await browser.session()).user?.accessLevel).toBe(4);
    clock.aheadMs += 10_001;
    expect(
      (await stage.app.server.inject({ url: '/api/session', headers: { cookie: before } })).json(),
    ).toMatchObject({ user: null });
    expect((await browser.session()).user?.accessLevel).toBe(4);
  });

  it('says that nobody is signed in where nobody is', async () => {
    expect(
      (await openTestBrowser(stage.app.server).post('/api/session/refresh')).json(),
    ).toMatchObject({ user: null, pending: null });
  });

  it('ends a session whose level fell after it rose', async () => {
    const { email, userId } = await member('fell', 2);
    const browser = await signedIn(email);
    const setLevel = (value: number) =>
      stage.commit([
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
  const historyOf = async (browser: TestBrowser): Promise<SignIn[]> =>
    (await browser.get('/api/session/history')).json<{ signIns: SignIn[] }>().signIns;

  it('holds what succeeded, what failed and which second factor failed, for the member’s own eyes', async () => {
    const { email, userId } = await member('history');
    const browser = await signedIn(email, 'Desk browser');
    await openTestBrowser(stage.app.server, 'A stranger').signIn(email, 'not the right password');
    const app = await registerApp(browser, now());
    clock.aheadMs += 60_000;
    const next = openTestBrowser(stage.app.server, 'Phone browser');
    await next.signIn(email, MEMBER_PASSWORD);
    await next.post('/api/session/second-factor', { kind: 'totp', code: '000000' });
    await next.post('/api/session/second-factor', { kind: 'totp', code: app.codeAt(now()) });
    await stage.commit([
      {
        kind: 'update',
        path: `staff/${userId}`,
        fields: [{ field: ['state'], value: 'suspended' }],
      },
    ]);
    await openTestBrowser(stage.app.server, 'Phone browser').signIn(email, MEMBER_PASSWORD);
    await stage.commit([
      { kind: 'update', path: `staff/${userId}`, fields: [{ field: ['state'], value: 'active' }] },
    ]);
    const last = openTestBrowser(stage.app.server, 'Phone browser');
    await last.signIn(email, MEMBER_PASSWORD);
    await last.post('/api/session/second-factor', {
      kind: 'backupCode',
      code: app.backupCodes[0] ?? '',
    });
    expect(
      (await historyOf(last)).map(({ outcome, userAgent, provider }) => [
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
    expect((await historyOf(other)).map(({ outcome }) => outcome)).toEqual(['succeeded']);
  });

  it('keeps 180 days', async () => {
    const { email } = await member('old');
    await signedIn(email);
    clock.aheadMs += 181 * 24 * HOUR_MS;
    const browser = await signedIn(email);
    expect(await historyOf(browser)).toHaveLength(1);
    const rows = await stage.temporary.database.query({
      text: 'select 1 as one from sign_in_event where at < $1',
      values: [new Date(now().getTime() - 180 * 24 * HOUR_MS)],
    });
    expect(rows).toEqual([]);
  });
});
