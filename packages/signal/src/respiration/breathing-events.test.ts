import { describe, expect, it } from 'vitest';
import { breathing, joinSamples } from '../testing/synthetic-signals.ts';
import { breathingEvents } from './breathing-events.ts';
import { createSlowTrack } from './slow-track.ts';

const sampleRateHz = 25;

/** Breathing at 15 a minute with a sequence of [seconds, depth]. */
function flow(...parts: [number, number][]): Float32Array {
  return joinSamples(
    ...parts.map(([seconds, depth], i) => breathing(seconds, sampleRateHz, 15, depth, 0.01, i + 1)),
  );
}

function eventsIn(samples: Float32Array, startMs = 0) {
  const track = createSlowTrack({
    sampleRateHz,
    fromMs: 0,
    toMs: startMs + (1000 * samples.length) / sampleRateHz,
  });
  track.push(samples, startMs);
  return breathingEvents(track.values(), track.rateHz);
}

describe('breathingEvents', () => {
  it('finds onset and duration of a pause of 20 s', () => {
    const [event, ...more] = eventsIn(flow([180, 0.5], [20, 0], [100, 0.5]));
    expect(more).toEqual([]);
    expect(event?.kind).toBe('apnea');
    expect(Math.abs((event?.onsetSeconds ?? 0) - 180)).toBeLessThan(2);
    expect(Math.abs((event?.durationSeconds ?? 0) - 20)).toBeLessThan(3);
    expect(event?.certainty).toBeGreaterThan(0.7);
  });

  it('scores a fall to a third as a hypopnoea, and ignores a fall to two thirds', () => {
    expect(eventsIn(flow([180, 0.5], [24, 0.15], [100, 0.5])).map(({ kind }) => kind)).toEqual([
      'hypopnea',
    ]);
    expect(eventsIn(flow([180, 0.5], [24, 0.34], [100, 0.5]))).toEqual([]);
  });

  it('ignores a pause of 7 s, and separates consecutive long ones', () => {
    expect(eventsIn(flow([180, 0.5], [7, 0], [100, 0.5]))).toEqual([]);
    const row = flow([180, 0.5], [15, 0], [30, 0.5], [15, 0], [30, 0.5], [15, 0], [60, 0.5]);
    expect(eventsIn(row).map(({ kind }) => kind)).toEqual(['apnea', 'apnea', 'apnea']);
  });

  it('finds no event before a minute of breathing, in a gap, or at the end of a signal', () => {
    expect(eventsIn(flow([40, 0.5], [20, 0], [100, 0.5]))).toEqual([]);
    const hole = joinSamples(
      flow([180, 0.5]),
      new Float32Array(30 * sampleRateHz).fill(Number.NaN),
      flow([100, 0.5]),
    );
    expect(eventsIn(hole)).toEqual([]);
    expect(eventsIn(flow([180, 0.5], [400, 0]))).toEqual([]);
  });

  it('gives times relative to the start of the samples', () => {
    const [event] = eventsIn(flow([180, 0.5], [20, 0], [100, 0.5]), 60_000);
    expect(Math.abs((event?.onsetSeconds ?? 0) - 240)).toBeLessThan(2);
  });

  it('does not depend on the unit or a drifting offset', () => {
    const samples = flow([180, 0.5], [20, 0.01], [100, 0.5]).map(
      (value, i) => 3000 + 80 * value + i / 500,
    );
    expect(eventsIn(samples).map(({ kind }) => kind)).toEqual(['apnea']);
  });
});

describe('createSlowTrack', () => {
  it('averages measured samples and leaves the rest NaN', () => {
    const track = createSlowTrack({ sampleRateHz: 50, fromMs: 1000, toMs: 1500 });
    track.push(Float32Array.of(9, 9, 9, 9, 9, 1, 2, 3, Number.NaN, 4), 900);
    track.push(Float32Array.of(7), 1400);
    expect([...track.values()]).toEqual([2.5, Number.NaN, Number.NaN, Number.NaN, 7]);
  });
});
