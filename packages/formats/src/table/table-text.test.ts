import { describe, expect, it } from 'vitest';
import { parseTextTable } from './table-text.ts';

const rows = (text: string | Uint8Array) => parseTextTable(text).rows;
const codes = (text: string | Uint8Array): string[] =>
  parseTextTable(text).problems.map((problem) => problem.code);
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

describe('parseTextTable', () => {
  it.each([
    [
      'quotes around delimiters, line ends and quotes',
      '"a,b","c\nd","say ""hi"""\n1,2,3\n',
      [
        ['a,b', 'c\nd', 'say "hi"'],
        ['1', '2', '3'],
      ],
    ],
    [
      'blanks around quotes',
      'a, "b" ,c\n1,2,3',
      [
        ['a', 'b', 'c'],
        ['1', '2', '3'],
      ],
    ],
    [
      'a quote inside a cell, as a character',
      'a,5" pipe,b\nc,d,e',
      [
        ['a', '5" pipe', 'b'],
        ['c', 'd', 'e'],
      ],
    ],
    [
      'words behind a closing quote',
      '"a"x,b\nc,d',
      [
        ['ax', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      'empty quoted cells',
      '"",""\na,b',
      [
        ['', ''],
        ['a', 'b'],
      ],
    ],
    [
      'blanks inside quotes',
      '" a ",b\nc,d',
      [
        [' a ', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      'bars',
      'a|b\nc|d',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      'blank lines between',
      'a,b\n\n  \nc,d\n\n',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
  ])('handles %s', (_, text, expected) => {
    expect(rows(text)).toEqual(expected);
  });

  it.each([
    ['CR LF', '\r\n'],
    ['LF', '\n'],
    ['CR', '\r'],
  ])('reads lines that end with %s', (_, end) => {
    expect(rows(`a,b${end}c,d${end}`)).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ]);
    expect(codes(`a,b${end}c,d${end}`)).toEqual([]);
  });

  it('reports the byte of a quote that never closes, and keeps earlier rows', () => {
    const table = parseTextTable(bytes('部屋,名前\n1,"山田\n2,b\n3,c\n'));
    expect(table.rows).toEqual([['部屋', '名前']]);
    expect(table.problems).toMatchObject([{ code: 'unclosedQuote', byteOffset: 16 }]);
  });

  it('reports NUL characters and mixed line ends, and continues', () => {
    expect(parseTextTable(bytes('a,b\n1\0,2\n3,4\n'))).toMatchObject({
      rows: [
        ['a', 'b'],
        ['1', '2'],
        ['3', '4'],
      ],
      problems: [{ code: 'nulByte', byteOffset: 5 }],
    });
    expect(parseTextTable(bytes('a,b\r\n1,2\n3,4\r5,6\r\n'))).toMatchObject({
      rows: [
        ['a', 'b'],
        ['1', '2'],
        ['3', '4'],
        ['5', '6'],
      ],
      problems: [{ code: 'mixedLineEnds', byteOffset: 8 }],
    });
  });

  it('reads Japanese and western code pages, and reports which', () => {
    const cp932 = Uint8Array.of(0x95, 0x94, 0x89, 0xae, 0x2c, 0x31, 0x0a);
    expect(parseTextTable(cp932)).toMatchObject({
      rows: [['部屋', '1']],
      encoding: 'shift_jis',
      problems: [],
    });
    expect(parseTextTable(Uint8Array.of(0x41, 0xe4, 0x2c, 0x31), 'windows-1252')).toMatchObject({
      rows: [['Aä', '1']],
      encoding: 'windows-1252',
    });
    expect(parseTextTable(Uint8Array.of(0xef, 0xbb, 0xbf, 0x61, 0x2c, 0x62))).toMatchObject({
      rows: [['a', 'b']],
      encoding: 'utf-8',
    });
  });

  it('reads text of an unknown encoding as far as possible, and reports the first invalid byte', () => {
    expect(parseTextTable(Uint8Array.of(0x61, 0x2c, 0x81, 0x0a, 0x31, 0x2c, 0x32))).toMatchObject({
      encoding: 'windows-1252',
      problems: [{ code: 'badEncoding', byteOffset: 2 }],
    });
    const japanese = bytes('部屋,名前\n一,山田\n');
    const damaged = Uint8Array.of(...japanese.subarray(0, japanese.length - 3), 0xff, 0x0a);
    expect(parseTextTable(damaged)).toMatchObject({
      rows: [
        ['部屋', '名前'],
        ['一', expect.stringContaining('山')],
      ],
      encoding: 'utf-8',
      problems: [{ code: 'badEncoding' }],
    });
  });

  it('reads UTF-16 without a byte order mark', () => {
    const wide = new Uint8Array(Uint16Array.from(bytes('a,b\n1,2\n')).buffer);
    expect(parseTextTable(wide)).toMatchObject({
      rows: [
        ['a', 'b'],
        ['1', '2'],
      ],
      encoding: 'utf-16le',
      problems: [],
    });
  });
});
