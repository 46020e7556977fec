import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { breathing, joinSamples } from '../testing/synthetic-signals.ts';
import { breathingEventLimits, breathingEvents } from './breathing-events.ts';
import { createSlowTrack } from './slow-track.ts';

/** Breathing at 15 a minute with a sequence of [seconds, depth]; NaN is a gap. */
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
/** Two normal minutes, then stretches of any depth. */
const stretches = fc.tuple(
  fc.constantFrom(8, 16, 24, 40),
  fc.constantFrom(0, 0.02, 0.17, 0.5, 0.5, 0.6, Number.NaN),
);
const nights = fc
  .array(stretches, { minLength: 2, maxLength: 10 })
  .map((parts): [number, number][] => [[140, 0.5], ...parts]);

describe('breathingEvents for one event', () => {
  it.each([12, 20, 40, 80])('gives the onset and duration of an event of %d s', (seconds) => {
    for (const [depth, kind] of [
      [0, 'apnea'],
      [0.17, 'hypopnea'],
    ] as const) {
      // The blur of the envelope shortens a shallow fall, so one of 12 s is not detected.
      if (kind === 'hypopnea' && seconds < 15) continue;
      const [event, ...more] = events([160, 0.5], [seconds, depth], [100, 0.5]);
      expect([event?.kind, more]).toEqual([kind, []]);
      expect(Math.abs((event?.onsetSeconds ?? 0) - 160)).toBeLessThan(2.5);
      expect(Math.abs((event?.durationSeconds ?? 0) - seconds)).toBeLessThan(4);
    }
  });

  it('ignores a fall of over two minutes, which is something else', () => {
    expect(events([160, 0.5], [112, 0], [100, 0.5])).toHaveLength(1);
    expect(events([160, 0.5], [140, 0], [100, 0.5])).toEqual([]);
  });

  it('scores an apnoea from the stop if a hypopnoea deepens into one', () => {
    const [event, ...more] = events([160, 0.5], [12, 0.17], [20, 0], [100, 0.5]);
    expect([event?.kind, more]).toEqual(['apnea', []]);
    expect(Math.abs((event?.onsetSeconds ?? 0) - 172)).toBeLessThan(3);
    expect(Math.abs((event?.durationSeconds ?? 0) - 20)).toBeLessThan(4);
  });

  it('scores a hypopnoea if the stop in it is short', () => {
    expect(
      events([160, 0.5], [12, 0.17], [4, 0], [12, 0.17], [100, 0.5]).map(({ kind }) => kind),
    ).toEqual(['hypopnea']);
  });

  it('separates two events with four breaths between them', () => {
    const found = events([160, 0.5], [20, 0], [16, 0.5], [20, 0], [100, 0.5]);
    expect(found.map(({ kind }) => kind)).toEqual(['apnea', 'apnea']);
    expect(Math.abs((found[1]?.onsetSeconds ?? 0) - 196)).toBeLessThan(2.5);
  });

  it('ends an event at a gap and begins none in one', () => {
    const [event, ...more] = events([160, 0.5], [20, 0], [12, Number.NaN], [20, 0], [100, 0.5]);
    expect(event?.durationSeconds).toBeLessThan(24);
    for (const { onsetSeconds } of [event, ...more].flatMap((one) => one ?? []))
      expect(onsetSeconds < 182 || onsetSeconds > 188).toBe(true);
  });

  it('raises the certainty after even breathing', () => {
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

  it.each([10, 32, 50, 100])('finds the same events at %d Hz', (sampleRateHz) => {
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

describe('breathingEvents', () => {
  it('returns consecutive events within the recording and within their limits', () => {
    fc.assert(
      fc.property(nights, (parts) => {
        const samples = flow(parts);
        let free = 0;
        for (const { onsetSeconds, durationSeconds, certainty } of eventsIn(samples)) {
          expect(onsetSeconds).toBeGreaterThanOrEqual(free - 4);
          free = onsetSeconds + durationSeconds;
          expect(free).toBeLessThanOrEqual(samples.length / 25 + 2);
          expect(durationSeconds).toBeGreaterThanOrEqual(breathingEventLimits.minSeconds);
          expect(durationSeconds).toBeLessThanOrEqual(breathingEventLimits.maxSeconds);
          expect(Math.abs(certainty - 0.5)).toBeLessThanOrEqual(0.5);
        }
      }),
      seeded,
    );
  });

  it('finds the same events for either polarity and any unit', () => {
    fc.assert(
      fc.property(nights, fc.constantFrom(-1, -4, 0.25, 8), (parts, by) => {
        const samples = flow(parts);
        expect(eventsIn(samples.map((value) => by * value))).toEqual(eventsIn(samples));
      }),
      seeded,
    );
  });

  it('shifts the events with the start of the recording', () => {
    fc.assert(
      fc.property(nights, (parts) => {
        const samples = flow(parts);
        const early = eventsIn(samples);
        const late = eventsIn(joinSamples(breathing(120, 25, 15, 0.5, 0.005, 99), samples));
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
