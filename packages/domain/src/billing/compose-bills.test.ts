import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { COLLECTIONS } from '../collections/collections.ts';
import {
  calculateMargin,
  MAX_UNIT_PRICE_YEN,
  calculateSums,
  calculateTax,
} from './bill-amounts.ts';
import { buildBills, isSameBill, type BilledDay, type BillInput } from './compose-bills.ts';

const terms = {
  issuerName: 'I',
  registrationNumber: 'T9234567890123',
  address: '',
  contact: '',
  bank: '',
  dueDays: 30,
  unitPrice: 101,
  taxPercent: 10 as const,
  prices: [{ typeId: 'tea', unitPrice: 33, taxPercent: 8 as const }],
};
const day = (serial: string, date: string, more: Partial<BilledDay> = {}): BilledDay => ({
  serial,
  typeId: 'bed',
  roomId: `room-${serial}`,
  roomName: serial,
  customerId: 'akane',
  day: date,
  ...more,
});
const input = (days: readonly BilledDay[], more: Partial<BillInput> = {}): BillInput => ({
  month: '2026-10',
  timeZone: 'Asia/Tokyo',
  terms,
  days,
  late: [],
  partners: [],
  typeNames: new Map([['bed', 'Bed']]),
  customers: new Map([
    ['akane', { id: 'akane', name: 'Akane', address: 'a', isPerson: false }],
    ['mizuki', { id: 'mizuki', name: 'Mizuki', address: '', isPerson: false }],
  ]),
  ...more,
});
const partner = {
  id: 'p',
  name: 'P',
  address: 'x',
  domainIds: ['akane', 'mizuki'],
  margin: 0.15,
  state: 'active' as const,
};

describe('buildBills', () => {
  it('builds one bill per customer, one line per device type, and the days of each device as evidence', () => {
    const bills = buildBills(
      input([
        day('B', '2026-10-02'),
        day('A', '2026-10-31'),
        day('A', '2026-10-01'),
        day('T', '2026-10-01', { typeId: 'tea' }),
        day('M', '2026-10-01', { customerId: 'mizuki' }),
      ]),
    );
    expect(bills.map(({ recipient, total }) => [recipient.id, total])).toEqual([
      ['akane', 303 + 30 + 33 + 2],
      ['mizuki', 101 + 10],
    ]);
    expect(
      bills[0]?.lines.map(({ what, quantity, amount, evidence }) => [
        what,
        quantity,
        amount,
        evidence.map(({ serial, days }) => [serial, days]),
      ]),
    ).toEqual([
      [
        'Bed',
        3,
        303,
        [
          ['A', [1, 31]],
          ['B', [2]],
        ],
      ],
      ['tea', 1, 33, [['T', [1]]]],
    ]);
    expect(bills[0]?.tax).toEqual([
      { percent: 10, subtotal: 303, amount: 30 },
      { percent: 8, subtotal: 33, amount: 2 },
    ]);
    for (const bill of bills)
      expect(
        COLLECTIONS.bill.schema.safeParse({ ...bill, state: 'draft' }).error?.issues,
      ).toBeUndefined();
  });

  it('bills the partner of a customer and deducts a margin per tax rate', () => {
    const [bill, ...others] = buildBills(
      input(
        [day('A', '2026-10-01'), day('T', '2026-10-01', { typeId: 'tea', customerId: 'mizuki' })],
        { partners: [partner] },
      ),
    );
    expect(others).toEqual([]);
    expect(bill?.recipient).toMatchObject({ kind: 'partner', id: 'p', name: 'P' });
    expect(bill?.lines.map(({ kind, amount, taxPercent }) => [kind, amount, taxPercent])).toEqual([
      ['deviceDays', 101, 10],
      ['deviceDays', 33, 8],
      ['margin', -15, 10],
      ['margin', -4, 8],
    ]);
    expect(bill).toMatchObject({ subtotal: 115, total: 115 + 8 + 2 });
  });

  it.each(['paused', 'ended'] as const)('bills the customer while the partner is %s', (state) => {
    expect(
      buildBills(input([day('A', '2026-10-01')], { partners: [{ ...partner, state }] })).map(
        ({ recipient }) => recipient.kind,
      ),
    ).toEqual(['customer']);
  });

  it('lists each room of a device and counts each day once', () => {
    const [bill] = buildBills(
      input([
        day('A', '2026-10-01', { roomId: 'one' }),
        day('A', '2026-10-01', { roomId: 'one' }),
        day('A', '2026-10-02', { roomId: 'two' }),
      ]),
    );
    expect(bill?.lines[0]).toMatchObject({
      quantity: 2,
      evidence: [
        { roomId: 'one', days: [1] },
        { roomId: 'two', days: [2] },
      ],
    });
  });

  it('the order of the days does not change the bills', () => {
    const days = ['A', 'B', 'T'].flatMap((serial) =>
      ['2026-10-01', '2026-10-09', '2026-10-30'].map((date) =>
        day(serial, date, { customerId: serial === 'B' ? 'mizuki' : 'akane' }),
      ),
    );
    const usual = buildBills(input(days, { partners: [{ ...partner, domainIds: ['mizuki'] }] }));
    fc.assert(
      fc.property(fc.shuffledSubarray(days, { minLength: days.length }), (shuffled) => {
        const bills = buildBills(
          input(shuffled, { partners: [{ ...partner, domainIds: ['mizuki'] }] }),
        );
        expect(bills).toEqual(usual);
        expect(bills.every((bill, index) => isSameBill(bill, usual[index] ?? bill))).toBe(true);
      }),
      { numRuns: 20 },
    );
    expect(
      isSameBill(usual[0] ?? buildBills(input(days))[0]!, buildBills(input(days.slice(1)))[0]!),
    ).toBe(false);
    // A draft without type ids on its lines is rebuilt.
    const [bill] = usual;
    expect(
      bill !== undefined &&
        isSameBill(bill, {
          ...bill,
          lines: bill.lines.map((line) => ({ ...line, typeId: undefined })),
        }),
    ).toBe(false);
  });
});

describe('bill amounts', () => {
  it('tax is rounded toward zero once per rate, for credits too', () => {
    expect([
      calculateTax(999, 10),
      calculateTax(-999, 10),
      calculateTax(12, 8),
      calculateTax(13, 8),
    ]).toEqual([99, -99, 0, 1]);
    // Rounding per line would give 0 three times.
    expect(
      calculateSums([
        { amount: 9, taxPercent: 10 },
        { amount: 9, taxPercent: 10 },
        { amount: 9, taxPercent: 10 },
      ]),
    ).toEqual({ subtotal: 27, tax: [{ percent: 10, subtotal: 27, amount: 2 }], total: 29 });
    expect(calculateSums([])).toEqual({ subtotal: 0, tax: [], total: 0 });
  });

  it('sums are whole yen and add up, even on the largest bill', () => {
    const amount = fc.integer({ min: 0, max: 5000 * 31 * MAX_UNIT_PRICE_YEN });
    fc.assert(
      fc.property(
        fc.array(fc.record({ amount, taxPercent: fc.constantFrom(10 as const, 8 as const) }), {
          maxLength: 20,
        }),
        fc.integer({ min: 0, max: 10_000 }),
        (lines, basisPoints) => {
          const { subtotal, tax, total } = calculateSums(lines);
          expect(
            [subtotal, total, ...tax.flatMap((rate) => [rate.subtotal, rate.amount])].every(
              Number.isSafeInteger,
            ),
          ).toBe(true);
          expect(tax.reduce((sum, rate) => sum + rate.subtotal + rate.amount, 0)).toBe(total);
          const kept = calculateMargin(Math.min(subtotal, 10 ** 11), basisPoints / 10_000);
          expect(kept).toBe(
            Number((BigInt(Math.min(subtotal, 10 ** 11)) * BigInt(basisPoints)) / 10_000n),
          );
        },
      ),
    );
  });
});
