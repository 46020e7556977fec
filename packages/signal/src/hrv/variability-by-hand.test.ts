import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { beatsFromIntervals } from '../testing/beats-from-intervals.ts';
import { heartRateVariability } from './heart-rate-variability.ts';

const seeded = { seed: 1997, numRuns: 25 };
const repeat = (times: number, ...pattern: number[]) =>
  Array.from({ length: times }, () => pattern).flat();
/** The one window that contains all of these intervals. */
function computeWindow(intervalsMs: readonly number[]) {
  const seconds = Math.ceil(intervalsMs.reduce((sum, interval) => sum + interval, 0) / 1000) + 1;
  const [window] = heartRateVariability(beatsFromIntervals(intervalsMs), seconds, seconds);
  if (!window) throw new Error('no window');
  return window;
}
/** Intervals that are all normal in any order. */
const normalIntervals = fc.array(fc.integer({ min: 760, max: 900 }), {
  minLength: 25,
  maxLength: 90,
});

describe('heartRateVariability against hand calculations', () => {
  it('computes a pattern of 800, 849, 900 ms', () => {
    const window = computeWindow([...repeat(30, 800, 849, 900), 800]);
    // Steps of +49, +51 and −100 ms, thirty times each.
    expect(window.RMSSD).toBeCloseTo(Math.sqrt((49 ** 2 + 51 ** 2 + 100 ** 2) / 3), 6);
    expect(window.pNN50).toBeCloseTo((100 * 2) / 3, 6);
    expect(window.heartRate).toBeCloseTo((60_000 * 91) / (30 * 2549 + 800), 6);
  });

  it('computes SDNN and RMSSD of a single step from 780 to 820 ms', () => {
    const window = computeWindow([...repeat(50, 780), ...repeat(50, 820)]);
    expect(window.SDNN).toBeCloseTo(20 * Math.sqrt(100 / 99), 6);
    expect(window.RMSSD).toBeCloseTo(Math.sqrt(40 ** 2 / 99), 6);
    expect(window.pNN50).toBe(0);
  });

  it('gives zero for a steady heart, with and without ectopic beats', () => {
    const ectopic = repeat(12, 900, 900, 900, 900, 900, 900, 900, 900, 580, 1220);
    const window = computeWindow(ectopic);
    expect([window.SDNN, window.RMSSD].every((value) => value < 1e-6)).toBe(true);
    expect(window.pNN50).toBe(0);
    expect(window.heartRate).toBeCloseTo(60_000 / 900, 6);
    // Two of ten intervals are excluded, a fifth of the time.
    expect(window.coverage).toBeCloseTo((0.8 * 108) / 109, 2);
  });

  it('computes no difference across an excluded interval', () => {
    const window = computeWindow([...repeat(30, 800), 1600, ...repeat(30, 860)]);
    expect(window.RMSSD).toBeCloseTo(0, 6);
    expect(window.SDNN).toBeGreaterThan(29);
  });

  it('needs twenty normal intervals and half of the window', () => {
    const known = (beats: number, windowSeconds: number) =>
      !Number.isNaN(
        heartRateVariability(
          beatsFromIntervals(repeat(beats, 1000)),
          windowSeconds,
          windowSeconds,
        )[0]?.SDNN,
      );
    expect([known(19, 30), known(20, 30), known(49, 100), known(50, 100)]).toEqual([
      false,
      true,
      false,
      true,
    ]);
  });

  it('assigns an interval to the window in which it ends', () => {
    const windows = heartRateVariability(beatsFromIntervals(repeat(120, 1024)), 120, 40);
    // 1.024 × 39 = 39.94 s and × 78 = 79.87 s are the last of their windows.
    expect(windows.map(({ coverage }) => Math.round((coverage * 40) / 1.024))).toEqual([
      39, 39, 39,
    ]);
  });

  it('omits a window that the recording does not fill', () => {
    const beats = beatsFromIntervals(repeat(700, 1000));
    expect(heartRateVariability(beats, 599.9).map(({ toSeconds }) => toSeconds)).toEqual([300]);
    expect(heartRateVariability(beats, 600).map(({ toSeconds }) => toSeconds)).toEqual([300, 600]);
    expect(heartRateVariability([], 300)).toMatchObject([
      { coverage: 0, heartRate: Number.NaN, LF: Number.NaN },
    ]);
  });
});

describe('heartRateVariability', () => {
  it('follows the definitions for any intervals', () => {
    fc.assert(
      fc.property(normalIntervals, (ms) => {
        const window = computeWindow(ms);
        const mean = ms.reduce((sum, one) => sum + one, 0) / ms.length;
        const steps = ms.slice(1).map((one, i) => one - (ms[i] ?? 0));
        expect(window.SDNN).toBeCloseTo(
          Math.sqrt(ms.reduce((sum, one) => sum + (one - mean) ** 2, 0) / (ms.length - 1)),
          5,
        );
        expect(window.RMSSD).toBeCloseTo(
          Math.sqrt(steps.reduce((sum, step) => sum + step * step, 0) / steps.length),
          5,
        );
        // A step of exactly 50 ms may round to either side.
        const share = (least: number) =>
          (100 * steps.filter((step) => Math.abs(step) >= least).length) / steps.length;
        expect(window.pNN50).toBeGreaterThanOrEqual(share(51) - 1e-9);
        expect(window.pNN50).toBeLessThanOrEqual(share(50) + 1e-9);
        expect(window.heartRate).toBeCloseTo(60_000 / mean, 6);
      }),
      seeded,
    );
  });

  it('scales with the intervals, and the rate inversely', () => {
    fc.assert(
      fc.property(normalIntervals, fc.constantFrom(0.5, 0.8, 1.25, 2), (ms, by) => {
        const one = computeWindow(ms);
        const other = computeWindow(ms.map((interval) => by * interval));
        expect(other.SDNN / by).toBeCloseTo(one.SDNN, 5);
        expect(other.RMSSD / by).toBeCloseTo(one.RMSSD, 5);
        expect(other.heartRate * by).toBeCloseTo(one.heartRate, 6);
      }),
      seeded,
    );
  });

  it('gives the same values backwards in time, except for the spectrum', () => {
    fc.assert(
      fc.property(normalIntervals, (ms) => {
        const one = computeWindow(ms);
        const other = computeWindow(ms.toReversed());
        for (const figure of ['SDNN', 'RMSSD', 'heartRate', 'coverage'] as const)
          expect(other[figure]).toBeCloseTo(one[figure], 6);
      }),
      seeded,
    );
  });

  it('treats windows independently of each other', () => {
    const aWindow = fc.array(fc.integer({ min: 700, max: 1000 }), {
      minLength: 150,
      maxLength: 200,
    });
    const anything = fc.array(fc.integer({ min: 400, max: 2000 }), { maxLength: 50 });
    fc.assert(
      fc.property(aWindow, anything, (ms, after) => {
        const [alone] = heartRateVariability(beatsFromIntervals(ms), 60, 60);
        const [first] = heartRateVariability(beatsFromIntervals([...ms, ...after]), 60, 60);
        expect(first).toEqual(alone);
      }),
      seeded,
    );
  });
});
