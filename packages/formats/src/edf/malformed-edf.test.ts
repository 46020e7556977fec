import { describe, expect, it } from 'vitest';
import { readEdf } from './edf-recording.ts';
import { physicalSamples, type Recording } from '../recording.ts';
import { annotationList, buildEdf, type EdfFileOptions } from '../testing/edf-builder.ts';

const flow = {
  label: 'Flow',
  records: [
    [1, 2],
    [3, 4],
    [5, 6],
  ],
};
const pulse = { label: 'Pulse', records: [[60], [61], [62]] };
const whole = buildEdf({ signals: [flow, pulse] });
const HEADER_BYTES = 768;
const RECORD_BYTES = 6;

const codes = (recording: Recording): string[] => recording.problems.map((problem) => problem.code);
const read = (options: EdfFileOptions): Recording => readEdf(buildEdf(options));
/** The whole file with text written over it. */
function patched(offset: number, text: string | readonly number[]): Recording {
  const bytes = whole.slice();
  bytes.set(typeof text === 'string' ? new TextEncoder().encode(text) : text, offset);
  return readEdf(bytes);
}
/** Offset of a field of the first of two signals, from the widths of the previous fields. */
const fieldOffset = (...widthsBefore: number[]): number =>
  256 + 2 * widthsBefore.reduce((sum, width) => sum + width, 0);
const PHYSICAL_MIN = fieldOffset(16, 80, 8);
const PHYSICAL_MAX = fieldOffset(16, 80, 8, 8);
const SAMPLES = fieldOffset(16, 80, 8, 8, 8, 8, 8, 80);

describe('readEdf with a truncated file', () => {
  it('reports only the end of a file that is truncated in its header', () => {
    for (let length = 1; length < HEADER_BYTES; length++) {
      expect(readEdf(whole.subarray(0, length))).toMatchObject({
        streams: [],
        startedAt: null,
        problems: [{ code: 'truncated', byteOffset: length }],
      });
    }
  });

  it('keeps the whole records of a file that is truncated in its records', () => {
    for (let length = HEADER_BYTES; length < whole.length; length++) {
      const complete = Math.floor((length - HEADER_BYTES) / RECORD_BYTES);
      const recording = readEdf(whole.subarray(0, length));
      expect(recording.streams.map((stream) => [...stream.samples.values])).toEqual(
        [flow, pulse].map((signal) => signal.records.slice(0, complete).flat()),
      );
      expect(recording.problems).toMatchObject([
        { code: 'truncated', byteOffset: HEADER_BYTES + complete * RECORD_BYTES },
      ]);
    }
  });

  it('keeps all records of a padded file and reports the offset of the rest', () => {
    for (const extra of [1, RECORD_BYTES, 4096]) {
      const padded = new Uint8Array(whole.length + extra);
      padded.set(whole);
      const recording = readEdf(padded);
      expect(recording.streams[0]?.samples.values).toHaveLength(6);
      expect(recording.problems).toEqual([
        {
          code: 'trailingBytes',
          message: `${extra} bytes after the last record ignored`,
          byteOffset: whole.length,
        },
      ]);
    }
  });

  it('reads a file within a larger buffer', () => {
    const buffer = new Uint8Array(whole.length + 7);
    buffer.set(whole, 7);
    expect(readEdf(buffer.subarray(7))).toEqual(readEdf(whole));
  });
});

describe('readEdf with a false header', () => {
  it.each([
    ['of zero length', new Uint8Array(0), 'emptyFile'],
    ['of blanks', new Uint8Array(512).fill(0x20), 'badMagic'],
    [
      'with the magic of a ZIP archive',
      Uint8Array.of(0x50, 0x4b, 3, 4, ...new Uint8Array(508)),
      'badMagic',
    ],
    [
      'of BDF with nothing behind its magic',
      Uint8Array.of(0xff, ...new TextEncoder().encode('BIOSEMI'), ...new Uint8Array(504)),
      'badHeader',
    ],
  ])('rejects a file %s', (_, bytes, code) => {
    expect(readEdf(bytes)).toMatchObject({ streams: [], problems: [{ code }] });
  });

  it.each<[string, number, string, string[], number[]]>([
    ['-1 records', 236, '-1      ', ['recordCountUnknown'], [6, 3]],
    ['0 records', 236, '0       ', ['trailingBytes'], [0, 0]],
    ['9,999 records', 236, '9999    ', ['truncated'], [6, 3]],
    ['99,999,999 records', 236, '99999999', ['truncated'], [6, 3]],
    ['-2 records', 236, '-2      ', ['badHeader'], []],
    ['0 signals', 252, '0   ', ['badHeader', 'noSignals'], []],
    ['9,999 signals', 252, '9999', ['truncated'], []],
    ['-1 signals', 252, '-1  ', ['badHeader'], []],
    ['a header longer than the file', 184, '99999999', ['badHeader'], [6, 3]],
    ['zero header bytes', 184, '0       ', ['badHeader'], [6, 3]],
    ['99,999,999 samples a record', SAMPLES, '99999999', ['truncated'], [0, 0]],
    ['0 samples a record', SAMPLES, '0       ', ['trailingBytes'], [0, 3]],
    ['-1 samples a record', SAMPLES, '-1      ', ['badHeader'], []],
  ])('keeps plausible samples if the header states %s', (_, offset, text, problems, samples) => {
    const recording = patched(offset, text);
    expect(codes(recording)).toEqual(problems);
    expect(recording.streams.map((stream) => stream.samples.values.length)).toEqual(samples);
  });

  // A single value in a record without duration is a checksum or the like, and needs no rate.
  it.each([
    ['0       ', ['badRate']],
    ['1e-320  ', ['badRate', 'badRate']],
  ])('gives no rate rather than an infinite one for a record of %s seconds', (text, problems) => {
    const recording = patched(244, text);
    expect(codes(recording)).toEqual(problems);
    expect(recording.streams.map((stream) => stream.sampleRateHz)).toEqual([0, 0]);
  });
});

describe('readEdf with a meaningless range', () => {
  const readRange = (parts: {
    physical?: readonly [number, number];
    digital?: readonly [number, number];
  }): Recording => read({ signals: [{ ...flow, ...parts }] });

  it.each<[string, Recording]>([
    ['digital minimum = maximum', readRange({ digital: [7, 7] })],
    ['digital 0 to 0', readRange({ digital: [0, 0] })],
    ['physical minimum = maximum', readRange({ physical: [3, 3] })],
    ['both the same', readRange({ physical: [1, 1], digital: [1, 1] })],
  ])('%s gives digital values and is reported', (_, recording) => {
    expect(codes(recording)).toEqual(['digitalRange']);
    expect(recording.streams[0] && [...physicalSamples(recording.streams[0])]).toEqual([
      1, 2, 3, 4, 5, 6,
    ]);
  });

  it('a physical range beyond float64 gives digital values rather than infinities', () => {
    const bytes = whole.slice();
    bytes.set(new TextEncoder().encode('-1e308  '), PHYSICAL_MIN);
    bytes.set(new TextEncoder().encode('1e308   '), PHYSICAL_MAX);
    const recording = readEdf(bytes);
    expect(codes(recording)).toEqual(['digitalRange']);
    expect(recording.streams[0]?.samples).toMatchObject({ scale: 1, offset: 0 });
  });

  it('a reversed range inverts the signal, as defined by EDF', () => {
    const [stream] = readRange({ physical: [100, -100] }).streams;
    expect(stream && [...physicalSamples(stream)].map((value) => Math.round(value * 10))).toEqual([
      -1, -2, -3, -4, -5, -6,
    ]);
  });

  it('an invalid number counts as 0 and is reported with its offset', () => {
    expect(patched(PHYSICAL_MIN, 'NaN     ').problems).toMatchObject([
      { code: 'badNumber', byteOffset: PHYSICAL_MIN },
    ]);
    expect(patched(PHYSICAL_MIN, 'Infinity').problems).toMatchObject([
      { code: 'badNumber', byteOffset: PHYSICAL_MIN },
    ]);
    expect(patched(PHYSICAL_MIN, '        ').problems).toMatchObject([
      { code: 'badNumber', byteOffset: PHYSICAL_MIN },
    ]);
  });
});

describe('readEdf with a header that is not ASCII', () => {
  it.each<[string, readonly number[], string]>([
    ['Latin-1', [0x54, 0x65, 0x6d, 0x70, 0x20, 0xb0, 0x43], 'Temp °C'],
    ['UTF-8', [...new TextEncoder().encode('呼吸')], '呼吸'],
    ['truncated UTF-8', [0x41, 0xe5, 0x91], 'Aå‘'],
  ])('keeps the readable part of a label in %s', (_, bytes, label) => {
    const blanks = Array.from({ length: 16 - bytes.length }, () => 0x20);
    const recording = patched(256, [...bytes, ...blanks]);
    expect(recording.streams[0]?.label).toBe(label);
    expect(recording.problems).toMatchObject([
      { code: 'badEncoding', byteOffset: 256 + bytes.findIndex((byte) => byte > 0x7f) },
    ]);
  });

  it('reports a number field as invalid', () => {
    expect(codes(patched(236, '３       '.slice(0, 6)))).toEqual(['badHeader']);
    expect(codes(patched(PHYSICAL_MAX, [0xb1, 0x31, 0x20, 0x20, 0x20, 0x20, 0x20, 0x20]))).toEqual([
      'badEncoding',
      'badNumber',
    ]);
  });

  it('reads the samples without a start if the start is unreadable', () => {
    const recording = patched(168, 'ÄÖ.ÜÄ');
    expect(recording.startedAt).toBeNull();
    expect(codes(recording)).toEqual(['badEncoding', 'badTime']);
    expect(recording.streams).toHaveLength(2);
  });
});

describe('readEdf with EDF+D records out of order', () => {
  const records = (...onsets: readonly string[]): Recording =>
    read({
      reserved: 'EDF+D',
      signals: [
        { label: 'Flow', records: onsets.map((_, index) => [index, index]) },
        { label: 'EDF Annotations', records: onsets.map((onset) => annotationList(onset, [''])) },
      ],
    });
  const getOffset = (record: number): number => HEADER_BYTES + record * 64;

  it('reports overlaps by byte and keeps the samples in file order', () => {
    const recording = records('+0', '+0.5', '+1.5', '+1.6');
    expect(recording.problems).toMatchObject([
      { code: 'overlap', byteOffset: getOffset(1) },
      { code: 'overlap', byteOffset: getOffset(3) },
    ]);
    expect([...(recording.streams[0]?.samples.values ?? [])]).toEqual([0, 0, 1, 1, 2, 2, 3, 3]);
    expect(recording.gaps).toEqual([]);
  });

  it('reports a duplicated record', () => {
    expect(codes(records('+0', '+1', '+1'))).toEqual(['overlap']);
  });

  it('reports both a step back and the gap after it', () => {
    const recording = records('+10', '+5', '+20');
    expect(codes(recording)).toEqual(['overlap']);
    expect(recording.gaps).toEqual([{ startSeconds: -4, endSeconds: 10, recordedSeconds: 2 }]);
  });

  it('ignores differences below the precision of onsets', () => {
    const recording = records('+0', '+1.0004', '+1.9996');
    expect([recording.problems, recording.gaps]).toEqual([[], []]);
  });

  it('appends a record without a readable onset to the previous one', () => {
    const recording = records('+0', 'soon', '+2');
    expect(codes(recording)).toEqual(['badAnnotation']);
    expect(recording.gaps).toEqual([]);
  });

  it('ignores record onsets in EDF+C and plain EDF', () => {
    const signals = [
      {
        label: 'EDF Annotations',
        records: ['+0', '+100', '+3'].map((onset) => annotationList(onset, [''])),
      },
    ];
    expect(read({ reserved: 'EDF+C', signals })).toMatchObject({ gaps: [], problems: [] });
    expect(read({ signals }).streams).toHaveLength(1);
  });
});
