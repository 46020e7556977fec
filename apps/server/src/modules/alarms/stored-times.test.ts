import { describe, expect, it } from 'vitest';
import { createDueTimes } from './stored-times.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

describe('a stored time', () => {
  it('is due once the clock has passed it', () => {
    const { isDue } = createDueTimes(() => 0);
    expect([4, 5, 6].map((minute) => isDue('a', 0, 5 * MINUTE_MS, minute * MINUTE_MS))).toEqual([
      false,
      true,
      true,
    ]);
  });

  it('that a wrong clock stored is due once its length has elapsed, and stays due', () => {
    let elapsedMs = 0;
    const { isDue } = createDueTimes(() => elapsedMs);
    const dueAfter = (minutes: number): boolean => {
      elapsedMs = minutes * MINUTE_MS;
      return isDue('a', HOUR_MS, HOUR_MS + 5 * MINUTE_MS, elapsedMs);
    };
    expect([0, 4, 5, 5, 6].map(dueAfter)).toEqual([false, false, true, true, true]);
  });
});
