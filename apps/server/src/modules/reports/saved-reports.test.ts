import { ACCESS_LEVELS, reportApi, type SavedReport } from '@yamori/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { requestConcurrently } from '../../testing/concurrent-requests.ts';
import {
  startRegistrationFixture,
  type RegistrationFixture,
} from '../../testing/registration-fixture.ts';
import type { TestBrowser } from '../../testing/test-browser.ts';

let held: RegistrationFixture;
let manager: TestBrowser;
beforeAll(async () => {
  held = await startRegistrationFixture();
  manager = await held.browser('carer@akane.example');
});
afterAll(() => held.close());

const FILTER = { domainId: 'akane', period: { kind: 'newest', nights: 7 } };
const ask = (by: TestBrowser, name: string, isShared = true) =>
  by.post('/api/reports/saved', { name, isShared, filter: FILTER });
const save = async (by: TestBrowser, name: string, isShared = true): Promise<SavedReport> =>
  reportApi.save.reply.parse((await ask(by, name, isShared)).json());
const listed = async (by: TestBrowser) =>
  reportApi.listSaved.reply.parse((await by.get('/api/reports/saved?domainId=akane')).json());
const found = async (by: TestBrowser, id: string) =>
  (await listed(by)).reports.find((one) => one.id === id);
const rename = (by: TestBrowser, id: string, name: string, isShared = true) =>
  by.post(`/api/reports/saved/${id}/name`, { name, isShared });
const query = (text: string, ...values: unknown[]) =>
  held.fixture.temporary.database.query({ text, values });
const lend = (by: TestBrowser, report: string) =>
  by.post('/api/one-time-links', {
    subject: { kind: 'report', domainId: 'akane', report },
    label: 'x',
    hours: 24,
  });
const member = async (name: string, level: number = ACCESS_LEVELS.generalStaff) => {
  const userId = await held.fixture.addMember(`${name}@akane.example`, 'akane', level);
  return { userId, browser: await held.browser(`${name}@akane.example`) };
};

describe('limits of saved reports', () => {
  it('one of eight concurrent requests gets a name, by saving or by renaming', async () => {
    const codes = (
      await Promise.all(Array.from({ length: 8 }, () => ask(manager, '同時の名前')))
    ).map((reply) => (reply.statusCode === 200 ? 'saved' : reply.json<{ code: string }>().code));
    expect(codes.toSorted()).toEqual([
      ...Array.from({ length: 7 }, () => 'report-name-taken'),
      'saved',
    ]);
    const ids = await Promise.all(
      Array.from({ length: 8 }, async (_, index) => (await save(manager, `前の名前 ${index}`)).id),
    );
    const statuses = (await Promise.all(ids.map((id) => rename(manager, id, '次の名前')))).map(
      ({ statusCode }) => statusCode,
    );
    expect(statuses.toSorted((a, b) => a - b)).toEqual([
      204,
      ...Array.from({ length: 7 }, () => 409),
    ]);
  });

  it('the table rejects a duplicate name from any writer', async () => {
    const { id } = await save(manager, '表の名前');
    await expect(
      query(
        `insert into saved_reports select $2, root_domain_id, domain_id, owner_id, name, is_shared, filter, created_at from saved_reports where id = $1`,
        id,
        'copy',
      ),
    ).rejects.toThrow('saved_reports_name');
  });

  it('eight concurrent requests cannot exceed the maximum number of reports', async () => {
    const { userId, browser } = await member('collects');
    await query(
      `insert into saved_reports (id, root_domain_id, domain_id, owner_id, name, is_shared, filter, created_at) select 'full-' || n, 'akane', 'akane', $1, 'full ' || n, false, $2, now() from generate_series(1, 199) n`,
      userId,
      JSON.stringify(FILTER),
    );
    const replies = await Promise.all(
      Array.from({ length: 8 }, (_, index) => ask(browser, `last ${index}`, false)),
    );
    expect(replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
      200,
      ...Array.from({ length: 7 }, () => 409),
    ]);
    expect(replies.find(({ statusCode }) => statusCode === 409)?.json()).toEqual({
      code: 'report-saved-limit-reached',
      details: { limit: 200 },
    });
    const shared = await Promise.all(
      Array.from({ length: 4 }, async (_, index) => (await save(browser, `shared ${index}`)).id),
    );
    await query('delete from saved_reports where id = $1', 'full-1');
    const taken = await Promise.all(
      shared.map((id, index) => rename(browser, id, `mine ${index}`, false)),
    );
    expect(taken.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
      204, 409, 409, 409,
    ]);
  });
});

describe('owner of a saved report', () => {
  it('the list names the owner and the date to readers who can see that member', async () => {
    const { browser } = await member('saves');
    const [ofStaff, ofManager] = [
      await save(browser, '夜勤の一覧'),
      await save(manager, '主任の一覧'),
    ];
    expect(ofStaff).toMatchObject({ isOwn: true, owner: { kind: 'named', name: 'Somebody' } });
    expect(Math.abs(Date.parse(ofStaff.createdAt) - held.clock.now().getTime())).toBeLessThan(
      86_400_000,
    );
    expect(await found(manager, ofStaff.id)).toMatchObject({
      isOwn: false,
      owner: { kind: 'named', name: 'Somebody' },
      createdAt: ofStaff.createdAt,
    });
    // General staff cannot read members of higher levels.
    expect(await found(browser, ofManager.id)).toMatchObject({ owner: { kind: 'untold' } });
  });

  it('the owner alone can make a shared report private', async () => {
    const { browser } = await member('shares');
    const saved = await save(browser, '共有の一覧');
    expect((await rename(manager, saved.id, '直した名前')).statusCode).toBe(204);
    expect((await rename(manager, saved.id, '直した名前', false)).json()).toEqual({
      code: 'report-forbidden',
    });
    expect((await rename(browser, saved.id, '直した名前', false)).statusCode).toBe(204);
    expect((await rename(browser, 'nothing', 'x')).json()).toEqual({ code: 'report-not-found' });
  });
});

/**
 * Sends a request that waits for the row's lock, commits another change of the row, and returns the
 * reply.
 */
const sendDuring = (id: string, change: string, ask: () => ReturnType<TestBrowser['post']>) =>
  requestConcurrently(
    held.fixture.temporary,
    { hold: (queries) => queries.query({ text: change, values: [id] }) },
    ask,
  );

const TAKEN_BACK = 'update saved_reports set is_shared = false where id = $1';
const REMOVED = 'delete from saved_reports where id = $1';

describe('report that its owner makes private during a request of a manager', () => {
  const schedule = (id: string) =>
    manager.post(`/api/reports/saved/${id}/schedule`, {
      schedule: { every: 'week', recipients: [managerId] },
    });
  const acts: readonly [string, (id: string) => ReturnType<TestBrowser['post']>][] = [
    ['is not shared again by another name', (id) => rename(manager, id, '主任の付けた名前')],
    ['is not removed', (id) => manager.post(`/api/reports/saved/${id}/removal`)],
    ['is mailed to nobody', schedule],
    ['is lent to nobody', (id) => lend(manager, id)],
    [
      'has its schedule ended by nobody else',
      (id) => manager.post(`/api/reports/saved/${id}/schedule`, { schedule: null }),
    ],
  ];
  let managerId = '';
  beforeAll(async () => {
    const [row] = await held.fixture.temporary.database.query<{ id: string }>({
      text: `select id from auth_user where email = 'carer@akane.example'`,
    });
    managerId = row?.id ?? '';
  });

  it.each(acts)('%s', async (name, act) => {
    const { id } = await save(
      (await member(`takes-${acts.findIndex(([each]) => each === name)}`)).browser,
      name,
    );
    const reply = await sendDuring(id, TAKEN_BACK, () => act(id));
    expect(reply.json()).toEqual({ code: 'report-not-found' });
    expect(
      await query(
        'select name, is_shared as "isShared", schedule_every as every from saved_reports where id = $1',
        id,
      ),
    ).toEqual([{ name, isShared: false, every: null }]);
  });

  it.each(acts)(
    'a report removed during the request is not found, and it %s',
    async (name, act) => {
      const { id } = await save(manager, `消える: ${name}`);
      expect((await sendDuring(id, REMOVED, () => act(id))).json()).toEqual({
        code: 'report-not-found',
      });
    },
  );
});

describe('private report', () => {
  it('cannot be lent by others, and its links end when it becomes private', async () => {
    const { browser } = await member('lends', ACCESS_LEVELS.administrator);
    const saved = await save(browser, '貸した一覧');
    const [opened, unopened] = await Promise.all([
      lend(manager, saved.id),
      lend(manager, saved.id),
    ]);
    const guest = await held.browser();
    expect(
      (
        await guest.post('/api/session/one-time', {
          token: opened.json<{ token: string }>().token,
          language: 'ja',
        })
      ).statusCode,
    ).toBe(200);
    expect((await guest.get(`/api/reports/saved/${saved.id}`)).statusCode).toBe(200);
    expect((await rename(browser, saved.id, '自分に戻した一覧', false)).statusCode).toBe(204);
    expect((await guest.get(`/api/reports/saved/${saved.id}`)).statusCode).toBeGreaterThanOrEqual(
      400,
    );
    expect(
      (
        await (
          await held.browser()
        ).post('/api/one-time-links/view', { token: unopened.json<{ token: string }>().token })
      ).json(),
    ).toEqual({ code: 'link-revoked' });
    expect((await lend(manager, saved.id)).json()).toEqual({ code: 'report-not-found' });
    expect((await lend(browser, saved.id)).statusCode).toBe(200);
  });

  it('a removed report has no open link, even if both requests run concurrently', async () => {
    for (let round = 0; round < 6; round += 1) {
      const { id } = await save(manager, `消える一覧 ${round}`);
      const [lent, removed] = await Promise.all([
        lend(manager, id),
        manager.post(`/api/reports/saved/${id}/removal`),
      ]);
      expect([[200, 404].includes(lent.statusCode), removed.statusCode]).toEqual([true, 204]);
      expect(
        await query(
          `select 1 from one_time_link where subject->>'report' = $1 and revoked_at is null`,
          id,
        ),
      ).toEqual([]);
    }
  });

  it('a private report has no schedule, even if a concurrent request sets one', async () => {
    const { browser } = await member('mails');
    const [staff] = await held.fixture.temporary.database.query<{ id: string }>({
      text: `select id from auth_user where email = 'staff@akane.example'`,
    });
    for (let round = 0; round < 6; round += 1) {
      const { id } = await save(browser, `送らない一覧 ${round}`);
      const [ordered] = await Promise.all([
        manager.post(`/api/reports/saved/${id}/schedule`, {
          schedule: { every: 'week', recipients: [staff?.id ?? ''] },
        }),
        rename(browser, id, `送らない一覧 ${round}`, false),
      ]);
      expect([204, 400, 404]).toContain(ordered.statusCode);
      expect(
        await query('select schedule_next_at as next from saved_reports where id = $1', id),
      ).toEqual([{ next: null }]);
    }
  });

  it('does not outlive its account, even if the account ends during a save', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { userId, browser } = await member(`goes-${round}`);
      const { id } = await save(browser, '共有していた一覧');
      await Promise.all([
        ask(browser, '一', false),
        ask(browser, '二', false),
        rename(browser, id, '戻した一覧', false),
        browser.post('/api/account/delete', {}),
      ]);
      expect(await query('select 1 from auth_user where id = $1', userId)).toEqual([]);
      expect(
        await query('select name from saved_reports where owner_id = $1 and not is_shared', userId),
      ).toEqual([]);
    }
  });
});

describe('account deletion', () => {
  it.each<[string, (by: TestBrowser, shared: string) => ReturnType<TestBrowser['post']>]>([
    ['saves', (by) => ask(by, '遅れた一覧', false)],
    ['makes private', (by, shared) => rename(by, shared, '戻した一覧', false)],
  ])('deletes a report that the account concurrently %s', async (name, act) => {
    const { userId, browser } = await member(`ends-as-it-${name.replace(' ', '-')}`);
    const { id } = await save(browser, '共有の一覧');
    const reply = await sendDuring(userId, 'delete from auth_user where id = $1', () =>
      act(browser, id),
    );
    expect([reply.statusCode, reply.json()]).toEqual([401, { code: 'session-required' }]);
    expect(
      await query('select id from saved_reports where owner_id = $1 and not is_shared', userId),
    ).toEqual([]);
  });

  it("deletes private reports, their links and the account's mail subscriptions, but not shared reports", async () => {
    const { userId, browser } = await member('leaves', ACCESS_LEVELS.administrator);
    const [own, shared, mailed, ofAll] = [
      await save(browser, '自分の一覧', false),
      await save(browser, 'みんなの一覧'),
      await save(manager, '送る一覧'),
      await save(manager, '皆に送る一覧'),
    ];
    const [staff] = await held.fixture.temporary.database.query<{ id: string }>({
      text: `select id from auth_user where email = 'staff@akane.example'`,
    });
    const schedule = (id: string, recipients: readonly string[]) =>
      manager.post(`/api/reports/saved/${id}/schedule`, {
        schedule: { every: 'week', recipients },
      });
    expect([
      (await schedule(mailed.id, [userId])).statusCode,
      (await schedule(ofAll.id, [userId, staff?.id ?? ''])).statusCode,
    ]).toEqual([204, 204]);
    await query(
      `insert into report_mails (root_domain_id, report_id, due_at, user_id) values ('akane', $1, now(), $2)`,
      ofAll.id,
      userId,
    );
    const { token } = (await lend(browser, own.id)).json<{ token: string }>();
    expect((await browser.post('/api/account/delete', {})).statusCode).toBe(204);
    expect(await query('select id from saved_reports where owner_id = $1', userId)).toEqual([
      { id: shared.id },
    ]);
    expect(await found(manager, shared.id)).toMatchObject({
      isOwn: false,
      owner: { kind: 'gone' },
    });
    expect(
      (await (await held.browser()).post('/api/one-time-links/view', { token })).json(),
    ).toEqual({ code: 'link-revoked' });
    expect([
      (await found(manager, mailed.id))?.schedule,
      (await found(manager, ofAll.id))?.schedule?.recipients,
    ]).toEqual([null, [staff?.id]]);
    expect(await query('select 1 from report_mails where user_id = $1', userId)).toEqual([]);
    expect((await rename(manager, shared.id, '引き継いだ一覧')).statusCode).toBe(204);
    expect((await manager.post(`/api/reports/saved/${shared.id}/removal`)).statusCode).toBe(204);
  });
});

describe('unreadable saved report', () => {
  it('the list shows it to members who may remove it, and it cannot be opened or lent', async () => {
    const { browser } = await member('reads');
    const [broken, whole] = [await save(manager, '壊れた一覧'), await save(manager, '無事な一覧')];
    await query(
      `update saved_reports set filter = '{"of": "another version"}' where id = $1`,
      broken.id,
    );
    expect(await listed(manager)).toMatchObject({
      reports: expect.arrayContaining([expect.objectContaining({ id: whole.id })]),
      unreadable: [{ id: broken.id, name: '壊れた一覧' }],
    });
    expect((await listed(browser)).unreadable).toEqual([]);
    expect((await manager.get(`/api/reports/saved/${broken.id}`)).json()).toEqual({
      code: 'report-unreadable',
    });
    expect(
      (
        await manager.post('/api/one-time-links', {
          subject: { kind: 'report', domainId: 'akane', report: broken.id },
          label: 'x',
          hours: 1,
        })
      ).json(),
    ).toEqual({ code: 'report-unreadable' });
    expect((await manager.post(`/api/reports/saved/${broken.id}/removal`)).statusCode).toBe(204);
    expect((await listed(manager)).unreadable).toEqual([]);
  });
});
