import { describe, expect, it } from 'vitest';
import { readEdf, laterBy } from './edf-recording.ts';
import { physicalSamples } from '../recording.ts';
import { anyByte, damagedCopies, textByte } from '../testing/damage.ts';
import { annotationList, buildEdf } from '../testing/edf-builder.ts';

const codes = (bytes: Uint8Array): string[] =>
  readEdf(bytes).problems.map((problem) => problem.code);
const oneSignal = {
  label: 'Flow',
  records: [
    [0, 500],
    [-1000, 1000],
    [7, 8],
  ],
};

describe('readEdf', () => {
  it('reads label, unit, rate, digital and physical values and the start', () => {
    const recording = readEdf(buildEdf({ signals: [oneSignal] }));
    const [stream] = recording.streams;
    expect(recording.problems).toEqual([]);
    expect(recording.startedAt).toBe('2024-03-02T22:30:15');
    expect(stream).toMatchObject({ label: 'Flow', unit: 'uV', sampleRateHz: 2 });
    expect([...(stream?.samples.values ?? [])]).toEqual([0, 500, -1000, 1000, 7, 8]);
    expect(stream && [...physicalSamples(stream)].slice(0, 4)).toEqual([0, 50, -100, 100]);
  });

  it('takes the year from the recording field of EDF+ and rejects invalid dates', () => {
    expect(
      readEdf(buildEdf({ recording: 'Startdate 02-MAR-2124 X X X', signals: [oneSignal] }))
        .startedAt,
    ).toBe('2124-03-02T22:30:15');
    expect(readEdf(buildEdf({ start: '24.04.8916.13.00', signals: [oneSignal] })).startedAt).toBe(
      '1989-04-24T16:13:00',
    );
    const impossible = readEdf(buildEdf({ start: '31.02.2416.13.00', signals: [oneSignal] }));
    expect(impossible.startedAt).toBeNull();
    expect(impossible.problems).toMatchObject([{ code: 'badTime', byteOffset: 168 }]);
  });

  it('reads annotations, their durations and a start within a second', () => {
    const records = [
      annotationList('+0.25', ['']) + annotationList('+1.5', ['Apnea', '仰卧'], '10'),
      annotationList('+1.25', ['']) + annotationList('+2', ['Out of bed']),
    ];
    const recording = readEdf(
      buildEdf({ reserved: 'EDF+C', signals: [{ label: 'EDF Annotations', records }] }),
    );
    expect(recording.startedAt).toBe('2024-03-02T22:30:15.250');
    expect(recording.annotations).toEqual([
      { onsetSeconds: 1.25, durationSeconds: 10, text: 'Apnea' },
      { onsetSeconds: 1.25, durationSeconds: 10, text: '仰卧' },
      { onsetSeconds: 1.75, durationSeconds: null, text: 'Out of bed' },
    ]);
    expect(recording.streams).toEqual([]);
    expect(recording.problems).toEqual([]);
  });

  it('reports gaps and overlaps between the records of EDF+D', () => {
    const at = (onset: string): string => annotationList(onset, ['']);
    const signals = [
      oneSignal,
      { label: 'EDF Annotations', records: [at('+0'), at('+1'), at('+61.5')] },
    ];
    expect(readEdf(buildEdf({ reserved: 'EDF+D', signals })).gaps).toEqual([
      { startSeconds: 2, endSeconds: 61.5, recordedSeconds: 2 },
    ]);
    const backwards = [
      oneSignal,
      { label: 'EDF Annotations', records: [at('+0'), at('+1'), at('+0.5')] },
    ];
    expect(codes(buildEdf({ reserved: 'EDF+D', signals: backwards }))).toEqual(['overlap']);
  });

  it('keeps the complete records of a truncated file and of one with a wrong or unknown count', () => {
    const whole = buildEdf({ signals: [oneSignal] });
    const cut = readEdf(whole.subarray(0, whole.length - 3));
    expect(cut.streams[0]?.samples.values).toHaveLength(4);
    expect(cut.problems).toEqual([
      { code: 'truncated', message: '2 of 3 records are complete', byteOffset: 520 },
    ]);
    expect(
      readEdf(buildEdf({ recordCount: -1, signals: [oneSignal] })).streams[0]?.samples.values,
    ).toHaveLength(6);
    expect(codes(buildEdf({ recordCount: -1, signals: [oneSignal] }))).toEqual([
      'recordCountUnknown',
    ]);
    expect(codes(buildEdf({ recordCount: 9_999, signals: [oneSignal] }))).toEqual(['truncated']);
    expect(codes(buildEdf({ recordCount: 2, signals: [oneSignal] }))).toEqual(['trailingBytes']);
  });

  it('reports unreadable files', () => {
    expect(codes(new Uint8Array(10))).toEqual(['badMagic']);
    expect(codes(new TextEncoder().encode('0       X'))).toEqual(['truncated']);
    expect(codes(new Uint8Array(300))).toEqual(['badMagic']);
    expect(codes(Uint8Array.of(0xff, ...new TextEncoder().encode('BIOSEMI')))).toEqual([
      'truncated',
    ]);
    expect(codes(buildEdf({ signals: [] }))).toEqual(['noSignals']);
    expect(codes(buildEdf({ signalCount: 9_999, signals: [oneSignal] }))).toEqual(['truncated']);
    expect(codes(buildEdf({ signalCount: -1, signals: [oneSignal] }))).toEqual(['badHeader']);
    expect(codes(buildEdf({ headerBytes: 100, signals: [oneSignal] }))).toEqual(['badHeader']);
    expect(codes(buildEdf({ recordSeconds: 0, signals: [oneSignal] }))).toEqual(['badRate']);
  });

  it('gives digital values if the digital range is empty', () => {
    const recording = readEdf(buildEdf({ signals: [{ ...oneSignal, digital: [5, 5] }] }));
    expect(recording.problems.map((problem) => problem.code)).toEqual(['digitalRange']);
    expect(recording.streams[0]?.samples).toMatchObject({ scale: 1, offset: 0 });
  });

  it('never throws on 1,000 damaged files', () => {
    const signals = [
      oneSignal,
      {
        label: 'EDF Annotations',
        records: ['a', 'b', 'c'].map(
          (text) => annotationList('+0', ['']) + annotationList('+1', [text]),
        ),
      },
    ];
    const whole = buildEdf({ reserved: 'EDF+D', signals });
    for (const damaged of [
      ...damagedCopies(whole, 500, textByte),
      ...damagedCopies(whole, 500, anyByte),
    ]) {
      const recording = readEdf(damaged);
      for (const stream of recording.streams)
        if (stream.samples.values.length > damaged.length) expect.fail('more samples than bytes');
    }
  });
});

describe('laterBy', () => {
  it.each([
    ['2024-03-02T22:30:15', 0, '2024-03-02T22:30:15'],
    ['2024-03-02T22:30:15', 0.25, '2024-03-02T22:30:15.250'],
    ['2024-03-02T22:30:15', 0.3945312, '2024-03-02T22:30:15.394531'],
    ['2024-03-02T22:30:15.394531', -0.394531, '2024-03-02T22:30:15'],
    ['2024-02-28T23:59:59.900', 0.1, '2024-02-29T00:00:00'],
    ['2024-03-02T00:00:00', -0.001, '2024-03-01T23:59:59.999'],
    ['1918-01-01T00:00:00', 86_400, '1918-01-02T00:00:00'],
  ])('%s plus %d seconds is %s', (time, seconds, expected) => {
    expect(laterBy(time, seconds)).toBe(expected);
  });

  it('returns an invalid time or an overflow unchanged', () => {
    expect(laterBy('soon', 1)).toBe('soon');
    expect(laterBy('2024-03-02T22:30:15', 1e20)).toBe('2024-03-02T22:30:15');
  });
});
