import { billCollection, type DocumentData } from '@yamori/domain';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Queries } from '../../core/database/database.ts';
import { requestConcurrently } from '../../testing/concurrent-requests.ts';
import { MONTH, startBillFixture, TERMS, type BillFixture } from './testing/bill-fixture.ts';

let fixture: BillFixture;
beforeAll(async () => {
  fixture = await startBillFixture();
  await fixture.place('H-1', 'home-1');
  await fixture.place('H-2', 'home-1', 'tea');
  await fixture.place('W-1', 'ward-1');
  await fixture.place('C-1', 'clinic-1');
  const every = Array.from({ length: 31 }, (_, index) => index + 1);
  await fixture.send('H-1', every);
  // Midnight belongs to the day that begins. Two frames on one day count as one day.
  await fixture.send('H-2', [1, 2, 31], '00:00:00');
  await fixture.send('H-2', [2], '23:59:59');
  await fixture.send('W-1', [5, 6]);
  await fixture.send('C-1', [10]);
});
afterAll(() => fixture.close());

const ENTER = { kind: 'set' as const, path: 'domain/one/billTerms/current', data: TERMS };
const generate = (
  agency = 'one',
  month = MONTH,
  who: 'one' | 'two' | 'clerk' | 'maker' = agency === 'two' ? 'two' : 'one',
) => fixture.ask('POST', `/api/agencies/${agency}/bills/generate`, { month }, who);
const act = (
  billId: string,
  command: string,
  payload: object = {},
  agency: 'one' | 'two' = 'one',
) => fixture.ask('POST', `/api/agencies/${agency}/bills/${billId}/${command}`, payload, agency);
type Read = {
  readonly version: string;
  readonly updatedAt: string;
  readonly bill: DocumentData<'bill'>;
};
const read = async (billId: string, agency = 'one'): Promise<Read> => {
  const [found] = await fixture.app.store.read([`domain/${agency}/bill/${billId}`]);
  return {
    version: found?.version ?? '',
    updatedAt: found?.updatedAt.toISOString() ?? '',
    bill: billCollection.schema.parse(found?.data),
  };
};
const readState = async (billId: string): Promise<string> => (await read(billId)).bill.state;
const issue = async (billId: string, agency: 'one' | 'two' = 'one') =>
  act(billId, 'issue', { updatedAt: (await read(billId, agency)).updatedAt }, agency);
const paper = (billId: string, kind = 'bill') =>
  fixture.ask('GET', `/api/agencies/one/bills/${billId}/paper?kind=${kind}`);
const readText = async (bytes: Buffer): Promise<string> =>
  (await extractText(await getDocumentProxy(Uint8Array.from(bytes)), { mergePages: true })).text;
const count = async (text: string): Promise<number> =>
  (await fixture.temporary.database.query<{ count: number }>({ text }))[0]?.count ?? -1;

describe('generate', () => {
  it("requires terms and a month with devices that is over in the agency's time zone", async () => {
    expect(await generate()).toMatchObject({
      status: 400,
      body: { code: 'bill-terms-missing', place: 'terms' },
    });
    expect(await fixture.write([ENTER])).toMatchObject({ status: 200 });
    expect(await generate('one', '2026-11')).toMatchObject({
      status: 400,
      body: { code: 'bill-month-invalid', place: 'month' },
    });
    expect(await generate('one', '2026-13')).toMatchObject({
      status: 400,
      body: { issues: [{ field: 'month' }] },
    });
    // The installation's first device entered its room in September, in Japan's time zone.
    for (const month of ['0000-01', '1900-01', '2026-08'])
      expect(await generate('one', month), month).toMatchObject({
        status: 400,
        body: { code: 'bill-month-deviceless-invalid', place: 'month' },
      });
    fixture.setNow('2026-10-31T14:59:59Z');
    expect(await generate()).toMatchObject({ status: 400, body: { code: 'bill-month-invalid' } });
    fixture.setNow('2026-10-31T15:00:00Z');
    expect((await generate('one', '2026-09')).status).toBe(200);
    fixture.setNow('2026-11-05T01:00:00Z');
  });

  it.each([
    ['a price below nothing', { unitPrice: -1 }, 'unitPrice'],
    ['a price beyond all measure', { unitPrice: 10 ** 12 }, 'unitPrice'],
    ['a price with a fraction', { unitPrice: 0.1 }, 'unitPrice'],
    [
      'a registration number with a wrong check digit',
      { registrationNumber: 'T1234567890123' },
      'registrationNumber',
    ],
    ['a tax rate that there is not', { taxPercent: 5 }, 'taxPercent'],
    ['no name', { issuerName: '' }, 'issuerName'],
    [
      'a price of a type below nothing',
      { prices: [{ typeId: 'bed', unitPrice: -1, taxPercent: 10 }] },
      'prices.0.unitPrice',
    ],
  ])('the store rejects terms with %s', async (_, change, field) => {
    expect(await fixture.write([{ ...ENTER, data: { ...TERMS, ...change } }])).toMatchObject({
      status: 400,
      body: { code: 'document-invalid', issues: [{ field }] },
    });
  });

  it('creates one draft for each customer, with the sums that independent SQL computes', async () => {
    expect(await generate()).toMatchObject({
      status: 200,
      body: { made: 2, changed: 0, same: 0, dropped: 0, kept: 0, days: 36 },
    });
    // Counts whole days in Japan's time zone, staged and compacted, without any product code.
    const sums = await fixture.temporary.database.query<{
      customer: string;
      type: string;
      days: number;
    }>({
      text: `select r.data->>'domainId' as customer, d.data->>'typeId' as type, count(distinct (f.serial, ((to_timestamp(f.from_us / 1e6)) at time zone 'Asia/Tokyo')::date))::int as days
        from (select serial, from_us from staged_frames union all select serial, from_us from timeline_chunks) f join documents d on d.path = 'device/' || f.serial join documents r on r.path = 'room/' || (d.data->>'roomId')
        where to_char((to_timestamp(f.from_us / 1e6)) at time zone 'Asia/Tokyo', 'YYYY-MM') = '2026-10' group by 1, 2`,
    });
    for (const customer of ['home', 'ward']) {
      const { bill } = await read(`${MONTH}-customer-${customer}`);
      const own = sums.filter((each) => each.customer === customer);
      const net = (percent: number) =>
        own
          .filter(({ type }) => (type === 'tea') === (percent === 8))
          .reduce((sum, { type, days }) => sum + days * (type === 'tea' ? 33 : 101), 0);
      const [ten, eight] = [net(10), net(8)];
      expect(bill).toMatchObject({
        subtotal: ten + eight,
        total: ten + Math.floor(ten / 10) + eight + Math.floor((eight * 8) / 100),
      });
    }
    const { bill } = await read(`${MONTH}-customer-home`);
    expect(bill.lines.map(({ what, quantity, amount }) => [what, quantity, amount])).toEqual([
      ['Bed sensor', 31, 3131],
      ['お茶センサー', 3, 99],
    ]);
    expect(bill.lines[1]?.evidence).toEqual([
      { serial: 'H-2', roomId: 'home-1', roomName: 'home 101', days: [1, 2, 31] },
    ]);
  });

  it('produces the same drafts and the same bytes on a rerun', async () => {
    const before = await read(`${MONTH}-customer-home`);
    const first = await paper(`${MONTH}-customer-home`);
    expect(await generate()).toMatchObject({ body: { made: 0, changed: 0, same: 2 } });
    expect(await read(`${MONTH}-customer-home`)).toEqual(before);
    expect((await paper(`${MONTH}-customer-home`)).bytes.equals(first.bytes)).toBe(true);
    expect(await readText(first.bytes)).toContain('下書き');
  });

  it('creates drafts once when two requests run concurrently', async () => {
    await fixture.write(
      [{ kind: 'set', path: 'domain/two/billTerms/current', data: TERMS }],
      'two',
    );
    const both = await Promise.all([generate('two'), generate('two')]);
    expect(both.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
    expect(
      both
        .filter(({ status }) => status !== 200)
        .every(({ body }) => body['code'] === 'document-conflict'),
    ).toBe(true);
    expect(
      await count(
        `select count(*)::int as count from documents where collection = 'bill' and parent_path = 'domain/two'`,
      ),
    ).toBe(1);
    // The partner's draft replaces the customer's. The later request gets a conflict, not a missing
    // document.
    await fixture.commit([
      {
        kind: 'create',
        path: 'domain/two/partner/p',
        data: { code: 'p', name: 'P', domainIds: ['clinic'], state: 'active' },
      },
    ]);
    const four = await Promise.all(Array.from({ length: 4 }, () => generate('two')));
    expect(four.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
    expect(
      four
        .filter(({ status }) => status !== 200)
        .every(({ body }) => body['code'] === 'document-conflict'),
    ).toBe(true);
    expect(
      await count(
        `select count(*)::int as count from documents where collection = 'bill' and parent_path = 'domain/two'`,
      ),
    ).toBe(1);
  });
});

describe('bill commands', () => {
  const HOME = `${MONTH}-customer-home`;
  const WARD = `${MONTH}-customer-ward`;

  it('issuing on a full disk changes nothing and loses no number', async () => {
    await fixture.temporary.database.query({
      text: `create function no_room() returns trigger language plpgsql as $$ begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$`,
    });
    await fixture.temporary.database.query({
      text: 'create trigger no_room before insert on bill_papers for each row execute function no_room()',
    });
    expect(await issue(HOME)).toMatchObject({
      status: 503,
      body: { code: 'storage-full-unavailable' },
    });
    expect(await read(HOME)).toMatchObject({ bill: { state: 'draft', issuedAt: null } });
    expect(await count('select count(*)::int as count from bill_numbers')).toBe(0);
    await fixture.temporary.database.query({ text: 'drop trigger no_room on bill_papers' });
  });

  it('two concurrent requests issue a bill once, and only the version that the user has seen', async () => {
    const { updatedAt } = await read(HOME);
    expect(await act(HOME, 'issue', { updatedAt: '2026-11-04T00:00:00.000Z' })).toMatchObject({
      status: 409,
      body: { code: 'document-conflict' },
    });
    const both = await Promise.all([
      act(HOME, 'issue', { updatedAt }),
      act(HOME, 'issue', { updatedAt }),
    ]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(await read(HOME)).toMatchObject({
      bill: { number: '000001', state: 'issued', dueAt: new Date('2026-12-04T15:00:00Z') },
    });
    expect(await count('select count(*)::int as count from bill_papers')).toBe(1);
  });

  it('a draft with an outdated price or recipient cannot be issued', async () => {
    const number = async () =>
      count(
        `select coalesce(max(last), 0)::int as count from bill_numbers where domain_id = 'one'`,
      );
    const [before, STALE] = [
      await number(),
      { status: 409, body: { code: 'bill-draft-stale-conflict' } },
    ];
    await fixture.write([{ ...ENTER, data: { ...TERMS, unitPrice: 125 } }]);
    expect(await issue(WARD)).toMatchObject(STALE);
    await fixture.write([
      { ...ENTER, data: TERMS },
      {
        kind: 'create',
        path: 'domain/one/partner/late',
        data: { code: 'late', name: 'Late', domainIds: ['ward'], state: 'active' },
      },
    ]);
    expect(await issue(WARD)).toMatchObject(STALE);
    expect([(await read(WARD)).bill.state, await number()]).toEqual(['draft', before]);
    await fixture.write([{ kind: 'delete', path: 'domain/one/partner/late' }]);
  });

  it('a draft whose price or name changes while its paper is drawn cannot be issued', async () => {
    const number = async () =>
      count(
        `select coalesce(max(last), 0)::int as count from bill_numbers where domain_id = 'one'`,
      );
    const before = await number();
    // The paper is complete before the request waits for the number.
    const hold = (queries: Queries) =>
      queries.query({ text: `select 1 from bill_numbers where domain_id = 'one' for update` });
    const set = (path: string, field: string, value: string) => ({
      text: `update documents set data = jsonb_set(data, array[$2], $3::jsonb) where path = $1`,
      values: [path, field, value],
    });
    const { unitPrice } = TERMS;
    for (const [path, field, value, as] of [
      ['domain/one/billTerms/current', 'unitPrice', '125', String(unitPrice)],
      ['domain/ward', 'name', '"Renamed"', '"Name of ward"'],
    ] as const) {
      const reply = await requestConcurrently(
        fixture.temporary,
        { hold, change: (queries) => queries.query(set(path, field, value)) },
        () => issue(WARD),
      );
      expect(reply, path).toMatchObject({
        status: 409,
        body: { code: 'bill-draft-stale-conflict' },
      });
      await fixture.temporary.database.query(set(path, field, as));
    }
    expect([(await read(WARD)).bill.state, await number()]).toEqual(['draft', before]);
  });

  it('an issued bill does not change when the month is generated again', async () => {
    const kept = await paper(HOME);
    await fixture.send('H-1', [1], '05:00:00');
    await fixture.write([{ ...ENTER, data: { ...TERMS, unitPrice: 202, issuerName: '改名後' } }]);
    expect(await generate()).toMatchObject({
      body: { made: 0, changed: 1, same: 0, kept: 1, days: 36 },
    });
    expect(await issue(WARD)).toMatchObject({ status: 200, body: { number: '000002' } });
    expect((await paper(HOME)).bytes.equals(kept.bytes)).toBe(true);
    const words = await readText(kept.bytes);
    for (const part of [
      '請求書',
      '000001',
      'T9234567890123',
      '株式会社見守り販売',
      'Name of home 御中',
      '2026年10月1日',
      '¥3,131',
      '¥313',
      '10% 対象',
      '8% 対象',
      '¥7',
      '¥3,550',
      'H-2',
      '1-2, 31',
    ])
      expect(words).toContain(part);
    expect(words).not.toContain('下書き');
  });

  it('concurrent requests to issue bills take consecutive numbers', async () => {
    for (const [index, month] of ['2026-07', '2026-08', '2026-09'].entries()) {
      await fixture.commit([
        {
          kind: 'create',
          path: `domain/one/bill/${month}-x`,
          data: {
            ...JSON.parse(
              JSON.stringify({
                ...(await read(WARD)).bill,
                month,
                state: 'draft',
                issuedAt: null,
                dueAt: null,
                number: undefined,
              }),
            ),
            subtotal: index,
          },
        },
      ]);
    }
    const replies = await Promise.all(
      ['2026-07-x', '2026-08-x', '2026-09-x'].map((billId) => issue(billId)),
    );
    expect(replies.map(({ body }) => String(body['number'])).toSorted()).toEqual([
      '000003',
      '000004',
      '000005',
    ]);
  });

  it("the due date counts from the date of issue in the bill's time zone, even after the agency changes its own", async () => {
    const { bill } = await read(HOME);
    await fixture.commit([
      {
        kind: 'create',
        path: 'domain/two/bill/far',
        data: JSON.parse(
          JSON.stringify({
            ...bill,
            month: '2026-09',
            timeZone: 'Pacific/Honolulu',
            lines: [],
            state: 'draft',
            number: undefined,
            issuedAt: null,
            dueAt: null,
          }),
        ),
      },
    ]);
    expect((await issue('far', 'two')).status).toBe(200);
    // The 5th in Japan is still the 4th in the bill's time zone: due at midnight there 30 days
    // later.
    expect((await read('far', 'two')).bill).toMatchObject({
      issuedAt: new Date('2026-11-05T01:00:00Z'),
      dueAt: new Date('2026-12-04T10:00:00Z'),
    });
  });

  it('a payment is dated between issue and today, recorded once, and can be removed', async () => {
    expect(await act(HOME, 'payment', { paidOn: '2026-11-04' })).toMatchObject({
      status: 400,
      body: { code: 'bill-payment-invalid', place: 'paidOn' },
    });
    expect(await act(HOME, 'payment', { paidOn: '2026-11-06' })).toMatchObject({
      status: 400,
      body: { code: 'bill-payment-invalid' },
    });
    expect((await act(HOME, 'payment', { paidOn: '2026-11-05' })).status).toBe(204);
    expect(await read(HOME)).toMatchObject({ bill: { state: 'paid', paidOn: '2026-11-05' } });
    expect(await act(HOME, 'payment', { paidOn: '2026-11-05' })).toMatchObject({
      status: 409,
      body: { code: 'bill-state-conflict' },
    });
    expect(await act(HOME, 'void', { reason: 'x' })).toMatchObject({
      status: 409,
      body: { code: 'bill-state-conflict' },
    });
    // An entry other than the one that the user has seen does not change.
    expect(await act(HOME, 'payment', { paidOn: null, was: '2026-11-04' })).toMatchObject({
      status: 409,
      body: { code: 'document-conflict' },
    });
    expect((await act(HOME, 'payment', { paidOn: null, was: '2026-11-05' })).status).toBe(204);
    expect(await read(HOME)).toMatchObject({ bill: { state: 'issued', paidOn: null } });
    expect((await act(HOME, 'payment', { paidOn: '2026-11-05' })).status).toBe(204);
  });

  it('cancelling a bill stores a credit note with the next number and allows a new draft', async () => {
    expect(await act(WARD, 'void', { reason: ' ' })).toMatchObject({
      status: 400,
      body: { issues: [{ field: 'reason' }] },
    });
    expect(await act(WARD, 'void', { reason: '単価の誤り' })).toMatchObject({
      status: 200,
      body: { number: '000006' },
    });
    const { bill } = await read(WARD);
    expect(bill).toMatchObject({
      state: 'void',
      number: '000002',
      cancellation: { number: '000006', reason: '単価の誤り' },
    });
    const words = await readText((await paper(WARD, 'cancellation')).bytes);
    for (const part of [
      '請求取消通知書',
      '000006',
      '000002',
      '単価の誤り',
      `-¥${bill.total}`,
      'T9234567890123',
    ])
      expect(words).toContain(part);
    expect(await act(WARD, 'void', { reason: 'again' })).toMatchObject({ status: 409 });
    expect(await generate()).toMatchObject({ body: { made: 1, kept: 1 } });
    expect(await readState(`${WARD}-2`)).toBe('draft');
    expect((await act(`${WARD}-2`, 'removal')).status).toBe(204);
    expect(await act(WARD, 'removal')).toMatchObject({ status: 409 });
  });

  it('other agencies and staff who do not administer this one cannot access its bills', async () => {
    expect(
      (await fixture.ask('GET', `/api/agencies/one/bills/${HOME}/paper`, undefined, 'two')).status,
    ).toBe(404);
    expect(
      (await fixture.ask('GET', `/api/agencies/one/bills/${HOME}/paper`, undefined, 'clerk'))
        .status,
    ).toBe(403);
    expect(
      (await fixture.ask('GET', `/api/agencies/one/bills/${HOME}/paper`, undefined, 'maker'))
        .status,
    ).toBe(200);
    expect((await generate('one', MONTH, 'two')).status).toBe(404);
    expect(await act('nothing', 'issue', { updatedAt: '2026-11-04T00:00:00.000Z' })).toMatchObject({
      status: 404,
      body: { code: 'document-not-found' },
    });
    expect(
      await fixture.write([{ kind: 'delete', path: `domain/one/bill/${HOME}` }]),
    ).toMatchObject({
      status: 403,
    });
  });
});
