import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createLineFinder, walkRows } from './row-walker.ts';

function walked(
  text: string,
  delimiter = ',',
): { readonly rows: string[][]; readonly at: number[]; readonly open: number | null } {
  const rows: string[][] = [];
  const at: number[] = [];
  const open = walkRows(text, 0, delimiter, (cells, index) => {
    at.push(index);
    return rows.push(cells) > 0;
  });
  return { rows, at, open };
}

describe('walkRows', () => {
  it('gives the index of each row', () => {
    expect(walked('a,b\r\n\r\n"c\nd",e\rf,g').at).toEqual([0, 7, 15]);
  });

  it('stops when the callback returns false', () => {
    const seen: string[][] = [];
    walkRows('a\nb\nc\n', 0, ',', (cells) => seen.push(cells) < 2);
    expect(seen).toEqual([['a'], ['b']]);
  });

  it('starts at the given index', () => {
    const rows: string[][] = [];
    walkRows('# x\na,b\n', 4, ',', (cells) => rows.push(cells) > 0);
    expect(rows).toEqual([['a', 'b']]);
  });

  it.each([
    ['"', 0],
    ['a,"b', 2],
    ['a,b\n"c', 4],
    ['"a""', 0],
    ['a\n"b"\n,"c\nd', 7],
  ])('returns the index of a quote in %j that never closes', (text, place) => {
    expect(walked(text).open).toBe(place);
  });

  it('splits at any number of blanks, and keeps quotes there', () => {
    expect(walked('  1   2\t3 \n"4 5"\n', ' ').rows).toEqual([
      ['1', '2', '3'],
      ['"4', '5"'],
    ]);
  });

  it('restores any quoted cell', () => {
    const cell = fc.string({
      unit: fc.constantFrom('a', ',', '"', '\n', '\r', ' ', 'あ', ';'),
      maxLength: 8,
    });
    fc.assert(
      fc.property(
        fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 4 }),
        (rows) => {
          const text = rows
            .map((row) => row.map((each) => `"${each.replaceAll('"', '""')}"`).join(','))
            .join('\r\n');
          expect(walked(text)).toMatchObject({ rows, open: null });
        },
      ),
    );
  });

  it('takes linear time for a million short lines and for one long line', () => {
    for (const text of [
      '1,2\n'.repeat(1_000_000),
      `${'1,'.repeat(1_000_000)}1`,
      '1\r'.repeat(1_000_000),
    ]) {
      const { rows } = walked(text);
      expect(rows.flat().length).toBeGreaterThanOrEqual(1_000_000);
    }
  });
});

describe('createLineFinder', () => {
  it('finds all three line ends and the end of the text', () => {
    const text = 'a\r\nb\nc\rd';
    const lines = createLineFinder(text);
    const found: string[] = [];
    for (let at = 0; at < text.length;) {
      const end = lines.findLineEnd(at);
      found.push(text.slice(at, end));
      at = lines.behind(end);
    }
    expect(found).toEqual(['a', 'b', 'c', 'd']);
  });
});
