import { billCollection, billLine, billApi, type DocumentData } from '@yamori/domain';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MONTH, startBillFixture, TERMS, type BillFixture } from './testing/bill-fixture.ts';

const [NEXT, AFTER] = ['2026-11', '2026-12'];
let fixture: BillFixture;
beforeAll(async () => {
  fixture = await startBillFixture('2027-01-03T01:00:00Z');
  await fixture.place('H-1', 'home-1');
  await fixture.place('H-2', 'home-1', 'tea');
  await fixture.place('W-1', 'ward-1');
  await fixture.send('H-1', [1, 2, 3]);
  await fixture.send('H-2', [1]);
  await fixture.write([
    { kind: 'set', path: 'domain/one/billTerms/current', data: TERMS },
    {
      kind: 'set',
      path: 'domain/one/partner/p',
      data: { code: 'p', name: 'みずき販売', domainIds: ['home'], margin: 0.15, state: 'active' },
    },
  ]);
});
afterAll(() => fixture.close());

const generate = (month: string) =>
  fixture.ask('POST', '/api/agencies/one/bills/generate', { month });
const act = (billId: string, command: string, payload: object = {}) =>
  fixture.ask('POST', `/api/agencies/one/bills/${billId}/${command}`, payload);
const all = async () =>
  (
    await fixture.app.store.list({
      collection: 'domain/one/bill',
      group: false,
      filters: [],
      orderBy: [],
      offset: 0,
    })
  ).map(({ id, updatedAt, data }) => ({
    id,
    updatedAt: updatedAt.toISOString(),
    bill: billCollection.schema.parse(data),
  }));
const read = async (billId: string): Promise<DocumentData<'bill'>> =>
  (await all()).find(({ id }) => id === billId)?.bill ?? expect.fail(`no bill ${billId}`);
const issue = async (billId: string) =>
  act(billId, 'issue', { updatedAt: (await all()).find(({ id }) => id === billId)?.updatedAt });
const waiting = async () =>
  billApi.late.reply.parse((await fixture.ask('GET', '/api/agencies/one/bills/late')).body);
const listLines = (
  lines: readonly Pick<
    DocumentData<'bill'>['lines'][number],
    'month' | 'what' | 'quantity' | 'unitPrice' | 'evidence'
  >[],
) =>
  lines
    .filter(({ month }) => month !== undefined)
    .map(({ month, what, quantity, unitPrice, evidence }) => [
      month,
      what,
      quantity,
      unitPrice,
      evidence.map(({ serial, days }) => [serial, days]),
    ]);
const getPartnerBillId = (month: string): string => `${month}-partner-p`;

/** Device-days on more than one bill, cancelled bills excluded; independent of the product code. */
const findDoubleBilledDays = () =>
  fixture.temporary.database.query<{ serial: string; day: string; bills: number }>({
    text: `select device->>'serial' as serial, coalesce(line->>'month', data->>'month') || '-' || lpad(day::text, 2, '0') as day, count(*)::int as bills
    from documents, jsonb_array_elements(data->'lines') line, jsonb_array_elements(line->'evidence') device, jsonb_array_elements_text(device->'days') day
    where collection = 'bill' and data->>'state' <> 'void' group by 1, 2 having count(*) > 1`,
  });
/**
 * Net price of all device-days on the timeline: days in Japan's time zone at the price of the
 * device's type.
 */
async function sumOnTimeline(): Promise<number> {
  const rows = await fixture.temporary.database.query<{ net: number }>({
    text: `select sum(case when d.data->>'typeId' = 'tea' then 33 else 101 end)::int as net from (
        select distinct serial, ((to_timestamp(from_us / 1e6)) at time zone 'Asia/Tokyo')::date from (select serial, from_us from staged_frames union all select serial, from_us from timeline_chunks) f) f
      join documents d on d.path = 'device/' || f.serial`,
  });
  return rows[0]?.net ?? -1;
}
const usageOn = (bills: readonly DocumentData<'bill'>[]): number =>
  bills
    .filter(({ state }) => state !== 'void')
    .reduce(
      (sum, { lines }) =>
        lines.reduce((all_, line) => (line.kind === 'margin' ? all_ : all_ + line.amount), sum),
      0,
    );

describe('late days', () => {
  it('the late-days endpoint lists them with month, partner and evidence, and is empty without any', async () => {
    expect(await generate(MONTH)).toMatchObject({ body: { made: 1, late: 0, tooLarge: [] } });
    expect((await issue(getPartnerBillId(MONTH))).status).toBe(200);
    expect(await waiting()).toEqual({ late: [], open: [] });
    await fixture.send('H-1', [3, 9], '09:00:00');
    await fixture.send('H-2', [30, 31]);
    await fixture.send('W-1', [5]);
    const { late, open } = await waiting();
    expect(late.map(({ recipient }) => recipient)).toEqual(
      Array.from({ length: 2 }, () => ({ kind: 'partner', id: 'p', name: 'みずき販売' })),
    );
    expect(listLines(late.map(({ line }) => line))).toEqual([
      [MONTH, 'Bed sensor', 1, 101, [['H-1', [9]]]],
      [MONTH, 'お茶センサー', 2, 33, [['H-2', [30, 31]]]],
    ]);
    // The ward has no bill for that month yet, so its days wait for that bill.
    expect(open).toEqual([{ month: MONTH, days: 1 }]);
  });

  it('a rerun of their month drafts bills only for recipients without one, without late days', async () => {
    expect(await generate(MONTH)).toMatchObject({ body: { made: 1, kept: 1, late: 0 } });
    expect(listLines((await read(`${MONTH}-customer-ward`)).lines)).toEqual([]);
    expect((await issue(`${MONTH}-customer-ward`)).status).toBe(200);
    expect((await waiting()).open).toEqual([]);
  });

  it("the partner's next draft has separate lines for them at their month's price and tax rate, also on a rerun", async () => {
    await fixture.write([
      {
        kind: 'set',
        path: 'domain/one/billTerms/current',
        data: { ...TERMS, unitPrice: 500, prices: [] },
      },
    ]);
    expect(await generate(NEXT)).toMatchObject({ body: { made: 1, late: 3, days: 3 } });
    const draft = await read(getPartnerBillId(NEXT));
    expect(listLines(draft.lines)).toEqual([
      [MONTH, 'Bed sensor', 1, 101, [['H-1', [9]]]],
      [MONTH, 'お茶センサー', 2, 33, [['H-2', [30, 31]]]],
    ]);
    // Amounts 101 and 66, less the partner's margins 15 and 9; tax is 10 % of 86 and 8 % of 57.
    expect(draft).toMatchObject({
      subtotal: 143,
      tax: [
        { percent: 10, subtotal: 86, amount: 8 },
        { percent: 8, subtotal: 57, amount: 4 },
      ],
      total: 155,
    });
    expect(await waiting()).toEqual({ late: [], open: [] });
    const paper = async () =>
      (await fixture.ask('GET', `/api/agencies/one/bills/${getPartnerBillId(NEXT)}/paper`)).bytes;
    const first = await paper();
    expect(await generate(NEXT)).toMatchObject({ body: { made: 0, changed: 0, same: 1, late: 3 } });
    expect((await paper()).equals(first)).toBe(true);
    const words = (
      await extractText(await getDocumentProxy(Uint8Array.from(first)), { mergePages: true })
    ).text.replaceAll(/\s/g, '');
    for (const part of [
      '前月以前の追加分（2026年10月分）',
      '2026年11月1日～2026年11月30日',
      '30-31',
      'その月の請求書を発行した後に届いた',
    ])
      expect(words).toContain(part);
  });

  it('no second draft contains late days, regardless of the order in which months are drafted', async () => {
    expect(await generate(AFTER)).toMatchObject({ body: { made: 0, late: 0 } });
    expect(await findDoubleBilledDays()).toEqual([]);
    expect((await act(getPartnerBillId(NEXT), 'removal')).status).toBe(204);
    expect((await waiting()).late).toHaveLength(2);
    expect(await generate(AFTER)).toMatchObject({ body: { made: 1, late: 3 } });
    expect(await generate(NEXT)).toMatchObject({ body: { made: 0, late: 0 } });
    expect((await act(getPartnerBillId(AFTER), 'removal')).status).toBe(204);
    expect(await generate(NEXT)).toMatchObject({ body: { made: 1, late: 3 } });
    expect((await issue(getPartnerBillId(NEXT))).status).toBe(200);
    expect(await generate(AFTER)).toMatchObject({ body: { made: 0, late: 0 } });
    expect(await findDoubleBilledDays()).toEqual([]);
  });

  it('all bills together charge exactly the days that independent SQL counts on the timeline', async () => {
    expect(usageOn((await all()).map(({ bill }) => bill))).toBe(await sumOnTimeline());
  });

  it('one of two drafts that contain the same late day can be issued, the other is rejected', async () => {
    await fixture.send('H-1', [20]);
    expect(await generate(AFTER)).toMatchObject({ body: { made: 1, late: 1 } });
    const { lines } = await read(getPartnerBillId(AFTER));
    await fixture.commit([
      {
        kind: 'create',
        path: 'domain/one/bill/other',
        data: JSON.parse(
          JSON.stringify({
            ...(await read(getPartnerBillId(AFTER))),
            month: NEXT,
            lines: lines.map((line) => billLine.parse(line)),
            issuedAt: null,
            dueAt: null,
          }),
        ),
      },
    ]);
    const both = await Promise.all([issue(getPartnerBillId(AFTER)), issue('other')]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(both.find(({ status }) => status === 409)?.body).toMatchObject({
      code: 'bill-days-taken',
    });
    if (both[0]?.status === 409) {
      expect((await act('other', 'void', { reason: 'x' })).status).toBe(200);
      expect((await issue(getPartnerBillId(AFTER))).status).toBe(200);
    } else expect((await act('other', 'removal')).status).toBe(204);
    expect(await findDoubleBilledDays()).toEqual([]);
  });

  it("cancelling their bill makes them late again, and cancelling their month's bill returns them to that month", async () => {
    expect((await act(getPartnerBillId(NEXT), 'void', { reason: '誤り' })).status).toBe(200);
    expect(listLines((await waiting()).late.map(({ line }) => line))).toEqual([
      [MONTH, 'Bed sensor', 1, 101, [['H-1', [9]]]],
      [MONTH, 'お茶センサー', 2, 33, [['H-2', [30, 31]]]],
    ]);
    // With the month's own bill cancelled too, only days on a later bill are still late days.
    expect((await act(getPartnerBillId(MONTH), 'void', { reason: '誤り' })).status).toBe(200);
    expect(await waiting()).toEqual({ late: [], open: [{ month: MONTH, days: 7 }] });
    expect(await generate(MONTH)).toMatchObject({ body: { made: 1, late: 0 } });
    expect(
      (await read(`${getPartnerBillId(MONTH)}-2`)).lines.flatMap(({ evidence }) =>
        evidence.map(({ serial, days }) => [serial, days]),
      ),
    ).toEqual([
      ['H-1', [1, 2, 3, 9]],
      ['H-2', [1, 30, 31]],
    ]);
    expect((await issue(`${getPartnerBillId(MONTH)}-2`)).status).toBe(200);
    expect([await findDoubleBilledDays(), await waiting()]).toEqual([[], { late: [], open: [] }]);
    const distinct = await fixture.temporary.database.query<{ days: number }>({
      text: `select count(distinct (serial, ((to_timestamp(from_us / 1e6)) at time zone 'Asia/Tokyo')::date))::int as days from (select serial, from_us from staged_frames union all select serial, from_us from timeline_chunks) f`,
    });
    const held = (await all())
      .filter(({ bill }) => bill.state !== 'void')
      .flatMap(({ bill }) =>
        bill.lines.flatMap(({ evidence }) => evidence.flatMap(({ days }) => days)),
      );
    expect(held).toHaveLength(distinct[0]?.days ?? -1);
  });

  it('the customer pays for those of a paused partner', async () => {
    await fixture.send('H-1', [25]);
    expect(
      await fixture.write([
        {
          kind: 'update',
          path: 'domain/one/partner/p',
          fields: [{ field: ['state'], value: 'ended' }],
        },
      ]),
    ).toMatchObject({ status: 409, body: { code: 'partner-bills-in-use' } });
    expect(
      (
        await fixture.write([
          {
            kind: 'update',
            path: 'domain/one/partner/p',
            fields: [{ field: ['state'], value: 'paused' }],
          },
        ])
      ).status,
    ).toBe(200);
    expect(
      (await waiting()).late.map(({ recipient, line }) => [
        recipient.kind,
        recipient.name,
        line.evidence[0]?.days,
      ]),
    ).toEqual([['customer', 'Name of home', [25]]]);
  });

  it("a change of the agency's time zone creates none", async () => {
    const before = await waiting();
    await fixture.send('H-1', [26], '23:30:00');
    await fixture.send('H-1', [27], '00:30:00');
    expect((await waiting()).late[0]?.line.evidence[0]?.days).toEqual([25, 26, 27]);
    await fixture.commit([
      {
        kind: 'update',
        path: 'domain/one',
        fields: [{ field: ['timeZone'], value: 'Pacific/Honolulu' }],
      },
    ]);
    expect((await waiting()).late[0]?.line.evidence[0]?.days).toEqual([25, 26, 27]);
    expect(before.late).toHaveLength(1);
    await fixture.commit([
      {
        kind: 'update',
        path: 'domain/one',
        fields: [{ field: ['timeZone'], value: 'Asia/Tokyo' }],
      },
    ]);
  });

  it('the endpoint rejects other agencies and staff who do not administer this one', async () => {
    expect(
      (await fixture.ask('GET', '/api/agencies/one/bills/late', undefined, 'two')).status,
    ).toBe(404);
    expect(
      (await fixture.ask('GET', '/api/agencies/one/bills/late', undefined, 'clerk')).status,
    ).toBe(403);
    expect(
      (await fixture.ask('GET', '/api/agencies/one/bills/late', undefined, 'maker')).status,
    ).toBe(200);
  });
});
