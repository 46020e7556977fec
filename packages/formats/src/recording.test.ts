import { describe, expect, it } from 'vitest';
import {
  type FormatProblem,
  addProblem,
  physicalAt,
  physicalSamples,
  type Recording,
  recordingSeconds,
  type RecordingStream,
} from './recording.ts';

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

  it('converts exactly the marker to NaN', () => {
    expect([...physicalSamples(digital(Int16Array.of(-32_768, -32_767), -32_768))]).toEqual([
      Number.NaN,
      -16_373.5,
    ]);
    expect([...physicalSamples(digital(Int16Array.of(-32_768), null))]).toEqual([-16_374]);
  });

  it('returns physical float32 values without a copy', () => {
    const values = Float32Array.of(1, 2);
    expect(
      physicalSamples({
        label: 'x',
        unit: '',
        sampleRateHz: 1,
        samples: { kind: 'physical', values },
      }),
    ).toBe(values);
  });
});

const recording = (parts: Partial<Recording>): Recording => ({
  startedAt: null,
  streams: [],
  annotations: [],
  gaps: [],
  problems: [],
  ...parts,
});

describe('physicalAt', () => {
  it('returns one value at full precision', () => {
    expect(physicalAt(digital(Int16Array.of(1, -32_768), -32_768), 0)).toBe(10.5);
    expect(physicalAt(digital(Int16Array.of(1, -32_768), -32_768), 1)).toBeNaN();
    expect(physicalAt(digital(Int16Array.of(1), null), 5)).toBeNaN();
    expect(
      physicalAt(
        {
          label: 'x',
          unit: '',
          sampleRateHz: 1,
          samples: { kind: 'physical', values: Float64Array.of(0.1) },
        },
        0,
      ),
    ).toBe(0.1);
  });
});

describe('recordingSeconds', () => {
  it('returns the end of the longest stream including gaps', () => {
    const streams = [
      digital(new Int16Array(10), null),
      { ...digital(new Int16Array(10), null), sampleRateHz: 4 },
    ];
    expect(recordingSeconds(recording({ streams }))).toBe(10);
    expect(
      recordingSeconds(
        recording({ streams, gaps: [{ startSeconds: 2, endSeconds: 7, recordedSeconds: 2 }] }),
      ),
    ).toBe(15);
  });

  it('returns the end of the last annotation without a rate', () => {
    expect(
      recordingSeconds(
        recording({
          streams: [{ ...digital(new Int16Array(10), null), sampleRateHz: 0 }],
          annotations: [
            { onsetSeconds: 5, durationSeconds: 30, text: '' },
            { onsetSeconds: 20, durationSeconds: null, text: '' },
          ],
        }),
      ),
    ).toBe(35);
    expect(recordingSeconds(recording({}))).toBe(0);
  });
});

describe('addProblem', () => {
  it('stops at a thousand problems and reports once that further ones exist', () => {
    const problems: FormatProblem[] = [];
    for (let index = 0; index < 5_000; index++)
      addProblem(problems, { code: 'badAnnotation', message: 'x', byteOffset: index });
    expect(problems).toHaveLength(1_001);
    expect(problems.at(-1)).toMatchObject({ code: 'overLimit', byteOffset: 1_000 });
  });
});
