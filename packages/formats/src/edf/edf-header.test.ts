import { describe, expect, it } from 'vitest';
import { parseEdfHeader } from './edf-header.ts';
import { type EdfFileOptions, buildEdf } from '../testing/edf-builder.ts';

const flow = { label: 'Flow', records: [[1, 2, 3]] };
const pressure = {
  label: 'Press',
  physical: [-1.5, 40],
  digital: [-32_768, 32_767],
  records: [[7]],
} as const;

/** The header of a synthetic file, or why it was rejected. */
function readHeader(options: EdfFileOptions) {
  const result = parseEdfHeader(buildEdf(options));
  return result.kind === 'header' ? result.header : result.problem;
}

/** A file with text written over the bytes at `offset`. */
function patched(options: EdfFileOptions, offset: number, text: string) {
  const bytes = buildEdf(options);
  bytes.set(new TextEncoder().encode(text), offset);
  return parseEdfHeader(bytes);
}

describe('parseEdfHeader', () => {
  it('reads the fields of every signal and the offset of its samples in a record', () => {
    expect(readHeader({ signals: [flow, pressure], recordSeconds: 0.04 })).toMatchObject({
      variant: 'EDF',
      headerBytes: 768,
      recordCount: 1,
      recordSeconds: 0.04,
      recordBytes: 8,
      signals: [
        { label: 'Flow', unit: 'uV', samplesPerRecord: 3, recordOffsetBytes: 0 },
        {
          label: 'Press',
          physicalMin: -1.5,
          physicalMax: 40,
          digitalMin: -32_768,
          digitalMax: 32_767,
          samplesPerRecord: 1,
          recordOffsetBytes: 6,
        },
      ],
    });
  });

  it.each([
    ['', 'EDF'],
    ['EDF+C', 'EDF+C'],
    ['EDF+D', 'EDF+D'],
    ['something else', 'EDF'],
  ])('reads the reserved field %j as %s', (reserved, variant) => {
    expect(readHeader({ reserved, signals: [flow] })).toMatchObject({ variant });
  });

  it.each([
    ['01.01.8500.00.00', '1985-01-01T00:00:00'],
    ['31.12.8423.59.59', '2084-12-31T23:59:59'],
    ['01-02-2312:13:14', '2023-02-01T12:13:14'],
    ['29.02.2401.02.03', '2024-02-29T01:02:03'],
    ['29.02.2301.02.03', null],
    ['01.13.2301.02.03', null],
    ['01.01.2325.00.00', null],
    ['XX.XX.XX00.00.00', null],
  ])('reads the start %s as %s', (start, startedAt) => {
    expect(readHeader({ start, signals: [flow] })).toMatchObject({ startedAt });
  });

  it('takes the century from the recording field, even if the short date is hidden', () => {
    expect(
      readHeader({
        recording: 'Startdate 24-apr-1979 X X X',
        start: 'yy.yy.yy01.02.03',
        signals: [flow],
      }),
    ).toMatchObject({ startedAt: '1979-04-24T01:02:03' });
  });

  it('reads decimal commas and reports invalid numbers', () => {
    const physicalMinOffset = 256 + 16 + 80 + 8;
    expect(patched({ signals: [flow] }, physicalMinOffset, '-1,5    ')).toMatchObject({
      header: { signals: [{ physicalMin: -1.5 }] },
      problems: [],
    });
    expect(patched({ signals: [flow] }, physicalMinOffset, 'low     ')).toMatchObject({
      problems: [{ code: 'badNumber', byteOffset: physicalMinOffset }],
    });
  });

  it.each([
    ['an invalid number of records', 236, 'many', { code: 'badHeader', byteOffset: 236 }],
    ['a number of records below -1', 236, '-2  ', { code: 'badHeader', byteOffset: 236 }],
    ['an invalid record duration', 244, 'long', { code: 'badHeader', byteOffset: 244 }],
    ['a negative record duration', 244, '-1  ', { code: 'badHeader', byteOffset: 244 }],
    ['an invalid number of signals', 252, 'two ', { code: 'badHeader', byteOffset: 252 }],
    ['an invalid number of samples', 256 + 216, '1.5 ', { code: 'badHeader' }],
  ])('rejects %s', (_, offset, text, problem) => {
    expect(patched({ signals: [flow] }, offset, text)).toMatchObject({ kind: 'refused', problem });
  });

  it('reports how much of the header is missing', () => {
    expect(parseEdfHeader(buildEdf({ signals: [flow, pressure] }).subarray(0, 700))).toEqual({
      kind: 'refused',
      problem: {
        code: 'truncated',
        message: 'header of 2 signals needs 768 bytes, but the file has 700',
        byteOffset: 700,
      },
    });
  });
});
