import { billCollection } from '@yamori/domain';
import { describe, expect, it } from 'vitest';
import { parseListState } from '../../kit/list/list-url-state.ts';
import { askedTotals, BILL_LIST, shownBills, totalsByState } from './bill-list.ts';
import { shownBillState } from '../../shared/agency/shown-bill-state.ts';
import type { Bill } from './api.ts';

const NOW = Date.parse('2026-11-20T00:00:00Z');
const bill = (id: string, fields: object): Bill => ({
  ...billCollection.schema.parse({
    month: '2026-10',
    recipient: { kind: 'customer', id, name: id },
    issuer: { name: 'i' },
    lines: [],
    subtotal: 0,
    tax: [],
    total: 100,
    state: 'draft',
    registrationNumber: 'T9234567890123',
    ...fields,
  }),
  documentReferenceId: id,
  documentPath: `domain/a/bill/${id}`,
  updatedAt: new Date(NOW),
});

describe('bills of a month', () => {
  it('unpaid bills are overdue from the morning after their due date', () => {
    const dueAt = new Date('2026-11-19T15:00:00Z');
    expect(
      shownBillState(
        { state: 'issued', dueAt, timeZone: 'Asia/Tokyo' },
        Date.parse('2026-11-20T14:59:59Z'),
      ),
    ).toBe('issued');
    expect(
      shownBillState(
        { state: 'issued', dueAt, timeZone: 'Asia/Tokyo' },
        Date.parse('2026-11-20T15:00:00Z'),
      ),
    ).toBe('overdue');
    expect(
      shownBillState(
        { state: 'paid', dueAt, timeZone: 'Asia/Tokyo' },
        Date.parse('2027-01-01T00:00:00Z'),
      ),
    ).toBe('paid');
  });

  it('bills are found by recipient and number, and sorted as requested', () => {
    const all = [
      bill('b', { total: 300 }),
      bill('a', { number: '000012', state: 'issued' }),
      bill('c', {
        state: 'void',
        number: '000002',
        cancellation: { number: '000013', issuedAt: new Date(NOW), reason: 'x' },
      }),
    ];
    const shown = (values: Record<string, string>) =>
      shownBills(all, parseListState(values, BILL_LIST), NOW).map(
        ({ documentReferenceId }) => documentReferenceId,
      );
    expect(shown({})).toEqual(['a', 'b', 'c']);
    expect(shown({ sort: '-total' })).toEqual(['b', 'a', 'c']);
    expect(shown({ state: 'zzz' })).toEqual(['a', 'b', 'c']);
    expect([shown({ q: '13' }), shown({ q: 'B' }), shown({ state: 'issued' })]).toEqual([
      ['c'],
      ['b'],
      ['a'],
    ]);
    expect(askedTotals(all)).toEqual({ issued: 100, drafts: 300 });
    expect(askedTotals([bill('p', { state: 'paid', total: 7 })])).toEqual({
      issued: 7,
      drafts: null,
    });
  });

  it('bills are counted by state with their amounts, and empty states are omitted', () => {
    const due = (id: string, day: string) =>
      bill(id, { state: 'issued', dueAt: new Date(`2026-11-${day}T15:00:00Z`), total: 1000 });
    const all = [
      due('late', '10'),
      due('open', '25'),
      due('other', '26'),
      bill('d', {}),
      bill('v', { state: 'void', total: 7 }),
    ];
    expect(totalsByState(all, NOW)).toEqual([
      { state: 'draft', count: 1, total: 100 },
      { state: 'issued', count: 2, total: 2000 },
      { state: 'overdue', count: 1, total: 1000 },
      { state: 'void', count: 1, total: 7 },
    ]);
    expect(totalsByState([], NOW)).toEqual([]);
  });
});
