import { describe, expect, it } from 'vitest';
import { createDueTimes } from './stored-times.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

describe('createDueTimes', () => {
  it('reports a time as due once the clock has passed it', () => {
    const { isDue } = createDueTimes(() => 0);
    expect([4, 5, 6].map((minute) => isDue('a', 0, 5 * MINUTE_MS, minute * MINUTE_MS))).toEqual([
      false,
      true,
      true,
    ]);
  });

  it('reports a time from a wrong clock as due once its duration has elapsed, and from then on', () => {
    let elapsedMs = 0;
    const { isDue } = createDueTimes(() => elapsedMs);
    const dueAfter = (minutes: number): boolean => {
      elapsedMs = minutes * MINUTE_MS;
      return isDue('a', HOUR_MS, HOUR_MS + 5 * MINUTE_MS, elapsedMs);
    };
    expect([0, 4, 5, 5, 6].map(dueAfter)).toEqual([false, false, true, true, true]);
  });
});
