import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { gaussian, joinSamples, seededRandom } from '../testing/synthetic-signals.ts';
import { createFallWatch } from './fall.ts';

const RATE_HZ = 50;
type Axes = readonly [number, number, number];
const UPRIGHT: Axes = [0, 0.98, 0.2];
const SUPINE: Axes = [0, 0.1, 0.99];
const SIDE: Axes = [0.99, 0.1, 0.1];

/** A wearer who holds still, with sensor noise. */
const holds = ([x, y, z]: Axes, seconds: number, noiseG = 0.01): Float32Array => {
  const random = seededRandom(5);
  return Float32Array.from(
    { length: seconds * RATE_HZ * 3 },
    (_, at) => ([x, y, z][at % 3] ?? 0) + noiseG * gaussian(random),
  );
};
const walks = (seconds: number): Float32Array =>
  holds(UPRIGHT, seconds).map((value, at) =>
    at % 3 === 1
      ? value + 0.35 * Math.sin((2 * Math.PI * 1.8 * Math.floor(at / 3)) / RATE_HZ)
      : value,
  );
/** A tenth of a second at this acceleration on the x axis. */
const hits = (peakG: number): Float32Array =>
  Float32Array.from({ length: 5 * 3 }, (_, at) =>
    at % 3 === 2 ? -peakG * Math.sin((Math.PI * (Math.floor(at / 3) + 0.5)) / 5) : 0.1,
  );

function fallsIn(samples: Float32Array, blockSamples = 25, scale?: number): number[] {
  const watch = createFallWatch(
    scale === undefined ? { sampleRateHz: RATE_HZ } : { sampleRateHz: RATE_HZ, scale },
  );
  const falls: number[] = [];
  for (let from = 0; from < samples.length; from += blockSamples * 3) {
    watch.push(samples.subarray(from, from + blockSamples * 3), (from / 3 / RATE_HZ) * 1000);
    falls.push(...watch.take());
  }
  return falls;
}

describe('createFallWatch', () => {
  it('detects an impact after walking, with the wearer lying afterwards', () => {
    expect(fallsIn(joinSamples(walks(20), hits(3.2), holds(SUPINE, 10)))).toEqual([
      expect.closeTo(20_020, -2),
    ]);
  });

  it('reports a fall once, however many impacts it has', () => {
    expect(
      fallsIn(
        joinSamples(
          walks(20),
          hits(3.2),
          holds(SIDE, 1),
          hits(2.8),
          holds(SUPINE, 12),
          hits(3),
          holds(SIDE, 5),
        ),
      ),
    ).toHaveLength(1);
  });

  it('requires a harder impact and a change of posture for a fall out of bed', () => {
    expect(fallsIn(joinSamples(holds(SUPINE, 10), hits(3.4), holds(SIDE, 6)))).toHaveLength(1);
    expect(fallsIn(joinSamples(holds(SUPINE, 10), hits(2.7), holds(SIDE, 6)))).toEqual([]);
    expect(fallsIn(joinSamples(holds(SUPINE, 10), hits(3.4), holds(SUPINE, 6)))).toEqual([]);
  });

  it.each<[string, Float32Array]>([
    ['walking', walks(60)],
    ['sitting down hard', joinSamples(walks(10), hits(2.2), holds(UPRIGHT, 10))],
    ['a knock while walking', joinSamples(walks(10), hits(3.5), walks(10))],
    ['lying down', joinSamples(walks(10), holds(SUPINE, 20))],
    ['turning over', joinSamples(holds(SUPINE, 10), holds(SIDE, 10), holds(SUPINE, 10))],
    ['a sensor put on a table', holds([0, 0, 1], 30, 0.001)],
    ['nothing measured', new Float32Array(3000).fill(Number.NaN)],
    ['nothing', new Float32Array(0)],
  ])('does not report %s', (_what, samples) => {
    expect(fallsIn(samples)).toEqual([]);
  });

  it('gives the same falls for any block size and for int16 samples', () => {
    const samples = joinSamples(walks(20), hits(3.2), holds(SUPINE, 10));
    const whole = fallsIn(samples);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 200 }), (block) => {
        expect(fallsIn(samples, block)).toEqual(whole);
      }),
      { numRuns: 20 },
    );
    expect(
      fallsIn(
        samples.map((value) => Math.round(value * 8192)),
        25,
        1 / 8192,
      ),
    ).toEqual(whole);
  });

  it('does not report a fall across a gap, after which it may be another sensor', () => {
    const watch = createFallWatch({ sampleRateHz: RATE_HZ });
    watch.push(joinSamples(walks(20), hits(3.2)), 0);
    watch.push(holds(SUPINE, 10), 60_000);
    expect(watch.take()).toEqual([]);
  });
});
