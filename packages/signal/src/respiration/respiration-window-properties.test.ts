import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { breathing, joinSamples } from '../testing/synthetic-signals.ts';
import { respirationMinutes, respirationWindows } from './respiration-windows.ts';

const seeded = { seed: 64, numRuns: 25 };
const sampleRateHz = 25;

describe('respirationWindows', () => {
  it.each([
    [63.96, 0],
    [64, 1],
    [95.96, 1],
    [96, 2],
    [127.96, 2],
    [128, 3],
  ])('%f s of recording have %d windows', (seconds, count) => {
    expect(respirationWindows(breathing(seconds, sampleRateHz, 15), { sampleRateHz })).toHaveLength(
      count,
    );
  });

  it('starts a window every step, with the given length', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 300 }),
        fc.integer({ min: 20, max: 90 }),
        fc.integer({ min: 5, max: 80 }),
        (seconds, windowSeconds, stepSeconds) => {
          const windows = respirationWindows(new Float32Array(seconds * 10), {
            sampleRateHz: 10,
            windowSeconds,
            stepSeconds,
          });
          expect(windows).toHaveLength(
            seconds < windowSeconds ? 0 : Math.floor((seconds - windowSeconds) / stepSeconds) + 1,
          );
          for (const [i, { fromSeconds, toSeconds }] of windows.entries())
            expect([fromSeconds, toSeconds]).toEqual([
              i * stepSeconds,
              i * stepSeconds + windowSeconds,
            ]);
        },
      ),
      seeded,
    );
  });

  it('lowers the certainty with more noise, and finally gives no rate', () => {
    const certainty = [0, 0.3, 0.6, 1.2, 3].map((noise) => {
      const windows = [1, 2, 3].flatMap((seed) =>
        respirationWindows(breathing(128, sampleRateHz, 15, 1, noise, seed), { sampleRateHz }),
      );
      return {
        mean: windows.reduce((sum, one) => sum + one.certainty, 0) / windows.length,
        said: windows.filter(({ perMinute }) => perMinute !== null).length,
      };
    });
    for (const [i, { mean }] of certainty.slice(1).entries())
      expect(mean).toBeLessThan(certainty[i]?.mean ?? 0);
    expect([certainty[0]?.said, certainty.at(-1)?.said]).toEqual([9, 0]);
  });

  it('gives only correct rates for 6 to 40 a minute at any sample rate', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 6, max: 40 }),
        fc.constantFrom(10, 25, 50, 125),
        fc.constantFrom(0, 0.1, 0.3),
        (perMinute, rateHz, noise) => {
          for (const window of respirationWindows(
            breathing(96, rateHz, perMinute, 1, noise, perMinute),
            { sampleRateHz: rateHz },
          )) {
            expect(
              window.perMinute === null ? 0 : Math.abs(window.perMinute - perMinute),
            ).toBeLessThan(1);
            if (noise < 0.2) expect(window.perMinute).not.toBeNull();
          }
        },
      ),
      seeded,
    );
  });

  it('does not read ahead of a window', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 8, max: 30 }),
        fc.integer({ min: 8, max: 30 }),
        (one, other) => {
          const before = breathing(128, sampleRateHz, one, 1, 0.1, one);
          const after = breathing(64, sampleRateHz, other, 3, 0.5, other);
          expect(
            respirationWindows(joinSamples(before, after), { sampleRateHz }).slice(0, 3),
          ).toEqual(respirationWindows(before, { sampleRateHz }));
        },
      ),
      seeded,
    );
  });

  it('does not depend on the unit; flatBelow is in that unit', () => {
    const samples = breathing(128, sampleRateHz, 14, 1, 0.1);
    const plain = respirationWindows(samples, { sampleRateHz, flatBelow: 0.5 });
    expect(plain.every(({ perMinute }) => perMinute !== null)).toBe(true);
    const volts = samples.map((value) => value / 1024);
    expect(respirationWindows(volts, { sampleRateHz, scale: 1024, flatBelow: 0.5 })).toEqual(plain);
    for (const window of respirationWindows(volts, { sampleRateHz, flatBelow: 0.5 }))
      expect(window).toMatchObject({ perMinute: null, certainty: 0 });
  });

  it('treats the marker of an integer channel as not measured', () => {
    const steps = Int16Array.from(breathing(192, sampleRateHz, 15, 1000));
    steps.fill(-32_768, 60 * sampleRateHz, 100 * sampleRateHz);
    const hasRate = respirationWindows(steps, { sampleRateHz }).map(
      ({ perMinute }) => perMinute !== null,
    );
    // The gap is at the end of the first two whole windows after it begins; the last one covers all
    // but four seconds.
    expect([hasRate[1], hasRate.at(-1)]).toEqual([false, true]);
  });

  it('needs half of a window measured, up to its end', () => {
    const hole = (seconds: number) => new Float32Array(seconds * sampleRateHz).fill(Number.NaN);
    const known = (seconds: number) =>
      respirationWindows(joinSamples(hole(64 - seconds), breathing(seconds, sampleRateHz, 20)), {
        sampleRateHz,
      })[0]?.perMinute !== null;
    expect([known(30), known(33), known(50)]).toEqual([false, true, true]);
  });
});

describe('respirationMinutes', () => {
  it('covers every whole minute, including the first', () => {
    for (const [seconds, count] of [
      [59, 0],
      [60, 1],
      [119, 1],
      [121, 2],
      [180, 3],
    ] as const) {
      const minutes = respirationMinutes(breathing(seconds, sampleRateHz, 16), { sampleRateHz });
      expect(minutes.map(({ fromSeconds, toSeconds }) => [fromSeconds, toSeconds])).toEqual(
        Array.from({ length: count }, (_, minute) => [60 * minute, 60 * minute + 60]),
      );
      for (const { perMinute } of minutes) expect(perMinute).toBeCloseTo(16, 0);
    }
  });

  it('gives the same rates for integers as for their values', () => {
    const steps = Int16Array.from(breathing(180, sampleRateHz, 13, 900, 40));
    steps.fill(-32_768, 70 * sampleRateHz, 75 * sampleRateHz);
    const values = Float32Array.from(steps, (step) => (step === -32_768 ? Number.NaN : step));
    expect(respirationMinutes(steps, { sampleRateHz })).toEqual(
      respirationMinutes(values, { sampleRateHz }),
    );
  });
});
