import { expect, it } from 'vitest';
import {
  hasTooManyCells,
  isTable,
  isTableName,
  MAX_TABLE_CELLS,
  tableCells,
} from './table-cells.ts';

it.each([',', ';', '\t', ' ', '|'])(
  'a table divided by %j has as many cells as lines times the widest line',
  (delimiter) => {
    expect(
      tableCells(
        new TextEncoder().encode(
          `1${delimiter}2\n${Array.from({ length: 500 }, () => '1').join(delimiter)}\n3${delimiter}4`,
        ),
      ),
    ).toBe(1_500);
  },
);

it('a line that ends in CR alone counts', () =>
  expect(tableCells(new TextEncoder().encode('1,2\r3,4\r5,6'))).toBe(6));

it('a table at the limit is accepted, one cell more is not', () => {
  const lines = (count: number): Uint8Array => new Uint8Array(count - 1).fill(10);
  expect([
    hasTooManyCells(lines(MAX_TABLE_CELLS)),
    hasTooManyCells(lines(MAX_TABLE_CELLS + 1)),
  ]).toEqual([false, true]);
});

it('the browser and the server agree on which files are tables', () => {
  expect((['csv', 'actiware', 'awd', 'empatica', 'edf', 'archive'] as const).map(isTable)).toEqual([
    true,
    true,
    true,
    true,
    false,
    false,
  ]);
  expect(['a.CSV', 'b.tsv', 'c.txt', 'd.edf', 'csv'].map(isTableName)).toEqual([
    true,
    true,
    true,
    false,
    false,
  ]);
});
