import { describe, expect, it } from 'vitest';
import { steadyBeats, syntheticEcg } from '../testing/synthetic-signals.ts';
import { createQrsEnergy } from './qrs-energy.ts';

function measureEnergy(samples: Float32Array, sampleRateHz: number): Float64Array {
  const energy = createQrsEnergy(sampleRateHz);
  return Float64Array.from(samples, (sample) => energy.next(sample));
}

const sine = (hz: number, sampleRateHz: number) =>
  Float32Array.from({ length: 10 * sampleRateHz }, (_, i) =>
    Math.sin((2 * Math.PI * hz * i) / sampleRateHz),
  );
const settled = (values: Float64Array) =>
  values.subarray(values.length / 2).reduce((sum, value) => sum + value, 0) / (values.length / 2);

describe('createQrsEnergy', () => {
  it.each([100, 250, 1000])(
    'stays non-negative at %d Hz and lags a beat by the stated delay',
    (sampleRateHz) => {
      const energy = measureEnergy(
        syntheticEcg({ seconds: 4, sampleRateHz, beatSeconds: [2], noise: 0 }),
        sampleRateHz,
      );
      expect(Math.min(...energy)).toBeGreaterThanOrEqual(0);
      const peak = energy.indexOf(Math.max(...energy));
      const { delaySamples } = createQrsEnergy(sampleRateHz);
      expect(Math.abs(peak - delaySamples - 2 * sampleRateHz) / sampleRateHz).toBeLessThan(0.04);
    },
  );

  it('responds most to the QRS band, less to wander, T waves and muscle', () => {
    const inBand = settled(measureEnergy(sine(12, 500), 500));
    for (const hz of [0.3, 1.5])
      expect(settled(measureEnergy(sine(hz, 500), 500))).toBeLessThan(inBand / 40);
    // A slope grows with frequency, so the response falls more slowly above the band.
    expect(settled(measureEnergy(sine(120, 500), 500))).toBeLessThan(inBand / 2);
  });

  it('ignores an offset, even at the start', () => {
    expect(Math.max(...measureEnergy(new Float32Array(500).fill(2048), 250))).toBeLessThan(1e-6);
  });

  it('gives the same energy for an inverted lead', () => {
    const samples = syntheticEcg({
      seconds: 5,
      sampleRateHz: 250,
      beatSeconds: steadyBeats(5, 70),
    });
    const upright = measureEnergy(samples, 250);
    const inverted = measureEnergy(
      samples.map((value) => -value),
      250,
    );
    for (const [i, value] of upright.entries()) expect(inverted[i]).toBeCloseTo(value, 9);
  });

  it('starts over after a reset', () => {
    const samples = syntheticEcg({ seconds: 2, sampleRateHz: 250, beatSeconds: [0.5, 1.4] });
    const energy = createQrsEnergy(250);
    const first = Float64Array.from(samples, (sample) => energy.next(sample));
    energy.reset();
    expect(energy.slope()).toBe(0);
    expect(Float64Array.from(samples, (sample) => energy.next(sample))).toEqual(first);
  });
});
