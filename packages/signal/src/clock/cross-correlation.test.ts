import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { gaussian, seededRandom } from '../testing/synthetic-signals.ts';
import { bestLag } from './cross-correlation.ts';

const noise = (length: number, seed: number): Float32Array => {
  const random = seededRandom(seed);
  return Float32Array.from({ length }, () => gaussian(random));
};
const seeds = fc.integer({ min: 1, max: 1e6 });

/**
 * Correlation coefficient of the samples that both have at a lag, by definition; null under three
 * fifths of the piece.
 */
function coefficient(piece: Float32Array, series: Float32Array, lag: number): number | null {
  const pairs = Array.from(piece, (value, index): [number, number] => [
    value,
    series[index + lag] ?? Number.NaN,
  ]).filter(([one, other]) => !Number.isNaN(one) && !Number.isNaN(other));
  if (pairs.length < 0.6 * piece.length) return null;
  const sum = (of: (one: number, other: number) => number): number =>
    pairs.reduce((total, [one, other]) => total + of(one, other), 0);
  return (
    sum((one, other) => one * other) /
    Math.sqrt(sum((one) => one * one) * sum((_, other) => other * other))
  );
}

describe('bestLag', () => {
  it('finds the origin of a piece with a correlation of one, at any amplitude', () => {
    fc.assert(
      fc.property(seeds, fc.nat(150), fc.constantFrom(0.001, 1, 500), (seed, from, gain) => {
        const series = noise(200, seed);
        const piece = series.slice(from, from + 50).map((value) => gain * value);
        const found = bestLag(piece, series, 0, 150, 5);
        expect(Math.round(found?.lag ?? -1)).toBe(from);
        expect(found?.peak).toBeCloseTo(1, 6);
      }),
      { seed: 1, numRuns: 60 },
    );
  });

  it('finds the largest coefficient, even with gaps in both and beyond the ends', () => {
    const holed = fc.tuple(seeds, fc.array(fc.nat(59), { maxLength: 8 })).map(([seed, holes]) => {
      const values = noise(60, seed);
      for (const hole of holes) values[hole] = Number.NaN;
      return values;
    });
    fc.assert(
      fc.property(holed, holed, (long, series) => {
        const piece = long.subarray(0, 25);
        const all = Array.from({ length: 71 }, (_, index) =>
          coefficient(piece, series, index - 10),
        ).map((value) => value ?? -2);
        const best = Math.max(...all);
        const found = bestLag(piece, series, -10, 60, 6);
        expect(found?.peak).toBeCloseTo(best, 5);
        expect(Math.abs((found?.lag ?? 99) - (all.indexOf(best) - 10))).toBeLessThanOrEqual(0.5);
        expect(found?.second).toBeCloseTo(
          Math.max(-1, ...all.filter((_, index) => Math.abs(index - all.indexOf(best)) >= 6)),
          5,
        );
      }),
      { seed: 2, numRuns: 60 },
    );
  });

  it('shifts with the series', () => {
    const series = noise(120, 5);
    const by = 17;
    const later = Float32Array.from({ length: 120 + by }, (_, index) =>
      index < by ? 0 : (series[index - by] ?? 0),
    );
    const piece = series.slice(40, 80);
    expect(
      (bestLag(piece, later, 0, 97, 5)?.lag ?? 0) - (bestLag(piece, series, 0, 80, 5)?.lag ?? 0),
    ).toBeCloseTo(by, 9);
  });

  it.each([-0.4, -0.2, 0, 0.1, 0.3, 0.45])('interpolates an offset of %d samples', (apart) => {
    const wave = (from: number, length: number): Float32Array =>
      Float32Array.from({ length }, (_, index) => Math.sin((2 * Math.PI * (index + from)) / 25));
    expect(bestLag(wave(apart, 100), wave(-10, 120), 3, 17, 5)?.lag).toBeCloseTo(10 + apart, 1);
  });

  it('gives the next best match away from the first, equally good in a repeating series', () => {
    const wave = Float32Array.from({ length: 200 }, (_, index) =>
      Math.sin((2 * Math.PI * index) / 20),
    );
    expect(bestLag(wave.subarray(0, 60), wave, 0, 140, 10)?.second).toBeCloseTo(1, 6);
    expect(bestLag(wave.subarray(0, 60), wave, 0, 5, 10)?.second).toBe(-1);
    expect(bestLag(noise(60, 3), noise(400, 3), 0, 340, 10)?.second).toBeLessThan(0.5);
  });

  it('returns null without enough overlap, without variation and without lags', () => {
    const piece = noise(50, 7);
    const series = noise(100, 8);
    // At lag 70 three fifths of the piece overlap the series, after it fewer.
    expect(bestLag(piece, series, 70, 70, 5)).not.toBeNull();
    expect(bestLag(piece, series, 71, 90, 5)).toBeNull();
    expect(bestLag(piece, series, -20, -20, 5)).not.toBeNull();
    expect(bestLag(piece, series, -40, -21, 5)).toBeNull();
    expect([
      bestLag(piece, new Float32Array(100), 0, 50, 5),
      bestLag(new Float32Array(50), series, 0, 50, 5),
      bestLag(piece, series, 5, 4, 5),
    ]).toEqual([null, null, null]);
    expect(bestLag(piece, new Float32Array(100).fill(Number.NaN), 0, 50, 5)).toBeNull();
  });

  it('gives a correlation of minus one for an inverted piece', () => {
    const series = noise(100, 11);
    expect(
      bestLag(
        series.slice(20, 60).map((value) => -value),
        series,
        20,
        20,
        5,
      )?.peak,
    ).toBeCloseTo(-1, 6);
  });
});
