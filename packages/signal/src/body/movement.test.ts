import { describe, expect, it } from 'vitest';
import {
  chestAccelerometer,
  gaussian,
  joinSamples,
  pushInBlocks,
  seededRandom,
} from '../testing/synthetic-signals.ts';
import { activityCounts, createMovement } from './movement.ts';

const still = (seconds: number) => chestAccelerometer({ seconds, sampleRateHz: 50, up: [0, 0, 1] });

function walking(seconds: number): Float32Array {
  const random = seededRandom(3);
  return Float32Array.from({ length: seconds * 150 }, (_, at) => {
    const swing = Math.sin((2 * Math.PI * 1.8 * Math.floor(at / 3)) / 50);
    return (at % 3 === 1 ? 1 : 0) + 0.25 * swing + 0.05 * gaussian(random);
  });
}

function measureActivity(samples: Float32Array | Int16Array, scale = 1, windowSeconds = 5) {
  const movement = createMovement({ sampleRateHz: 50, scale, windowSeconds });
  return movement.read(pushInBlocks(movement, samples, 50, { channels: 3 }));
}

describe('createMovement', () => {
  it('reads a few mg for a breathing sleeper in any posture', () => {
    for (const up of [
      [0, 0, 1],
      [1, 0, 0],
      [0, -1, 0],
    ] as const) {
      const reading = measureActivity(chestAccelerometer({ seconds: 20, sampleRateHz: 50, up }));
      expect(reading.kind).toBe('value');
      if (reading.kind === 'value') expect(reading.value).toBeLessThan(4);
    }
  });

  it('reads over a hundred mg for a walker', () => {
    const reading = measureActivity(walking(20));
    expect(reading.kind).toBe('value');
    if (reading.kind === 'value') expect(reading.value).toBeGreaterThan(100);
  });

  it('decays within the window', () => {
    const reading = measureActivity(joinSamples(walking(10), still(12)));
    if (reading.kind === 'value') expect(reading.value).toBeLessThan(10);
    expect(reading.kind).toBe('value');
  });

  it('scales int16 samples', () => {
    const floats = measureActivity(walking(10));
    const steps = measureActivity(
      Int16Array.from(walking(10), (value) => Math.round(value * 4096)),
      1 / 4096,
    );
    if (floats.kind === 'value' && steps.kind === 'value')
      expect(steps.value).toBeCloseTo(floats.value, 0);
    expect(steps.kind).toBe('value');
  });

  it('reads none without data, settles for a second, and reads none when old', () => {
    const movement = createMovement({ sampleRateHz: 50 });
    expect(movement.read(0)).toEqual({ kind: 'none' });
    movement.push(still(2), 0);
    expect(movement.read(2000)).toMatchObject({ kind: 'value', certainty: 0.4 });
    expect(movement.read(20_000)).toEqual({ kind: 'none' });
  });

  it('restarts after a gap, so that a moved sensor does not count as movement', () => {
    const movement = createMovement({ sampleRateHz: 50 });
    movement.push(still(10), 0);
    movement.push(chestAccelerometer({ seconds: 5, sampleRateHz: 50, up: [1, 0, 0] }), 60_000);
    const reading = movement.read(65_000);
    if (reading.kind === 'value') expect(reading.value).toBeLessThan(5);
    expect(reading.kind).toBe('value');
  });

  it('does not depend on how the samples are cut', () => {
    const readings = [[1], [9, 40], [5000]].map((frames) => {
      const movement = createMovement({ sampleRateHz: 50 });
      return movement.read(pushInBlocks(movement, walking(8), 50, { channels: 3, frames }));
    });
    expect(readings[1]).toEqual(readings[0]);
    expect(readings[2]).toEqual(readings[0]);
  });
});

describe('activityCounts', () => {
  it('gives one count per whole epoch, high where there was movement', () => {
    const counts = activityCounts(joinSamples(still(60), walking(30), still(45)), 50);
    expect(counts.length).toBe(4);
    expect(counts[2]).toBeGreaterThan(20 * Math.max(counts[0] ?? 0, counts[1] ?? 0));
  });

  it('returns nothing for an empty recording', () => {
    expect(activityCounts(new Float32Array(0), 50).length).toBe(0);
  });
});
