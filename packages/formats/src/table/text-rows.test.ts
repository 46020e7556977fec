import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeTextAs } from '../text-encoder.ts';
import { writeCsv } from './csv-writer.ts';
import { readTextRows } from './text-rows.ts';

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const cp932 = (text: string): Uint8Array =>
  encodeTextAs(text, 'shift_jis', false) ?? expect.fail('no place');
const codes = (bytes: Uint8Array, options = {}): string[] =>
  readTextRows(bytes, options).problems.map(
    ({ code, line, byteOffset }) => `${code} ${line} ${byteOffset}`,
  );

describe('readTextRows', () => {
  it.each([
    ['UTF-8', utf8('部屋名,階\r\n２０１,2\r\n'), 'utf-8', 0],
    ['UTF-8 with a byte order mark', utf8('\uFEFF部屋名,階\r\n２０１,2\r\n'), 'utf-8', 3],
    ['CP932', cp932('部屋名,階\r\n２０１,2\r\n'), 'shift_jis', 0],
  ] as const)('reads rows, line numbers and encoding of %s', (_, bytes, encoding, markBytes) => {
    expect(readTextRows(bytes)).toEqual({
      rows: [
        ['部屋名', '階'],
        ['２０１', '2'],
      ],
      lines: [1, 2],
      encoding,
      markBytes,
      delimiter: ',',
      problems: [],
    });
  });

  it('gives the line number of each row, with line ends inside cells and blank lines', () => {
    expect(readTextRows(utf8('a;b\n"x\ny";1\n\n#z;2\n'))).toMatchObject({
      rows: [
        ['a', 'b'],
        ['x\ny', '1'],
        ['#z', '2'],
      ],
      lines: [1, 2, 5],
      delimiter: ';',
    });
  });

  it('uses the given encoding and delimiter', () => {
    expect(readTextRows(cp932('部屋;階'), { encoding: 'shift_jis', delimiter: ',' }).rows).toEqual([
      ['部屋;階'],
    ]);
    expect(codes(cp932('a\n部屋,階'), { encoding: 'utf-8' })).toEqual(['badEncoding 2 2']);
  });

  it('reports problems with line and byte', () => {
    expect(codes(utf8('a,b\n1,"open\n2,3\n'))).toEqual(['unclosedQuote 2 6']);
    expect(codes(utf8('a\r\nb\0c\r\n'))).toEqual(['nulByte 2 4']);
    expect(codes(utf8('a,b\r\n1,2\n3,4'))).toEqual(['mixedLineEnds 2 8']);
    expect(codes(utf8(`a,b\n${','.repeat(1_000_000)}\nb`), { maxColumns: 200 })).toEqual([
      'overLimit 2 4',
    ]);
    expect(codes(utf8('a\nb\nc\nd'), { maxRows: 2 })).toEqual(['overLimit 3 4']);
    expect(codes(Uint8Array.of(0x61, 0x0a, 0xff, 0xfd, 0x0a))[0]).toMatch(/^badEncoding/);
    expect(readTextRows(new Uint8Array(0))).toMatchObject({ rows: [], problems: [] });
  });

  it('round-trips any written rows', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.array(fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', '部', '=', ' ') }), {
            minLength: 2,
            maxLength: 2,
          }),
          { minLength: 1, maxLength: 20 },
        ),
        (rows) => {
          const filled = rows.map((cells) => cells.map((cell) => `x${cell.trim()}x`));
          expect(readTextRows(utf8(writeCsv(filled)), { delimiter: ',' }).rows).toEqual(filled);
        },
      ),
      { seed: 20_261_122, numRuns: 200 },
    );
  });
});

describe('encodeTextAs', () => {
  it('round-trips every character of CP932', () => {
    const all: string[] = [];
    const decoder = new TextDecoder('shift_jis', { fatal: true });
    for (let lead = 0x81; lead <= 0xfc; lead++)
      for (let trail = 0x40; trail <= 0xfc; trail++) {
        try {
          all.push(decoder.decode(Uint8Array.of(lead, trail)));
        } catch {
          /** No character has this code. */
        }
      }
    const text = `髙﨑①㈱～ｱ\\~${all.join('')}`;
    expect(new TextDecoder('shift_jis').decode(cp932(text))).toBe(text);
    expect([...cp932('髙')]).toEqual([0xfb, 0xfc]);
    expect([...(encodeTextAs('あ', 'utf-8', true) ?? [])].slice(0, 3)).toEqual([0xef, 0xbb, 0xbf]);
    expect(
      new TextDecoder('utf-16le').decode(
        encodeTextAs('あa', 'utf-16le', true) ?? new Uint8Array(0),
      ),
    ).toBe('あa');
  });

  it('returns null if a character is not in the encoding', () => {
    expect(encodeTextAs('😀', 'shift_jis', false)).toBeNull();
    expect(encodeTextAs('한', 'shift_jis', false)).toBeNull();
  });
});
