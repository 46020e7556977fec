import { describe, expect, it } from 'vitest';
import { buildEdf } from './testing/edf-builder.ts';
import { readEdf } from './edf/edf-recording.ts';
import { maskInvalidSamples } from './mask-invalid-samples.ts';
import { physicalSamples, type RecordingStream } from './recording.ts';

const stream = (
  label: string,
  unit: string,
  values: Int16Array | Int32Array,
  more: object = {},
): RecordingStream => ({
  label,
  unit,
  sampleRateHz: 1,
  samples: { kind: 'digital', values, scale: 1, offset: 0, notMeasured: null, ...more },
});
const read = (given: RecordingStream): number[] => [...physicalSamples(maskInvalidSamples(given))];

describe('measuredOnly', () => {
  it.each([
    ['SpO2.1s', '%', [-1, 97, 0, 127, 100], [NaN, 97, NaN, NaN, 100]],
    ['Pulse.1s', 'bpm', [-1, 61, 0, 511, 240], [NaN, 61, NaN, NaN, 240]],
    ['SpO2', '', [-1, 1, 97], [NaN, 1, 97]],
  ])('marks implausible values in %s (%s) as missing', (label, unit, given, kept) => {
    expect(read(stream(label, unit, Int16Array.from(given)))).toEqual(kept);
    expect(read(stream(label, unit, Int32Array.from(given)))).toEqual(kept);
    expect(
      read({
        label,
        unit,
        sampleRateHz: 1,
        samples: { kind: 'physical', values: Float64Array.from(given) },
      }),
    ).toEqual(kept);
  });

  it.each([
    ['Flow', 'L/s', 25],
    ['ECG', 'mV', 250],
    ['Pulse', 'mV', 1],
    ['Pulse', '', 60],
    ['Pressure', 'bpm', 1],
    ['SpO2', 'V', 1],
  ])('keeps all values in %s (%s, %i Hz)', (label, unit, sampleRateHz) => {
    const given = { ...stream(label, unit, Int16Array.of(-1, 0, 500)), sampleRateHz };
    expect(maskInvalidSamples(given)).toBe(given);
  });

  it("uses the file's own marker and raises real values equal to it", () => {
    expect(read(stream('SpO2', '%', Int16Array.of(-5, 96, -1), { notMeasured: -5 }))).toEqual([
      NaN,
      96,
      NaN,
    ]);
    const [lowest, missing] = read(
      stream('SpO2', '%', Int16Array.of(-32_768, 32_767), { scale: 0.001, offset: 90 }),
    );
    expect(lowest).toBeCloseTo(57.233, 3);
    expect(missing).toBeNaN();
  });

  it('does not modify its input', () => {
    const file = buildEdf({
      signals: [
        {
          label: 'SpO2.1s',
          physical: [0, 100],
          digital: [0, 100],
          records: [
            [-1, 98],
            [-1, -1],
          ],
        },
      ],
    });
    const [before] = readEdf(file).streams;
    if (before === undefined) throw new Error('the file has a signal');
    const inPercent = { ...before, unit: '%' };
    expect(read(inPercent)).toEqual([NaN, 98, NaN, NaN]);
    expect([...before.samples.values]).toEqual([-1, 98, -1, -1]);
  });
});
