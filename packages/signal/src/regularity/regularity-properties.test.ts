import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { restActivityRhythm } from './rest-activity-rhythm.ts';
import { sleepEpisodes } from './sleep-episodes.ts';
import {
  circularMean,
  sleepMidpoint,
  sleepRegularityIndex,
  socialJetlag,
} from './sleep-regularity.ts';

const seeded = { seed: 2017, numRuns: 120 };
const PER_DAY = 24;
const labels = fc
  .array(fc.constantFrom(1, 1, 0, 0, -1), { minLength: 3 * PER_DAY, maxLength: 6 * PER_DAY })
  .map((values) => Int8Array.from(values));
const closeTo = (value: number | null, expected: number | null) => {
  if (expected === null) expect(value).toBeNull();
  else expect(value).toBeCloseTo(expected, 6);
};

describe('sleepRegularityIndex', () => {
  it('matches three days of four epochs calculated manually', () => {
    // Pairs a day apart: S-S, S-W, W-W, ?-W, S-S, W-W, W-S, W-W: seven known, five alike.
    expect(sleepRegularityIndex(Int8Array.of(1, 1, 0, -1, 1, 0, 0, 0, 1, 0, 1, 0), 4)).toBeCloseTo(
      -100 + (200 * 5) / 7,
      9,
    );
  });

  it('needs a day of known pairs', () => {
    const days = new Int8Array(2 * PER_DAY + 1).fill(1);
    expect(sleepRegularityIndex(days.subarray(0, 2 * PER_DAY), PER_DAY)).toBe(100);
    expect(sleepRegularityIndex(days.subarray(0, 2 * PER_DAY - 1), PER_DAY)).toBeNull();
    // One unknown epoch also invalidates the pair before it.
    expect(sleepRegularityIndex(days.with(PER_DAY, -1), PER_DAY)).toBeNull();
    expect(sleepRegularityIndex(days.with(3, -1), PER_DAY)).toBe(100);
  });

  it('treats sleep and wake and the direction of time symmetrically, and stays within −100..100', () => {
    fc.assert(
      fc.property(labels, (days) => {
        const index = sleepRegularityIndex(days, PER_DAY);
        closeTo(
          sleepRegularityIndex(
            days.map((label) => (label < 0 ? label : 1 - label)),
            PER_DAY,
          ),
          index,
        );
        closeTo(sleepRegularityIndex(days.toReversed(), PER_DAY), index);
        if (index !== null) expect(Math.abs(index)).toBeLessThanOrEqual(100);
      }),
      seeded,
    );
  });

  it('does not depend on the hour at which the recording begins', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(0, 1), { minLength: PER_DAY, maxLength: PER_DAY }),
        fc.nat(PER_DAY - 1),
        fc.constantFrom(2, 4, 6),
        (day, from, days) => {
          // The second kind of day is the first with every third epoch inverted.
          const changed = (i: number) => Math.floor(i / PER_DAY) % 2 === 1 && i % 3 === 0;
          const night = Int8Array.from({ length: (days + 1) * PER_DAY }, (_, i) =>
            changed(i) ? 1 - (day[i % PER_DAY] ?? 0) : (day[i % PER_DAY] ?? 0),
          );
          expect(
            sleepRegularityIndex(night.subarray(from, from + days * PER_DAY), PER_DAY),
          ).toBeCloseTo(100 - 200 / 3, 9);
        },
      ),
      seeded,
    );
  });
});

describe('circularMean, sleepMidpoint and socialJetlag', () => {
  const minutes = fc.integer({ min: 0, max: 1439 });
  const around = (one: number, other: number) =>
    Math.min(Math.abs(one - other), 1440 - Math.abs(one - other));

  it('the mean shifts with the times', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 300 }), { minLength: 1, maxLength: 9 }),
        minutes,
        (times, by) => {
          const mean = circularMean(times);
          expect(mean).toBeGreaterThanOrEqual(Math.min(...times) - 1e-6);
          expect(mean).toBeLessThanOrEqual(Math.max(...times) + 1e-6);
          expect(
            around(circularMean(times.map((time) => time + by)), (mean + by) % 1440),
          ).toBeLessThan(1e-6);
        },
      ),
      seeded,
    );
  });

  it('the midpoint is half a sleep after its onset, across any midnight', () => {
    fc.assert(
      fc.property(minutes, fc.integer({ min: 0, max: 1439 }), (onset, length) => {
        const middle = (onset + length / 2) % 1440;
        expect(sleepMidpoint({ onsetMinutes: onset, wakeMinutes: onset + length })).toBeCloseTo(
          middle,
          9,
        );
        expect(
          sleepMidpoint({ onsetMinutes: onset, wakeMinutes: (onset + length) % 1440 }),
        ).toBeCloseTo(middle, 9);
      }),
      seeded,
    );
  });

  it('social jetlag is symmetric and independent of the time of day', () => {
    const span = fc
      .tuple(fc.integer({ min: 0, max: 400 }), fc.integer({ min: 200, max: 600 }))
      .map(([onset, length]) => ({ onsetMinutes: onset, wakeMinutes: onset + length }));
    const spans = fc.array(span, { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(spans, spans, minutes, (work, free, by) => {
        const jetlag = socialJetlag(work, free);
        const later = (all: typeof work) =>
          all.map(({ onsetMinutes, wakeMinutes }) => ({
            onsetMinutes: onsetMinutes + by,
            wakeMinutes: wakeMinutes + by,
          }));
        closeTo(socialJetlag(free, work), jetlag);
        closeTo(socialJetlag(later(work), later(free)), jetlag);
        closeTo(socialJetlag(work, work), 0);
      }),
      seeded,
    );
  });
});

describe('restActivityRhythm', () => {
  const days = fc.array(fc.integer({ min: 0, max: 500 }), { minLength: 2 * 24, maxLength: 6 * 24 });

  it('matches two days calculated manually', () => {
    // Hour 0 is 4 and then 8, all others are 0: x̄ = 0.25, Σ(x − x̄)² = 80 − 48 / 16 = 77, Σ(x̄h −
    // x̄)² = 36 − 24 / 16 = 34.5.
    const rhythm = restActivityRhythm(
      Array.from({ length: 48 }, (_, hour) => (hour === 0 ? 4 : hour === 24 ? 8 : 0)),
      1,
    );
    expect(rhythm.IS).toBeCloseTo((48 * 34.5) / (24 * 77), 9);
    expect(rhythm.IV).toBeCloseTo((48 * (16 + 64 + 64)) / (47 * 77), 9);
    expect(rhythm).toMatchObject({ RA: 1, M10: { mean: 0.6 }, L5: { mean: 0, startHour: 1 } });
  });

  it('does not depend on the unit of activity, nor IS and IV on its zero', () => {
    fc.assert(
      fc.property(days, fc.constantFrom(0.01, 0.5, 7, 1000), (activity, by) => {
        const [one, scaled, lifted] = [
          activity,
          activity.map((value) => by * value),
          activity.map((value) => value + 40),
        ].map((values) => restActivityRhythm(values, 1));
        for (const figure of ['IS', 'IV', 'RA'] as const)
          closeTo(scaled?.[figure] ?? null, one?.[figure] ?? null);
        for (const figure of ['IS', 'IV'] as const)
          closeTo(lifted?.[figure] ?? null, one?.[figure] ?? null);
      }),
      seeded,
    );
  });

  it('satisfies 0 ≤ IS ≤ 1, 0 ≤ IV, 0 ≤ RA ≤ 1 for whole days', () => {
    fc.assert(
      fc.property(
        days.map((activity) => activity.slice(0, activity.length - (activity.length % 24))),
        (activity) => {
          const { IS, IV, RA } = restActivityRhythm(activity, 1);
          for (const share of [IS ?? 0, RA ?? 0])
            expect(Math.abs(share - 0.5)).toBeLessThanOrEqual(0.5 + 1e-9);
          expect(IV ?? 0).toBeGreaterThanOrEqual(0);
        },
      ),
      seeded,
    );
  });

  it('finds the most active ten hours and the least active five across midnight', () => {
    const owl = Array.from({ length: 72 }, (_, hour) =>
      hour % 24 >= 18 || hour % 24 < 4 ? 90 : hour % 24 >= 8 && hour % 24 < 13 ? 3 : 20,
    );
    const { M10, L5 } = restActivityRhythm(owl, 1);
    expect([M10, L5]).toEqual([
      { mean: 90, startHour: 18 },
      { mean: 3, startHour: 8 },
    ]);
    const shifted = restActivityRhythm(
      owl.map((_, hour) => owl[(hour + 72 - 13) % 72] ?? 0),
      1,
    );
    expect([shifted.M10?.startHour, shifted.L5?.startHour]).toEqual([
      (18 + 13) % 24,
      (8 + 13) % 24,
    ]);
  });

  it('averages epochs into hours', () => {
    fc.assert(
      fc.property(days, (activity) => {
        const minutes = activity.flatMap((value) => [value - 3, value, value + 3, Number.NaN]);
        const hourly = restActivityRhythm(activity, 1);
        const finer = restActivityRhythm(minutes, 4);
        for (const figure of ['IS', 'IV', 'RA'] as const) closeTo(finer[figure], hourly[figure]);
      }),
      seeded,
    );
  });
});

describe('sleepEpisodes', () => {
  const sleeps = (...stretches: [number, number][]) =>
    sleepEpisodes(
      Int8Array.from({ length: 1440 }, (_, minute) =>
        stretches.some(([from, to]) => minute >= from && minute < to) ? 1 : 0,
      ),
      60,
    );
  const kinds = (...stretches: [number, number][]) => sleeps(...stretches).map(({ kind }) => kind);

  it('keeps one sleep across an hour awake, and splits it at more', () => {
    expect(sleeps([0, 200], [260, 300]).map(({ minutesAsleep }) => minutesAsleep)).toEqual([240]);
    expect(sleeps([0, 200], [261, 300]).map(({ minutesAsleep }) => minutesAsleep)).toEqual([
      200, 39,
    ]);
  });

  it('ignores sleep under a quarter of an hour', () => {
    expect([kinds([0, 14]), kinds([0, 15])]).toEqual([[], ['main']]);
  });

  it('finds a second part by its length or its share of the main sleep, if it is near', () => {
    expect(kinds([0, 600], [700, 849])[1]).toBe('nap');
    expect(kinds([0, 600], [700, 850])[1]).toBe('secondPart');
    expect(kinds([0, 240], [400, 480])[1]).toBe('secondPart');
    expect(kinds([0, 240], [400, 479])[1]).toBe('nap');
    expect(kinds([0, 400], [640, 900])[1]).toBe('secondPart');
    expect(kinds([0, 400], [641, 901])[1]).toBe('nap');
    expect(kinds([0, 170], [400, 800])).toEqual(['secondPart', 'main']);
  });

  it('finds one main sleep, the longest, and the same limits in epochs of 30 s', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom(1, 0, -1), fc.integer({ min: 1, max: 200 })), {
          maxLength: 14,
        }),
        (runs) => {
          const minutes = Int8Array.from(
            runs.flatMap(([label, length]) => Array.from({ length }, () => label)),
          );
          const found = sleepEpisodes(minutes, 60);
          expect(found.filter(({ kind }) => kind === 'main')).toHaveLength(
            found.length === 0 ? 0 : 1,
          );
          const main = found.find(({ kind }) => kind === 'main');
          for (const [i, episode] of found.entries()) {
            expect(episode.minutesAsleep).toBeLessThanOrEqual(main?.minutesAsleep ?? 0);
            expect(episode.fromEpoch).toBeGreaterThan((found[i - 1]?.toEpoch ?? -1e9) + 60);
            expect([minutes[episode.fromEpoch], minutes[episode.toEpoch - 1]]).toEqual([1, 1]);
          }
          const halves = sleepEpisodes(
            Int8Array.from({ length: 2 * minutes.length }, (_, i) => minutes[i >> 1] ?? 0),
            30,
          );
          expect(halves).toEqual(
            found.map((episode) => ({
              ...episode,
              fromEpoch: 2 * episode.fromEpoch,
              toEpoch: 2 * episode.toEpoch,
            })),
          );
        },
      ),
      seeded,
    );
  });
});
