import { describe, expect, it } from 'vitest';
import { bestLag } from './cross-correlation.ts';
import { fitClock, type EvenSeries } from './fit-clock.ts';

function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const HZ = 25;
/** Breathing whose rate and depth wander like a person's, as a function of true time. */
function breathing(seed: number): (atSeconds: number) => number {
  const next = random(seed);
  const knots = Array.from({ length: 4_000 }, () => ({
    depth: 0.5 + next(),
    length: 3 + 1.6 * next(),
  }));
  const starts: number[] = [];
  knots.reduce((at, knot) => {
    starts.push(at);
    return at + knot.length;
  }, 0);
  return (at) => {
    let low = 0;
    for (let high = starts.length - 1; low < high;) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] ?? 0) <= at) low = middle;
      else high = middle - 1;
    }
    const knot = knots[low];
    return knot === undefined || at < 0
      ? 0
      : knot.depth * Math.sin((2 * Math.PI * (at - (starts[low] ?? 0))) / knot.length);
  };
}

/** The signal as recorded by a clock that is `offset` behind and drifts. */
function recorded(
  signal: (atSeconds: number) => number,
  {
    from,
    seconds,
    offset = 0,
    driftPpm = 0,
    noise = 0,
    seed = 7,
  }: {
    from: number;
    seconds: number;
    offset?: number;
    driftPpm?: number;
    noise?: number;
    seed?: number;
  },
): EvenSeries {
  const next = random(seed);
  const values = Float32Array.from({ length: Math.round(seconds * HZ) }, (_, index) => {
    const own = index / HZ;
    return signal(from + own + offset + driftPpm * 1e-6 * own) + noise * (next() + next() - 1);
  });
  return { startSeconds: from, sampleRateHz: HZ, values };
}

const REFERENCE = recorded(breathing(1), { from: 0, seconds: 7_200 });

describe('fitClock', () => {
  it.each([
    [0, 0],
    [42.5, 0],
    [-117.3, 0],
    [12.25, 80],
    [-3.5, -150],
  ])('finds an offset of %f s and a drift of %f ppm', (offset, driftPpm) => {
    const recording = recorded(breathing(1), {
      from: 900,
      seconds: 5_000,
      offset,
      driftPpm,
      noise: 0.4,
    });
    const fit = fitClock(REFERENCE, recording, { maxOffsetSeconds: 180 });
    expect(fit?.offsetSeconds).toBeCloseTo(offset, 1);
    expect(Math.abs((fit?.driftPpm ?? Number.NaN) - driftPpm)).toBeLessThan(8);
    expect(fit?.certainty).toBeGreaterThan(0.6);
    expect(fit?.overlapSeconds).toBeGreaterThan(4_900);
  });

  it('skips gaps in either series', () => {
    const recording = recorded(breathing(1), { from: 900, seconds: 4_000, offset: 20 });
    recording.values.fill(Number.NaN, 20_000, 40_000);
    const reference = { ...REFERENCE, values: REFERENCE.values.slice() };
    reference.values.fill(Number.NaN, 60_000, 75_000);
    expect(fitClock(reference, recording, { maxOffsetSeconds: 60 })?.offsetSeconds).toBeCloseTo(
      20,
      1,
    );
  });

  it('gives no drift where the overlap is short', () => {
    const fit = fitClock(
      REFERENCE,
      recorded(breathing(1), { from: 900, seconds: 500, offset: 5 }),
      { maxOffsetSeconds: 60 },
    );
    expect(fit).toMatchObject({ driftPpm: 0 });
    expect(fit?.offsetSeconds).toBeCloseTo(5, 1);
  });

  it.each<[string, EvenSeries]>([
    ['another person', recorded(breathing(2), { from: 900, seconds: 5_000 })],
    ['noise', recorded(() => 0, { from: 900, seconds: 5_000, noise: 1 })],
    ['a flat line', recorded(() => 1, { from: 900, seconds: 5_000 })],
    ['another day', recorded(breathing(1), { from: 90_000, seconds: 5_000 })],
    ['a recording of a few seconds', recorded(breathing(1), { from: 900, seconds: 20 })],
    [
      'what was not measured',
      { startSeconds: 900, sampleRateHz: HZ, values: new Float32Array(60_000).fill(Number.NaN) },
    ],
    ['an empty recording', { startSeconds: 900, sampleRateHz: HZ, values: new Float32Array(0) }],
  ])('returns null for %s', (_, recording) => {
    expect(fitClock(REFERENCE, recording, { maxOffsetSeconds: 120 })).toBeNull();
  });

  it('returns null for a perfectly regular signal, which matches at many lags', () => {
    const regular = (at: number): number => Math.sin((2 * Math.PI * at) / 4);
    expect(
      fitClock(
        recorded(regular, { from: 0, seconds: 3_000 }),
        recorded(regular, { from: 600, seconds: 1_000, offset: 31 }),
        { maxOffsetSeconds: 120 },
      ),
    ).toBeNull();
  });

  it('throws for series of different rates', () => {
    expect(() =>
      fitClock(REFERENCE, { ...REFERENCE, sampleRateHz: 50 }, { maxOffsetSeconds: 1 }),
    ).toThrow(RangeError);
  });
});

describe('bestLag', () => {
  it('finds a piece between samples, and the quality of the next best match', () => {
    const series = Float32Array.from(
      { length: 400 },
      (_, index) =>
        Math.exp(-(((index - 150.3) / 6) ** 2)) - 0.6 * Math.exp(-(((index - 300) / 6) ** 2)),
    );
    const piece = Float32Array.from({ length: 60 }, (_, index) =>
      Math.exp(-(((index - 30) / 6) ** 2)),
    );
    const best = bestLag(piece, series, 0, 340, 20);
    expect(best?.lag).toBeCloseTo(120.3, 1);
    expect(best?.peak).toBeGreaterThan(0.99);
    expect(best?.second).toBeLessThan(0.9);
  });

  it('compares nothing without enough overlap', () => {
    expect(
      bestLag(new Float32Array(10).fill(1), new Float32Array(20).fill(Number.NaN), 0, 10, 2),
    ).toBeNull();
    expect(bestLag(new Float32Array(10).fill(1), new Float32Array(0), 0, 10, 2)).toBeNull();
  });
});
