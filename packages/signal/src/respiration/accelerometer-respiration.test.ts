import { describe, expect, it } from 'vitest';
import { chestAccelerometer, joinSamples, pushInBlocks } from '../testing/synthetic-signals.ts';
import { createAccelerometerRespiration } from './accelerometer-respiration.ts';

const shape = { seconds: 45, sampleRateHz: 50, up: [0, 0.1, 0.99] as const };

function measure(samples: Float32Array | Int16Array, scale = 1) {
  const rate = createAccelerometerRespiration({ sampleRateHz: 50, scale });
  return rate.read(pushInBlocks(rate, samples, 50, { channels: 3 }));
}

describe('createAccelerometerRespiration', () => {
  it.each([0, 1, 2] as const)('finds breathing on axis %d', (breathAxis) => {
    const reading = measure(chestAccelerometer({ ...shape, breathAxis, perMinute: 16 }));
    expect(reading.kind).toBe('value');
    if (reading.kind === 'value') expect(reading.value).toBeCloseTo(16, 0);
  });

  it.each([8, 14, 22, 36])('reads %d breaths a minute', (perMinute) => {
    const reading = measure(chestAccelerometer({ ...shape, perMinute }));
    expect(reading.kind).toBe('value');
    if (reading.kind === 'value') expect(Math.abs(reading.value - perMinute)).toBeLessThan(0.7);
  });

  it('finds breathing spread over three axes, each too weak alone', () => {
    const weak = chestAccelerometer({ ...shape, perMinute: 18, breathG: 0, noiseG: 0.003 });
    for (let i = 0; i < weak.length; i++)
      weak[i] =
        (weak[i] ?? 0) + 0.0024 * Math.sin((2 * Math.PI * 18 * Math.floor(i / 3)) / 50 / 60);
    const reading = measure(weak);
    expect(reading.kind).toBe('value');
    if (reading.kind === 'value') expect(reading.value).toBeCloseTo(18, 0);
  });

  it('scales int16 samples', () => {
    const steps = Int16Array.from(chestAccelerometer({ ...shape, perMinute: 16 }), (value) =>
      Math.round(value * 8192),
    );
    expect(measure(steps, 1 / 8192)).toMatchObject({ kind: 'value' });
  });

  it('reads flat or irregular for a sensor on a table, never a value', () => {
    for (let seed = 1; seed <= 10; seed++) {
      const reading = measure(chestAccelerometer({ ...shape, breathG: 0, noiseG: 0.0005, seed }));
      expect(reading.kind).toBe('uncertain');
    }
  });

  it('waits for eight still seconds after turning over, then reads again', () => {
    const before = chestAccelerometer({ ...shape, seconds: 30 });
    const after = (seconds: number) =>
      chestAccelerometer({ ...shape, seconds, up: [0.99, 0.1, 0], breathAxis: 0, perMinute: 20 });
    expect(measure(joinSamples(before, after(4)))).toMatchObject({
      kind: 'uncertain',
      reason: 'movement',
    });
    const reading = measure(joinSamples(before, after(20)));
    expect(reading.kind).toBe('value');
    if (reading.kind === 'value') expect(reading.value).toBeCloseTo(20, 0);
  });

  it('reads none without data, settles at first, and reads none when old', () => {
    const rate = createAccelerometerRespiration({ sampleRateHz: 50 });
    expect(rate.read(0)).toEqual({ kind: 'none' });
    const endMs = pushInBlocks(rate, chestAccelerometer({ ...shape, seconds: 4 }), 50, {
      channels: 3,
    });
    expect(rate.read(endMs)).toMatchObject({ kind: 'uncertain', reason: 'settling' });
    expect(rate.read(endMs + 11_000)).toEqual({ kind: 'none' });
  });

  it('does not depend on how the samples are cut, and gives the time of the last breath', () => {
    const samples = chestAccelerometer(shape);
    const results = [[1], [7, 31], [5000]].map((frames) => {
      const rate = createAccelerometerRespiration({ sampleRateHz: 50 });
      const reading = rate.read(pushInBlocks(rate, samples, 50, { channels: 3, frames }));
      return { reading, last: rate.lastBreathMs() };
    });
    expect(results[1]).toEqual(results[0]);
    expect(results[2]).toEqual(results[0]);
    expect(results[0]?.last).toBeGreaterThan(39_000);
  });
});
