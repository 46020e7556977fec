import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ActiwareOptions, scoreActiware } from './actiware.ts';
import { scoreColeKripke } from './cole-kripke.ts';
import { scoreSadeh } from './sadeh.ts';
import { labelLetters } from './sleep-wake-labels.ts';

const letters = (labels: Int8Array) => labelLetters(labels).join('');
const steady = (length: number, count: number) => Array.from({ length }, () => count);
/** A series of zeros with one count. */
const single = (length: number, at: number, count: number) => steady(length, 0).with(at, count);
const small = fc.integer({ min: 0, max: 400 });
const large = fc.integer({ min: 0, max: 60_000 });
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

describe('scoreSadeh against hand calculations', () => {
  it('wakes on a single minute from 267 counts', () => {
    // 7.601 − 0.065 c/11 − 0.056 c/√6 − 0.703 ln(c + 1): −3.98 at 266 and −4.01 at 267, with zeros
    // outside the recording.
    expect(letters(scoreSadeh([266]))).toBe('S');
    expect(letters(scoreSadeh([267]))).toBe('W');
  });

  it('wakes in steady movement from 127 counts', () => {
    expect(letters(scoreSadeh(steady(21, 126)))[10]).toBe('S');
    expect(letters(scoreSadeh(steady(21, 127)))[10]).toBe('W');
  });

  it('counts minutes in 50..<100 as moderate, which makes steady movement wake', () => {
    expect([49, 50, 99, 100].map((count) => letters(scoreSadeh(steady(21, count)))[10])).toEqual([
      'S',
      'W',
      'W',
      'S',
    ]);
  });

  it('uses the deviation of the five minutes before, not of those after', () => {
    // Both windows have the same mean and the same moderate minutes; only the deviation of the
    // middle minute differs.
    const before = [...steady(5, 0), 0, 300, 0, 300, 0, 150, 0, 0, 0, 0, 0, ...steady(5, 0)];
    expect(letters(scoreSadeh(before))[10]).toBe('W');
    expect(letters(scoreSadeh(before.toReversed()))[10]).toBe('S');
  });

  it('needs six measured minutes in the window', () => {
    const known = (measured: number) =>
      letters(scoreSadeh(steady(40, Number.NaN).fill(0, 20, 20 + measured)))[20];
    expect([known(5), known(6)]).toEqual(['?', 'S']);
  });

  it('agrees with a direct implementation of the published formula, gaps included', () => {
    fc.assert(
      fc.property(fc.oneof(counts, withHoles), (series) => {
        expect(letters(scoreSadeh(series))).toBe(sadehFromPaper(series));
      }),
      seeded,
    );
  });
});

/** The published formula on plain array slices. */
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

describe('scoreColeKripke against hand calculations', () => {
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
  ])('a single minute of %d counts wakes the minutes at offsets %j', (count, awake) => {
    const scored = letters(scoreColeKripke(single(21, 10, count)));
    expect(
      Array.from(scored).flatMap((letter, minute) => (letter === 'W' ? [minute - 10] : [])),
    ).toEqual(awake);
  });

  it('wakes in steady movement from 151 counts a minute: the weights sum to 0.665', () => {
    expect(letters(scoreColeKripke(steady(15, 150)))[7]).toBe('S');
    expect(letters(scoreColeKripke(steady(15, 151)))[7]).toBe('W');
  });

  it('scales a partly measured window up, and needs half of the weight', () => {
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

  it('never labels sleep where it labelled wake with less movement', () => {
    fc.assert(
      fc.property(counts, fc.nat(), fc.integer({ min: 1, max: 5000 }), (series, place, more) => {
        const at = place % series.length;
        const less = scoreColeKripke(series);
        const moved = scoreColeKripke(series.with(at, (series[at] ?? 0) + more));
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
  it('gives the same labels if still minutes surround the recording: outside counts as 0', () => {
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

  it(`reads ${reachAfter} minutes back and ${reachBefore} ahead, no further`, () => {
    fc.assert(
      fc.property(
        withHoles,
        fc.nat(),
        fc.constantFrom(Number.NaN, 0, 900),
        (series, place, other) => {
          const at = place % series.length;
          const one = letters(score(series));
          const changed = letters(score(series.with(at, other)));
          expect(changed.slice(0, Math.max(0, at - reachBefore))).toBe(
            one.slice(0, Math.max(0, at - reachBefore)),
          );
          expect(changed.slice(at + reachAfter + 1)).toBe(one.slice(at + reachAfter + 1));
        },
      ),
      seeded,
    );
  });

  it('labels every missing minute as unknown', () => {
    fc.assert(
      fc.property(withHoles, (series) => {
        for (const [minute, label] of score(series).entries())
          if (Number.isNaN(series[minute])) expect(label).toBe(-1);
      }),
      seeded,
    );
  });
});

describe('scoreActiware against hand calculations', () => {
  it.each<[ActiwareOptions['epochSeconds'], number, number]>([
    [15, 6, 7],
    [30, 13, 14],
    [60, 27, 28],
    [120, 54, 55],
  ])(
    'epochs of %d s at a steady %d counts are sleep and at %d are wake',
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
  ])('epochs of %d s around one of %d counts: %d are wake', (epochSeconds, count, epochs) => {
    const scored = letters(scoreActiware(single(41, 20, count), { epochSeconds }));
    expect(scored.replaceAll('S', '')).toBe('W'.repeat(epochs));
    expect(Array.from(scored).toReversed().join('')).toBe(scored);
  });

  it('labels an epoch exactly on the threshold as sleep', () => {
    expect(letters(scoreActiware(single(3, 1, 40), { epochSeconds: 60 }))[1]).toBe('S');
    expect(letters(scoreActiware(single(3, 1, 40.001), { epochSeconds: 60 }))[1]).toBe('W');
  });

  it('gives the same labels if counts and threshold are scaled alike', () => {
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
