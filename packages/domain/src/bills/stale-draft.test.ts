import { describe, expect, it } from 'vitest';
import { composeBills, type BilledDay, type BilledPartner, type ComposedBill } from './compose-bills.ts';
import { isStaleDraft } from './stale-draft.ts';

const TERMS = { issuerName: 'I', registrationNumber: 'T9234567890123', address: 'a', contact: 'c', bank: 'b', dueDays: 30, unitPrice: 101, taxPercent: 10 as const, prices: [{ typeId: 'tea', unitPrice: 33, taxPercent: 8 as const }] };
const PARTNER: BilledPartner = { id: 'p', name: 'P', address: 'x', domainIds: ['akane'], margin: 0.15, state: 'active' };
const DAYS: BilledDay[] = ['bed', 'tea'].map((typeId) => ({ serial: typeId, typeId, roomId: 'r', roomName: 'R', customerId: 'akane', day: '2026-10-02' }));

function draft(partners: readonly BilledPartner[] = [], late = false): ComposedBill {
  const came = DAYS.map((day) => ({ ...day, day: '2026-09-02', payer: { kind: 'customer' as const, id: 'akane' }, price: { unitPrice: 55, taxPercent: 10 as const } }));
  const [bill] = composeBills({ month: '2026-10', timeZone: 'Asia/Tokyo', terms: TERMS, days: DAYS, late: late ? came : [], partners, customers: new Map(), typeNames: new Map() });
  return bill ?? expect.fail('no bill');
}

describe('a draft', () => {
  it('is as it would be made now while nothing was changed', () => {
    expect(isStaleDraft(draft(), TERMS, [])).toBe(false);
    expect(isStaleDraft(draft([PARTNER]), TERMS, [PARTNER])).toBe(false);
    expect(isStaleDraft(draft(), TERMS, [{ ...PARTNER, state: 'paused' }])).toBe(false);
  });

  it.each<[string, Partial<typeof TERMS>]>([
    ['the name', { issuerName: 'J' }], ['the address', { address: 'z' }], ['the contact', { contact: 'z' }], ['the bank', { bank: 'z' }], ['the number', { registrationNumber: 'T8000000000001' }], ['when it is due', { dueDays: 14 }],
    ['the usual price', { unitPrice: 125 }], ['a price of a type', { prices: [{ typeId: 'tea', unitPrice: 34, taxPercent: 8 }] }], ['a tax rate', { prices: [{ typeId: 'tea', unitPrice: 33, taxPercent: 8 }, { typeId: 'bed', unitPrice: 101, taxPercent: 8 }] }],
    ['a price that a type has no more', { prices: [] }],
  ])('is stale once %s is another', (_, change) => {
    expect(isStaleDraft(draft(), { ...TERMS, ...change }, [])).toBe(true);
  });

  it('is not stale by the price of a type that is not on it', () => {
    expect(isStaleDraft(draft(), { ...TERMS, prices: [...TERMS.prices, { typeId: 'other', unitPrice: 1, taxPercent: 10 }] }, [])).toBe(false);
  });

  it('is stale once somebody else is asked for its customer, or keeps another part', () => {
    expect(isStaleDraft(draft(), TERMS, [PARTNER])).toBe(true);
    const changes: readonly Partial<BilledPartner>[] = [{ domainIds: [] }, { state: 'paused' }, { state: 'ended' }, { margin: 0.1 }, { id: 'q' }];
    expect(changes.map((change) => isStaleDraft(draft([PARTNER]), TERMS, [{ ...PARTNER, ...change }]))).toEqual(changes.map(() => true));
    expect(isStaleDraft(draft([PARTNER]), TERMS, [])).toBe(true);
  });

  it('keeps price and payer of days that came late', () => {
    expect(isStaleDraft(draft([], true), TERMS, [])).toBe(false);
  });
});
