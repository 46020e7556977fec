import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ActiwareOptions, scoreActiware } from './actiware.ts';
import { scoreColeKripke } from './cole-kripke.ts';
import { scoreSadeh } from './sadeh.ts';
import { labelLetters } from './sleep-wake-labels.ts';

const letters = (labels: Int8Array) => labelLetters(labels).join('');
const steady = (length: number, count: number) => Array.from({ length }, () => count);
/** Zeros but for one minute. */
const single = (length: number, at: number, count: number) => steady(length, 0).with(at, count);
const [small, large] = [fc.integer({ min: 0, max: 400 }), fc.integer({ min: 0, max: 60_000 })];
const counts = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: fc.constant(0) },
    { weight: 5, arbitrary: small },
    { weight: 1, arbitrary: large },
  ),
  { minLength: 1, maxLength: 60 },
);
const withHoles = fc.array(
  fc.oneof({ weight: 4, arbitrary: small }, { weight: 2, arbitrary: fc.constant(Number.NaN) }),
  { minLength: 1, maxLength: 50 },
);
const seeded = { seed: 1994, numRuns: 150 };

describe('Sadeh, worked by hand', () => {
  it('wakes a single minute from 267 counts on', () => {
    // 7.601 − 0.065 c/11 − 0.056 c/√6 − 0.703 ln(c + 1): −3.98 at 266 and −4.01 at 267; the zeros
    // outside are part of it.
    expect(letters(scoreSadeh([266]))).toBe('S');
    expect(letters(scoreSadeh([267]))).toBe('W');
  });

  it('wakes in steady movement from 127 counts on, where nothing is spread', () => {
    expect(letters(scoreSadeh(steady(21, 126)))[10]).toBe('S');
    expect(letters(scoreSadeh(steady(21, 127)))[10]).toBe('W');
  });

  it('counts 50..<100 as moderate: there steady movement is wake, just below and just above it is sleep', () => {
    expect([49, 50, 99, 100].map((count) => letters(scoreSadeh(steady(21, count)))[10])).toEqual([
      'S',
      'W',
      'W',
      'S',
    ]);
  });

  it('takes the spread of the five minutes before, not of those after', () => {
    // Alike but for the order in time: mean and moderate minutes of the middle are the same, its
    // spread is not.
    const before = [...steady(5, 0), 0, 300, 0, 300, 0, 150, 0, 0, 0, 0, 0, ...steady(5, 0)];
    expect(letters(scoreSadeh(before))[10]).toBe('W');
    expect(letters(scoreSadeh(before.toReversed()))[10]).toBe('S');
  });

  it('knows a minute by six measured ones around it and not by five', () => {
    const known = (measured: number) =>
      letters(scoreSadeh(steady(40, Number.NaN).fill(0, 20, 20 + measured)))[20];
    expect([known(5), known(6)]).toEqual(['?', 'S']);
  });

  it('agrees with the formula written down once more, holes included', () => {
    fc.assert(
      fc.property(fc.oneof(counts, withHoles), (series) => {
        expect(letters(scoreSadeh(series))).toBe(sadehFromPaper(series));
      }),
      seeded,
    );
  });
});

/** The published formula over plain slices. */
function sadehFromPaper(series: readonly number[]): string {
  const padded = [...steady(5, 0), ...series.map((count) => Math.min(300, count)), ...steady(5, 0)];
  return series
    .map((count, minute) => {
      const measured = padded.slice(minute, minute + 11).filter((value) => !Number.isNaN(value));
      if (Number.isNaN(count) || measured.length < 6) return '?';
      const last = padded.slice(minute, minute + 6).filter((value) => !Number.isNaN(value));
      const mean = (values: readonly number[]) =>
        values.reduce((sum, value) => sum + value, 0) / values.length;
      const spread =
        last.length < 2
          ? 0
          : Math.sqrt(
              last.reduce((sum, value) => sum + (value - mean(last)) ** 2, 0) / (last.length - 1),
            );
      const moderate =
        (11 * measured.filter((value) => value >= 50 && value < 100).length) / measured.length;
      return 7.601 -
        0.065 * mean(measured) -
        1.08 * moderate -
        0.056 * spread -
        0.703 * Math.log(Math.min(300, count) + 1) >
        -4
        ? 'S'
        : 'W';
    })
    .join('');
}

describe('Cole-Kripke, worked by hand', () => {
  it.each([
    [434, []],
    [435, [0]],
    [943, [0]],
    [944, [0, 4]],
    [1316, [0, 1, 4]],
    [1352, [-1, 0, 1, 4]],
    [1493, [-2, -1, 0, 1, 4]],
    [1725, [-2, -1, 0, 1, 2, 4]],
    [1852, [-2, -1, 0, 1, 2, 3, 4]],
    [1e9, [-2, -1, 0, 1, 2, 3, 4]],
  ])('a single minute of %d counts wakes the minutes %j from it', (count, awake) => {
    const scored = letters(scoreColeKripke(single(21, 10, count)));
    expect(
      Array.from(scored).flatMap((letter, minute) => (letter === 'W' ? [minute - 10] : [])),
    ).toEqual(awake);
  });

  it('wakes in steady movement from 151 counts a minute on: the weights sum to 0.665', () => {
    expect(letters(scoreColeKripke(steady(15, 150)))[7]).toBe('S');
    expect(letters(scoreColeKripke(steady(15, 151)))[7]).toBe('W');
  });

  it('scales what is measured to the whole weight, and knows nothing under half of it', () => {
    const series = (own: number, apart: number[]) =>
      steady(21, Number.NaN)
        .with(10, own)
        .map((count, minute) => (apart.includes(minute - 10) ? 0 : count));
    const only = (own: number, ...apart: number[]) =>
      letters(scoreColeKripke(series(own, apart)))[10];
    // 230 + 106 of 665 are measured; 0.001 × 230 × c/100 × 665/336 reaches 1 at 219.7.
    expect([only(219, -4), only(220, -4)]).toEqual(['S', 'W']);
    expect([only(5000, -1), only(5000)]).toEqual(['?', '?']);
  });

  it('never turns wake into sleep where there was more movement', () => {
    fc.assert(
      fc.property(counts, fc.nat(), fc.integer({ min: 1, max: 5000 }), (series, place, more) => {
        const at = place % series.length;
        const [less, moved] = [
          scoreColeKripke(series),
          scoreColeKripke(series.with(at, (series[at] ?? 0) + more)),
        ];
        for (const [minute, label] of moved.entries())
          expect(label).toBeLessThanOrEqual(less[minute] ?? -1);
      }),
      seeded,
    );
  });
});

describe.each<[string, (series: ArrayLike<number>) => Int8Array, number, number]>([
  ['Sadeh', scoreSadeh, 5, 5],
  ['Cole-Kripke', scoreColeKripke, 2, 4],
  ['Actiware', (series) => scoreActiware(series, { epochSeconds: 60 }), 2, 2],
])('%s', (_name, score, reachBefore, reachAfter) => {
  it('says the same of a recording between still minutes: outside it is zero', () => {
    fc.assert(
      fc.property(counts, fc.nat(12), fc.nat(12), (series, before, after) => {
        const padded = score([...steady(before, 0), ...series, ...steady(after, 0)]);
        expect(letters(padded.subarray(before, before + series.length))).toBe(
          letters(score(series)),
        );
      }),
      seeded,
    );
  });

  it(`looks ${reachAfter} minutes back and ${reachBefore} ahead, no further`, () => {
    fc.assert(
      fc.property(
        withHoles,
        fc.nat(),
        fc.constantFrom(Number.NaN, 0, 900),
        (series, place, other) => {
          const at = place % series.length;
          const [one, changed] = [letters(score(series)), letters(score(series.with(at, other)))];
          expect(changed.slice(0, Math.max(0, at - reachBefore))).toBe(
            one.slice(0, Math.max(0, at - reachBefore)),
          );
          expect(changed.slice(at + reachAfter + 1)).toBe(one.slice(at + reachAfter + 1));
        },
      ),
      seeded,
    );
  });

  it('gives an unknown label to what was not measured, always', () => {
    fc.assert(
      fc.property(withHoles, (series) => {
        for (const [minute, label] of score(series).entries())
          if (Number.isNaN(series[minute])) expect(label).toBe(-1);
      }),
      seeded,
    );
  });
});

describe('Actiware, worked by hand', () => {
  it.each<[ActiwareOptions['epochSeconds'], number, number]>([
    [15, 6, 7],
    [30, 13, 14],
    [60, 27, 28],
    [120, 54, 55],
  ])(
    'in epochs of %d s sleeps at a steady %d counts and wakes at %d',
    (epochSeconds, asleep, awake) => {
      expect(letters(scoreActiware(steady(31, asleep), { epochSeconds }))[15]).toBe('S');
      expect(letters(scoreActiware(steady(31, awake), { epochSeconds }))[15]).toBe('W');
    },
  );

  it.each<[ActiwareOptions['epochSeconds'], number, number]>([
    [15, 1001, 17],
    [15, 999, 9],
    [15, 199, 1],
    [30, 1001, 9],
    [60, 1001, 5],
    [120, 1001, 3],
    [120, 333, 1],
  ])('in epochs of %d s one of %d counts wakes %d epochs', (epochSeconds, count, epochs) => {
    const scored = letters(scoreActiware(single(41, 20, count), { epochSeconds }));
    expect(scored.replaceAll('S', '')).toBe('W'.repeat(epochs));
    expect(Array.from(scored).toReversed().join('')).toBe(scored);
  });

  it('is asleep on the threshold itself', () => {
    expect(letters(scoreActiware(single(3, 1, 40), { epochSeconds: 60 }))[1]).toBe('S');
    expect(letters(scoreActiware(single(3, 1, 40.001), { epochSeconds: 60 }))[1]).toBe('W');
  });

  it('depends on counts against the threshold alone', () => {
    fc.assert(
      fc.property(counts, fc.constantFrom(0.25, 0.5, 2, 8), (series, by) => {
        expect(
          letters(
            scoreActiware(
              series.map((count) => by * count),
              { epochSeconds: 30, wakeOver: 40 * by },
            ),
          ),
        ).toBe(letters(scoreActiware(series, { epochSeconds: 30 })));
      }),
      seeded,
    );
  });
});
