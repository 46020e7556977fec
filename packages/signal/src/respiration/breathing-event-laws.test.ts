import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { breathing, joinSamples } from '../testing/synthetic-signals.ts';
import { breathingEventLimits, breathingEvents } from './breathing-events.ts';
import { createSlowTrack } from './slow-track.ts';

/**
 * Breathing at 15 a minute whose depth follows [seconds, depth] one after the other; NaN is a hole.
 */
function flow(parts: readonly (readonly [number, number])[], sampleRateHz = 25): Float32Array {
  const hole = (seconds: number) => new Float32Array(seconds * sampleRateHz).fill(Number.NaN);
  return joinSamples(
    ...parts.map(([seconds, depth], i) =>
      Number.isNaN(depth)
        ? hole(seconds)
        : breathing(seconds, sampleRateHz, 15, depth, 0.005, i + 1),
    ),
  );
}
function eventsIn(samples: Float32Array, sampleRateHz = 25) {
  const track = createSlowTrack({
    sampleRateHz,
    fromMs: 0,
    toMs: (1000 * samples.length) / sampleRateHz,
  });
  track.push(samples, 0);
  return breathingEvents(track.values(), track.rateHz);
}
const events = (...parts: (readonly [number, number])[]) => eventsIn(flow(parts));
const seeded = { seed: 2012, numRuns: 20 };
/** Two usual minutes, then stretches of any depth. */
const stretches = fc.tuple(
  fc.constantFrom(8, 16, 24, 40),
  fc.constantFrom(0, 0.02, 0.17, 0.5, 0.5, 0.6, Number.NaN),
);
const nights = fc
  .array(stretches, { minLength: 2, maxLength: 10 })
  .map((parts): [number, number][] => [[140, 0.5], ...parts]);

describe('a breathing event', () => {
  it.each([12, 20, 40, 80])('of %d s is as long as it is and begins where it does', (seconds) => {
    for (const [depth, kind] of [
      [0, 'apnea'],
      [0.17, 'hypopnea'],
    ] as const) {
      // A shallow fall seems shorter than it is by the blur of the envelope, so that one of 12 s is
      // not seen.
      if (kind === 'hypopnea' && seconds < 15) continue;
      const [event, ...more] = events([160, 0.5], [seconds, depth], [100, 0.5]);
      expect([event?.kind, more]).toEqual([kind, []]);
      expect(Math.abs((event?.onsetSeconds ?? 0) - 160)).toBeLessThan(2.5);
      expect(Math.abs((event?.durationSeconds ?? 0) - seconds)).toBeLessThan(4);
    }
  });

  it('is none over two minutes: then something else has happened', () => {
    expect(events([160, 0.5], [112, 0], [100, 0.5])).toHaveLength(1);
    expect(events([160, 0.5], [140, 0], [100, 0.5])).toEqual([]);
  });

  it('is an apnoea where a hypopnoea deepens into one, and begins with the stop', () => {
    const [event, ...more] = events([160, 0.5], [12, 0.17], [20, 0], [100, 0.5]);
    expect([event?.kind, more]).toEqual(['apnea', []]);
    expect(Math.abs((event?.onsetSeconds ?? 0) - 172)).toBeLessThan(3);
    expect(Math.abs((event?.durationSeconds ?? 0) - 20)).toBeLessThan(4);
  });

  it('stays a hypopnoea when the stop in it is short', () => {
    expect(
      events([160, 0.5], [12, 0.17], [4, 0], [12, 0.17], [100, 0.5]).map(({ kind }) => kind),
    ).toEqual(['hypopnea']);
  });

  it('is two with four breaths between them', () => {
    const found = events([160, 0.5], [20, 0], [16, 0.5], [20, 0], [100, 0.5]);
    expect(found.map(({ kind }) => kind)).toEqual(['apnea', 'apnea']);
    expect(Math.abs((found[1]?.onsetSeconds ?? 0) - 196)).toBeLessThan(2.5);
  });

  it('ends at a hole and none begins in one', () => {
    const [event, ...more] = events([160, 0.5], [20, 0], [12, Number.NaN], [20, 0], [100, 0.5]);
    expect(event?.durationSeconds).toBeLessThan(24);
    for (const { onsetSeconds } of [event, ...more].flatMap((one) => one ?? []))
      expect(onsetSeconds < 182 || onsetSeconds > 188).toBe(true);
  });

  it('is surer after even breathing than after uneven', () => {
    const uneven = Array.from({ length: 9 }, (_, i): [number, number] => [
      16,
      i % 2 === 0 ? 0.5 : 0.36,
    ]);
    const [[even], [other]] = [
      events([144, 0.5], [20, 0], [60, 0.5]),
      events(...uneven, [20, 0], [60, 0.5]),
    ];
    expect(other?.certainty ?? 1).toBeLessThan((even?.certainty ?? 0) - 0.1);
  });

  it.each([10, 32, 50, 100])('is found alike at %d Hz', (sampleRateHz) => {
    const [apnea, hypopnea, ...more] = eventsIn(
      flow(
        [
          [160, 0.5],
          [20, 0],
          [60, 0.5],
          [24, 0.17],
          [60, 0.5],
        ],
        sampleRateHz,
      ),
      sampleRateHz,
    );
    expect([apnea?.kind, hypopnea?.kind, more]).toEqual(['apnea', 'hypopnea', []]);
    expect(Math.abs((apnea?.onsetSeconds ?? 0) - 160)).toBeLessThan(2.5);
    expect(Math.abs((hypopnea?.onsetSeconds ?? 0) - 240)).toBeLessThan(2.5);
  });
});

describe('breathing events', () => {
  it('follow one another within the recording and within their limits', () => {
    fc.assert(
      fc.property(nights, (parts) => {
        const samples = flow(parts);
        let free = 0;
        for (const { onsetSeconds, durationSeconds, certainty } of eventsIn(samples)) {
          expect(onsetSeconds).toBeGreaterThanOrEqual(free - 4);
          free = onsetSeconds + durationSeconds;
          expect(free).toBeLessThanOrEqual(samples.length / 25 + 2);
          expect(durationSeconds).toBeGreaterThanOrEqual(breathingEventLimits.leastSeconds);
          expect(durationSeconds).toBeLessThanOrEqual(breathingEventLimits.longestSeconds);
          expect(Math.abs(certainty - 0.5)).toBeLessThanOrEqual(0.5);
        }
      }),
      seeded,
    );
  });

  it('do not know which way the sensor is worn, nor its unit', () => {
    fc.assert(
      fc.property(nights, fc.constantFrom(-1, -4, 0.25, 8), (parts, by) => {
        const samples = flow(parts);
        expect(eventsIn(samples.map((value) => by * value))).toEqual(eventsIn(samples));
      }),
      seeded,
    );
  });

  it('come later by as much as the recording begins earlier', () => {
    fc.assert(
      fc.property(nights, (parts) => {
        const samples = flow(parts);
        const [early, late] = [
          eventsIn(samples),
          eventsIn(joinSamples(breathing(120, 25, 15, 0.5, 0.005, 99), samples)),
        ];
        expect(late.map(({ kind }) => kind)).toEqual(early.map(({ kind }) => kind));
        for (const [i, { onsetSeconds }] of late.entries())
          expect(Math.abs(onsetSeconds - 120 - (early[i]?.onsetSeconds ?? 0))).toBeLessThanOrEqual(
            1.5,
          );
      }),
      seeded,
    );
  });
});
