import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ACCESS_LEVELS, type AccessLevelName, type MemberEntry } from '@yamori/domain';
import { MEMBER_PASSWORD } from '../../../testing/live-fixture.ts';
import { LEVELS } from '../../../testing/organisation-tree.ts';
import {
  NEW_PASSWORD,
  startRegistrationFixture,
  type RegistrationFixture,
} from '../../../testing/registration-fixture.ts';
import { registerApp, type TestBrowser } from '../../../testing/test-browser.ts';

let held: RegistrationFixture;
beforeAll(async () => {
  held = await startRegistrationFixture();
});
afterAll(() => held.close());

const database = () => held.fixture.temporary.database;
const member = async (name: string, level: number, domainId = 'akane') => {
  const email = `${name}@akane.example`;
  return { email, userId: await held.fixture.addMember(email, domainId, level) };
};
const manager = async (name: string, level: number = ACCESS_LEVELS.administrator) =>
  held.browser((await member(name, level)).email);
const give = (by: TestBrowser, userId: string, way: 'hand' | 'mail' = 'hand') =>
  by.post(`/api/staff/${userId}/password/give`, { by: way, language: 'ja' });
const complete = async (token: string, password = NEW_PASSWORD) =>
  (await held.browser()).post('/api/registration/password-reset/complete', { token, password });
const acts = async (userId: string) =>
  await database().query<{ action: string; actor: string; address: string }>({
    text: `select data->>'action' as action, data->>'actorId' as actor, data->>'address' as address from documents where collection = 'updateHistory' and data->>'path' = $1 and data->>'changes' = '[]'`,
    values: [`staff/${userId}`],
  });

describe('a password link that a manager hands over', () => {
  it('sets a new password once; the old password and all sessions end immediately', async () => {
    const { email, userId } = await member('forgot', 2);
    const memberBrowser = await held.browser(email);
    const by = await manager('hand-manager');
    const { token, expiresAt } = (await give(by, userId)).json<{
      token: string;
      expiresAt: string;
    }>();
    expect(new Date(expiresAt).getTime() - held.clock.now().getTime()).toBeLessThanOrEqual(
      3_600_000,
    );
    expect(await memberBrowser.session()).toMatchObject({
      user: null,
      ended: { reason: 'endedByManager' },
    });
    expect((await (await held.browser()).signIn(email, MEMBER_PASSWORD)).statusCode).toBe(401);
    expect((await complete(token)).json()).toMatchObject({ user: { uid: userId, accessLevel: 2 } });
    expect((await (await held.browser()).signIn(email, NEW_PASSWORD)).statusCode).toBe(200);
    expect((await complete(token)).json()).toEqual({ code: 'link-used' });
    expect(await acts(userId)).toEqual([
      {
        action: 'passwordGiven',
        actor: (await by.session()).user?.uid,
        address: expect.stringMatching(/^127\./),
      },
    ]);
  });

  it('still requires the second factor', async () => {
    const { userId, email } = await member('with-app', 2);
    await registerApp(await held.browser(email), held.clock.now());
    const { token } = (await give(await manager('app-manager'), userId)).json<{ token: string }>();
    expect((await complete(token)).json()).toMatchObject({
      user: null,
      pending: { kinds: ['totp', 'backupCode'] },
    });
  });

  it('verifies no address and keeps other sign-in methods', async () => {
    const { userId } = await member('unproven', 2);
    await database().query({
      text: 'update auth_user set email_verified = false where id = $1',
      values: [userId],
    });
    await database().query({
      text: `insert into auth_account (id, account_id, provider_id, user_id, created_at, updated_at) values ('line-x', 'line-x', 'line', $1, now(), now())`,
      values: [userId],
    });
    const { token } = (await give(await manager('unproven-manager'), userId)).json<{
      token: string;
    }>();
    const opened = (await complete(token)).json<{
      user: { isEmailVerified: boolean; loginProviders: { provider: string }[] };
    }>();
    expect(opened.user.isEmailVerified).toBe(false);
    expect(
      opened.user.loginProviders
        .map(({ provider }) => provider)
        .toSorted((a, b) => a.localeCompare(b)),
    ).toEqual(['email', 'line']);
  });

  it('voids the previous link, expires after an hour, and the member is informed by e-mail', async () => {
    const { userId, email } = await member('twice', 2);
    const by = await manager('twice-manager');
    const first = (await give(by, userId)).json<{ token: string }>().token;
    const second = (await give(by, userId)).json<{ token: string }>().token;
    expect((await complete(first)).json()).toEqual({ code: 'link-used' });
    expect((await held.mail.next(email, 0)).subject).toBe(
      '【やもり】パスワードが使えなくなりました',
    );
    held.clock.pass(3_600_000 + 1_000);
    expect((await complete(second)).json()).toEqual({ code: 'link-expired' });
  });

  it('requires a confirmation by the manager within ten minutes', async () => {
    const { userId } = await member('waits', 2);
    const by = await manager('idle-giver');
    held.clock.pass(10 * 60_000 + 1_000);
    expect((await give(by, userId)).json()).toEqual({ code: 'confirmation-required' });
    await by.post('/api/session/confirm', { kind: 'password', password: MEMBER_PASSWORD });
    expect((await give(by, userId)).statusCode).toBe(200);
    expect(await acts(userId)).toHaveLength(1);
  });

  it('fails for a member without an address, and changes nothing', async () => {
    const { userId, email } = await member('no-address', 2);
    const memberBrowser = await held.browser(email);
    await database().query({
      text: 'update auth_user set email = null where id = $1',
      values: [userId],
    });
    expect((await give(await manager('no-address-manager'), userId)).json()).toEqual({
      code: 'member-address-missing',
    });
    expect((await memberBrowser.session()).user?.uid).toBe(userId);
    expect(await acts(userId)).toEqual([]);
  });
});

describe('the validity of a handed-over link', () => {
  const put = (userId: string, fields: Readonly<Record<string, string | number>>) =>
    held.fixture.commit([
      {
        kind: 'update',
        path: `staff/${userId}`,
        fields: Object.entries(fields).map(([field, value]) => ({ field: [field], value })),
      },
    ]);

  it.each([
    ['raised', { accessLevel: ACCESS_LEVELS.privilegeAdministrator }],
    ['suspended', { state: 'suspended' }],
    ['moved', { domainId: 'mizuki', rootDomainId: 'mizuki' }],
  ] as const)('ends for good when its member is %s', async (how, fields) => {
    const { userId } = await member(`link-${how}`, 2);
    const { token } = (await give(await manager(`link-giver-${how}`), userId)).json<{
      token: string;
    }>();
    await put(userId, fields);
    expect((await complete(token)).json()).toEqual({ code: 'link-used' });
    await put(userId, {
      accessLevel: 2,
      state: 'active',
      domainId: 'akane',
      rootDomainId: 'akane',
    });
    expect((await complete(token)).json()).toEqual({ code: 'link-used' });
  });

  it.each([
    ['lowered', { accessLevel: 2 }],
    ['suspended', { state: 'suspended' }],
    ['moved', { domainId: 'mizuki', rootDomainId: 'mizuki' }],
  ] as const)('ends when its giver is %s', async (how, fields) => {
    const { userId } = await member(`giver-was-${how}`, 2);
    const giver = await member(`giver-${how}`, ACCESS_LEVELS.administrator);
    const { token } = (await give(await held.browser(giver.email), userId)).json<{
      token: string;
    }>();
    await put(giver.userId, fields);
    expect((await complete(token)).json()).toEqual({ code: 'link-revoked' });
  });

  it("survives a change of the member's name", async () => {
    const { userId } = await member('renamed', 2);
    const { token } = (await give(await manager('renamed-giver'), userId)).json<{
      token: string;
    }>();
    await put(userId, { name: '改名' });
    expect((await complete(token)).json()).toMatchObject({ user: { uid: userId } });
  });
});

describe('a password link by e-mail', () => {
  it('reaches the verified address only, not the manager', async () => {
    const { email, userId } = await member('by-mail', 2);
    expect((await give(await manager('mail-manager'), userId, 'mail')).json()).toMatchObject({
      token: null,
    });
    const token = (await held.linkTo(email, 0)).hash.slice(1);
    expect((await complete(token)).json()).toMatchObject({ user: { uid: userId } });
  });

  it('fails for an unverified address', async () => {
    const { userId } = await member('mail-unproven', 2);
    await database().query({
      text: 'update auth_user set email_verified = false where id = $1',
      values: [userId],
    });
    expect((await give(await manager('mail-unproven-manager'), userId, 'mail')).json()).toEqual({
      code: 'mail-missing',
    });
  });

  it('works for a member whose password a manager has removed', async () => {
    const { email, userId } = await member('asks-too', 2);
    await give(await manager('asks-too-manager'), userId);
    await (
      await held.browser()
    ).post('/api/registration/password-reset', { email, language: 'ja' });
    expect((await complete((await held.linkTo(email, 1)).hash.slice(1))).json()).toMatchObject({
      user: { uid: userId },
    });
  });
});

/**
 * The highest level that each level manages; the others manage no one (specification, section 6).
 */
const HIGHEST: Partial<Record<AccessLevelName, AccessLevelName>> = {
  administrator: 'generalStaff',
  privilegeAdministrator: 'administrator',
  ownerAdministrator: 'ownerAdministrator',
  agencyAdmin: 'agency',
  developer: 'agencyAdmin',
  seniorDeveloper: 'seniorDeveloper',
};
/** General staff see no one above them; individuals only themselves; levels without data no one. */
const sees = (by: AccessLevelName, of: AccessLevelName): boolean => {
  if (['requestMfa', 'individualUser', 'superDeveloper', 'systemAdmin'].includes(by)) return false;
  return by !== 'generalStaff' || ACCESS_LEVELS[of] <= ACCESS_LEVELS.generalStaff;
};
const manages = (by: AccessLevelName, of: AccessLevelName): boolean => {
  const highest = HIGHEST[by];
  return (
    highest !== undefined &&
    ACCESS_LEVELS[of] <= ACCESS_LEVELS[highest] &&
    (by !== 'agencyAdmin' || of === 'agency')
  );
};

describe('access between levels', () => {
  const people = new Map<AccessLevelName, { userId: string; email: string }>();
  beforeAll(async () => {
    for (const level of LEVELS)
      people.set(level, await member(`of-${level}`, ACCESS_LEVELS[level]));
  });
  const getUserId = (level: AccessLevelName): string => people.get(level)?.userId ?? '';

  it.each(LEVELS)('%s manages and sees exactly the permitted levels', async (name) => {
    const by = await held.browser((await member(`by-${name}`, ACCESS_LEVELS[name])).email);
    const statuses: Record<string, readonly number[]> = {};
    for (const level of LEVELS) {
      statuses[level] = [
        (await by.post(`/api/staff/${getUserId(level)}/factors/reset`, { language: 'ja' }))
          .statusCode,
        (await give(by, getUserId(level))).statusCode,
      ];
    }
    const getExpectedStatuses = (level: AccessLevelName): readonly number[] => {
      if (manages(name, level)) return [200, name === level ? 400 : 200];
      return sees(name, level) ? [403, 403] : [404, 404];
    };
    expect(statuses).toEqual(
      Object.fromEntries(LEVELS.map((level) => [level, getExpectedStatuses(level)])),
    );
    const listed = await by.get('/api/staff?domainId=akane');
    const isManager = HIGHEST[name] !== undefined;
    if (!isManager) {
      expect(listed.statusCode).toBe(name === 'requestMfa' ? 404 : 403);
      return;
    }
    expect(listed.statusCode).toBe(200);
    const entries = new Map(
      listed.json<{ members: MemberEntry[] }>().members.map((entry) => [entry.userId, entry]),
    );
    for (const level of LEVELS)
      expect([level, entries.get(getUserId(level))?.security === null]).toEqual([
        level,
        !manages(name, level),
      ]);
  });

  it('lists password, second factor, sessions and last sign-in of managed members', async () => {
    const { userId, email } = await member('told-of', 2);
    const by = await manager('teller');
    const readEntry = async () =>
      (await by.get('/api/staff?domainId=akane'))
        .json<{ members: MemberEntry[] }>()
        .members.find((entry) => entry.userId === userId);
    expect((await readEntry())?.security).toEqual({
      hasPassword: true,
      hasSecondFactor: false,
      lastSignInAt: null,
      sessions: 0,
      mailable: true,
      isPeer: false,
      requests: [],
    });
    await registerApp(await held.browser(email), held.clock.now());
    expect(await readEntry()).toMatchObject({
      email,
      accessLevel: 2,
      state: 'active',
      security: { hasSecondFactor: true, sessions: 1, lastSignInAt: expect.any(String) },
    });
    await give(by, userId);
    expect((await readEntry())?.security).toMatchObject({ hasPassword: false, sessions: 0 });
  });

  it('ends when a member is promoted above the manager', async () => {
    const { userId } = await member('raised', 2);
    const by = await manager('slow-manager');
    await held.fixture.commit([
      { kind: 'update', path: `staff/${userId}`, fields: [{ field: ['accessLevel'], value: 4 }] },
    ]);
    expect((await give(by, userId)).json()).toEqual({ code: 'member-forbidden' });
  });
});
