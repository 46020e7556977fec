import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reportApi, type SavedReport } from '@yamori/domain';
import {
  startRegistrationFixture,
  PUBLIC_ORIGIN,
  type RegistrationFixture,
} from '../../testing/registration-fixture.ts';
import type { TestBrowser } from '../../testing/test-browser.ts';
import { nextReportAt } from './report-schedule.ts';

const DAY_MS = 86_400_000;
const FILTER = { domainId: 'akane', tags: ['見守り'], period: { kind: 'newest', nights: 7 } };

let held: RegistrationFixture;
let manager: TestBrowser;
const ids: Record<'carer' | 'staff' | 'mizuki', string> = { carer: '', staff: '', mizuki: '' };
beforeAll(async () => {
  held = await startRegistrationFixture();
  manager = await held.browser('carer@akane.example');
  for (const [name, email] of [
    ['carer', 'carer@akane.example'],
    ['staff', 'staff@akane.example'],
    ['mizuki', 'carer@mizuki.example'],
  ] as const) {
    const [row] = await held.fixture.temporary.database.query<{ id: string }>({
      text: 'update auth_user set email_verified = true where email = $1 returning id',
      values: [email],
    });
    ids[name] = row?.id ?? '';
  }
});
afterAll(() => held.close());

let savedBefore = 0;
const save = async (more: object = {}, by = manager): Promise<SavedReport> =>
  reportApi.save.reply.parse(
    (
      await by.post('/api/reports/saved', {
        name: `田中様の週報 ${++savedBefore}`,
        isShared: true,
        filter: FILTER,
        ...more,
      })
    ).json(),
  );
const schedule = async (id: string, call: object | null, by = manager) =>
  by.post(`/api/reports/saved/${id}/schedule`, { schedule: call });
const weekly = (...recipients: string[]) => ({ every: 'week', recipients });
const countTo = (email: string): number => held.mail.countTo(email);
/**
 * Waits until no job runs and then until no mail is queued, so that every ordered mail has arrived.
 */
async function allArrived(): Promise<void> {
  const rows = async (text: string): Promise<number> =>
    (await held.fixture.temporary.database.query({ text })).length;
  await expect
    .poll(() =>
      rows(`select 1 from jobs where kind = 'report-mail' and state in ('waiting', 'running')`),
    )
    .toBe(0);
  await expect.poll(() => rows('select 1 from waiting_mail')).toBe(0);
}
const turnsDone = async (subject: string): Promise<unknown> =>
  held.fixture.temporary.database.query({
    text: `select state from jobs where kind = 'report-mail' and subject like $1`,
    values: [subject],
  });

describe('nextReportAt', () => {
  it.each([
    ['week', '2026-11-22T00:00:00Z', 'Asia/Tokyo', '2026-11-22T23:00:00.000Z'],
    ['week', '2026-11-22T23:00:00Z', 'Asia/Tokyo', '2026-11-29T23:00:00.000Z'],
    ['month', '2026-11-22T00:00:00Z', 'Asia/Tokyo', '2026-11-30T23:00:00.000Z'],
    ['month', '2026-12-31T23:00:00Z', 'Asia/Tokyo', '2027-01-31T23:00:00.000Z'],
    ['week', '2026-03-28T12:00:00Z', 'Europe/Berlin', '2026-03-30T06:00:00.000Z'],
  ] as const)('a report each %s after %s in %s is next due at %s', (every, after, zone, next) =>
    expect(nextReportAt(every, new Date(after), zone).toISOString()).toBe(next),
  );
});

describe('report mails', () => {
  it('each recipient gets one link for each due date, without figures or names, even with several servers', async () => {
    const saved = await save();
    expect((await schedule(saved.id, weekly(ids.staff, ids.carer))).statusCode).toBe(204);
    const { reports } = held.fixture.app;
    expect(await reports.look()).toBe(0);
    held.clock.pass(8 * DAY_MS);
    expect(
      (await Promise.all([reports.look(), reports.look(), reports.look()])).reduce(
        (sum, count) => sum + count,
        0,
      ),
    ).toBe(1);
    const mail = await held.mail.next('staff@akane.example');
    await held.mail.next('carer@akane.example');
    await allArrived();
    expect(mail.text).toContain(`${PUBLIC_ORIGIN}/report?saved=${saved.id}`);
    expect(mail.raw).not.toMatch(/田中|見守り/);
    expect(`${mail.subject}${mail.text}`).not.toMatch(/田中|見守り/);
    // Run the same job again, as after a crash between the mail and the end of the job.
    const [turn] = await held.fixture.temporary.database.query<{ due_at: Date }>({
      text: 'select due_at from report_mails limit 1',
    });
    await held.fixture.temporary.database.query({
      text: `insert into jobs (root_domain_id, job_id, kind, subject, parameters) values ('akane', gen_random_uuid(), 'report-mail', 'again', $1)`,
      values: [JSON.stringify({ reportId: saved.id, dueAt: turn?.due_at.toISOString() })],
    });
    held.fixture.app.jobs.wake('report-mail');
    await allArrived();
    expect(await turnsDone('again')).toEqual([{ state: 'done' }]);
    expect([countTo('staff@akane.example'), countTo('carer@akane.example')]).toEqual([1, 1]);
    manager = await held.browser('carer@akane.example');
    expect((await schedule(saved.id, null)).statusCode).toBe(204);
    held.clock.pass(8 * DAY_MS);
    expect(await reports.look()).toBe(0);
  });

  it('a member who may no longer read the report gets no link', async () => {
    manager = await held.browser('carer@akane.example');
    const saved = await save();
    expect((await schedule(saved.id, weekly(ids.staff))).statusCode).toBe(204);
    await held.fixture.commit([
      {
        kind: 'update',
        path: `staff/${ids.staff}`,
        fields: [{ field: ['state'], value: 'suspended' }],
      },
    ]);
    const before = countTo('staff@akane.example');
    held.clock.pass(8 * DAY_MS);
    expect(await held.fixture.app.reports.look()).toBe(1);
    await allArrived();
    expect(await turnsDone(`${saved.id} %`)).toEqual([{ state: 'done' }]);
    expect(countTo('staff@akane.example')).toBe(before);
    await held.fixture.commit([
      {
        kind: 'update',
        path: `staff/${ids.staff}`,
        fields: [{ field: ['state'], value: 'active' }],
      },
    ]);
  });

  it('an unreadable report and one without a valid schedule do not block others, and their text is not logged', async () => {
    manager = await held.browser('carer@akane.example');
    await held.fixture.temporary.database.query({ text: 'delete from saved_reports' });
    const [unreadable, whole, unsteady] = [await save(), await save(), await save()];
    for (const { id } of [unreadable, whole, unsteady])
      expect((await schedule(id, weekly(ids.staff))).statusCode).toBe(204);
    const { query } = held.fixture.temporary.database;
    await query({
      text: `update saved_reports set filter = '{"tags": "somebody-s words"}' where id = $1`,
      values: [unreadable.id],
    });
    // Due first, so the server handles it first.
    await query({
      text: `update saved_reports set schedule_every = 'day', schedule_next_at = schedule_next_at - interval '1 day' where id = $1`,
      values: [unsteady.id],
    });
    const before = countTo('staff@akane.example');
    held.clock.pass(8 * DAY_MS);
    expect(await held.fixture.app.reports.look()).toBe(2);
    await allArrived();
    expect(countTo('staff@akane.example')).toBe(before + 1);
    expect((await held.mail.next('staff@akane.example', before)).text).toContain(whole.id);
    // The maker sees it among the failed jobs.
    expect(
      await query({
        text: `select state, problem from jobs where kind = 'report-mail' and subject like $1`,
        values: [`${unreadable.id} %`],
      }),
    ).toEqual([{ state: 'failed', problem: 'report-unreadable' }]);
    expect(held.logged()).toContain('report-mail-unordered');
    expect(held.logged()).toContain(unsteady.id);
    expect(held.logged()).not.toMatch(/somebody-s words|田中/);
    expect(await held.fixture.app.reports.look()).toBe(0);
  });

  it('the server rejects a schedule for a private report, unknown recipients or an invalid interval', async () => {
    manager = await held.browser('carer@akane.example');
    const [saved, own] = [await save(), await save({ isShared: false })];
    expect((await schedule(own.id, weekly(ids.staff))).json()).toEqual({ code: 'report-unshared' });
    for (const somebody of [ids.mizuki, 'nobody'])
      expect((await schedule(saved.id, weekly(ids.staff, somebody))).json()).toEqual({
        code: 'report-recipient-invalid',
      });
    for (const call of [weekly(), { every: 'day', recipients: [ids.staff] }])
      expect((await schedule(saved.id, call)).json()).toMatchObject({ code: 'request-invalid' });
    expect(
      (
        await schedule(saved.id, weekly(ids.staff), await held.browser('staff@akane.example'))
      ).json(),
    ).toEqual({ code: 'report-forbidden' });
    expect(
      (await manager.post(`/api/reports/saved/${saved.id}/name`, { name: 'x', isShared: false }))
        .statusCode,
    ).toBe(204);
    expect((await schedule(saved.id, weekly(ids.staff))).json()).toEqual({
      code: 'report-unshared',
    });
  });
});
