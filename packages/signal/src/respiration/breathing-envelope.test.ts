import { describe, expect, it } from 'vitest';
import { breathing, joinSamples } from '../testing/synthetic-signals.ts';
import { breathingEnvelope } from './breathing-envelope.ts';

const RATE_HZ = 10;
const track = (...parts: Float32Array[]) => Float64Array.from(joinSamples(...parts));

describe('breathingEnvelope', () => {
  it('follows the depth, and the baseline follows two minutes later', () => {
    const { size, usual, rateHz } = breathingEnvelope(
      track(breathing(300, RATE_HZ, 15, 1), breathing(300, RATE_HZ, 15, 0.5)),
      RATE_HZ,
    );
    expect(rateHz).toBe(2);
    expect((size[1100] ?? 0) / (size[500] ?? 1)).toBeCloseTo(0.5, 1);
    expect((usual[620] ?? 0) / (size[500] ?? 1)).toBeCloseTo(1, 1);
    expect((usual[1100] ?? 0) / (size[1100] ?? 1)).toBeCloseTo(1, 1);
  });

  it('gives no baseline in the first minute', () => {
    const { usual } = breathingEnvelope(track(breathing(120, RATE_HZ, 15)), RATE_HZ);
    expect(usual[100]).toBeNaN();
    expect(usual[130]).toBeGreaterThan(0);
  });

  it('computes the baseline from the samples measured in the last two minutes, across a gap', () => {
    const hole = new Float64Array(130 * RATE_HZ).fill(Number.NaN);
    const values = Float64Array.from([
      ...track(breathing(180, RATE_HZ, 15)),
      ...hole,
      ...track(breathing(180, RATE_HZ, 15)),
    ]);
    const { size, usual } = breathingEnvelope(values, RATE_HZ);
    expect(size[2 * 250]).toBeNaN();
    expect(usual[2 * 315]).toBeNaN();
    expect(usual[2 * 400]).toBeGreaterThan(0);
  });

  it('measures how uneven breathing is', () => {
    const even =
      breathingEnvelope(track(breathing(200, RATE_HZ, 15)), RATE_HZ).unevenness[380] ?? 1;
    const parts = Array.from({ length: 20 }, (_, i) =>
      breathing(10, RATE_HZ, 15, i % 2 === 0 ? 1 : 0.2),
    );
    const uneven = breathingEnvelope(track(...parts), RATE_HZ).unevenness[380] ?? 0;
    expect(even).toBeLessThan(0.1);
    expect(uneven).toBeGreaterThan(0.3);
  });

  it('returns nothing for no samples', () => {
    expect(breathingEnvelope(new Float64Array(0), RATE_HZ).size).toHaveLength(0);
  });
});
