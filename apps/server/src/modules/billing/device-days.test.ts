import { billCollection, monthDays, monthsLater } from '@yamori/domain';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readDeviceDays, readDeviceDaySums } from '../../core/timeline/device-days.ts';
import {
  aDomain,
  MONTH,
  startBillFixture,
  TERMS,
  type BillFixture,
} from './testing/bill-fixture.ts';

let fixture: BillFixture;
beforeAll(async () => {
  fixture = await startBillFixture();
  for (const who of ['one', 'two'] as const)
    await fixture.write(
      [{ kind: 'set', path: `domain/${who}/billTerms/current`, data: TERMS }],
      who,
    );
});
afterAll(() => fixture.close());

const EVERY = Array.from({ length: 31 }, (_, index) => index + 1);
const days = (from: number, to: number): number[] => EVERY.slice(from - 1, to);

/** Days that each agency charges for a device, by agency and customer. */
async function readChargedDays(serial: string): Promise<Record<string, number[]>> {
  const found: Record<string, number[]> = {};
  for (const who of ['one', 'two'] as const) {
    expect(
      (await fixture.ask('POST', `/api/agencies/${who}/bills/generate`, { month: MONTH }, who))
        .status,
    ).toBe(200);
    const bills = await fixture.app.store.list({
      collection: `domain/${who}/bill`,
      group: false,
      filters: [],
      orderBy: [],
      offset: 0,
    });
    for (const { data } of bills) {
      for (const { customerId, evidence } of billCollection.schema.parse(data).lines)
        for (const each of evidence)
          if (each.serial === serial)
            found[`${who} ${customerId}`] = [
              ...(found[`${who} ${customerId}`] ?? []),
              ...each.days,
            ];
    }
  }
  return found;
}

it("each agency's customer pays for the days on which it had the device", async () => {
  await fixture.place('MOVED', 'home-1');
  await fixture.moveDevice('MOVED', 'clinic-1', 11);
  await fixture.send('MOVED', EVERY);
  expect(await readChargedDays('MOVED')).toEqual({
    'one home': days(1, 10),
    'two clinic': days(11, 31),
  });
});

it('a day in two rooms counts only for the room in which the device sent first', async () => {
  await fixture.place('TWICE', 'home-1');
  await fixture.moveDevice('TWICE', 'ward-1', 5);
  // At midnight of the 5th the device is in the ward; half a second earlier it is at home.
  await fixture.send('TWICE', [4], '23:59:59.5');
  await fixture.send('TWICE', [5], '00:00:00');
  await fixture.send('TWICE', [5], '20:00:00');
  expect(await readChargedDays('TWICE')).toEqual({ 'one home': [4], 'one ward': [5] });
});

it('a day in rooms of two agencies is charged once, by the agency in whose room the device sent first', async () => {
  await fixture.place('SHARED', 'home-1');
  await fixture.moveDevice('SHARED', 'clinic-1', 9, 12);
  await fixture.send('SHARED', [8, 9], '08:00:00');
  await fixture.send('SHARED', [9, 10], '18:00:00');
  expect(await readChargedDays('SHARED')).toEqual({ 'one home': [8, 9], 'two clinic': [10] });
});

it('a device that sent nothing, had no room or represents a file is not charged', async () => {
  await fixture.place('SILENT', 'home-1');
  await fixture.commit([
    {
      kind: 'create',
      path: 'device/NOWHERE',
      data: {
        serial: 'NOWHERE',
        typeId: 'bed',
        domainId: 'home',
        rootDomainId: 'top',
        roomId: null,
        connection: 'network',
      },
    },
  ]);
  await fixture.send('NOWHERE', EVERY);
  // The live engine does not track devices of files; only an import records their rooms.
  await fixture.commit([
    {
      kind: 'create',
      path: 'device/F-1234',
      data: {
        serial: 'F-1234',
        typeId: 'bed',
        domainId: 'home',
        rootDomainId: 'top',
        roomId: null,
        connection: 'network',
      },
    },
  ]);
  await fixture.app.timeline.assignments.change({
    rootDomainId: 'top',
    serial: 'F-1234',
    roomId: 'home-1',
    atUs: Date.parse('2026-09-01T00:00:00Z') * 1000,
  });
  await fixture.send('F-1234', EVERY);
  for (const serial of ['SILENT', 'NOWHERE', 'F-1234'])
    expect(await readChargedDays(serial), serial).toEqual({});
});

it('a device remains on the bill after its connection type changes', async () => {
  await fixture.place('SWITCHED', 'home-1');
  await fixture.send('SWITCHED', [3, 4]);
  await fixture.commit([
    { kind: 'update', path: 'device/SWITCHED', fields: [{ field: ['connection'], value: 'file' }] },
  ]);
  expect(await readChargedDays('SWITCHED')).toEqual({ 'one home': [3, 4] });
});

it('each day is charged to the organisation, and by the agency, that had the room on that day', async () => {
  await fixture.commit([aDomain('annex', 'facility', ['top', 'one', 'ward'])]);
  await fixture.place('STAYS', 'ward-1');
  await fixture.send('STAYS', EVERY);
  // The room moves to the annex on the 16th, the ward to the other agency on the 21st, both at
  // midnight in Japan.
  fixture.setNow('2026-10-15T15:00:00Z');
  await fixture.app.store.commit(
    ['room/ward-1', 'device/STAYS'].map((path) => ({
      kind: 'update',
      path,
      fields: [{ field: ['domainId'], value: 'annex' }],
    })),
    { userId: null },
  );
  fixture.setNow('2026-10-20T15:00:00Z');
  expect(
    await fixture.ask('POST', '/api/domains/ward/move', { parentDomainId: 'two' }, 'maker'),
  ).toMatchObject({ status: 204 });
  fixture.setNow('2026-11-05T01:00:00Z');
  const found = await readChargedDays('STAYS');
  expect(found).toEqual({
    'one ward': days(1, 15),
    'one annex': days(16, 20),
    'two annex': days(21, 31),
  });
  expect(Object.values(found).flat()).toHaveLength(31);
});

it('the sums by month and customer equal the counted days, and plain SQL for devices that did not move', async () => {
  await fixture.place('QUIET', 'clinic-1');
  await fixture.place('LOUD', 'clinic-1');
  await fixture.send('LOUD', [1, 2, 31]);
  const months = [monthsLater(MONTH, -1), MONTH].flatMap((month) => monthDays(month, 'Asia/Tokyo'));
  for (const id of ['one', 'two']) {
    const agency = { id, rootDomainId: 'top' };
    const each = await readDeviceDays(fixture.temporary.database, agency, months);
    const counted = [
      ...Map.groupBy(each, ({ day, customerId }) => `${day.slice(0, 7)} ${customerId}`),
    ].map(([key, found]) => [key, found.length, found.filter(({ hasSent }) => hasSent).length]);
    expect(
      (await readDeviceDaySums(fixture.temporary.database, agency, months)).map(
        ({ month, customerId, placed, sent }) => [`${month} ${customerId}`, placed, sent],
      ),
    ).toEqual(counted.toSorted(([a], [b]) => (String(a) < String(b) ? -1 : 1)));
  }
  const clinic = (
    await readDeviceDaySums(fixture.temporary.database, { id: 'two', rootDomainId: 'top' }, months)
  ).find(({ month, customerId }) => month === MONTH && customerId === 'clinic');
  const [plain] = await fixture.temporary.database.query<{ placed: number; sent: number }>({
    text: `with day as (select day::date from generate_series(date '2026-10-01', '2026-10-31', interval '1 day') day), had as (
        select distinct stay.serial, day.day from device_assignments stay join day on to_timestamp(stay.from_us / 1e6) at time zone 'Asia/Tokyo' < day.day + 1 and (stay.to_us is null or to_timestamp(stay.to_us / 1e6) at time zone 'Asia/Tokyo' > day.day)
        where stay.room_id = 'clinic-1' and stay.serial in ('QUIET', 'LOUD'))
      select count(*)::int as placed, count(*) filter (where exists (select 1 from (select serial, from_us from staged_frames union all select serial, from_us from timeline_chunks) f
        where f.serial = had.serial and (to_timestamp(f.from_us / 1e6) at time zone 'Asia/Tokyo')::date = had.day))::int as sent from had`,
  });
  expect(plain).toEqual({ placed: 62, sent: 3 });
  const others = (
    await readDeviceDays(fixture.temporary.database, { id: 'two', rootDomainId: 'top' }, months)
  ).filter(
    ({ day, customerId, serial }) =>
      day.startsWith(MONTH) && customerId === 'clinic' && serial !== 'QUIET' && serial !== 'LOUD',
  );
  expect([clinic?.placed, clinic?.sent]).toEqual([
    62 + others.length,
    3 + others.filter(({ hasSent }) => hasSent).length,
  ]);
});
