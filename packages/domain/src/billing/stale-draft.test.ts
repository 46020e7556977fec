import { describe, expect, it } from 'vitest';
import {
  buildBills,
  type BilledDay,
  type BilledPartner,
  type BillNames,
  type BillDraft,
} from './compose-bills.ts';
import { isStaleDraft } from './stale-draft.ts';

const TERMS = {
  issuerName: 'I',
  registrationNumber: 'T9234567890123',
  address: 'a',
  contact: 'c',
  bank: 'b',
  dueDays: 30,
  unitPrice: 101,
  taxPercent: 10 as const,
  prices: [{ typeId: 'tea', unitPrice: 33, taxPercent: 8 as const }],
};
const PARTNER: BilledPartner = {
  id: 'p',
  name: 'P',
  address: 'x',
  domainIds: ['akane'],
  margin: 0.15,
  state: 'active',
};
const DAYS: BilledDay[] = ['bed', 'tea'].map((typeId) => ({
  serial: typeId,
  typeId,
  roomId: 'r',
  roomName: 'R',
  customerId: 'akane',
  day: '2026-10-02',
}));

function draft(
  partners: readonly BilledPartner[] = [],
  late = false,
  names: BillNames = { customers: new Map(), typeNames: new Map() },
): BillDraft {
  const came = DAYS.map((day) => ({
    ...day,
    day: '2026-09-02',
    payer: { kind: 'customer' as const, id: 'akane' },
    price: { unitPrice: 55, taxPercent: 10 as const },
  }));
  const [bill] = buildBills({
    month: '2026-10',
    timeZone: 'Asia/Tokyo',
    terms: TERMS,
    days: DAYS,
    late: late ? came : [],
    partners,
    ...names,
  });
  return bill ?? expect.fail('no bill');
}

describe('isStaleDraft', () => {
  it('a draft is current while nothing has changed', () => {
    expect(isStaleDraft(draft(), { terms: TERMS, partners: [] })).toBe(false);
    expect(isStaleDraft(draft([PARTNER]), { terms: TERMS, partners: [PARTNER] })).toBe(false);
    expect(
      isStaleDraft(draft(), { terms: TERMS, partners: [{ ...PARTNER, state: 'paused' }] }),
    ).toBe(false);
  });

  it.each<[string, Partial<typeof TERMS>]>([
    ["the issuer's name", { issuerName: 'J' }],
    ["the issuer's address", { address: 'z' }],
    ["the issuer's contact", { contact: 'z' }],
    ['the bank', { bank: 'z' }],
    ['the registration number', { registrationNumber: 'T8000000000001' }],
    ['the payment term', { dueDays: 14 }],
    ['the default price', { unitPrice: 125 }],
    ['the price of a type', { prices: [{ typeId: 'tea', unitPrice: 34, taxPercent: 8 }] }],
    [
      'a tax rate',
      {
        prices: [
          { typeId: 'tea', unitPrice: 33, taxPercent: 8 },
          { typeId: 'bed', unitPrice: 101, taxPercent: 8 },
        ],
      },
    ],
    ["the removal of a type's price", { prices: [] }],
  ])('a draft is stale after a change of %s', (_, change) => {
    expect(isStaleDraft(draft(), { terms: { ...TERMS, ...change }, partners: [] })).toBe(true);
  });

  it('the price of a type that is not on the draft does not make it stale', () => {
    expect(
      isStaleDraft(draft(), {
        terms: {
          ...TERMS,
          prices: [...TERMS.prices, { typeId: 'other', unitPrice: 1, taxPercent: 10 }],
        },
        partners: [],
      }),
    ).toBe(false);
  });

  it('a new payer or margin makes a draft stale', () => {
    expect(isStaleDraft(draft(), { terms: TERMS, partners: [PARTNER] })).toBe(true);
    const changes: readonly Partial<BilledPartner>[] = [
      { domainIds: [] },
      { state: 'paused' },
      { state: 'ended' },
      { margin: 0.1 },
      { id: 'q' },
    ];
    expect(
      changes.map((change) =>
        isStaleDraft(draft([PARTNER]), { terms: TERMS, partners: [{ ...PARTNER, ...change }] }),
      ),
    ).toEqual(changes.map(() => true));
    expect(isStaleDraft(draft([PARTNER]), { terms: TERMS, partners: [] })).toBe(true);
  });

  it('a renamed recipient, customer or type makes a draft stale if names are compared', () => {
    const names = {
      customers: new Map([
        ['akane', { id: 'akane', name: 'あかね苑', address: '東京都', isPerson: false }],
      ]),
      typeNames: new Map([
        ['bed', 'ベッド'],
        ['tea', 'お茶'],
      ]),
    };
    const own = draft([], false, names);
    const through = draft([PARTNER], false, names);
    const asked = (bill: BillDraft, more: object, partners: readonly BilledPartner[] = []) =>
      isStaleDraft(bill, { terms: TERMS, partners, ...names, ...more });
    const called = (fields: object) => ({
      customers: new Map([
        ['akane', { id: 'akane', name: 'あかね苑', address: '東京都', isPerson: false, ...fields }],
      ]),
    });
    expect([
      asked(own, {}),
      asked(through, {}, [PARTNER]),
      isStaleDraft(own, { terms: TERMS, partners: [] }),
    ]).toEqual([false, false, false]);
    expect(
      [
        called({ name: 'みずき苑' }),
        called({ address: '大阪府' }),
        called({ isPerson: true }),
        { customers: new Map() },
        {
          typeNames: new Map([
            ['bed', '寝台'],
            ['tea', 'お茶'],
          ]),
        },
      ].map((more) => asked(own, more)),
    ).toEqual([true, true, true, true, true]);
    // A bill to a partner shows only the customer's name.
    expect(
      [called({ name: 'みずき苑' }), called({ address: '大阪府' })].map((more) =>
        asked(through, more, [PARTNER]),
      ),
    ).toEqual([true, false]);
    expect(
      [{ name: 'Q' }, { address: 'y' }].map((fields) =>
        asked(through, {}, [{ ...PARTNER, ...fields }]),
      ),
    ).toEqual([true, true]);
  });

  it('late days keep their price and payer', () => {
    expect(isStaleDraft(draft([], true), { terms: TERMS, partners: [] })).toBe(false);
  });
});
