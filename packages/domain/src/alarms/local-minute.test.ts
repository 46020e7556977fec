import { describe, expect, it } from 'vitest';
import { createLocalMinutes } from './accident-engine.ts';

describe('createLocalMinutes', () => {
  it.each<[string, string, number]>([
    ['Asia/Tokyo', '2026-01-01T15:00:00Z', 0],
    ['Asia/Tokyo', '2026-01-01T14:59:59Z', 23 * 60 + 59],
    ['Asia/Tokyo', '2026-01-01T00:30:00Z', 9 * 60 + 30],
    ['America/New_York', '2026-01-01T02:00:00Z', 21 * 60],
    ['Asia/Kathmandu', '2026-01-01T18:15:00Z', 0],
    ['nowhere', '2026-01-01T15:00:00Z', 0],
    // Clocks there go forward at 01:00 UTC.
    ['Europe/Berlin', '2026-03-29T00:59:00Z', 119],
    ['Europe/Berlin', '2026-03-29T01:00:00Z', 180],
  ])('%s at %s is minute %i', (zone, at, minute) => {
    const minutes = createLocalMinutes(zone);
    expect(
      [
        minutes(Date.parse(at)),
        minutes(Date.parse(at) + 86_400_000 * 14),
        minutes(Date.parse(at)),
      ][2],
    ).toBe(minute);
    expect(minutes(Date.parse(at))).toBe(minute);
  });
});
