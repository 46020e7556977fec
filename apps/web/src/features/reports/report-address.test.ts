import { describe, expect, it } from 'vitest';
import { formatFilter, parseDate, parseFilter, parseTable } from './report-address.ts';

describe('a filter in the address', () => {
  it('a filter survives a round trip, even with commas and percent signs', () => {
    for (const period of [
      { kind: 'newest', nights: 30 },
      { kind: 'newest', nights: 7 },
      { kind: 'between', from: '2026-11-01', to: '2026-11-10' },
    ] as const) {
      const filter = {
        domainId: 'part',
        roomIds: ['r,1', 'r2'],
        sexes: ['female' as const],
        tags: ['100%', 'a,b', '見守り'],
        period,
      };
      const values = Object.fromEntries(
        Object.entries(formatFilter(filter, 'home')).filter(
          (entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== '',
        ),
      );
      expect(parseFilter(values, 'home')).toEqual(filter);
    }
  });

  it('default values are omitted', () => {
    const usual = parseFilter({}, 'home');
    expect(usual).toEqual({
      domainId: 'home',
      roomIds: [],
      sexes: [],
      tags: [],
      period: { kind: 'newest', nights: 7 },
    });
    expect(
      usual === null
        ? null
        : Object.values(formatFilter(usual, 'home')).filter(
            (value) => value !== undefined && value !== '',
          ),
    ).toEqual([]);
  });

  it.each([
    { nights: '0' },
    { nights: '-3' },
    { nights: 'x' },
    { from: '2026-99-99', to: '2026-01-01' },
    { from: '2026-01-01' },
    { from: '2026-02-01', to: '2026-02-31' },
    { from: '2025-02-29', to: '2025-03-01' },
    { from: '2026/02/01', to: '2026/02/02' },
    { sex: 'x' },
    { tag: '%' },
  ])('invalid values are dropped: %j', (values) => {
    expect(parseFilter(values, 'home')).toMatchObject({
      period: { kind: 'newest', nights: 7 },
      sexes: [],
      tags: [],
    });
  });

  it.each([
    ['2026/02/28', '2026-02-28'],
    ['2028/02/29', '2028-02-29'],
    ['2026/02/31', null],
    ['2026/2/1', null],
    ['2026/02/', null],
  ])('%s from a field becomes %s', (words, date) => expect(parseDate(words)).toBe(date));

  it('a filter requires an organisation', () => expect(parseFilter({}, null)).toBeNull());
  it('a filter names an existing table', () =>
    expect([
      parseTable({}),
      parseTable({ table: 'weeks' }),
      parseTable({ table: 'constructor' }),
    ]).toEqual(['rooms', 'weeks', 'rooms']));
});
