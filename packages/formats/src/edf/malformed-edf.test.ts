import { describe, expect, it } from 'vitest';
import { readEdf } from './edf-recording.ts';
import { physicalSamples, type Recording } from '../recording.ts';
import { annotationList, buildEdf, type EdfParts } from '../testing/edf-builder.ts';

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
const read = (parts: EdfParts): Recording => readEdf(buildEdf(parts));
/** The whole file with text written over it. */
function patched(offset: number, text: string | readonly number[]): Recording {
  const bytes = whole.slice();
  bytes.set(typeof text === 'string' ? new TextEncoder().encode(text) : text, offset);
  return readEdf(bytes);
}
/** Where the field of the first of two signals begins, by the widths of the fields before it. */
const fieldOffset = (...widthsBefore: number[]): number =>
  256 + 2 * widthsBefore.reduce((sum, width) => sum + width, 0);
const PHYSICAL_MIN = fieldOffset(16, 80, 8);
const PHYSICAL_MAX = fieldOffset(16, 80, 8, 8);
const SAMPLES = fieldOffset(16, 80, 8, 8, 8, 8, 8, 80);

describe('an EDF file that was cut', () => {
  it('at any byte of its header gives nothing but the place where it ends', () => {
    for (let length = 1; length < HEADER_BYTES; length++) {
      expect(readEdf(whole.subarray(0, length))).toMatchObject({
        streams: [],
        startedAt: null,
        problems: [{ code: 'truncated', byteOffset: length }],
      });
    }
  });

  it('at any byte of its records gives the whole records before', () => {
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

  it('or padded gives all records and says from where the rest was left out', () => {
    for (const extra of [1, RECORD_BYTES, 4096]) {
      const padded = new Uint8Array(whole.length + extra);
      padded.set(whole);
      const recording = readEdf(padded);
      expect(recording.streams[0]?.samples.values).toHaveLength(6);
      expect(recording.problems).toEqual([
        {
          code: 'trailingBytes',
          message: `${extra} bytes behind the last record are left out`,
          byteOffset: whole.length,
        },
      ]);
    }
  });

  it('out of a larger buffer is read from its own first byte', () => {
    const buffer = new Uint8Array(whole.length + 7);
    buffer.set(whole, 7);
    expect(readEdf(buffer.subarray(7))).toEqual(readEdf(whole));
  });
});

describe('an EDF header that lies', () => {
  it.each([
    ['of zero length', new Uint8Array(0), 'emptyFile'],
    ['of blanks', new Uint8Array(512).fill(0x20), 'badMagic'],
    ['of a ZIP archive', Uint8Array.of(0x50, 0x4b, 3, 4, ...new Uint8Array(508)), 'badMagic'],
    [
      'of BDF with nothing behind its magic',
      Uint8Array.of(0xff, ...new TextEncoder().encode('BIOSEMI'), ...new Uint8Array(504)),
      'badHeader',
    ],
  ])('%s is refused by name', (_, bytes, code) => {
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
    ['a header of no length', 184, '0       ', ['badHeader'], [6, 3]],
    ['99,999,999 samples a record', SAMPLES, '99999999', ['truncated'], [0, 0]],
    ['0 samples a record', SAMPLES, '0       ', ['trailingBytes'], [0, 3]],
    ['-1 samples a record', SAMPLES, '-1      ', ['badHeader'], []],
  ])('about %s', (_, offset, text, problems, samples) => {
    const recording = patched(offset, text);
    expect(codes(recording)).toEqual(problems);
    expect(recording.streams.map((stream) => stream.samples.values.length)).toEqual(samples);
  });

  // A single value in a record of no duration is a checksum or the like, and lacks no rate.
  it.each([
    ['0       ', ['badRate']],
    ['1e-320  ', ['badRate', 'badRate']],
  ])('about a record of %s seconds has no rate rather than an endless one', (text, problems) => {
    const recording = patched(244, text);
    expect(codes(recording)).toEqual(problems);
    expect(recording.streams.map((stream) => stream.sampleRateHz)).toEqual([0, 0]);
  });
});

describe('an EDF range that means nothing', () => {
  const rangeOf = (parts: {
    physical?: readonly [number, number];
    digital?: readonly [number, number];
  }): Recording => read({ signals: [{ ...flow, ...parts }] });

  it.each<[string, Recording]>([
    ['digital minimum = maximum', rangeOf({ digital: [7, 7] })],
    ['digital 0 to 0', rangeOf({ digital: [0, 0] })],
    ['physical minimum = maximum', rangeOf({ physical: [3, 3] })],
    ['both the same', rangeOf({ physical: [1, 1], digital: [1, 1] })],
  ])('%s: digital values, and it says so', (_, recording) => {
    expect(codes(recording)).toEqual(['digitalRange']);
    expect(recording.streams[0] && [...physicalSamples(recording.streams[0])]).toEqual([
      1, 2, 3, 4, 5, 6,
    ]);
  });

  it('a physical range wider than any number gives digital values, not infinities', () => {
    const bytes = whole.slice();
    bytes.set(new TextEncoder().encode('-1e308  '), PHYSICAL_MIN);
    bytes.set(new TextEncoder().encode('1e308   '), PHYSICAL_MAX);
    const recording = readEdf(bytes);
    expect(codes(recording)).toEqual(['digitalRange']);
    expect(recording.streams[0]?.samples).toMatchObject({ scale: 1, offset: 0 });
  });

  it('a range that runs backwards turns the signal over, as EDF means it', () => {
    const [stream] = rangeOf({ physical: [100, -100] }).streams;
    expect(stream && [...physicalSamples(stream)].map((value) => Math.round(value * 10))).toEqual([
      -1, -2, -3, -4, -5, -6,
    ]);
  });

  it('a number that is none counts as 0 and is named with its place', () => {
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

describe('an EDF header that is not ASCII', () => {
  it.each<[string, readonly number[], string]>([
    ['Latin-1', [0x54, 0x65, 0x6d, 0x70, 0x20, 0xb0, 0x43], 'Temp °C'],
    ['UTF-8', [...new TextEncoder().encode('呼吸')], '呼吸'],
    ['cut inside a character of UTF-8', [0x41, 0xe5, 0x91], 'Aå‘'],
  ])('in %s keeps its label as far as it can be read', (_, bytes, label) => {
    const blanks = Array.from({ length: 16 - bytes.length }, () => 0x20);
    const recording = patched(256, [...bytes, ...blanks]);
    expect(recording.streams[0]?.label).toBe(label);
    expect(recording.problems).toMatchObject([
      { code: 'badEncoding', byteOffset: 256 + bytes.findIndex((byte) => byte > 0x7f) },
    ]);
  });

  it('in a number is a number that is none', () => {
    expect(codes(patched(236, '３       '.slice(0, 6)))).toEqual(['badHeader']);
    expect(codes(patched(PHYSICAL_MAX, [0xb1, 0x31, 0x20, 0x20, 0x20, 0x20, 0x20, 0x20]))).toEqual([
      'badEncoding',
      'badNumber',
    ]);
  });

  it('in a start time is no start, and the samples are read all the same', () => {
    const recording = patched(168, 'ÄÖ.ÜÄ');
    expect(recording.startedAt).toBeNull();
    expect(codes(recording)).toEqual(['badEncoding', 'badTime']);
    expect(recording.streams).toHaveLength(2);
  });
});

describe('EDF+D records out of order', () => {
  const records = (...onsets: readonly string[]): Recording =>
    read({
      reserved: 'EDF+D',
      signals: [
        { label: 'Flow', records: onsets.map((_, index) => [index, index]) },
        { label: 'EDF Annotations', records: onsets.map((onset) => annotationList(onset, [''])) },
      ],
    });
  const offsetOf = (record: number): number => HEADER_BYTES + record * 64;

  it('that overlap are named by the byte where each begins; their samples stay in file order', () => {
    const recording = records('+0', '+0.5', '+1.5', '+1.6');
    expect(recording.problems).toMatchObject([
      { code: 'overlap', byteOffset: offsetOf(1) },
      { code: 'overlap', byteOffset: offsetOf(3) },
    ]);
    expect([...(recording.streams[0]?.samples.values ?? [])]).toEqual([0, 0, 1, 1, 2, 2, 3, 3]);
    expect(recording.gaps).toEqual([]);
  });

  it('that are the same record twice are named', () => {
    expect(codes(records('+0', '+1', '+1'))).toEqual(['overlap']);
  });

  it('with a step back and a gap behind it name both', () => {
    const recording = records('+10', '+5', '+20');
    expect(codes(recording)).toEqual(['overlap']);
    expect(recording.gaps).toEqual([{ startSeconds: -4, endSeconds: 10, recordedSeconds: 2 }]);
  });

  it('that differ by less than their digits are neither gap nor overlap', () => {
    const recording = records('+0', '+1.0004', '+1.9996');
    expect([recording.problems, recording.gaps]).toEqual([[], []]);
  });

  it('without a readable onset follow the one before', () => {
    const recording = records('+0', 'soon', '+2');
    expect(codes(recording)).toEqual(['badAnnotation']);
    expect(recording.gaps).toEqual([]);
  });

  it('are no matter in EDF+C and plain EDF, whatever the annotations say', () => {
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
