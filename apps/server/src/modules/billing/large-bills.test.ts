import { BILL_LIMITS, encodeFields, type Write } from '@yamori/domain';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { MONTH, startBillFixture, TERMS, type BillFixture } from './testing/bill-fixture.ts';

let fixture: BillFixture;
beforeAll(async () => {
  fixture = await startBillFixture('2026-12-05T01:00:00Z');
  await fixture.write([{ kind: 'set', path: 'domain/one/billTerms/current', data: TERMS }]);
  await fixture.place('W-1', 'ward-1');
  await fixture.send('W-1', [1]);
});
afterAll(() => fixture.close());

const NEXT = '2026-11';
const home = { kind: 'customer', id: 'home', name: 'Name of home' };
const generate = (month = MONTH) =>
  fixture.ask('POST', '/api/agencies/one/bills/generate', { month });
/** Adds devices with one day each. Without `typeId` each has its own type, so its own bill line. */
async function fill(
  from: number,
  to: number,
  month = MONTH,
  oneType: string | null = null,
): Promise<void> {
  const serials = Array.from({ length: to - from }, (_, index) => `${month}-${from + index}`);
  for (let at = 0; at < serials.length; at += 400) {
    await fixture.commit(
      serials.slice(at, at + 400).map((serial): Write => ({
        kind: 'create',
        path: `device/${serial}`,
        data: encodeFields(
          {
            serial,
            typeId: oneType ?? `type-${serial}`,
            domainId: 'home',
            rootDomainId: 'top',
            roomId: null,
            connection: 'network',
          },
          false,
        ),
      })),
    );
  }
  const atUs = Date.parse(`${month}-05T03:00:00Z`) * 1000;
  await fixture.temporary.database.query({
    text: `insert into device_assignments (root_domain_id, serial, room_id, from_us) select 'top', serial, 'home-1', $2::bigint from unnest($1::text[]) as serial on conflict do nothing`,
    values: [serials, atUs - 1_000_000],
  });
  await fixture.temporary.database.query({
    text: `insert into staged_frames (serial, stream_id, slot, clock_offset_us, channel_count, sample_rate_hz, received_ms, from_us, to_us, frame_count, sample_count, frames)
      select serial, 3, $2::bigint / 10000000, 0, 1, 1, 0, $2::bigint, $2::bigint + 1, 1, 1, '' from unnest($1::text[]) as serial`,
    values: [serials, atUs],
  });
}

it('a recipient with more lines than a bill can hold gets no bill and is reported; the others get theirs', async () => {
  await fill(0, BILL_LIMITS.lines);
  expect(await generate()).toMatchObject({
    status: 200,
    body: { made: 2, days: BILL_LIMITS.lines + 1, tooLarge: [] },
  });
  await fill(BILL_LIMITS.lines, BILL_LIMITS.lines + 1);
  expect(await generate()).toMatchObject({
    status: 200,
    body: {
      made: 0,
      same: 1,
      dropped: 1,
      days: 1,
      tooLarge: [{ recipient: home, bound: 'lines' }],
    },
  });
});

it('the reply names the exceeded limit, and counts the other bills with their late days', async () => {
  // The ward's bill for the month is issued before another day arrives.
  const [ward] = await fixture.app.store.read([`domain/one/bill/${MONTH}-customer-ward`]);
  expect(
    (
      await fixture.ask('POST', `/api/agencies/one/bills/${MONTH}-customer-ward/issue`, {
        updatedAt: ward?.updatedAt.toISOString(),
      })
    ).status,
  ).toBe(200);
  await fixture.send('W-1', [2]);
  // The next month has one line with one device too many.
  await fill(0, BILL_LIMITS.devices + 1, NEXT, 'bed');
  const rename = (name: string) =>
    fixture.commit([
      { kind: 'update', path: 'room/home-1', fields: [{ field: ['name'], value: name }] },
    ]);
  expect(await generate(NEXT)).toMatchObject({
    status: 200,
    body: { made: 1, days: 1, late: 1, tooLarge: [{ recipient: home, bound: 'devices' }] },
  });
  await fixture.temporary.database.query({
    text: `delete from staged_frames where serial = '${NEXT}-0'`,
  });
  // Each device repeats the name of its room, so a long name exceeds the size limit.
  await rename('あ'.repeat(60));
  expect(await generate(NEXT)).toMatchObject({
    status: 200,
    body: { made: 0, same: 1, days: 1, late: 1, tooLarge: [{ recipient: home, bound: 'size' }] },
  });
  await rename('101');
  expect(await generate(NEXT)).toMatchObject({
    status: 200,
    body: { made: 1, same: 1, days: BILL_LIMITS.devices + 1, late: 1, tooLarge: [] },
  });
});
