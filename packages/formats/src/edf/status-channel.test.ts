import { describe, expect, it } from 'vitest';
import type { RecordingStream } from '../recording.ts';
import { statusAnnotations } from './status-channel.ts';

const OK = 1 << 20;
const status = (values: readonly number[], sampleRateHz = 2): RecordingStream => ({
  label: 'Status',
  unit: '',
  sampleRateHz,
  samples: {
    kind: 'digital',
    values: Int32Array.from(values),
    scale: 1,
    offset: 0,
    notMeasured: null,
  },
});

describe('statusAnnotations', () => {
  it('has each trigger from its first sample to its last', () => {
    expect(statusAnnotations(status([OK, OK | 1, OK | 1, OK | 2, OK]))).toEqual([
      { onsetSeconds: 0.5, durationSeconds: 1, text: 'Trigger 1' },
      { onsetSeconds: 1.5, durationSeconds: 0.5, text: 'Trigger 2' },
    ]);
  });

  it('has one that stands at the beginning and one that stands at the end', () => {
    expect(statusAnnotations(status([OK | 9, OK, OK | 8]))).toEqual([
      { onsetSeconds: 0, durationSeconds: 0.5, text: 'Trigger 9' },
      { onsetSeconds: 1, durationSeconds: 0.5, text: 'Trigger 8' },
    ]);
  });

  it('reads triggers below the sign bit and leaves the upper bits out of them', () => {
    expect(statusAnnotations(status([-1 & ~(1 << 22)]))).toEqual([
      { onsetSeconds: 0, durationSeconds: 0.5, text: 'Trigger 65535' },
    ]);
  });

  it('names lost common mode and a low battery by themselves', () => {
    expect(
      statusAnnotations(status([0, OK, OK | (1 << 22)])).map(({ text, onsetSeconds }) => [
        text,
        onsetSeconds,
      ]),
    ).toEqual([
      ['CMS out of range', 0],
      ['Battery low', 1],
    ]);
  });

  it('says nothing of common mode where no sample knows of it', () => {
    expect(statusAnnotations(status([0, 3, 0]))).toEqual([
      { onsetSeconds: 0.5, durationSeconds: 0.5, text: 'Trigger 3' },
    ]);
  });

  it('has nothing to say of no samples, of no rate, and of values in a unit', () => {
    expect(statusAnnotations(status([]))).toEqual([]);
    expect(statusAnnotations(status([1], 0))).toEqual([]);
    expect(
      statusAnnotations({
        label: 'Status',
        unit: '',
        sampleRateHz: 1,
        samples: { kind: 'physical', values: Float64Array.of(1) },
      }),
    ).toEqual([]);
  });

  it('of a signal that changes with every sample ends at a hundred thousand', () => {
    expect(
      statusAnnotations(
        status(Array.from({ length: 300_000 }, (_, index) => OK | (1 + (index % 2)))),
      ),
    ).toHaveLength(100_000);
  });
});
