import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ACCESS_LEVELS, type Write } from '@yamori/domain';
import {
  NEW_PASSWORD,
  startRegistrationFixture,
  type RegistrationFixture,
} from '../../../testing/registration-fixture.ts';
import type { TestBrowser } from '../../../testing/test-browser.ts';
import { lockRegistration } from './organisations.ts';

let held: RegistrationFixture;
beforeAll(async () => {
  held = await startRegistrationFixture({ withoutMail: true });
});
afterAll(() => held.close());

const OWNER = ACCESS_LEVELS.ownerAdministrator;
const database = () => held.fixture.temporary.database;
const lastOwnerError = (domainId: string) => ({
  code: 'owner-last',
  details: { organisation: `${domainId} の家` },
});
const full = (domainId: string, limit: number) => ({
  code: 'member-limit-reached',
  details: { organisation: `${domainId} の家`, limit },
});

async function organisation(id: string, members?: number, more: object = {}): Promise<void> {
  await held.fixture.commit([
    {
      kind: 'set',
      path: `domain/${id}`,
      data: {
        code: id,
        name: `${id} の家`,
        kind: 'facility',
        parentDomainId: null,
        rootDomainId: id,
        ancestorIds: [],
        ...(members === undefined ? {} : { limits: { rooms: 9, devices: 9, members } }),
        ...more,
      },
    },
  ]);
}
async function member(
  name: string,
  domainId: string,
  level: number = OWNER,
): Promise<{ userId: string; browser: TestBrowser }> {
  const email = `${name}@${domainId}.example`;
  return {
    userId: await held.fixture.addMember(email, domainId, level),
    browser: await held.browser(email),
  };
}
const commit = (browser: TestBrowser, ...writes: Write[]) =>
  browser.post('/api/documents/commit', { writes });
const change = (userId: string, fields: Readonly<Record<string, string | number>>): Write => ({
  kind: 'update',
  path: `staff/${userId}`,
  fields: Object.entries(fields).map(([field, value]) => ({ field: [field], value })),
});
const newcomer = (domainId: string, level: number = ACCESS_LEVELS.generalStaff): Write => {
  const userId = `someone-${randomBytes(6).toString('hex')}`;
  return {
    kind: 'create',
    path: `staff/${userId}`,
    data: {
      userId,
      domainId,
      rootDomainId: domainId,
      name: '新人',
      accessLevel: level,
      email: null,
      state: 'invited',
    },
  };
};
const countMembers = async (domainId: string, condition = 'true'): Promise<number> =>
  (
    await database().query({
      text: `select 1 from documents where collection = 'staff' and data->>'domainId' = $1 and ${condition}`,
      values: [domainId],
    })
  ).length;
const countOwners = (domainId: string): Promise<number> =>
  countMembers(domainId, `(data->>'accessLevel')::int = ${OWNER} and data->>'state' = 'active'`);
const acceptedBy = async (code: string, domainId: string, email: string) =>
  (await held.browser()).post('/api/invitations/accept', {
    code,
    domainId,
    applicant: {
      kind: 'newcomer',
      address: { kind: 'said', email },
      name: '新人 一郎',
      password: NEW_PASSWORD,
      language: 'ja',
    },
  });
const invited = async (by: TestBrowser, domainId: string): Promise<string> =>
  (
    await by.post('/api/invitations', {
      kind: 'member',
      domainId,
      accessLevel: ACCESS_LEVELS.generalStaff,
      label: 'x',
      mailTo: null,
      days: 7,
      language: 'ja',
    })
  ).json<{ code: string }>().code;

/** Runs all works concurrently up to the lock of the organisation, then releases it. */
async function runConcurrently<Reply>(
  domainId: string,
  works: readonly (() => Promise<Reply>)[],
): Promise<Reply[]> {
  const { promise: held_, resolve: release } = Promise.withResolvers<void>();
  const { promise: locked, resolve: haveLock } = Promise.withResolvers<void>();
  const blocker = database().transaction(async (queries) => {
    await lockRegistration(queries, domainId);
    haveLock();
    await held_;
  });
  await locked;
  const replies = Promise.all(works.map((work) => work()));
  const atTheLock = async (): Promise<number> =>
    (
      await database().query({
        text: "select 1 from pg_locks l join pg_database d on d.oid = l.database where l.locktype = 'advisory' and not l.granted and d.datname = current_database()",
      })
    ).length;
  await expect.poll(atTheLock).toBe(works.length);
  release();
  await blocker;
  return replies;
}
const statuses = (replies: readonly { statusCode: number }[]): number[] =>
  replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b);

describe('the last owner of an organisation', () => {
  it.each([
    ['lower', { accessLevel: ACCESS_LEVELS.generalStaff }],
    ['suspend', { state: 'suspended' }],
  ] as const)('one is left if two %s each other concurrently', async (how, fields) => {
    const domainId = `two-${how}`;
    await organisation(domainId);
    const [one, other] = [await member('one', domainId), await member('other', domainId)];
    const replies = await runConcurrently(domainId, [
      () => commit(one.browser, change(other.userId, fields)),
      () => commit(other.browser, change(one.userId, fields)),
    ]);
    expect(statuses(replies)).toEqual([200, 400]);
    expect(replies.find(({ statusCode }) => statusCode === 400)?.json()).toEqual(
      lastOwnerError(domainId),
    );
    expect(await countOwners(domainId)).toBe(1);
  });

  it('stays if three owners remove each other in a ring concurrently', async () => {
    await organisation('ring');
    const people = [
      await member('a', 'ring'),
      await member('b', 'ring'),
      await member('c', 'ring'),
    ];
    const replies = await runConcurrently(
      'ring',
      people.map(
        ({ browser }, index) =>
          () =>
            commit(browser, {
              kind: 'delete',
              path: `staff/${people[(index + 1) % 3]?.userId ?? ''}`,
            }),
      ),
    );
    expect(statuses(replies)).toEqual([200, 200, 400]);
    expect(await countOwners('ring')).toBe(1);
  });

  it('stays if one owner deletes the account while the other is demoted, even against the maker', async () => {
    await organisation('mixed');
    const [one, other] = [await member('one', 'mixed'), await member('other', 'mixed')];
    const replies = await runConcurrently('mixed', [
      () => other.browser.post('/api/account/delete', {}),
      () => commit(other.browser, change(one.userId, { accessLevel: 2 })),
    ]);
    expect(replies.filter(({ statusCode }) => statusCode < 300)).toHaveLength(1);
    expect(await countOwners('mixed')).toBe(1);
    const maker = await member('maker', 'akane', ACCESS_LEVELS.seniorDeveloper);
    const [left] = await database().query<{ path: string }>({
      text: "select path from documents where collection = 'staff' and data->>'domainId' = 'mixed' and (data->>'accessLevel')::int = 5",
    });
    for (const write of [
      change(left?.path.slice('staff/'.length) ?? '', { accessLevel: 2 }),
      { kind: 'delete' as const, path: left?.path ?? '' },
    ]) {
      expect((await commit(maker.browser, write)).json()).toEqual(lastOwnerError('mixed'));
    }
  });

  it('the last owner may be replaced in the same write, or deleted with the organisation', async () => {
    await organisation('handed');
    const [old, next] = [
      await member('old', 'handed'),
      await member('next', 'handed', ACCESS_LEVELS.generalStaff),
    ];
    await held.fixture.commit([
      change(old.userId, { accessLevel: 2 }),
      change(next.userId, { accessLevel: OWNER }),
    ]);
    expect(await countOwners('handed')).toBe(1);
    await expect(
      held.fixture.commit([{ kind: 'delete', path: `staff/${next.userId}` }]),
    ).rejects.toMatchObject({ problem: lastOwnerError('handed') });
    await held.fixture.commit([
      { kind: 'delete', path: `staff/${next.userId}` },
      { kind: 'delete', path: 'domain/handed' },
    ]);
    expect(await countOwners('handed')).toBe(0);
  });
});

describe("the limit of an organisation's members", () => {
  it('applies to writes by members and by the server, and to moved members', async () => {
    await organisation('rooms', 2);
    await organisation('from');
    const owner = await member('owner', 'rooms');
    expect((await commit(owner.browser, newcomer('rooms'), newcomer('rooms'))).json()).toEqual(
      full('rooms', 2),
    );
    expect((await commit(owner.browser, newcomer('rooms'))).statusCode).toBe(200);
    expect((await commit(owner.browser, newcomer('rooms'))).json()).toEqual(full('rooms', 2));
    await expect(held.fixture.commit([newcomer('rooms')])).rejects.toMatchObject({
      problem: full('rooms', 2),
    });
    const mover = await member('mover', 'from', ACCESS_LEVELS.generalStaff);
    await expect(
      held.fixture.commit([change(mover.userId, { domainId: 'rooms', rootDomainId: 'rooms' })]),
    ).rejects.toMatchObject({ problem: full('rooms', 2) });
    expect(await countMembers('rooms')).toBe(2);
  });

  it('allows changes of members while the organisation is full or above a lowered limit', async () => {
    await organisation('crowded');
    const owner = await member('owner', 'crowded');
    const carer = await member('carer', 'crowded', ACCESS_LEVELS.generalStaff);
    await held.fixture.commit([
      {
        kind: 'update',
        path: 'domain/crowded',
        fields: [{ field: ['limits'], value: { rooms: 9, devices: 9, members: 1 } }],
      },
    ]);
    expect((await commit(owner.browser, change(carer.userId, { name: '山田' }))).statusCode).toBe(
      200,
    );
    expect(
      (
        await commit(
          owner.browser,
          { kind: 'delete', path: `staff/${carer.userId}` },
          newcomer('crowded'),
        )
      ).json(),
    ).toEqual(full('crowded', 1));
    await held.fixture.commit([
      {
        kind: 'update',
        path: 'domain/crowded',
        fields: [{ field: ['limits'], value: { rooms: 9, devices: 9, members: 2 } }],
      },
    ]);
    expect(
      (
        await commit(
          owner.browser,
          { kind: 'delete', path: `staff/${carer.userId}` },
          newcomer('crowded'),
        )
      ).statusCode,
    ).toBe(200);
  });

  it('gives the last seat to one of four concurrent newcomers', async () => {
    await organisation('last-seat', 2);
    const owner = await member('owner', 'last-seat');
    const codes = [
      await invited(owner.browser, 'last-seat'),
      await invited(owner.browser, 'last-seat'),
    ];
    const replies = await runConcurrently('last-seat', [
      ...codes.map(
        (code, index) => () => acceptedBy(code, 'last-seat', `seat-${index}@last-seat.example`),
      ),
      () => commit(owner.browser, newcomer('last-seat')),
      () => commit(owner.browser, newcomer('last-seat')),
    ]);
    expect(statuses(replies)).toEqual([200, 409, 409, 409]);
    for (const reply of replies.filter(({ statusCode }) => statusCode === 409))
      expect(reply.json()).toEqual(full('last-seat', 2));
    expect(await countMembers('last-seat')).toBe(2);
    // Rejected users leave no account.
    const accounts = await database().query({
      text: "select 1 from auth_user where email like 'seat-%@last-seat.example'",
    });
    expect(accounts.length).toBe(
      replies.slice(0, 2).filter(({ statusCode }) => statusCode === 200).length,
    );
  });

  it('applies to the first member of a newly registered organisation', async () => {
    await organisation('reseller', undefined, { kind: 'agency' });
    const admin = await member('admin', 'reseller', ACCESS_LEVELS.agencyAdmin);
    const { code } = (
      await admin.browser.post('/api/invitations', {
        kind: 'organisation',
        parentDomainId: 'reseller',
        organisationKind: 'facility',
        limits: { rooms: 1, devices: 1, members: 0 },
        label: 'x',
        mailTo: null,
        days: 7,
        language: 'ja',
      })
    ).json<{ code: string }>();
    const reply = await (
      await held.browser()
    ).post('/api/registration/domain', {
      code,
      organisation: { name: '空の家' },
      applicant: {
        kind: 'newcomer',
        address: { kind: 'said', email: 'first@empty.example' },
        name: '開設 者',
        password: NEW_PASSWORD,
        language: 'ja',
      },
    });
    expect(reply.json()).toEqual({
      code: 'member-limit-reached',
      details: { organisation: '空の家', limit: 0 },
    });
    expect(await held.fixture.app.identity.findUserId('first@empty.example')).toBeNull();
  });
});
