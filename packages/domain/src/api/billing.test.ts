import { describe, expect, it } from 'vitest';
import { agencyApi } from './agencies.ts';
import { billApi } from './billing.ts';

const takes = (
  schema: { readonly safeParse: (value: unknown) => { readonly success: boolean } },
  value: unknown,
): boolean => schema.safeParse(value).success;

describe('billApi', () => {
  it.each(['2026-01', '2026-12', '1999-10'])('accepts the month %s', (month) =>
    expect(takes(billApi.generate.body, { month })).toBe(true),
  );
  it.each(['', '2026-00', '2026-13', '2026-1', '26-01', '2026-01-01', ' 2026-01', 202_601, null])(
    'rejects %j as a month',
    (month) => expect(takes(billApi.generate.body, { month })).toBe(false),
  );

  it.each<[unknown, boolean]>([
    ['2026-11-01', true],
    [null, true],
    ['2028-02-29', true],
    ['2026-02-29', false],
    ['2026-11-31', false],
    ['2026/11/01', false],
    ['', false],
    [undefined, false],
    ['2026-11-01T00:00:00Z', false],
  ])('a payment on %j is valid: %s', (paidOn, good) => {
    expect(takes(billApi.pay.body, { paidOn })).toBe(good);
  });

  it('requires a reason for voiding a bill and trims it', () => {
    expect(billApi.void.body.parse({ reason: ' wrong price \n' })).toEqual({
      reason: 'wrong price',
    });
    for (const reason of ['', ' ', '　', 'x'.repeat(201), null, 5])
      expect(takes(billApi.void.body, { reason }), String(reason)).toBe(false);
    expect(takes(billApi.void.body, { reason: 'x'.repeat(200) })).toBe(true);
  });

  it('identifies a draft by the time of its last write, to the millisecond, in UTC', () => {
    expect(takes(billApi.issue.body, { updatedAt: new Date().toISOString() })).toBe(true);
    for (const updatedAt of [
      '2026-11-01T00:00:00Z',
      '2026-11-01T00:00:00.000+09:00',
      '2026-11-01',
      '',
      null,
    ])
      expect(takes(billApi.issue.body, { updatedAt }), String(updatedAt)).toBe(false);
    expect(takes(billApi.issue.body, { updatedAt: new Date().toISOString(), force: true })).toBe(
      false,
    );
  });

  it('counts in whole numbers from zero', () => {
    const counts = { made: 1, changed: 0, same: 0, dropped: 0, kept: 0, days: 31, late: 2 };
    const recipient = { kind: 'partner', id: 'p', name: 'みずき販売' };
    for (const bound of ['lines', 'devices', 'size'])
      expect(
        takes(billApi.generate.reply, { ...counts, tooLarge: [{ recipient, bound }] }),
        bound,
      ).toBe(true);
    for (const wrong of ['みずき販売', { recipient }, { recipient, bound: 'pages' }])
      expect(
        takes(billApi.generate.reply, { ...counts, tooLarge: [wrong] }),
        JSON.stringify(wrong),
      ).toBe(false);
    for (const name of Object.keys(counts))
      for (const wrong of [-1, 0.5, '1', null])
        expect(
          takes(billApi.generate.reply, { ...counts, tooLarge: [], [name]: wrong }),
          name,
        ).toBe(false);
  });
});

describe('agencyApi', () => {
  const month = { month: '2026-10', placed: 31, sent: 30, nights: 28, accidents: 2 };
  const customer = {
    customerId: 'c',
    name: 'C',
    devices: 1,
    offline: 0,
    states: [{ state: 'fine', count: 1 }],
    months: [month],
  };
  const statistics = {
    asOf: '2026-11-01T00:00:00.000Z',
    timeZone: 'Asia/Tokyo',
    devices: [{ state: 'fine', count: 1 }],
    months: [month],
    customers: [customer],
  };
  const device = {
    serial: 'A',
    name: '',
    typeId: 't',
    typeName: 'T',
    customerId: 'c',
    customerName: 'C',
    roomId: null,
    roomName: '',
    state: 'offline',
    battery: null,
    firmware: '',
    lastHeardAt: null,
    isLent: false,
  };

  it('accepts counted figures', () => {
    expect(takes(agencyApi.statistics.reply, statistics)).toBe(true);
    expect(
      takes(agencyApi.devices.reply, {
        devices: [
          device,
          { ...device, battery: 41.5, roomId: 'r', lastHeardAt: '2026-11-01T00:00:00.000Z' },
        ],
        total: 2,
        types: [{ typeId: 't', name: 'T' }],
      }),
    ).toBe(true);
  });

  it.each([
    ['another state', { devices: [{ state: 'tired', count: 1 }] }],
    ['a part of a device', { devices: [{ state: 'fine', count: 0.5 }] }],
    ['a month that does not exist', { months: [{ ...month, month: '2026-13' }] }],
    ['a negative count', { months: [{ ...month, sent: -1 }] }],
    ['an unknown field', { money: 5 }],
  ])('rejects statistics with %s', (_, change) => {
    expect(takes(agencyApi.statistics.reply, { ...statistics, ...change })).toBe(false);
  });

  it.each([
    ['another state', { state: 'tired' }],
    ['a day in place of a time', { lastHeardAt: '2026-11-01' }],
    ['a key', { keyHash: 'x' }],
  ])('rejects a device with %s', (_, change) => {
    expect(
      takes(agencyApi.devices.reply, { devices: [{ ...device, ...change }], total: 1, types: [] }),
    ).toBe(false);
  });
});
