import { BILL_MOST, encodeFields, type Write } from '@yamori/domain';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { MONTH, openBillStage, TERMS, type BillStage } from './testing/bill-stage.ts';

let stage: BillStage;
beforeAll(async () => {
  stage = await openBillStage();
  await stage.write([{ kind: 'set', path: 'domain/one/billTerms/current', data: TERMS }]);
  await stage.place('W-1', 'ward-1');
  await stage.send('W-1', [1]);
});
afterAll(() => stage.close());

const generate = () => stage.ask('POST', '/api/agencies/one/bills/generate', { month: MONTH });
/** A device of a type of its own each: a line of the bill. */
async function fill(from: number, to: number): Promise<void> {
  const serials = Array.from({ length: to - from }, (_, index) => `T-${from + index}`);
  for (let at = 0; at < serials.length; at += 400) {
    await stage.commit(serials.slice(at, at + 400).map((serial): Write => ({ kind: 'create', path: `device/${serial}`, data: encodeFields({ serial, typeId: `type-${serial}`, domainId: 'home', rootDomainId: 'top', roomId: null, connection: 'network' }, false) })));
  }
  const atUs = Date.parse(`${MONTH}-05T03:00:00Z`) * 1000;
  await stage.temporary.database.query({ text: `insert into device_assignments (root_domain_id, serial, room_id, from_us) select 'top', serial, 'home-1', $2::bigint from unnest($1::text[]) as serial on conflict do nothing`, values: [serials, atUs - 1_000_000] });
  await stage.temporary.database.query({
    text: `insert into staged_frames (serial, stream_id, slot, clock_offset_us, channel_count, sample_rate_hz, received_ms, from_us, to_us, frame_count, sample_count, frames)
      select serial, 3, $2::bigint / 10000000, 0, 1, 1, 0, $2::bigint, $2::bigint + 1, 1, 1, '' from unnest($1::text[]) as serial`,
    values: [serials, atUs],
  });
}

it('a recipient with as many lines as a bill holds has one, and with one more is named and has none, while all others have theirs', async () => {
  await fill(0, BILL_MOST.lines);
  expect(await generate()).toMatchObject({ status: 200, body: { made: 2, days: BILL_MOST.lines + 1, tooLarge: [] } });
  await fill(BILL_MOST.lines, BILL_MOST.lines + 1);
  expect(await generate()).toMatchObject({ status: 200, body: { made: 0, same: 1, dropped: 1, days: 1, tooLarge: ['Name of home'] } });
}, 60_000);
