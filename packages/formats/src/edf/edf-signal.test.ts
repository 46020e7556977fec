import { describe, expect, it } from 'vitest';
import type { RecordingStream, StreamSamples } from '../recording.ts';
import { toEdfSignal } from './edf-signal.ts';

const createStream = (samples: StreamSamples, sampleRateHz = 2): RecordingStream => ({
  label: 'x',
  unit: 'mV',
  sampleRateHz,
  samples,
});
const digital = (
  values: Int16Array | Int32Array,
  scale: number,
  offset: number,
  notMeasured: number | null = null,
): RecordingStream => createStream({ kind: 'digital', values, scale, offset, notMeasured });
const physical = (...values: readonly number[]): RecordingStream =>
  createStream({ kind: 'physical', values: Float64Array.from(values) });

describe('toEdfSignal', () => {
  it.each([
    [
      'the whole range',
      Int16Array.of(-32_768, 5, 32_767),
      0.5,
      0,
      [-32_768, 32_767, -16_384, 16_383.5],
    ],
    ['a gain of 200 and a baseline', Int16Array.of(995, 1_311, 481), 1 / 200, -1024 / 200, null],
    ['a scale below zero', Int16Array.of(-24, 806), -0.1, 0, [-32_768, 32_767, 3_276.8, -3_276.7]],
    ['a constant value', Int16Array.of(7, 7, 7), 1, 0, [-32_768, 32_767, -32_768, 32_767]],
  ])('keeps 16-bit samples unchanged: %s', (_, values, scale, offset, ranges) => {
    const { signal, notMeasured } = toEdfSignal(digital(values, scale, offset));
    expect(signal.values).toBe(values);
    expect(notMeasured).toEqual([]);
    if (ranges !== null)
      expect([
        signal.digitalMin,
        signal.digitalMax,
        signal.physicalMin,
        signal.physicalMax,
      ]).toEqual(ranges);
    const readScale =
      (signal.physicalMax - signal.physicalMin) / (signal.digitalMax - signal.digitalMin);
    const worst = Math.max(
      ...Array.from(values, (value) =>
        Math.abs(
          (value - signal.digitalMin) * readScale + signal.physicalMin - (value * scale + offset),
        ),
      ),
    );
    expect(worst).toBeLessThanOrEqual(Math.abs(scale) * 2e-3);
  });

  it('rescales 16-bit samples if eight characters cannot hold their scale', () => {
    const { signal } = toEdfSignal(digital(Int16Array.of(-32_768, 0, 32_767), 1e-9, 0));
    expect(signal.values).not.toEqual(Int16Array.of(-32_768, 0, 32_767));
    expect([signal.physicalMin < 0, signal.physicalMax > 0]).toEqual([true, true]);
  });

  it('rescales 32-bit samples to the whole range', () => {
    const { signal } = toEdfSignal(digital(Int32Array.of(-8_000_000, 0, 8_000_000), 0.001, 0));
    expect([signal.digitalMin, signal.digitalMax, signal.physicalMin, signal.physicalMax]).toEqual([
      -32_768, 32_767, -8_000, 8_000,
    ]);
    expect([...signal.values]).toEqual([-32_767, 0, 32_767]);
  });

  it('reserves the lowest value for missing samples, and returns their runs', () => {
    const { signal, notMeasured } = toEdfSignal(physical(1, Number.NaN, Number.NaN, 4, Number.NaN));
    expect([...signal.values]).toEqual([-32_767, -32_768, -32_768, 32_767, -32_768]);
    expect(notMeasured).toEqual([
      { onsetSeconds: 0.5, durationSeconds: 1 },
      { onsetSeconds: 2, durationSeconds: 0.5 },
    ]);
  });

  it('recognises a digital marker of missing samples', () => {
    expect(toEdfSignal(digital(Int16Array.of(1, -32_768, 3), 1, 0, -32_768)).notMeasured).toEqual([
      { onsetSeconds: 0.5, durationSeconds: 0.5 },
    ]);
    expect(toEdfSignal(digital(Int16Array.of(1, -32_768, 3), 1, 0, null)).notMeasured).toEqual([]);
  });

  it('gives a range to a signal without one: no samples, one value, nothing measured', () => {
    for (const stream of [physical(), physical(5, 5), physical(Number.NaN), physical(0)]) {
      const { signal } = toEdfSignal(stream);
      expect(signal.physicalMax).toBeGreaterThan(signal.physicalMin);
    }
  });

  it('clips at the largest values of eight characters', () => {
    const { signal } = toEdfSignal(physical(-1e20, 1e20));
    expect([signal.physicalMin, signal.physicalMax, [...signal.values]]).toEqual([
      -9_999_999,
      99_999_999,
      [-32_767, 32_767],
    ]);
  });
});
