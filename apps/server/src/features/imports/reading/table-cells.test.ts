import { expect, it } from 'vitest';
import { tableCells } from './table-cells.ts';

it.each([',', ';', '\t', ' ', '|'])('a table divided by %j has its lines times its widest line', (delimiter) => {
  expect(tableCells(new TextEncoder().encode(`1${delimiter}2\n${Array.from({ length: 500 }, () => '1').join(delimiter)}\n3${delimiter}4`))).toBe(1_500);
});
