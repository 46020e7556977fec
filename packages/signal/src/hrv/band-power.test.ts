import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bandPower, windowSpectrum } from './band-power.ts';

const seeded = { seed: 1967, numRuns: 60 };
const series = fc
  .array(fc.integer({ min: -1000, max: 1000 }), { minLength: 16, maxLength: 120 })
  .map((values) => Float64Array.from(values));
/** A sine with `cycles` whole cycles in the window. */
const sine = (length: number, cycles: number, size: number, phase = 0) =>
  Float64Array.from(
    { length },
    (_, i) => size * Math.cos((2 * Math.PI * cycles * (i + 0.5)) / length + phase),
  );
const sum = (values: ArrayLike<number>) =>
  Array.from(values).reduce((all, value) => all + value, 0);
const closeTo = (value: number, expected: number, share = 1e-6) => {
  expect(Math.abs(value - expected)).toBeLessThanOrEqual(share * Math.abs(expected) + 1e-6);
};

/** Removes mean and slope by the normal equations, then applies a Hann window. */
function tapered(values: Float64Array): Float64Array {
  const { length } = values;
  const middle = (length - 1) / 2;
  const mean = sum(values) / length;
  const slope =
    sum(values.map((value, i) => (i - middle) * value)) /
    sum(values.map((_, i) => (i - middle) ** 2));
  return values.map(
    (value, i) =>
      (value - mean - slope * (i - middle)) * Math.sin((Math.PI * (i + 0.5)) / length) ** 2,
  );
}

describe('windowSpectrum', () => {
  it('equals the squared discrete Fourier transform', () => {
    fc.assert(
      fc.property(series, (values) => {
        const { length } = values;
        const window = tapered(values);
        const found = windowSpectrum(values, 0, length, length >> 1);
        for (const bin of [1, 2, 5, length >> 2, length >> 1]) {
          const [re, im] = [Math.cos, Math.sin].map((wave) =>
            sum(window.map((value, i) => value * wave((2 * Math.PI * bin * i) / length))),
          ) as [number, number];
          closeTo(found[bin] ?? 0, (2 * (re * re + im * im)) / (length * length * (3 / 8)), 1e-5);
        }
      }),
      seeded,
    );
  });

  it('preserves power (Parseval)', () => {
    fc.assert(
      fc.property(
        series.map((values) => values.subarray(0, values.length & ~1)),
        (values) => {
          const { length } = values;
          const window = tapered(values);
          const power = windowSpectrum(values, 0, length, length / 2);
          const level = (2 * sum(window) ** 2) / (length * length * (3 / 8));
          // Bins above 0 represent their mirror images too, except the first and the last.
          closeTo(
            sum(power) - (power[length / 2] ?? 0) / 2 + level / 2,
            sum(window.map((value) => value * value)) / (length * (3 / 8)),
          );
        },
      ),
      seeded,
    );
  });

  it('puts a whole number of cycles into one bin and its neighbours, a² / 2 in all', () => {
    for (const [cycles, phase] of [
      [20, 0],
      [33, 1],
      [50, 2.5],
    ] as const) {
      const power = windowSpectrum(sine(400, cycles, 6, phase), 0, 400, 100);
      const near = power.subarray(cycles - 1, cycles + 2);
      expect(sum(near)).toBeCloseTo(18, 1);
      expect(
        [...near].map((value) => value / sum(near)).map((share) => Math.round(100 * share)),
      ).toEqual([17, 67, 17]);
      expect(sum(power) - sum(near)).toBeLessThan(0.02);
    }
  });

  it('ignores level and slope', () => {
    fc.assert(
      fc.property(
        series,
        fc.integer({ min: -500, max: 500 }),
        fc.integer({ min: -20, max: 20 }),
        (values, level, slope) => {
          const { length } = values;
          const [plain, tilted] = [values, values.map((value, i) => value + level + slope * i)].map(
            (one) => windowSpectrum(one, 0, length, 5),
          ) as [Float64Array, Float64Array];
          for (const [bin, power] of plain.entries()) closeTo(tilted[bin] ?? 0, power, 1e-4);
        },
      ),
      seeded,
    );
  });

  it('ignores values outside the window', () => {
    const values = sine(100, 7, 3);
    const longer = new Float64Array(160).fill(1e6);
    longer.set(values, 40);
    expect(windowSpectrum(longer, 40, 100, 20)).toEqual(windowSpectrum(values, 0, 100, 20));
  });

  it('counts values before and after the series as the mean', () => {
    const values = sine(100, 7, 3);
    const holes = new Float64Array(160).fill(Number.NaN);
    holes.set(values, 40);
    expect(windowSpectrum(values, -40, 160, 20)).toEqual(windowSpectrum(holes, 0, 160, 20));
  });
});

describe('bandPower', () => {
  it('adds up over adjacent bands and grows with the square', () => {
    fc.assert(
      fc.property(series, fc.integer({ min: 1, max: 30 }), (values, edge) => {
        const power = (lowHz: number, highHz: number, by = 1) =>
          bandPower(
            values.map((value) => by * value),
            0,
            values.length,
            4,
            [lowHz, highHz],
          );
        const middle = 0.1 + edge / 40;
        closeTo(power(0.1, middle) + power(middle, 1.5), power(0.1, 1.5));
        closeTo(power(0.1, 1.5, 3), 9 * power(0.1, 1.5));
      }),
      seeded,
    );
  });

  it('includes its lower edge and excludes its upper one', () => {
    // 300 s at 4 Hz: the bin of 12 cycles is at 0.04 Hz, the lower edge.
    const values = sine(1200, 12, 10);
    const all = bandPower(values, 0, 1200, 4, [0.01, 0.4]);
    expect(bandPower(values, 0, 1200, 4, [0.04, 0.15]) / all).toBeCloseTo(5 / 6, 2);
    expect(bandPower(values, 0, 1200, 4, [0.01, 0.04]) / all).toBeCloseTo(1 / 6, 2);
  });

  it('gives the same power at any rate that carries the band', () => {
    const [slow, fast] = [2, 8].map((rateHz) =>
      bandPower(sine(200 * rateHz, 25, 4), 0, 200 * rateHz, rateHz, [0.1, 0.15]),
    );
    expect(slow).toBeCloseTo(8, 1);
    expect(fast).toBeCloseTo(slow ?? 0, 2);
  });
});
