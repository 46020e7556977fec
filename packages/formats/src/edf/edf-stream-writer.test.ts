import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseEdfHeader } from './edf-header.ts';
import { readEdf } from './edf-recording.ts';
import { chooseRecordSeconds } from './edf-records.ts';
import { type EdfStreamPlan, type EdfStreamSignal, openEdfStream } from './edf-stream-writer.ts';

const startedAt = '2026-11-21T22:00:00.123456';
const signal = (more: Partial<EdfStreamSignal> = {}): EdfStreamSignal => ({
  label: 'ecg',
  unit: 'mV',
  sampleRateHz: 4,
  scale: 0.01,
  offset: 0,
  ...more,
});
const plan = (more: Partial<EdfStreamPlan>): EdfStreamPlan => ({
  startedAt,
  recordSeconds: 1,
  records: Uint32Array.of(0, 1, 2),
  signals: [signal()],
  annotations: [],
  ...more,
});
const computeValue = (record: number, at: number, place: number): number =>
  ((record * 7919 + at * 104_729 + place * 31) % 65_535) - 32_767;

function written(content: EdfStreamPlan): Uint8Array {
  const stream = openEdfStream(content);
  if (stream.kind === 'refused') return expect.fail(stream.problem.message);
  const parts = [
    stream.header,
    ...Array.from(content.records, (record, place) =>
      stream.record(
        place,
        content.signals.map(({ sampleRateHz }, index) =>
          Int16Array.from({ length: sampleRateHz * content.recordSeconds }, (_, at) =>
            computeValue(record, at, index),
          ),
        ),
      ),
    ),
  ];
  const bytes = Buffer.concat(parts);
  expect(bytes).toHaveLength(stream.totalBytes);
  return bytes;
}

describe('openEdfStream', () => {
  it('writes EDF+C without gaps and EDF+D with them, and preserves samples, gaps, start and annotations', () => {
    const indexes = fc
      .uniqueArray(fc.integer({ min: 0, max: 400 }), { maxLength: 40 })
      .map((some) => Uint32Array.from(new Set([0, ...some])).toSorted());
    const notes = fc.array(
      fc.record({
        onsetSeconds: fc.integer({ min: 0, max: 800 }),
        durationSeconds: fc.constantFrom(null, 30),
        text: fc.constantFrom('Sleep stage W', '転倒', 'x'.repeat(90)),
      }),
      { maxLength: 60 },
    );
    fc.assert(
      fc.property(indexes, notes, fc.constantFrom(1, 2), (records, unsorted, recordSeconds) => {
        const annotations = unsorted.toSorted(
          (one, other) => one.onsetSeconds - other.onsetSeconds,
        );
        const signals = [
          signal(),
          signal({ label: 'temp', sampleRateHz: 1, scale: 1 / 16_384, offset: -3 }),
        ];
        const again = readEdf(written(plan({ records, recordSeconds, signals, annotations })));
        expect(again.problems).toEqual([]);
        expect(again.startedAt).toBe(startedAt);
        expect(again.streams.map(({ samples }) => samples)).toEqual(
          signals.map(({ sampleRateHz, scale, offset }, index) => ({
            kind: 'digital',
            scale,
            offset,
            notMeasured: -32_768,
            values: Int16Array.from(
              [...records].flatMap((record) =>
                Array.from({ length: sampleRateHz * recordSeconds }, (_, at) =>
                  computeValue(record, at, index),
                ),
              ),
            ),
          })),
        );
        const gaps = [...records].flatMap((record, place) =>
          place > 0 && record !== (records[place - 1] ?? 0) + 1
            ? [
                [
                  ((records[place - 1] ?? 0) + 1) * recordSeconds,
                  record * recordSeconds,
                  place * recordSeconds,
                ],
              ]
            : [],
        );
        expect(
          again.gaps.map(({ startSeconds, endSeconds, recordedSeconds }) =>
            [startSeconds, endSeconds, recordedSeconds].map((seconds) =>
              Number(seconds.toFixed(5)),
            ),
          ),
        ).toEqual(gaps);
        expect(
          again.annotations.map((each) => ({
            ...each,
            onsetSeconds: Number(each.onsetSeconds.toFixed(5)),
          })),
        ).toEqual(annotations);
      }),
      { numRuns: 60 },
    );
  });

  it.each([0.01, 1 / 16_384, 0.0001, 1e-6, 3.7, 123.456, 1 / 3])(
    'keeps the scale %s exactly, in an ASCII header with a consistent range',
    (scale) => {
      const bytes = written(plan({ signals: [signal({ scale, offset: 17.3 })] }));
      const result = parseEdfHeader(bytes);
      const [header] = result.kind === 'header' ? result.header.signals : [];
      expect(result).toMatchObject({ kind: 'header', problems: [] });
      expect(header).toMatchObject({ digitalMin: -32_767, digitalMax: 32_767 });
      expect(
        ((header?.physicalMax ?? 0) - (header?.physicalMin ?? 0)) / 65_534 / scale,
      ).toBeCloseTo(1, 2);
      expect(readEdf(bytes).streams[0]?.samples).toMatchObject({ scale, offset: 17.3 });
    },
  );

  it('ignores an exact scale that contradicts the range', () => {
    const bytes = Buffer.from(written(plan({ signals: [signal({ scale: 0.01 })] })));
    bytes.write('N/A=-32768 scale=0.5 offset=0'.padEnd(80), bytes.indexOf('N/A='), 'ascii');
    expect(readEdf(bytes).streams[0]?.samples).toMatchObject({
      scale: expect.closeTo(0.01, 9),
      notMeasured: null,
    });
  });

  it('fills missing samples with "not measured"', () => {
    const stream = openEdfStream(plan({ records: Uint32Array.of(0) }));
    if (stream.kind === 'refused') return expect.fail(stream.problem.message);
    const again = readEdf(Buffer.concat([stream.header, stream.record(0, [Int16Array.of(1, 2)])]));
    expect(again.streams[0]?.samples).toMatchObject({
      values: Int16Array.of(1, 2, -32_768, -32_768),
      notMeasured: -32_768,
    });
  });

  it.each<[string, Partial<EdfStreamPlan>, string]>([
    ['an invalid start', { startedAt: 'yesterday' }, 'badTime'],
    ['a signal slower than a record', { signals: [signal({ sampleRateHz: 0.01 })] }, 'badRate'],
    [
      'a range too narrow for eight characters',
      { signals: [signal({ scale: 1e-14 })] },
      'badNumber',
    ],
    ['a range too wide for eight characters', { signals: [signal({ scale: 1e6 })] }, 'badNumber'],
  ])('rejects %s', (_, more, code) => {
    expect(openEdfStream(plan(more))).toMatchObject({ kind: 'refused', problem: { code } });
  });
});

describe('chooseRecordSeconds', () => {
  it.each([
    [[250, 50, 1], 1],
    [[12.5, 50], 2],
    [[1 / 60, 50], 60],
    [[1 / 30, 250, 50, 50, 50], 30],
    [[0.1], 10],
  ])('gives for rates of %j Hz a record of %d s', (rates, seconds) => {
    expect(chooseRecordSeconds(rates)).toBe(seconds);
  });

  it('returns null for a rate without a whole number of samples in any record', () => {
    expect(chooseRecordSeconds([250, Math.PI])).toBeNull();
  });
});
