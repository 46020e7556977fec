import { describe, expect, it } from 'vitest';
import { breathing, joinSamples } from '../testing/synthetic-signals.ts';
import { breathingEvents } from './breathing-events.ts';
import { createSlowTrack } from './slow-track.ts';

const sampleRateHz = 25;

/** Breathing at 15 a minute whose depth follows [seconds, depth] one after the other. */
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

describe('breathing events', () => {
  it('find a pause of 20 s, where it begins and how long it is', () => {
    const [event, ...more] = eventsIn(flow([180, 0.5], [20, 0], [100, 0.5]));
    expect(more).toEqual([]);
    expect(event?.kind).toBe('apnea');
    expect(Math.abs((event?.onsetSeconds ?? 0) - 180)).toBeLessThan(2);
    expect(Math.abs((event?.durationSeconds ?? 0) - 20)).toBeLessThan(3);
    expect(event?.certainty).toBeGreaterThan(0.7);
  });

  it('call a fall to a third a hypopnoea and a fall to two thirds nothing', () => {
    expect(eventsIn(flow([180, 0.5], [24, 0.15], [100, 0.5])).map(({ kind }) => kind)).toEqual([
      'hypopnea',
    ]);
    expect(eventsIn(flow([180, 0.5], [24, 0.34], [100, 0.5]))).toEqual([]);
  });

  it('leave a pause of 7 s alone, and every pause of a row of long ones apart', () => {
    expect(eventsIn(flow([180, 0.5], [7, 0], [100, 0.5]))).toEqual([]);
    const row = flow([180, 0.5], [15, 0], [30, 0.5], [15, 0], [30, 0.5], [15, 0], [60, 0.5]);
    expect(eventsIn(row).map(({ kind }) => kind)).toEqual(['apnea', 'apnea', 'apnea']);
  });

  it('see none before a minute of breathing, none in a hole, and none where the sensor went off for good', () => {
    expect(eventsIn(flow([40, 0.5], [20, 0], [100, 0.5]))).toEqual([]);
    const hole = joinSamples(
      flow([180, 0.5]),
      new Float32Array(30 * sampleRateHz).fill(Number.NaN),
      flow([100, 0.5]),
    );
    expect(eventsIn(hole)).toEqual([]);
    expect(eventsIn(flow([180, 0.5], [400, 0]))).toEqual([]);
  });

  it('are placed by the time of the samples', () => {
    const [event] = eventsIn(flow([180, 0.5], [20, 0], [100, 0.5]), 60_000);
    expect(Math.abs((event?.onsetSeconds ?? 0) - 240)).toBeLessThan(2);
  });

  it('do not depend on the unit, nor on an offset that drifts', () => {
    const samples = flow([180, 0.5], [20, 0.01], [100, 0.5]).map(
      (value, i) => 3000 + 80 * value + i / 500,
    );
    expect(eventsIn(samples).map(({ kind }) => kind)).toEqual(['apnea']);
  });
});

describe('a slow track', () => {
  it('averages what was measured and leaves the rest open', () => {
    const track = createSlowTrack({ sampleRateHz: 50, fromMs: 1000, toMs: 1500 });
    track.push(Float32Array.of(9, 9, 9, 9, 9, 1, 2, 3, Number.NaN, 4), 900);
    track.push(Float32Array.of(7), 1400);
    expect([...track.values()]).toEqual([2.5, Number.NaN, Number.NaN, Number.NaN, 7]);
  });
});
