import { ACCESS_LEVELS, type DocumentMap } from '@yamori/domain';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Statement } from './core/database/database.ts';
import { lockDocuments } from './core/documents/writing/document-locks.ts';
import {
  MONTH,
  startBillFixture,
  TERMS,
  type BillFixture,
} from './modules/billing/testing/bill-fixture.ts';
import { requestConcurrently as whileHeld } from './testing/concurrent-requests.ts';
import { MEMBER_PASSWORD } from './testing/live-fixture.ts';
import { openTestBrowser, type TestBrowser } from './testing/test-browser.ts';

let fixture: BillFixture;
beforeAll(async () => {
  fixture = await startBillFixture();
  for (const serial of ['H-1', 'H-2', 'H-3', 'H-4']) await placed(serial);
  await fixture.send('H-1', [1, 2, 3]);
  await fixture.write([{ kind: 'set', path: 'domain/one/billTerms/current', data: TERMS }]);
  await fixture.ask('POST', '/api/agencies/one/bills/generate', { month: MONTH });
});
afterAll(() => fixture.close());

const DRAFT = `domain/one/bill/${MONTH}-customer-home`;
const COMMIT = '/api/documents/commit';
type Reply = Awaited<ReturnType<TestBrowser['post']>>;
type Member = { readonly userId: string; readonly browser: TestBrowser };

let members = 0;
async function member(domainId: string, level: number): Promise<Member> {
  const email = `waits-${(members += 1)}@home.example`;
  const userId = await fixture.addMember(email, domainId, level, 'top');
  const browser = openTestBrowser(fixture.app.server);
  await browser.signIn(email, MEMBER_PASSWORD);
  return { userId, browser };
}

/**
 * What becomes of something that waits at the lock of a document while another server, which holds
 * it, commits a change.
 */
function requestConcurrently(
  path: string,
  change: Statement,
  act: () => Promise<Reply>,
): Promise<Reply> {
  return whileHeld(
    fixture.temporary,
    {
      hold: (queries) => lockDocuments(queries, [path], false),
      change: (queries) => queries.query(change),
    },
    act,
  );
}

const staffChange =
  (data: object) =>
  (userId: string): Statement => ({
    text: `update documents set data = data || $2::jsonb, version = version + 1 where path = 'staff/' || $1`,
    values: [userId, JSON.stringify(data)],
  });
const FALLS: readonly (readonly [string, (userId: string) => Statement, number, string])[] = [
  ['suspended', staffChange({ state: 'suspended' }), 401, 'session-required'],
  ['lowered', staffChange({ accessLevel: ACCESS_LEVELS.generalStaff }), 403, 'access-refused'],
  ['moved to another organisation', staffChange({ domainId: 'clinic' }), 403, 'access-refused'],
];

/** A request, and the document for whose lock it waits. */
type Act = {
  readonly domainId: string;
  readonly level: number;
  readonly path: string;
  readonly ask: (browser: TestBrowser) => Promise<Reply>;
};
const update = (path: string, field: string, value: string) => ({
  writes: [{ kind: 'update', path, fields: [{ field: [field], value }] }],
});
const home = { domainId: 'home', level: ACCESS_LEVELS.administrator };
const agency = { domainId: 'one', level: ACCESS_LEVELS.agencyAdmin };
const ACTS: Readonly<Record<string, Act>> = {
  'a room named': {
    ...home,
    path: 'room/home-1',
    ask: (browser) => browser.post(COMMIT, update('room/home-1', 'name', 'Waited')),
  },
  'a key of a device': {
    ...home,
    path: 'device/H-1',
    ask: (browser) => browser.post('/api/devices/H-1/key'),
  },
  'a device put elsewhere': {
    ...home,
    path: 'device/H-2',
    ask: (browser) => browser.post('/api/devices/H-2/room', { roomId: null }),
  },
  'a device out of use': {
    ...home,
    path: 'device/H-3',
    ask: (browser) => browser.post('/api/devices/H-3/retirement', { retired: true }),
  },
  'a partner made': {
    ...agency,
    path: 'domain/one/partner/waited',
    ask: (browser) =>
      browser.post(COMMIT, {
        writes: [
          {
            kind: 'create',
            path: 'domain/one/partner/waited',
            data: { code: 'waited', name: 'P', state: 'active' },
          },
        ],
      }),
  },
  'terms of bills': {
    ...agency,
    path: 'domain/one/billTerms/current',
    ask: (browser) =>
      browser.post(COMMIT, update('domain/one/billTerms/current', 'bank', 'Waited')),
  },
  'a draft dropped': {
    ...agency,
    path: DRAFT,
    ask: (browser) => browser.post(`/api/agencies/one/bills/${MONTH}-customer-home/removal`),
  },
  'a bill issued': {
    ...agency,
    path: DRAFT,
    ask: async (browser) => {
      const [draft] = await fixture.app.store.read([DRAFT]);
      return browser.post(`/api/agencies/one/bills/${MONTH}-customer-home/issue`, {
        updatedAt: draft?.updatedAt.toISOString(),
      });
    },
  },
};

/** The document without the device status that the server writes itself. */
async function standing(path: string): Promise<DocumentMap | null> {
  const [document] = await fixture.app.store.read([path]);
  return document === null || document === undefined ? null : { ...document.data, status: null };
}
/**
 * Somewhere, and heard of by the server: what it says of a device for the first time would wait at
 * its lock too.
 */
async function placed(serial: string): Promise<void> {
  await fixture.place(serial, 'home-1');
  await vi.waitFor(
    async () =>
      expect(
        (await fixture.app.store.read([`device/${serial}`]))[0]?.data['status'] ?? null,
      ).not.toBeNull(),
    { timeout: 120_000 },
  );
}

describe.each(FALLS)(
  'a request whose author is %s while it waits',
  (_name, createChange, status, code) => {
    it.each(Object.keys(ACTS))('it is rejected: %s', async (name) => {
      const act = ACTS[name] ?? expect.fail(name);
      const { userId, browser } = await member(act.domainId, act.level);
      const before = await standing(act.path);
      const reply = await requestConcurrently(act.path, createChange(userId), () =>
        act.ask(browser),
      );
      expect([reply.statusCode, reply.json()]).toEqual([status, { code }]);
      expect(await standing(act.path)).toEqual(before);
    });

    it('a password given to a member is rejected', async () => {
      const { userId, browser } = await member('home', ACCESS_LEVELS.administrator);
      const { userId: below } = await member('home', ACCESS_LEVELS.generalStaff);
      const reply = await requestConcurrently(`staff/${below}`, createChange(userId), () =>
        browser.post(`/api/staff/${below}/password/give`, { by: 'hand', language: 'ja' }),
      );
      expect([reply.statusCode, reply.json()]).toEqual([status, { code }]);
    });
  },
);

it('a waiting request succeeds if its author may still make it', async () => {
  const { browser } = await member('home', ACCESS_LEVELS.administrator);
  const nothing: Statement = { text: 'select 1' };
  expect(
    (
      await requestConcurrently('room/home-1', nothing, () =>
        browser.post(COMMIT, update('room/home-1', 'name', 'Waited')),
      )
    ).statusCode,
  ).toBe(200);
  expect(
    (await requestConcurrently('device/H-4', nothing, () => browser.post('/api/devices/H-4/key')))
      .statusCode,
  ).toBe(200);
});

describe('a device that', () => {
  const elsewhere = `data = data || '{"roomId":"home-2"}'`;
  it.each([
    [
      'is lent out while it is taken out of use stays in use',
      'H-5',
      `data = data || '{"borrowedBy":"ward"}'`,
      (browser: TestBrowser) => browser.post('/api/devices/H-5/retirement', { retired: true }),
      'device-lent-in-use',
    ],
    [
      'is put elsewhere while it is put somewhere stays there',
      'H-6',
      elsewhere,
      (browser: TestBrowser) => browser.post('/api/devices/H-6/room', { roomId: null }),
      'document-conflict',
    ],
    [
      'is put elsewhere while it is taken out of use stays in use',
      'H-7',
      elsewhere,
      (browser: TestBrowser) => browser.post('/api/devices/H-7/retirement', { retired: true }),
      'document-conflict',
    ],
    [
      'is put elsewhere while it is removed stays',
      'H-8',
      elsewhere,
      (browser: TestBrowser) => browser.post('/api/devices/H-8/removal'),
      'document-conflict',
    ],
  ])('%s, and its room keeps it in its list', async (_name, serial, set, ask, code) => {
    await placed(serial);
    await fixture.commit([
      {
        kind: 'update',
        path: 'room/home-1',
        fields: [{ field: ['deviceSerials'], value: { $arrayUnion: [serial] } }],
      },
    ]);
    const { browser } = await member('home', ACCESS_LEVELS.administrator);
    const change: Statement = {
      text: `update documents set ${set}, version = version + 1 where path = 'device/' || $1`,
      values: [serial],
    };
    const reply = await requestConcurrently(`device/${serial}`, change, () => ask(browser));
    expect([reply.statusCode, reply.json()]).toMatchObject([409, { code }]);
    expect(await standing(`device/${serial}`)).toMatchObject({ retiredAt: null });
    expect((await standing('room/home-1'))?.['deviceSerials']).toContain(serial);
  });
});

describe('a device that while a key is asked for', () => {
  it.each([
    [
      'is moved to another organisation, gets none',
      'H-4',
      `data = data || '{"domainId":"clinic","roomId":null}', domain_ids = '{clinic}'`,
      404,
      'device-not-found',
    ],
    [
      'is taken out of use, gets none',
      'H-1',
      `data = data || '{"retiredAt":{"$date":"2026-11-05T00:00:00.000Z"}}'`,
      403,
      'device-forbidden',
    ],
  ])('%s', async (_name, serial, set, status, code) => {
    const { browser } = await member('home', ACCESS_LEVELS.administrator);
    const before = (await standing(`device/${serial}`))?.['keyHash'];
    const reply = await requestConcurrently(
      `device/${serial}`,
      {
        text: `update documents set ${set}, version = version + 1 where path = $1`,
        values: [`device/${serial}`],
      },
      () => browser.post(`/api/devices/${serial}/key`),
    );
    expect([reply.statusCode, reply.json()]).toEqual([status, { code }]);
    expect((await standing(`device/${serial}`))?.['keyHash']).toEqual(before);
  });
});
