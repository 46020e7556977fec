import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { gaussian, seededRandom } from '../testing/synthetic-signals.ts';
import { type EvenSeries, fitClock } from './fit-clock.ts';

const HZ = 10;
const seeded = { seed: 50, numRuns: 4 };

/**
 * Breathing as a function of true time, −100..3700 s; every breath has its own length and depth.
 */
function breather(seed: number): (atSeconds: number) => number {
  const random = seededRandom(seed * 7919 + 1);
  const table = new Float64Array(38_001);
  for (let at = 0; at < table.length;) {
    const length = Math.round(28 + 18 * random());
    const depth = 0.5 + random();
    for (let i = 0; i < length && at < table.length; i++, at++)
      table[at] = depth * Math.sin((2 * Math.PI * i) / length);
  }
  return (atSeconds) => {
    const place = (atSeconds + 100) * 10;
    const low = Math.floor(place);
    return (table[low] ?? 0) + (place - low) * ((table[low + 1] ?? 0) - (table[low] ?? 0));
  };
}

function series(
  signal: (atSeconds: number) => number,
  startSeconds: number,
  seconds: number,
  { offset = 0, driftPpm = 0, noise = 0, seed = 3 } = {},
): EvenSeries {
  const random = seededRandom(seed);
  const values = Float32Array.from(
    { length: seconds * HZ },
    (_, i) =>
      signal(startSeconds + offset + (i / HZ) * (1 + driftPpm * 1e-6)) + noise * gaussian(random),
  );
  return { startSeconds, sampleRateHz: HZ, values };
}
const holed = (one: EvenSeries, holes: readonly (readonly [number, number])[]): EvenSeries => {
  const values = one.values.slice();
  for (const [from, seconds] of holes) values.fill(Number.NaN, from * HZ, (from + seconds) * HZ);
  return { ...one, values };
};
const within = { maxOffsetSeconds: 60 };
const offsets = fc.integer({ min: -550, max: 550 }).map((tenths) => tenths / 10);

describe('fitClock', () => {
  it('finds any offset and drift through noise', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 500 }),
        offsets,
        fc.integer({ min: -200, max: 200 }),
        fc.constantFrom(0, 0.2, 0.4),
        (seed, offset, driftPpm, noise) => {
          const signal = breather(seed);
          const fit = fitClock(
            series(signal, 0, 3600),
            series(signal, 200, 3000, { offset, driftPpm, noise, seed }),
            within,
          );
          expect(Math.abs((fit?.offsetSeconds ?? Infinity) - offset)).toBeLessThan(0.15);
          expect(Math.abs((fit?.driftPpm ?? Infinity) - driftPpm)).toBeLessThan(40);
        },
      ),
      seeded,
    );
  });

  it('finds them despite gaps in both, and gives the length of the overlap', () => {
    const someHoles = fc.array(
      fc.tuple(fc.integer({ min: 0, max: 2900 }), fc.integer({ min: 1, max: 60 })),
      { maxLength: 5 },
    );
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 500 }), offsets, someHoles, (seed, offset, holes) => {
        const signal = breather(seed);
        const recording = holed(series(signal, 300, 2400, { offset }), holes);
        const fit = fitClock(holed(series(signal, 0, 3600), [[1500, 90]]), recording, within);
        expect(Math.abs((fit?.offsetSeconds ?? Infinity) - offset)).toBeLessThan(0.15);
        const measured = recording.values.filter((value) => !Number.isNaN(value)).length / HZ;
        expect(fit?.overlapSeconds).toBeLessThanOrEqual(measured);
        expect(fit?.overlapSeconds).toBeGreaterThan(measured - 92);
      }),
      seeded,
    );
  });

  it('does not depend on gain and zero of either sensor', () => {
    const signal = breather(9);
    const reference = series(signal, 0, 2400);
    const recording = series(signal, 200, 1800, { offset: 12.4, noise: 0.2 });
    const plain = fitClock(reference, recording, within);
    const through = (one: EvenSeries, gain: number, zero: number): EvenSeries => ({
      ...one,
      values: one.values.map((value) => gain * value + zero),
    });
    const changed = fitClock(through(reference, 40, 500), through(recording, 1 / 16, -3), within);
    expect(changed?.offsetSeconds).toBeCloseTo(plain?.offsetSeconds ?? Number.NaN, 2);
    expect(changed?.certainty).toBeCloseTo(plain?.certainty ?? Number.NaN, 2);
  });

  it('does not change when both start on another day', () => {
    const signal = breather(10);
    const reference = series(signal, 0, 2400);
    const recording = series(signal, 200, 1800, { offset: -31 });
    const later = ([reference, recording] as const).map((one) => ({
      ...one,
      startSeconds: one.startSeconds + 86_400,
    })) as [EvenSeries, EvenSeries];
    const plain = fitClock(reference, recording, within);
    const moved = fitClock(...later, within);
    expect(plain?.offsetSeconds).toBeCloseTo(-31, 1);
    for (const figure of ['offsetSeconds', 'driftPpm', 'certainty', 'overlapSeconds'] as const)
      expect(moved?.[figure]).toBeCloseTo(plain?.[figure] ?? Number.NaN, 6);
  });

  it('changes sign when the two series are swapped', () => {
    const signal = breather(11);
    const one = series(signal, 100, 2000);
    const other = series(signal, 100, 2000, { offset: 21.7 });
    expect(fitClock(one, other, within)?.offsetSeconds).toBeCloseTo(21.7, 1);
    expect(fitClock(other, one, within)?.offsetSeconds).toBeCloseTo(-21.7, 1);
  });

  it('lowers the certainty with more noise', () => {
    const signal = breather(12);
    const reference = series(signal, 0, 2400);
    const certainty = [0, 0.4, 0.8].map(
      (noise) =>
        fitClock(reference, series(signal, 200, 1800, { offset: 5, noise }), within)?.certainty ??
        0,
    );
    expect(certainty.toSorted((one, other) => other - one)).toEqual(certainty);
    expect(certainty[0]).toBeGreaterThan(0.9);
  });

  it('finds no fit between two people, nor beyond the maximum offset', () => {
    const reference = series(breather(20), 0, 3600);
    for (const seed of [21, 22])
      expect(fitClock(reference, series(breather(seed), 300, 1500), within)).toBeNull();
    const far = series(breather(20), 300, 2400, { offset: 55 });
    expect(fitClock(reference, far, { maxOffsetSeconds: 30 })).toBeNull();
    expect(fitClock(reference, far, within)?.offsetSeconds).toBeCloseTo(55, 1);
  });

  it('needs a minute, mostly measured', () => {
    const signal = breather(30);
    const reference = series(signal, 0, 1200);
    const fit = (seconds: number, hole = 0) =>
      fitClock(reference, holed(series(signal, 400, seconds, { offset: 3 }), [[10, hole]]), within);
    expect([fit(59), fit(200, 100)]).toEqual([null, null]);
    expect(fit(200, 60)?.offsetSeconds).toBeCloseTo(3, 1);
  });
});
