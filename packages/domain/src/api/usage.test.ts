import { describe, expect, it } from 'vitest';
import { usageApi, VITAL_CLASSES, WEB_VITALS } from './usage.ts';

describe('what a browser counts', () => {
  it('is screens by their ids, so that no address, person or room can be in it', () => {
    const taken = (routeId: string) =>
      usageApi.report.body.safeParse({ views: [{ routeId, count: 1 }], vitals: [] }).success;
    expect(
      ['index', 'room-sleep', '/room/201/sleep', 'room?x', '佐藤', '', 'x'.repeat(61)].map(taken),
    ).toEqual([true, true, false, false, false, false, false]);
  });

  it('is a bounded number of things', () => {
    const view = { routeId: 'index', count: 1 };
    expect(
      usageApi.report.body.safeParse({ views: Array.from({ length: 121 }, () => view), vitals: [] })
        .success,
    ).toBe(false);
    for (const count of [0, 1001, 0.5])
      expect(
        usageApi.report.body.safeParse({ views: [{ ...view, count }], vitals: [] }).success,
      ).toBe(false);
  });

  it.each(WEB_VITALS)('falls for %s into classes that grow', (vital) => {
    const classes = VITAL_CLASSES[vital];
    expect(classes.toSorted((a, b) => a - b)).toEqual(classes);
    expect(new Set(classes).size).toBe(classes.length);
    expect(
      usageApi.report.body.safeParse({
        views: [],
        vitals: [{ routeId: 'index', vital, value: Number.NaN }],
      }).success,
    ).toBe(false);
  });
});
