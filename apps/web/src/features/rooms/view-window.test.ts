import { describe, expect, it } from 'vitest';
import { addressOf, ofLength, windowOf } from './view-window.ts';

describe('the window in the address', () => {
  it('comes back as it was', () => {
    const window = { fromMs: 1_760_000_000_000, toMs: 1_760_000_001_250 };
    const { from, to } = addressOf(window);
    expect(windowOf(from, to)).toEqual(window);
  });

  it.each([[undefined, undefined], ['x', 'y'], ['2026-11-21T00:00:00Z', '2026-11-20T00:00:00Z'], ['2026-11-21T00:00:00Z', '2027-11-21T00:00:00Z'], ['2026-11-21T00:00:00.000Z', '2026-11-21T00:00:00.010Z']])('is none for %s and %s', (from, to) => {
    expect(windowOf(from, to)).toBeNull();
  });

  it('of a chosen length lies around what is pointed at', () => {
    expect(ofLength({ fromMs: 0, toMs: 100 }, 10, 70)).toEqual({ fromMs: 65, toMs: 75 });
    expect(ofLength({ fromMs: 0, toMs: 100 }, 10, null)).toEqual({ fromMs: 45, toMs: 55 });
  });
});
