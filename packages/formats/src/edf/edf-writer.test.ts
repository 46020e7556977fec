import { describe, expect, it } from 'vitest';
import { physicalSamples, type Recording, type RecordingStream } from '../recording.ts';
import { hasReferenceData, referenceBytes } from '../testing/reference-data.ts';
import { parseEdfHeader } from './edf-header.ts';
import { readEdf } from './edf-recording.ts';
import { type EdfContent, writeEdf } from './edf-writer.ts';

const digital = (
  label: string,
  sampleRateHz: number,
  values: Int16Array | Int32Array,
  notMeasured: number | null = null,
): RecordingStream => ({
  label,
  unit: 'mV',
  sampleRateHz,
  samples: { kind: 'digital', values, scale: 0.005, offset: -1.5, notMeasured },
});
const physical = (
  label: string,
  sampleRateHz: number,
  values: readonly number[],
): RecordingStream => ({
  label,
  unit: 'degC',
  sampleRateHz,
  samples: { kind: 'physical', values: Float64Array.from(values) },
});
const ramp = (count: number, step = 1): Int16Array =>
  Int16Array.from({ length: count }, (_, index) => (index * step) % 30_000);

function written(content: EdfContent): Uint8Array {
  const result = writeEdf(content);
  if (result.kind === 'refused') throw new Error(result.problem.message);
  return result.bytes;
}
const again = (content: EdfContent): Recording => readEdf(written(content));
const startedAt = '2024-03-02T22:30:15';

describe('writeEdf', () => {
  it('keeps digital samples bit for bit, with rates, units, start and annotations', () => {
    const streams = [digital('ecg', 250, ramp(2_500, 13)), digital('resp', 12.5, ramp(125, -7))];
    const annotations = [
      { onsetSeconds: 0, durationSeconds: null, text: 'Lights off' },
      { onsetSeconds: 3.25, durationSeconds: 10.5, text: '仰臥位' },
    ];
    const recording = again({ startedAt, streams, annotations });
    expect(recording.problems).toEqual([]);
    expect(recording.startedAt).toBe(startedAt);
    expect(recording.annotations).toEqual(annotations);
    expect(recording.gaps).toEqual([]);
    for (const [index, stream] of streams.entries()) {
      expect(recording.streams[index]).toMatchObject({
        label: stream.label,
        unit: 'mV',
        sampleRateHz: stream.sampleRateHz,
      });
      expect(recording.streams[index]?.samples.values).toEqual(stream.samples.values);
      const before = physicalSamples(stream);
      const behind = physicalSamples(recording.streams[index] ?? stream);
      expect(before.every((value, at) => Math.abs(value - (behind[at] ?? 0)) < 1e-5)).toBe(true);
    }
  });

  it('keeps a start within a second, and counts times from it', () => {
    const recording = again({
      startedAt: `${startedAt}.394531`,
      streams: [digital('x', 10, ramp(50))],
      annotations: [{ onsetSeconds: 1.5, durationSeconds: null, text: 'a' }],
    });
    expect(recording.startedAt).toBe(`${startedAt}.394531`);
    expect(recording.annotations[0]?.onsetSeconds).toBeCloseTo(1.5, 9);
  });

  it.each([
    ['1984-12-31T23:59:59'],
    ['1985-01-01T00:00:00'],
    ['2084-12-31T00:00:00'],
    ['2085-01-01T00:00:00'],
    ['2024-02-29T12:00:00'],
  ])('keeps the century of %s', (moment) => {
    expect(again({ startedAt: moment, streams: [digital('x', 1, ramp(3))] }).startedAt).toBe(
      moment,
    );
  });

  it('writes EDF+D with gaps, which are read again', () => {
    const gaps = [
      { startSeconds: 3, endSeconds: 10, recordedSeconds: 3 },
      { startSeconds: 12, endSeconds: 60.5, recordedSeconds: 5 },
    ];
    const stream = digital('x', 4, ramp(28));
    const bytes = written({
      startedAt,
      streams: [stream],
      gaps,
      annotations: [{ onsetSeconds: 11, durationSeconds: 1, text: 'between' }],
    });
    const recording = readEdf(bytes);
    expect(parseEdfHeader(bytes)).toMatchObject({ header: { variant: 'EDF+D' } });
    expect(recording.gaps).toEqual(gaps);
    expect(recording.streams[0]?.samples.values).toEqual(stream.samples.values);
    expect(recording.annotations).toEqual([
      { onsetSeconds: 11, durationSeconds: 1, text: 'between' },
    ]);
  });

  it('finds a record duration that fills the segments exactly, if there is one', () => {
    const gaps = [{ startSeconds: 0.5, endSeconds: 0.75, recordedSeconds: 0.5 }];
    const result = writeEdf({ startedAt, streams: [digital('x', 100, ramp(125))], gaps });
    expect(result).toMatchObject({ kind: 'file', paddedSeconds: 0 });
    expect(result.kind === 'file' && readEdf(result.bytes)).toMatchObject({ gaps, problems: [] });
  });

  it('pads the last record and returns the padding', () => {
    const result = writeEdf({
      startedAt,
      streams: [digital('x', 1 / 30, ramp(7)), digital('y', 0.1, ramp(20))],
    });
    expect(result).toMatchObject({ kind: 'file', paddedSeconds: 0 });
    expect(
      writeEdf({ startedAt, streams: [digital('x', 1, ramp(7)), digital('y', 0.5, ramp(4))] }),
    ).toMatchObject({ kind: 'file', paddedSeconds: 0 });
    expect(
      writeEdf({ startedAt, streams: [digital('x', 0.5, ramp(4)), digital('y', 1 / 3, ramp(3))] }),
    ).toMatchObject({ kind: 'file', paddedSeconds: 3 });
  });

  it('rescales other values to the whole range, with an error of at most half a step', () => {
    const values = Array.from({ length: 600 }, (_, index) => 36.5 + Math.sin(index / 9) * 1.237);
    const [stream] = again({ startedAt, streams: [physical('temperature', 1, values)] }).streams;
    const step = 2.48 / 65_534;
    expect(
      stream &&
        [...physicalSamples(stream)].every(
          (value, index) => Math.abs(value - (values[index] ?? 0)) <= step,
        ),
    ).toBe(true);
  });

  it.each([
    ['a constant value', [5, 5, 5]],
    ['very small values', [1e-6, -2e-6, 0]],
    ['large values', [-9e6, 9e6, 12]],
    ['long fractions', [0.123456789, -0.987654321, 0]],
    ['nothing measured', [Number.NaN, Number.NaN, Number.NaN]],
  ])('writes %s within the eight characters of an EDF number', (_, values) => {
    const result = parseEdfHeader(written({ startedAt, streams: [physical('x', 1, values)] }));
    const signal = result.kind === 'header' ? result.header.signals[0] : undefined;
    expect(result).toMatchObject({ problems: [] });
    for (const value of values)
      if (!Number.isNaN(value))
        expect([
          signal && signal.physicalMin <= value,
          signal && signal.physicalMax >= value,
        ]).toEqual([true, true]);
    expect((signal?.physicalMax ?? 0) - (signal?.physicalMin ?? 0)).toBeGreaterThan(0);
  });

  it('marks missing samples by an annotation, including gaps', () => {
    const values = Int16Array.of(1, 2, -32_768, -32_768, 5, 6);
    const gaps = [{ startSeconds: 1, endSeconds: 100, recordedSeconds: 1 }];
    const recording = again({ startedAt, streams: [digital('flow', 1, values, -32_768)], gaps });
    expect(recording.annotations).toEqual([
      { onsetSeconds: 101, durationSeconds: 2, text: 'Not measured: flow' },
    ]);
    expect(recording.streams[0]?.samples.values).toEqual(values);
  });

  it('writes annotations without streams as one record without duration', () => {
    const annotations = Array.from({ length: 500 }, (_, index) => ({
      onsetSeconds: 30 * index,
      durationSeconds: 30,
      text: `Sleep stage ${'WN123R'[index % 6]}`,
    }));
    const recording = again({ startedAt, streams: [], annotations });
    expect(recording).toMatchObject({ streams: [], annotations, problems: [] });
  });

  it('writes an ASCII header for any names', () => {
    const bytes = written({
      startedAt,
      streams: [{ ...digital('呼吸 (Flow) with a very long name', 1, ramp(2)), unit: 'µV' }],
      patient: '山田',
    });
    expect(bytes.subarray(0, 768).every((byte) => byte >= 32 && byte < 127)).toBe(true);
    expect(readEdf(bytes).streams[0]).toMatchObject({
      label: '?? (Flow) with a'.slice(0, 16),
      unit: 'uV',
    });
  });

  it('replaces the delimiters of an annotation list in texts', () => {
    expect(
      again({
        startedAt,
        streams: [],
        annotations: [{ onsetSeconds: 1, durationSeconds: null, text: 'a\u0014b\u0015c\0d' }],
      }).annotations,
    ).toMatchObject([{ text: 'a b c d' }]);
  });

  it.each<[string, EdfContent, string]>([
    ['an invalid start', { startedAt: '2024-02-31T00:00:00', streams: [] }, 'badTime'],
    ['a stream without a rate', { startedAt, streams: [digital('x', 0, ramp(1))] }, 'badRate'],
    [
      'a rate without a whole number of samples in any record',
      { startedAt, streams: [digital('x', Math.PI, ramp(10))] },
      'badRate',
    ],
  ])('rejects %s', (_, content, code) => {
    expect(writeEdf(content)).toMatchObject({ kind: 'refused', problem: { code } });
  });
});

describe.skipIf(!hasReferenceData('edf-cases'))(
  'writeEdf of what readEdf read (skipped where the recordings are absent)',
  () => {
    it.each([
      'short_psg.edf',
      'test_uneven_samp.edf',
      'subsecond_starttime.edf',
      'test_utf8_annotations.edf',
      'MB0400FU.EDF',
      'SC4001EC-Hypnogram.edf',
      'duplicate_channel_labels.edf',
    ])('%s keeps samples, start and annotations in a round trip', (name) => {
      const before = readEdf(referenceBytes(`edf-cases/${name}`));
      const behind = again({
        startedAt: before.startedAt ?? '',
        streams: before.streams,
        gaps: before.gaps,
        annotations: before.annotations,
      });
      expect(behind.startedAt).toBe(before.startedAt);
      expect(
        behind.annotations.map(({ text, durationSeconds }) => ({ text, durationSeconds })),
      ).toEqual(before.annotations.map(({ text, durationSeconds }) => ({ text, durationSeconds })));
      for (const [index, stream] of before.streams.entries()) {
        expect(behind.streams[index]?.label).toBe(stream.label);
        const one = physicalSamples(stream);
        const other = physicalSamples(behind.streams[index] ?? stream);
        const span = one.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
        expect(
          one.every((value, at) => Math.abs(value - (other[at] ?? Number.NaN)) <= span * 1e-4),
        ).toBe(true);
      }
    });
  },
);
