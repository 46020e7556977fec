import { describe, expect, it } from 'vitest';
import { seededRandom } from '../testing/synthetic-signals.ts';
import { cycleBandCount, cycleSpectrum, regularity } from './cycle-spectrum.ts';

const RATE_HZ = 0.5;
const swing = (seconds: number, periodSeconds: number, size = 0.1) =>
  Float64Array.from(
    { length: seconds * RATE_HZ },
    (_, i) => size * Math.sin((2 * Math.PI * i) / RATE_HZ / periodSeconds),
  );

describe('cycleSpectrum', () => {
  it('puts nearly all power of a 45 s swing into its band', () => {
    const { cycleShare, peak, shares } = cycleSpectrum(swing(300, 45), 0, 150, RATE_HZ);
    expect(cycleShare).toBeGreaterThan(0.95);
    expect(peak).toBeGreaterThan(0.5);
    expect(shares).toHaveLength(cycleBandCount);
    // 1 / 45 s = 0.0222 Hz is in the fifth band.
    expect(shares.indexOf(Math.max(...shares))).toBe(4);
  });

  it('puts little power of a slow drift or a fast swing there', () => {
    expect(cycleSpectrum(swing(300, 200), 0, 150, RATE_HZ).cycleShare).toBeLessThan(0.3);
    expect(cycleSpectrum(swing(300, 13), 0, 150, RATE_HZ).cycleShare).toBeLessThan(0.05);
  });

  it('grows with the square of the swing, as a logarithm', () => {
    const [small, large] = [0.05, 0.1].map(
      (size) => cycleSpectrum(swing(300, 45, size), 0, 150, RATE_HZ).cycle,
    ) as [number, number];
    expect(large - small).toBeCloseTo(Math.log(4), 2);
  });

  it('stays finite for a window outside the series and for one of missing values', () => {
    for (const { cycle, total, cycleShare } of [
      cycleSpectrum(swing(60, 45), -500, 150, RATE_HZ),
      cycleSpectrum(new Float64Array(150).fill(Number.NaN), 0, 150, RATE_HZ),
    ]) {
      expect([cycle, total, cycleShare].every(Number.isFinite)).toBe(true);
      expect(cycleShare).toBe(0);
    }
  });
});

describe('regularity', () => {
  it('approaches 1 for an even swing, at its own lag', () => {
    const { best, lag } = regularity(swing(300, 40), 0, 150, RATE_HZ);
    expect(best).toBeGreaterThan(0.95);
    expect(lag).toBe(40);
  });

  it('stays small for noise', () => {
    const random = seededRandom(12);
    expect(
      regularity(
        Float64Array.from({ length: 150 }, () => random() - 0.5),
        0,
        150,
        RATE_HZ,
      ).best,
    ).toBeLessThan(0.5);
  });

  it('finds nothing in an empty series', () => {
    expect(regularity(new Float64Array(0), 0, 150, RATE_HZ)).toEqual({ best: -1, lag: 0 });
    expect(regularity(new Float64Array(150).fill(Number.NaN), 0, 150, RATE_HZ).best).toBe(0);
  });
});
