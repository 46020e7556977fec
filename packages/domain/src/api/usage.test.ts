import { describe, expect, it } from 'vitest';
import { usageApi, VITAL_CLASSES, WEB_VITALS } from './usage.ts';

describe('usageApi.report', () => {
  it('accepts only ids of screens, so no address, person or room', () => {
    const taken = (routeId: string) =>
      usageApi.report.body.safeParse({ views: [{ routeId, count: 1 }], vitals: [] }).success;
    expect(
      ['index', 'room-sleep', '/room/201/sleep', 'room?x', '佐藤', '', 'x'.repeat(61)].map(taken),
    ).toEqual([true, true, false, false, false, false, false]);
  });

  it('limits the number of views', () => {
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

  it.each(WEB_VITALS)(
    'sorts the classes of %s and rejects values that are not numbers',
    (vital) => {
      const classes = VITAL_CLASSES[vital];
      expect(classes.toSorted((a, b) => a - b)).toEqual(classes);
      expect(new Set(classes).size).toBe(classes.length);
      expect(
        usageApi.report.body.safeParse({
          views: [],
          vitals: [{ routeId: 'index', vital, value: Number.NaN }],
        }).success,
      ).toBe(false);
    },
  );
});
