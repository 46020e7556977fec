import { describe, expect, it } from 'vitest';
import { toAddress, ofLength, wholeNight, parseWindow } from './view-window.ts';

const DAY_MS = 86_400_000;

describe('the whole night', () => {
  const HOUR_MS = 3_600_000;
  const range = { fromMs: 0, toMs: 24 * HOUR_MS };

  it('a night in progress begins a quarter of an hour before its first recording', () => {
    expect(wholeNight(undefined, range, 11 * HOUR_MS, 9 * HOUR_MS)).toEqual({
      fromMs: 8.75 * HOUR_MS,
      toMs: 11 * HOUR_MS,
    });
    expect(wholeNight(undefined, range, 11 * HOUR_MS, 0)).toEqual({
      fromMs: 0,
      toMs: 11 * HOUR_MS,
    });
    expect(wholeNight(undefined, range, 11 * HOUR_MS, null).fromMs).toBe(0);
  });

  it('a night that is over without a result is shown from its beginning to its end', () => {
    expect(wholeNight(undefined, range, 25 * HOUR_MS, 9 * HOUR_MS)).toEqual(range);
  });
});

describe('the window in the address', () => {
  it('the window survives a round trip', () => {
    const window = { fromMs: 1_760_000_000_000, toMs: 1_760_000_001_250 };
    const { from, to } = toAddress(window);
    expect(parseWindow(from, to)).toEqual(window);
  });

  it.each([
    [undefined, undefined],
    ['x', 'y'],
    ['2026-11-21T00:00:00Z', '2026-11-20T00:00:00Z'],
    ['2026-11-21T00:00:00Z', '2027-11-21T00:00:00Z'],
    ['2026-11-21T00:00:00.000Z', '2026-11-21T00:00:00.010Z'],
  ])('the window is null for %s and %s', (from, to) => {
    expect(parseWindow(from, to)).toBeNull();
  });

  it('a chosen length is centred on the pointed time', () => {
    const night = { fromMs: 0, toMs: 100 };
    expect(ofLength(night, 10, 70, night)).toEqual({ fromMs: 65, toMs: 75 });
    expect(ofLength(night, 10, null, night)).toEqual({ fromMs: 45, toMs: 55 });
  });

  it('a window of days ends with the night', () => {
    expect(
      ofLength({ fromMs: 0, toMs: DAY_MS / 3 }, 30 * DAY_MS, DAY_MS / 4, {
        fromMs: 0,
        toMs: DAY_MS / 2,
      }),
    ).toEqual({ fromMs: -29.5 * DAY_MS, toMs: DAY_MS / 2 });
  });
});
