import { describe, expect, it } from 'vitest';
import { parseEdfHeader } from './edf-header.ts';
import { type EdfParts, buildEdf } from '../testing/edf-builder.ts';

const flow = { label: 'Flow', records: [[1, 2, 3]] };
const pressure = {
  label: 'Press',
  physical: [-1.5, 40],
  digital: [-32_768, 32_767],
  records: [[7]],
} as const;

/** The header of a made-up file, or why there is none. */
function headerOf(parts: EdfParts) {
  const result = parseEdfHeader(buildEdf(parts));
  return result.kind === 'header' ? result.header : result.problem;
}

/** A file whose bytes at `offset` are replaced by text. */
function patched(parts: EdfParts, offset: number, text: string) {
  const bytes = buildEdf(parts);
  bytes.set(new TextEncoder().encode(text), offset);
  return parseEdfHeader(bytes);
}

describe('parseEdfHeader', () => {
  it('reads the fields of every signal and where its samples lie in a record', () => {
    expect(headerOf({ signals: [flow, pressure], recordSeconds: 0.04 })).toMatchObject({
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
  ])('takes the reserved field %j for %s', (reserved, variant) => {
    expect(headerOf({ reserved, signals: [flow] })).toMatchObject({ variant });
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
    expect(headerOf({ start, signals: [flow] })).toMatchObject({ startedAt });
  });

  it('takes the recording field for the century, even if the short date is hidden', () => {
    expect(
      headerOf({
        recording: 'Startdate 24-apr-1979 X X X',
        start: 'yy.yy.yy01.02.03',
        signals: [flow],
      }),
    ).toMatchObject({ startedAt: '1979-04-24T01:02:03' });
  });

  it('reads a comma as the decimal point and names numbers that are none', () => {
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
    ['a number of records that is none', 236, 'many', { code: 'badHeader', byteOffset: 236 }],
    ['a number of records below -1', 236, '-2  ', { code: 'badHeader', byteOffset: 236 }],
    ['a record duration that is none', 244, 'long', { code: 'badHeader', byteOffset: 244 }],
    ['a negative record duration', 244, '-1  ', { code: 'badHeader', byteOffset: 244 }],
    ['a number of signals that is none', 252, 'two ', { code: 'badHeader', byteOffset: 252 }],
    ['a number of samples that is none', 256 + 216, '1.5 ', { code: 'badHeader' }],
  ])('refuses %s', (_, offset, text, problem) => {
    expect(patched({ signals: [flow] }, offset, text)).toMatchObject({ kind: 'refused', problem });
  });

  it('says how much of the header is missing', () => {
    expect(parseEdfHeader(buildEdf({ signals: [flow, pressure] }).subarray(0, 700))).toEqual({
      kind: 'refused',
      problem: {
        code: 'truncated',
        message: 'the header of 2 signals needs 768 bytes, the file has 700',
        byteOffset: 700,
      },
    });
  });
});
