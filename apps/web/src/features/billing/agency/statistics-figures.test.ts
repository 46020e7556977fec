import { describe, expect, it } from 'vitest';
import { perThousandNights, sumMonths, computeUptime } from './statistics-figures.ts';

describe('figures of an agency', () => {
  it('a figure is a share of its base, and null without one', () => {
    expect([
      computeUptime({ placed: 40, sent: 30 }),
      computeUptime({ placed: 0, sent: 0 }),
    ]).toEqual([0.75, null]);
    expect([
      perThousandNights({ nights: 80, accidents: 2 }),
      perThousandNights({ nights: 30, accidents: 3 }),
      perThousandNights({ nights: 29, accidents: 2 }),
      perThousandNights({ nights: 0, accidents: 2 }),
    ]).toEqual([25, 100, null, null]);
  });

  it('the figure of several months covers all their days and nights, not a mean of means', () => {
    const sum = sumMonths([
      { month: '2026-10', placed: 300, sent: 300, nights: 10, accidents: 0 },
      { month: '2026-11', placed: 100, sent: 0, nights: 30, accidents: 4 },
    ]);
    expect([computeUptime(sum), perThousandNights(sum)]).toEqual([0.75, 100]);
  });
});
