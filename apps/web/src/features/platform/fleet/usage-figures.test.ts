import { VITAL_CLASSES } from '@yamori/domain';
import { describe, expect, it } from 'vitest';
import { screensUsed, rateSpeed, estimateUpperQuartile, viewsByDay } from './usage-figures.ts';

const counts = (...pairs: readonly (readonly [index: number, count: number])[]): number[] =>
  Array.from(
    { length: VITAL_CLASSES.lcp.length + 1 },
    (_, index) => pairs.find(([at]) => at === index)?.[1] ?? 0,
  );

describe('the 75th percentile of visits', () => {
  it.each<[number[], number | null]>([
    [counts(), null],
    [counts([0, 1]), 250],
    [counts([0, 3], [9, 1]), 250],
    [counts([0, 2], [9, 2]), 10_000],
    [counts([10, 1]), Number.POSITIVE_INFINITY],
  ])('the visits %j have the percentile %s', (found, expected) => {
    expect(estimateUpperQuartile('lcp', found)).toBe(expected);
  });

  it('the value is rated good, fair or poor', () => {
    expect([
      rateSpeed('lcp', 2500),
      rateSpeed('lcp', 2501),
      rateSpeed('inp', 600),
      rateSpeed('cls', 0.1),
    ]).toEqual(['good', 'fair', 'poor', 'good']);
  });
});

describe('usage of screens', () => {
  const usage = {
    views: [
      { day: '2026-11-20', routeId: 'help', count: 2 },
      { day: '2026-11-22', routeId: 'index', count: 5 },
      { day: '2026-11-22', routeId: 'help', count: 1 },
    ],
    vitals: [
      { day: '2026-11-20', routeId: 'index', vital: 'lcp' as const, counts: counts([0, 1]) },
      { day: '2026-11-22', routeId: 'index', vital: 'lcp' as const, counts: counts([3, 9]) },
    ],
  };

  it('screens are sorted by views, with vitals over all days', () => {
    expect(screensUsed(usage)).toEqual([
      { routeId: 'index', views: 5, vitals: { lcp: 1000, inp: null, cls: null } },
      { routeId: 'help', views: 3, vitals: { lcp: null, inp: null, cls: null } },
    ]);
  });

  it('views by day include days without views', () => {
    expect(
      viewsByDay(usage, ['2026-11-20', '2026-11-21', '2026-11-22']).map(({ count }) => count),
    ).toEqual([2, 0, 6]);
  });
});
