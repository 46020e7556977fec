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
  it('gives each trigger from its first sample to its last', () => {
    expect(statusAnnotations(status([OK, OK | 1, OK | 1, OK | 2, OK]))).toEqual([
      { onsetSeconds: 0.5, durationSeconds: 1, text: 'Trigger 1' },
      { onsetSeconds: 1.5, durationSeconds: 0.5, text: 'Trigger 2' },
    ]);
  });

  it('includes triggers at the beginning and at the end', () => {
    expect(statusAnnotations(status([OK | 9, OK, OK | 8]))).toEqual([
      { onsetSeconds: 0, durationSeconds: 0.5, text: 'Trigger 9' },
      { onsetSeconds: 1, durationSeconds: 0.5, text: 'Trigger 8' },
    ]);
  });

  it('reads triggers below the sign bit without the upper bits', () => {
    expect(statusAnnotations(status([-1 & ~(1 << 22)]))).toEqual([
      { onsetSeconds: 0, durationSeconds: 0.5, text: 'Trigger 65535' },
    ]);
  });

  it('reports loss of common mode and a low battery', () => {
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

  it('reports no loss of common mode if no sample has its bit', () => {
    expect(statusAnnotations(status([0, 3, 0]))).toEqual([
      { onsetSeconds: 0.5, durationSeconds: 0.5, text: 'Trigger 3' },
    ]);
  });

  it('returns nothing without samples, without a rate, and for physical values', () => {
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

  it('stops at a hundred thousand annotations for a signal that changes with every sample', () => {
    expect(
      statusAnnotations(
        status(Array.from({ length: 300_000 }, (_, index) => OK | (1 + (index % 2)))),
      ),
    ).toHaveLength(100_000);
  });
});
