import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { beatsFromIntervals } from '../testing/beats-from-intervals.ts';
import { type CleanIntervals, cleanIntervals } from './clean-intervals.ts';
import { resampleIntervals } from './resample-intervals.ts';

const seeded = { seed: 1996, numRuns: 150 };
/** Indices of the intervals that are not normal. */
const leftOut = (intervalsMs: readonly number[]) =>
  Array.from(cleanIntervals(beatsFromIntervals(intervalsMs)).normal).flatMap((one, i) =>
    one === 1 ? [] : [i],
  );
const steady = (count: number, ms: number) => Array.from({ length: count }, () => ms);

describe('cleanIntervals', () => {
  it('accepts 300..2200 ms', () => {
    expect([295, 305, 2195, 2205].map((ms) => leftOut(steady(20, ms)).length)).toEqual([
      20, 0, 0, 20,
    ]);
  });

  it('accepts a fifth around the local median', () => {
    for (const ms of [805, 1195]) expect(leftOut(steady(30, 1000).with(12, ms))).toEqual([]);
    for (const ms of [795, 1205]) expect(leftOut(steady(30, 1000).with(12, ms))).toEqual([12]);
  });

  it('accepts a heart that gradually slows by half', () => {
    expect(leftOut(Array.from({ length: 120 }, (_, i) => 600 * 2 ** (i / 120)))).toEqual([]);
    expect(leftOut([...steady(20, 600), ...steady(20, 1200)])).toEqual([]);
  });

  it('keeps the normal neighbours of an early beat and its pause', () => {
    expect(leftOut([...steady(10, 900), 560, 1240, ...steady(10, 900)])).toEqual([10, 11]);
  });

  it('keeps the normal neighbours of a false beat and of a missed one', () => {
    expect(leftOut([...steady(10, 900), 400, 500, ...steady(10, 900)])).toEqual([10, 11]);
    expect(leftOut([...steady(10, 900), 1800, ...steady(10, 900)])).toEqual([10]);
  });

  it('skips times that are not finite or go backwards', () => {
    expect([...cleanIntervals([0, Number.NaN, 1, 0.5, 2, Infinity, 3]).intervalMs]).toEqual([
      1000, 1000, 1000,
    ]);
    expect([...cleanIntervals([]).normal, ...cleanIntervals([7]).normal]).toEqual([]);
  });

  it('gives the same result at any time of the night', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 250, max: 2300 }), { maxLength: 60 }),
        fc.integer({ min: 1, max: 40_000 }),
        (ms, later) => {
          const early = cleanIntervals(beatsFromIntervals(ms));
          const late = cleanIntervals(beatsFromIntervals(ms, later));
          expect(late.normal).toHaveLength(early.normal.length);
          for (const [i, at] of late.atSeconds.entries())
            expect(at - later).toBeCloseTo(early.atSeconds[i] ?? 0, 6);
        },
      ),
      seeded,
    );
  });

  it('depends on no interval more than five away', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 500, max: 1500 }), { minLength: 20, maxLength: 60 }),
        fc.nat(),
        fc.integer({ min: 500, max: 1500 }),
        (ms, place, other) => {
          const at = place % ms.length;
          const [one, changed] = [leftOut(ms), leftOut(ms.with(at, other))].map((found) =>
            found.filter((i) => Math.abs(i - at) > 5),
          );
          expect(changed).toEqual(one);
        },
      ),
      seeded,
    );
  });
});

/** Measured intervals with these times and lengths. */
const intervalsAt = (
  times: readonly number[],
  valueAt: (seconds: number) => number,
  normal: (i: number) => boolean = () => true,
): CleanIntervals => ({
  atSeconds: Float64Array.from(times),
  intervalMs: Float64Array.from(times, valueAt),
  normal: Uint8Array.from(times, (_, i) => (normal(i) ? 1 : 0)),
});
/** Times in quarters of a second, 0.5..2.5 s apart. */
const times = fc
  .array(fc.integer({ min: 2, max: 10 }), { minLength: 2, maxLength: 40 })
  .map((steps) => {
    let at = 0;
    return steps.map((step) => (at += step / 4));
  });

describe('resampleIntervals', () => {
  const whole = { fromSeconds: 0, toSeconds: 110, rateHz: 4 };

  it('passes through every interval at its own time', () => {
    fc.assert(
      fc.property(times, fc.integer({ min: 1, max: 1000 }), (at, salt) => {
        const value = (seconds: number) => 800 + ((seconds * 4 * salt) % 97);
        const even = resampleIntervals(intervalsAt(at, value), whole);
        for (const seconds of at) expect(even[4 * seconds]).toBeCloseTo(value(seconds), 6);
      }),
      seeded,
    );
  });

  it('reproduces a line, and is NaN outside the intervals', () => {
    fc.assert(
      fc.property(times, fc.integer({ min: -5, max: 5 }), (at, slope) => {
        const line = (seconds: number) => 900 + slope * seconds;
        const even = resampleIntervals(intervalsAt(at, line), whole);
        const first = at[0] ?? 0;
        const last = at.at(-1) ?? 0;
        for (const [i, value] of even.entries()) {
          if (i / 4 < first || i / 4 > last) expect(value).toBeNaN();
          else expect(value).toBeCloseTo(line(i / 4), 6);
        }
      }),
      seeded,
    );
  });

  it('ignores intervals that are not normal', () => {
    fc.assert(
      fc.property(times, fc.func(fc.boolean()), (at, keeps) => {
        const value = (seconds: number) => 700 + 40 * Math.sin(seconds);
        const marked = resampleIntervals(
          intervalsAt(
            at,
            (seconds) => (keeps(seconds) ? value(seconds) : 5000),
            (i) => keeps(at[i]),
          ),
          whole,
        );
        expect(marked).toEqual(
          resampleIntervals(
            intervalsAt(
              at.filter((seconds) => keeps(seconds)),
              value,
            ),
            whole,
          ),
        );
      }),
      { ...seeded, numRuns: 60 },
    );
  });

  it('bridges a gap of the longest length but not a longer one', () => {
    const known = (gap: number) =>
      resampleIntervals(
        intervalsAt([0, 1, 1 + gap, 2 + gap], () => 1000),
        { ...whole, maxGapSeconds: 5 },
      )[4 * 3];
    expect([known(5), known(5.25)]).toEqual([1000, Number.NaN]);
  });

  it('starts at the given time with one value a step', () => {
    const at = Array.from({ length: 60 }, (_, i) => i);
    const even = resampleIntervals(
      intervalsAt(at, (seconds) => 800 + seconds),
      { fromSeconds: 20.5, toSeconds: 25.5, rateHz: 2 },
    );
    expect([...even].map((value) => Math.round(10 * value) / 10)).toEqual([
      820.5, 821, 821.5, 822, 822.5, 823, 823.5, 824, 824.5, 825,
    ]);
    expect(
      resampleIntervals(
        intervalsAt(at, () => 1),
        { fromSeconds: 9, toSeconds: 8, rateHz: 4 },
      ),
    ).toHaveLength(0);
  });
});
