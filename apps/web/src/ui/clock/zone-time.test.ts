import { describe, expect, it } from 'vitest';
import { addDaysTo, nightOf, nightRange, zonedDate, zonedMoment } from './zone-time.ts';

const iso = (atMs: number): string => new Date(atMs).toISOString();

describe('times of a zone', () => {
  it.each([
    ['2026-11-21', '12:00', 'Asia/Tokyo', '2026-11-21T03:00:00.000Z'], ['2026-07-01', '12:00', 'America/New_York', '2026-07-01T16:00:00.000Z'],
    ['2026-11-01', '12:00', 'America/New_York', '2026-11-01T17:00:00.000Z'], ['2026-11-21', '00:00', 'Asia/Kathmandu', '2026-11-20T18:15:00.000Z'],
  ])('%s %s in %s', (date, time, zone, expected) => {
    expect(iso(zonedMoment(date, time, zone))).toBe(expected);
  });

  it('say what date it is there', () => {
    expect([zonedDate(Date.parse('2026-11-20T15:00:00Z'), 'Asia/Tokyo'), zonedDate(Date.parse('2026-11-20T14:59:59Z'), 'Asia/Tokyo')]).toEqual(['2026-11-21', '2026-11-20']);
    expect([addDaysTo('2026-02-28', 1), addDaysTo('2026-01-01', -1)]).toEqual(['2026-03-01', '2025-12-31']);
  });
});

describe('a night', () => {
  it('is the one that began last', () => {
    const at = (time: string): string => nightOf(Date.parse(time), '12:00', 'Asia/Tokyo');
    expect([at('2026-11-21T02:59:59Z'), at('2026-11-21T03:00:00Z'), at('2026-11-21T18:00:00Z')]).toEqual(['2026-11-20', '2026-11-21', '2026-11-21']);
  });

  it('reaches to the next, also when the clocks change', () => {
    const { fromMs, toMs } = nightRange('2026-10-31', '12:00', 'America/New_York');
    expect((toMs - fromMs) / 3_600_000).toBe(25);
  });
});
