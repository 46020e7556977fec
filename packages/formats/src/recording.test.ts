import { describe, expect, it } from 'vitest';
import { type RecordingStream, physicalSamples } from './recording.ts';

const digital = (values: Int16Array | Int32Array, notMeasured: number | null): RecordingStream => ({
  label: 'x',
  unit: 'mV',
  sampleRateHz: 1,
  samples: { kind: 'digital', values, scale: 0.5, offset: 10, notMeasured },
});

describe('physicalSamples', () => {
  it('scales digital values of either width', () => {
    expect([...physicalSamples(digital(Int16Array.of(-2, 0, 3), null))]).toEqual([9, 10, 11.5]);
    expect([...physicalSamples(digital(Int32Array.of(1_000_000), null))]).toEqual([500_010]);
  });

  it('makes "not measured" NaN, and only that', () => {
    expect([...physicalSamples(digital(Int16Array.of(-32_768, -32_767), -32_768))]).toEqual([Number.NaN, -16_373.5]);
    expect([...physicalSamples(digital(Int16Array.of(-32_768), null))]).toEqual([-16_374]);
  });

  it('hands out physical values as they are, without a copy', () => {
    const values = Float32Array.of(1, 2);
    expect(physicalSamples({ label: 'x', unit: '', sampleRateHz: 1, samples: { kind: 'physical', values } })).toBe(values);
  });
});
