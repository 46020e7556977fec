import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CsvCell, unguardedCell, writeCsv } from './csv-writer.ts';
import { parseTextTable } from './table-text.ts';

const again = (
  rows: readonly (readonly CsvCell[])[],
  delimiter: ',' | ';' | '\t' = ',',
): string[][] =>
  parseTextTable(new TextEncoder().encode(writeCsv(rows, { delimiter }))).rows.map((row) =>
    row.map(unguardedCell),
  );

describe('writeCsv', () => {
  it('writes a byte order mark and CR LF, and quotes where necessary', () => {
    expect(
      writeCsv([['a', 'b,c', 'say "hi"', 'two\nlines', ' blank ', 1.5, null, Number.NaN]]),
    ).toBe('\uFEFFa,"b,c","say ""hi""","two\nlines"," blank ",1.5,,\r\n');
    expect(writeCsv([['a']], { byteOrderMark: false })).toBe('a\r\n');
  });

  it.each([
    '=1+1',
    '+81-3',
    '-5',
    '@SUM(A1)',
    '\t=x',
    '\rx',
    '\n=x',
    ' =x',
    '＝1',
    '＋1',
    '－1',
    '＠a',
    "'=1",
    "'",
    "''",
    '=HYPERLINK("http://x","y")',
    '\0=x',
  ])('guards %j as text, and restores it', (text) => {
    const [line = ''] = writeCsv([[text]], { byteOrderMark: false }).split('\r\n');
    expect(line.replace(/^"/, '')).toMatch(/^'/);
    expect(again([['before', text, 'behind']])).toEqual([['before', text, 'behind']]);
  });

  it('leaves numbers unguarded, including negative ones', () => {
    expect(writeCsv([[-5, 0.25, -1e-7]], { byteOrderMark: false })).toBe('-5,0.25,-1e-7\r\n');
    expect(writeCsv([[-5.5, 2]], { byteOrderMark: false, delimiter: ';' })).toBe('-5,5;2\r\n');
  });

  it('leaves similar text unguarded', () => {
    expect(writeCsv([['a=b', '5-3', 'x@y.example', "it's"]], { byteOrderMark: false })).toBe(
      "a=b,5-3,x@y.example,it's\r\n",
    );
  });

  it('round-trips any text', () => {
    const text = fc.string({
      unit: fc.constantFrom(...'=+-@＝＋－＠\'"\t\r\n ,;|aあ\0'.split('')),
    });
    fc.assert(
      fc.property(
        fc.array(fc.tuple(text, text, text), { minLength: 1, maxLength: 5 }),
        fc.constantFrom(',', ';', '\t'),
        (rows, delimiter) => {
          // A row of blanks is not a row to a reader.
          const kept = rows.map(([one, two, three]) => ['x', one, two, three, 'y']);
          expect(again(kept, delimiter)).toEqual(kept);
        },
      ),
    );
  });

  it('writes a row with one empty cell', () => {
    expect(writeCsv([[''], ['a']], { byteOrderMark: false })).toBe('""\r\na\r\n');
  });
});
