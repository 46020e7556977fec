import { describe, expect, it } from 'vitest';
import { parseCsvTable } from './csv-table.ts';

const columns = (input: string | Uint8Array) =>
  Object.fromEntries(parseCsvTable(input).columns.map(({ name, values }) => [name, [...values]]));

describe('parseCsvTable', () => {
  it.each([
    ['commas', 'a, b\n1,2\n3,4\n'],
    ['semicolons', 'a;b\r\n1;2\r\n3;4\r\n'],
    ['tabs', 'a\tb\n1\t2\n3\t4'],
    ['spaces', 'a   b\n 1  2\n3 4\n'],
    ['a byte order mark', '\uFEFFa,b\n1,2\n3,4\n'],
    ['quotes', '"a","b"\n"1","2"\n3,4\n'],
  ])('reads a table with %s', (_, text) => {
    expect(columns(text)).toEqual({ a: [1, 3], b: [2, 4] });
  });

  it('reads decimal commas, missing cells, exponents and tables without names', () => {
    expect(columns('x;y\n1,5;2\n-0,25;\n')).toEqual({ x: [1.5, -0.25], y: [2, Number.NaN] });
    expect(columns('1e3\n-2.5E-1\n')).toEqual({ 'column 1': [1000, -0.25] });
  });

  it('reads leading text, UTF-16 and CP932', () => {
    expect(parseCsvTable('# Rate:= 100\n# Units:= mV\n1\t2\n').comments).toEqual([
      'Rate:= 100',
      'Units:= mV',
    ]);
    expect(columns(Uint8Array.of(0xff, 0xfe, 0x61, 0, 0x0a, 0, 0x31, 0))).toEqual({ a: [1] });
    // "気温" in CP932.
    expect(columns(Uint8Array.of(0x8b, 0x43, 0x89, 0xb7, 0x0a, 0x37))).toEqual({ 気温: [7] });
  });

  it.each([
    ['at the start', (name: string) => `${name},b\n1,2\n3,4\n`, 1, 1, 0],
    ['in quotes', (name: string) => `time,"${name}"\n1,2\n3,4\n`, 1, 2, 0],
    ['after leading text', (name: string) => `night\na,${name}\n1,2\n3,4\n`, 2, 2, 6],
    ['without data', (name: string) => name, 1, 1, 0],
  ])('names row and column of a long name %s (T38)', (_where, makeTable, row, column, at) => {
    const table = parseCsvTable(makeTable('x'.repeat(1_001)));
    expect(table.columns).toEqual([]);
    expect(table.problems[0]).toEqual({
      code: 'overLimit',
      message: `row ${row}, column ${column}: a column name of 1001 characters; at most 1000`,
      byteOffset: at,
    });
    expect(parseCsvTable(makeTable('x'.repeat(1_000))).problems).not.toContainEqual(
      expect.objectContaining({ code: 'overLimit' }),
    );
  });

  it('reports a name of 20 MB without repeating it (T38)', () => {
    const table = parseCsvTable(`${'x'.repeat(20 * 1024 * 1024)},b\n1,2\n3,4\n`);
    expect(table.columns).toEqual([]);
    expect(table.problems.map(({ code }) => code)).toContain('overLimit');
    expect(JSON.stringify(table).length).toBeLessThan(1_000);
  });

  it('reports cells that are not numbers, once a column, and empty tables', () => {
    expect(parseCsvTable('a,b\n1,x\n2,--\n3,4\n').problems).toEqual([
      {
        code: 'badNumber',
        message: 'column "b": 2 cells are not numbers, the first in data row 1',
        byteOffset: 4,
        column: 'b',
      },
    ]);
    expect(parseCsvTable('').problems.map((problem) => problem.code)).toEqual(['noSignals']);
    expect(parseCsvTable('a,b').problems.map((problem) => problem.code)).toEqual(['noSignals']);
  });

  it.each([
    ['a,b\n1,2\n', ','],
    ['a;b\n1,5;2,5\n', ';'],
    ['a\tb\n1,5\t2,5\n', '\t'],
    ['1 2 3\n', ' '],
    ['1\n2\n', ' '],
  ])('finds the delimiter of %j', (text, delimiter) => {
    expect(parseCsvTable(text).delimiter).toBe(delimiter);
  });

  it('keeps a delimiter inside quotes', () => {
    expect(columns('"level, left",b\n1,2\n')).toEqual({ 'level, left': [1], b: [2] });
  });

  it('pads short rows with NaN and ignores surplus cells', () => {
    expect(columns('a,b\n1,2\n3,\n5,6,7\n')).toEqual({ a: [1, 3, 5], b: [2, Number.NaN, 6] });
  });

  it('reads NaN as a missing number, but not similar text', () => {
    const table = parseCsvTable('a,b\nNaN,0x10\n1,1e\n2,.5\n');
    expect(table.columns.map((column) => [...column.values])).toEqual([
      [Number.NaN, 1, 2],
      [Number.NaN, Number.NaN, 0.5],
    ]);
    expect(table.problems).toMatchObject([
      {
        code: 'badNumber',
        message: 'column "b": 2 cells are not numbers, the first in data row 1',
      },
    ]);
  });

  it('ignores empty lines and a missing last line end', () => {
    expect(columns('a\n\n1\n\n2')).toEqual({ a: [1, 2] });
  });

  it('names columns without a name by their position', () => {
    expect(parseCsvTable(',b\n1,2\n').columns.map((column) => column.name)).toEqual([
      'column 1',
      'b',
    ]);
  });
});
