import { describe, expect, it } from 'vitest';
import { readFileContent } from './read-file.ts';
import { annotationList, buildEdf } from './testing/edf-builder.ts';

// Realistic damage: the expected problem code, its byte offset, and the intact data.
const text = (content: string): Uint8Array => new TextEncoder().encode(content);
const flow = {
  label: 'Flow',
  records: [
    [1, 2],
    [3, 4],
    [5, 6],
  ],
};
const edf = buildEdf({ signals: [flow] });
const inRecords = (...onsets: readonly string[]): Uint8Array =>
  buildEdf({
    reserved: 'EDF+D',
    signals: [
      flow,
      { label: 'EDF Annotations', records: onsets.map((onset) => annotationList(onset, [''])) },
    ],
  });

/** The bytes with text written over them. */
function over(bytes: Uint8Array, offset: number, what: string): Uint8Array {
  const copy = bytes.slice();
  copy.set(text(what), offset);
  return copy;
}

function read(name: string, bytes: Uint8Array, beside: Readonly<Record<string, Uint8Array>> = {}) {
  const content = readFileContent({ name, bytes, beside: (other) => beside[other] ?? null });
  if (content.kind !== 'recording') throw new Error(`${name} is not a recording`);
  const { streams, problems, gaps } = content.recording;
  return {
    found: problems.map(({ code, byteOffset }) => [code, byteOffset]),
    kept: streams.map(({ samples }) => [...samples.values]),
    gaps,
  };
}

const HEADER = 512;
const RECORD = 4;

describe('readFileContent with damaged EDF', () => {
  it.each<[string, Uint8Array, (readonly [string, number])[], number[][]]>([
    [
      'that is truncated',
      edf.subarray(0, edf.length - 1),
      [['truncated', HEADER + 2 * RECORD]],
      [[1, 2, 3, 4]],
    ],
    ['that is truncated in its header', edf.subarray(0, 300), [['truncated', 300]], []],
    [
      'that is padded',
      Uint8Array.of(...edf, 0, 0, 0),
      [['trailingBytes', edf.length]],
      [[1, 2, 3, 4, 5, 6]],
    ],
    ['of zero length', new Uint8Array(0), [['emptyFile', 0]], []],
    ['with another magic', over(edf, 0, '1'), [['badMagic', 0]], []],
    [
      'with a header longer than the file',
      over(edf, 184, '99999999'),
      [['badHeader', 184]],
      [[1, 2, 3, 4, 5, 6]],
    ],
    [
      'of -1 records',
      over(edf, 236, '-1      '),
      [['recordCountUnknown', 236]],
      [[1, 2, 3, 4, 5, 6]],
    ],
    [
      'of 9,999 records',
      over(edf, 236, '9999    '),
      [['truncated', edf.length]],
      [[1, 2, 3, 4, 5, 6]],
    ],
    [
      'of 0 signals',
      over(edf, 252, '0   '),
      [
        ['badHeader', 184],
        ['noSignals', 252],
      ],
      [],
    ],
    ['of 9,999 signals', over(edf, 252, '9999'), [['truncated', edf.length]], []],
    [
      'with digital minimum = maximum',
      over(over(edf, 256 + 120, '5       '), 256 + 128, '5       '),
      [['digitalRange', 256 + 120]],
      [[1, 2, 3, 4, 5, 6]],
    ],
    [
      'with a header that is not ASCII',
      over(edf, 8, '山田'),
      [['badEncoding', 8]],
      [[1, 2, 3, 4, 5, 6]],
    ],
    ['that claims 2 GB', over(edf, 256 + 216, '99999999'), [['truncated', HEADER]], [[]]],
  ])('a file %s keeps intact data, and its damage is reported by byte', (_, bytes, found, kept) => {
    expect(read('night.edf', bytes)).toMatchObject({ found, kept });
  });

  it('overlapping records and gaps are reported', () => {
    const body = 768;
    expect(read('night.edf', inRecords('+0', '+0.5', '+2'))).toMatchObject({
      found: [['overlap', body + 64]],
      kept: [[1, 2, 3, 4, 5, 6]],
      gaps: [{ startSeconds: 1.5, endSeconds: 2 }],
    });
    expect(read('night.edf', inRecords('+0', '+1.5', '+2'))).toMatchObject({
      found: [['overlap', body + 128]],
      gaps: [{ startSeconds: 1, endSeconds: 1.5 }],
    });
  });
});

describe('readFileContent with damaged tables', () => {
  const names = Array.from({ length: 1_000_000 }, (_, index) => `c${index}`).join(',');

  it.each<[string, Uint8Array, (readonly [string, number])[], number[][]]>([
    [
      'of an unknown encoding',
      Uint8Array.of(...text('time,x\n0,1\n1,'), 0x81, 0xff, ...text('\n2,3\n')),
      [
        ['badEncoding', 13],
        ['badNumber', 11],
      ],
      [[1, Number.NaN, 3]],
    ],
    [
      'with a quote that never closes',
      text('time,x\n0,1\n1,2\n2,"3\n3,4\n'),
      [['unclosedQuote', 17]],
      [[1, 2]],
    ],
    ['with NUL characters', text('time,x\n0,1\n1,\x002\n2,3\n'), [['nulByte', 13]], [[1, 2, 3]]],
    [
      'with line ends of three kinds',
      text('time,x\r\n0,1\n1,2\r2,3\r\n'),
      [['mixedLineEnds', 11]],
      [[1, 2, 3]],
    ],
    [
      'with text among its numbers',
      text('time,x\n0,1\n1,two\n2,3\n'),
      [['badNumber', 11]],
      [[1, Number.NaN, 3]],
    ],
    [
      'with a truncated row',
      text('time,x,y\n0,1,2\n1\n2,3,4\n'),
      [],
      [
        [1, Number.NaN, 3],
        [2, Number.NaN, 4],
      ],
    ],
    [
      'without a rate',
      text('x,y\n1,2\n3,4\n'),
      [['badRate', 0]],
      [
        [1, 3],
        [2, 4],
      ],
    ],
    ['of zero length', new Uint8Array(0), [['emptyFile', 0]], []],
  ])(
    'a table %s keeps intact data, and its damage is reported by byte',
    (_, bytes, found, kept) => {
      expect(read('night.csv', bytes)).toMatchObject({ found, kept });
    },
  );

  it('a table of 1,000,000 columns keeps the first 4,096', () => {
    const { found, kept } = read('night.csv', text(`${names}\n${names.replaceAll('c', '')}\n`));
    expect(found).toEqual([
      ['overLimit', 0],
      ['badRate', 0],
    ]);
    expect([kept.length, kept[4_095]]).toEqual([4_096, [4_095]]);
  });
});

describe('readFileContent with damaged WFDB records', () => {
  const header = 'x 1 100 2\nx.dat 16 200\n';
  const samples = { 'x.dat': Uint8Array.of(1, 0, 2, 0) };

  it.each<
    [
      string,
      string,
      Readonly<Record<string, Uint8Array>>,
      (readonly [string, number])[],
      number[][],
    ]
  >([
    ['that is intact', header, samples, [], [[1, 2]]],
    ['without its samples', header, {}, [['missingFile', 0]], []],
    [
      'that claims 2 GB',
      header.replace('100 2', '100 1000000000'),
      samples,
      [['truncated', 4]],
      [[1, 2]],
    ],
    ['of 9,999 signals', 'x 9999 100\n', samples, [['badHeader', 0]], []],
    ['of -1 signals', 'x -1 100\n', samples, [['badHeader', 0]], []],
    ['that lacks a line', 'x 2 100 2\nx.dat 16 200\n', samples, [['truncated', 23]], [[1, 2]]],
    [
      'in an unsupported format',
      header.replace(' 16 ', ' 516 '),
      samples,
      [['unsupported', 0]],
      [],
    ],
    [
      'that refers to another folder',
      header.replace('x.dat', '../x.dat'),
      { ...samples, '../x.dat': Uint8Array.of(9, 9, 9, 9) },
      [['missingFile', 0]],
      [],
    ],
    ['of text only', 'once upon a time', samples, [['badHeader', 0]], []],
  ])(
    'a record %s keeps intact data, and its damage is reported',
    (_, content, beside, found, kept) => {
      expect(read('x.hea', text(content), beside)).toMatchObject({ found, kept });
    },
  );
});
