import { ACCESS_LEVELS, type MemberEntry } from '@yamori/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MEMBER_PASSWORD } from '../../../testing/live-fixture.ts';
import {
  NEW_PASSWORD,
  startRegistrationFixture,
  type RegistrationFixture,
} from '../../../testing/registration-fixture.ts';
import { registerApp, type TestBrowser } from '../../../testing/test-browser.ts';

const DAY_MS = 24 * 60 * 60_000;
const OWNER = ACCESS_LEVELS.ownerAdministrator;
const reset = async (by: TestBrowser, userId: string) =>
  (await by.post(`/api/staff/${userId}/factors/reset`, { language: 'ja' })).json<{
    outcome?: string;
    code?: string;
  }>();
const give = async (by: TestBrowser, userId: string, way: 'hand' | 'mail') =>
  (await by.post(`/api/staff/${userId}/password/give`, { by: way, language: 'ja' })).json<{
    token?: string | null;
    awaits?: boolean;
    code?: string;
  }>();
const toAddress = (name: string): string => `${name}@akane.example`;

function on(held: { fixture?: RegistrationFixture }) {
  const fixture = (): RegistrationFixture => held.fixture ?? expect.fail('no fixture');
  return {
    fixture,
    add: (name: string, level: number = OWNER): Promise<string> =>
      fixture().fixture.addMember(toAddress(name), 'akane', level),
    as: (name: string): Promise<TestBrowser> => fixture().browser(toAddress(name)),
    entry: async (by: TestBrowser, userId: string): Promise<MemberEntry['security']> =>
      (await by.get('/api/staff?domainId=akane'))
        .json<{ members: MemberEntry[] }>()
        .members.find((one) => one.userId === userId)?.security ?? null,
    acts: async (userId: string): Promise<string[]> =>
      (
        await fixture().fixture.temporary.database.query<{ action: string }>({
          text: `select data->>'action' as action from documents where collection = 'updateHistory' and data->>'path' = $1 and data->>'changes' = '[]' order by created_at, data->>'at'`,
          values: [`staff/${userId}`],
        })
      ).map(({ action }) => action),
  };
}

describe('owners of one organisation with e-mail', () => {
  const held: { fixture?: RegistrationFixture } = {};
  const { fixture, add, as, entry } = on(held);
  beforeAll(async () => {
    held.fixture = await startRegistrationFixture();
  });
  afterAll(() => fixture().close());

  it("cannot take over a peer's account: the peer gets the link, and a factor reset removes the password", async () => {
    const userId = await add('peer');
    await add('taker');
    await registerApp(await as('peer'), fixture().clock.now());
    const taker = await as('taker');
    expect(await entry(taker, userId)).toMatchObject({ isPeer: true, mailable: true });
    expect(await give(taker, userId, 'hand')).toEqual({ code: 'member-equal-by-mail' });
    expect(await reset(taker, userId)).toEqual({ outcome: 'mailed', expiresAt: null });
    expect(
      (await (await fixture().browser()).signIn(toAddress('peer'), MEMBER_PASSWORD)).statusCode,
    ).toBe(401);
    expect((await fixture().mail.next(toAddress('peer'), 1)).subject).toContain('二段階認証');
    const token = (await fixture().linkTo(toAddress('peer'), 2)).hash.slice(1);
    expect(
      (
        await (
          await fixture().browser()
        ).post('/api/registration/password-reset/complete', { token, password: NEW_PASSWORD })
      ).json(),
    ).toMatchObject({ user: { uid: userId, mfas: [] } });
    expect(await give(taker, userId, 'mail')).toMatchObject({ token: null, awaits: false });
  });

  it('cannot act on a peer for a week after demoting or moving them', async () => {
    for (const [name, fields] of [
      ['lowered-peer', { accessLevel: ACCESS_LEVELS.administrator }],
      ['moved-peer', { domainId: 'akane-east' }],
    ] as const) {
      const userId = await add(name);
      await add(`by-${name}`);
      const by = await as(`by-${name}`);
      if (name === 'moved-peer')
        await fixture().fixture.commit([
          {
            kind: 'set',
            path: 'domain/akane-east',
            data: {
              code: 'east',
              name: 'east',
              kind: 'facility',
              parentDomainId: 'akane',
              rootDomainId: 'akane',
              ancestorIds: ['akane'],
            },
          },
        ]);
      const writes = [
        {
          kind: 'update',
          path: `staff/${userId}`,
          fields: Object.entries(fields).map(([field, value]) => ({ field: [field], value })),
        },
      ];
      const moved = await by.post('/api/documents/commit', { writes });
      expect(moved.statusCode, moved.body).toBe(200);
      expect(await give(by, userId, 'hand'), name).toEqual({ code: 'member-equal-by-mail' });
      expect(await reset(by, userId), name).toMatchObject({ outcome: 'mailed' });
    }
  });

  it('cannot hide a demotion under many changes', async () => {
    const userId = await add('buried-peer');
    await add('burier');
    const by = await as('burier');
    const change = (field: string, value: string | number) =>
      fixture().fixture.app.store.commit(
        [{ kind: 'update', path: `staff/${userId}`, fields: [{ field: [field], value }] }],
        { userId: 'burier' },
      );
    await change('accessLevel', ACCESS_LEVELS.administrator);
    for (let times = 0; times < 200; times += 1) await change('phone', String(times));
    expect(await give(by, userId, 'hand')).toEqual({ code: 'member-equal-by-mail' });
  });

  it("owners are peers in all of the maker's organisations if they are senior developers", async () => {
    await fixture().fixture.commit([
      {
        kind: 'set',
        path: 'domain/maker-east',
        data: {
          code: 'maker-east',
          name: 'east',
          kind: 'developer',
          parentDomainId: null,
          rootDomainId: 'maker-east',
          ancestorIds: [],
        },
      },
    ]);
    const userId = await fixture().fixture.addMember(
      'senior@maker.example',
      'akane',
      ACCESS_LEVELS.seniorDeveloper,
    );
    await fixture().fixture.addMember(
      'senior@east.example',
      'maker-east',
      ACCESS_LEVELS.seniorDeveloper,
    );
    const by = await fixture().browser('senior@east.example');
    expect(await entry(by, userId)).toMatchObject({ isPeer: true });
    expect(await give(by, userId, 'hand')).toEqual({ code: 'member-equal-by-mail' });
  });

  it('an owner acts alone on a member below', async () => {
    const userId = await add('below', ACCESS_LEVELS.privilegeAdministrator);
    await add('above');
    expect(await reset(await as('above'), userId)).toEqual({ outcome: 'done', expiresAt: null });
    expect(await give(await as('above'), userId, 'hand')).toMatchObject({
      token: expect.any(String),
      awaits: false,
    });
  });

  it('a factor reset sends no link to a peer with a linked provider', async () => {
    const userId = await add('by-line');
    await add('line-taker');
    const { database } = fixture().fixture.temporary;
    await database.query({
      text: `delete from auth_account where user_id = $1`,
      values: [userId],
    });
    await database.query({
      text: `insert into auth_account (id, account_id, provider_id, user_id, created_at, updated_at) values ('line-peer', 'line-peer', 'line', $1, now(), now())`,
      values: [userId],
    });
    expect(await reset(await as('line-taker'), userId)).toEqual({
      outcome: 'done',
      expiresAt: null,
    });
  });
});

describe('owners of one organisation without e-mail', () => {
  const held: { fixture?: RegistrationFixture } = {};
  const { fixture, add, as, entry, acts } = on(held);
  const ids: Record<string, string> = {};
  beforeAll(async () => {
    held.fixture = await startRegistrationFixture({ withoutMail: true });
    for (const name of ['lost', 'first', 'second']) ids[name] = await add(name);
    fixture().clock.pass(8 * DAY_MS);
    ids['new'] = await add('new');
  });
  afterAll(() => fixture().close());

  it('a factor reset needs a second owner, and the history records both', async () => {
    const lost = ids['lost'] ?? '';
    await registerApp(await as('lost'), fixture().clock.now());
    const [first, second] = [await as('first'), await as('second')];
    expect(await reset(first, lost)).toMatchObject({ outcome: 'awaits' });
    // A repeated request by the same owner does not count as the second.
    expect(await reset(first, lost)).toMatchObject({ outcome: 'awaits' });
    expect(await entry(first, lost)).toMatchObject({
      hasSecondFactor: true,
      requests: [{ act: 'factorsReset', isMine: true }],
    });
    expect((await entry(second, lost))?.requests).toEqual([
      { act: 'factorsReset', isMine: false, expiresAt: expect.any(String) },
    ]);
    expect(await reset(second, lost)).toEqual({ outcome: 'done', expiresAt: null });
    expect(await entry(second, lost)).toMatchObject({ hasSecondFactor: false, requests: [] });
    expect(await acts(lost)).toEqual([
      'factorAdded',
      'factorsResetAsked',
      'factorsResetAsked',
      'factorsReset',
    ]);
  });

  it('a new password needs a second owner, who gets the link once', async () => {
    const lost = ids['lost'] ?? '';
    const [first, second] = [await as('first'), await as('second')];
    expect(await give(first, lost, 'hand')).toMatchObject({ token: null, awaits: true });
    expect(
      (await (await fixture().browser()).signIn(toAddress('lost'), MEMBER_PASSWORD)).statusCode,
    ).toBe(200);
    const { token } = await give(second, lost, 'hand');
    expect(
      (await (await fixture().browser()).signIn(toAddress('lost'), MEMBER_PASSWORD)).statusCode,
    ).toBe(401);
    expect(
      (
        await (
          await fixture().browser()
        ).post('/api/registration/password-reset/complete', { token, password: MEMBER_PASSWORD })
      ).json(),
    ).toMatchObject({ user: { uid: lost } });
    expect(await give(second, lost, 'hand')).toMatchObject({ awaits: true });
  });

  it('a request expires after a day, or when its owner no longer manages people', async () => {
    const lost = ids['lost'] ?? '';
    expect(await reset(await as('first'), lost)).toMatchObject({ outcome: 'awaits' });
    fixture().clock.pass(DAY_MS + 1_000);
    expect(await reset(await as('second'), lost)).toMatchObject({ outcome: 'awaits' });
    await fixture().fixture.commit([
      {
        kind: 'update',
        path: `staff/${ids['second'] ?? ''}`,
        fields: [{ field: ['state'], value: 'suspended' }],
      },
    ]);
    expect(await reset(await as('first'), lost)).toMatchObject({ outcome: 'awaits' });
  });

  it('a new owner cannot approve within the first week', async () => {
    const lost = ids['lost'] ?? '';
    for (const act of [reset(await as('new'), lost), give(await as('new'), lost, 'hand')])
      expect(await act).toEqual({ code: 'manager-new-forbidden' });
  });
});
