import { describe, expect, it } from 'vitest';
import { gaussian, pushInBlocks, seededRandom } from '../testing/synthetic-signals.ts';
import { createTemperature } from './temperature.ts';

function after(
  samples: Float32Array | Int16Array,
  options: { scale?: number; offset?: number } = {},
) {
  const temperature = createTemperature({ sampleRateHz: 1, ...options });
  return temperature.read(pushInBlocks(temperature, samples, 1));
}

describe('createTemperature', () => {
  it('reads the level of the measurements', () => {
    const reading = after(new Float32Array(30).fill(34.6));
    expect(reading).toMatchObject({ kind: 'value', certainty: 1 });
    if (reading.kind === 'value') expect(reading.value).toBeCloseTo(34.6, 4);
  });

  it('smooths noise', () => {
    const random = seededRandom(2);
    const reading = after(Float32Array.from({ length: 120 }, () => 36 + 0.2 * gaussian(random)));
    if (reading.kind === 'value') expect(Math.abs(reading.value - 36)).toBeLessThan(0.1);
    expect(reading.kind).toBe('value');
  });

  it('ignores single outliers', () => {
    const samples = new Float32Array(60).fill(35);
    samples[50] = 42;
    samples[55] = 12;
    const reading = after(samples);
    if (reading.kind === 'value') expect(reading.value).toBeCloseTo(35, 3);
    expect(reading.kind).toBe('value');
  });

  it('follows a warming sensor within two minutes', () => {
    const reading = after(Float32Array.from({ length: 180 }, (_, i) => (i < 30 ? 24 : 34)));
    if (reading.kind === 'value') expect(reading.value).toBeCloseTo(34, 1);
    expect(reading.kind).toBe('value');
  });

  it('applies scale and offset', () => {
    const reading = after(new Int16Array(20).fill(650), { scale: 0.01, offset: 30 });
    if (reading.kind === 'value') expect(reading.value).toBeCloseTo(36.5, 4);
    expect(reading.kind).toBe('value');
  });

  it('drops implausible values and reads implausible if there are no others', () => {
    expect(after(new Float32Array(20).fill(120))).toMatchObject({
      kind: 'uncertain',
      reason: 'implausible',
    });
    const mixed = after(Float32Array.of(35, 35, 35, 35, 35, -5, 99));
    if (mixed.kind === 'value') expect(mixed.value).toBeCloseTo(35, 4);
    expect(mixed.kind).toBe('value');
  });

  it('reads none without data, and a minute after the last sample', () => {
    const temperature = createTemperature({ sampleRateHz: 1 });
    expect(temperature.read(0)).toEqual({ kind: 'none' });
    temperature.push(Int16Array.of(-32_768), 0);
    expect(temperature.read(0)).toEqual({ kind: 'none' });
    temperature.push(Float32Array.of(35), 1000);
    expect(temperature.read(62_000)).toEqual({ kind: 'none' });
  });
});
